"""What drove users of a predecessor mad when they entered a match. Each complaint has a test that it cannot happen."""

from __future__ import annotations

import re

import pytest

from qb_app.live.context import Expectation
from qb_app.live.setup import MatchSetup
from qb_engine.geometry import Side
from tests.qb_app.live.material import FIRST_ROUND, HYDRATOR, OPENING, STARTER, card_on, hand, printed
from tests.qb_app.live.stores import entered, new_session


def test_draw_does_not_overwrite_the_hand() -> None:
    session = entered(*FIRST_ROUND)
    before = hand(session)
    session.enter("draw queen bee")
    assert hand(session) == [*before, "Queen Bee"]


@pytest.mark.parametrize("line", ["queen bee t1", "Queen Bee T1", "queenbee t1", "qu be t1", "bee t1"])
def test_two_word_names_are_taken(line: str) -> None:
    session = entered("hand queen bee, mu, zu, levrikon, elphadunk", "keep", line)
    assert card_on(session, "T1") == "Queen Bee"


def test_an_ambiguous_name_asks_and_the_command_goes_on() -> None:
    session = entered("hand mu, levrikon, leviathan, zu, elphadunk", "keep")
    outcome = session.enter("lev m1")
    assert outcome.choice is not None
    assert outcome.choice.labels == ("Levrikon", "Leviathan")
    assert not session.enter("1").refused
    assert card_on(session, "M1") == "Levrikon"


def test_y_answers_a_question() -> None:
    session = entered(*OPENING)
    outcome = session.enter("levrikn m1")
    assert outcome.choice is not None
    assert card_on(session, "M1") is None
    assert not session.enter("y" if len(outcome.choice.labels) == 1 else "1").refused
    assert card_on(session, "M1") == "Levrikon"


def test_a_number_answers_a_question_in_the_middle_of_a_list() -> None:
    session = new_session()
    assert session.enter("hand mu, lev, zu, gr, elphadunk").choice is not None
    outcome = session.enter("1")
    assert outcome.choice is not None
    assert not session.enter(str(outcome.choice.labels.index("Grasslands Wolf") + 1)).refused
    assert hand(session) == ["Mu", "Levrikon", "Zu", "Grasslands Wolf", "Elphadunk"]


def test_n_or_another_command_leaves_a_question() -> None:
    session = entered(*OPENING)
    assert session.enter("levrikn m1").choice is not None
    assert session.enter("n").choice is None
    assert session.choice is None
    assert session.enter("levrikn m1").choice is not None
    assert not session.enter("mu m1").changed
    assert session.enter("sec m1").changed
    assert session.choice is None


def test_a_due_draw_is_asked_for() -> None:
    session = entered(*FIRST_ROUND)
    assert session.expects is Expectation.DRAW
    assert "draw" in session.expects.hint


@pytest.mark.parametrize("question", ["best", "why 1"])
def test_no_advice_is_given_on_a_stale_hand(question: str) -> None:
    session = entered(*FIRST_ROUND)
    outcome = session.enter(question)
    assert outcome.refused
    assert "draw" in outcome.lines[0]
    session.enter("draw zu")
    assert not session.enter(question).refused


def test_no_advice_is_given_before_anything_of_the_hand_is_told() -> None:
    session = new_session()
    assert session.enter("best").refused
    session.enter(OPENING[0])
    session.enter("mulligan 1 3")
    session.enter("zu, queen bee")
    assert not session.enter("best").refused
    assert hand(session) == ["Zu", "Levrikon", "Queen Bee", "Elphadunk", "Grasslands Wolf"]


def test_turn_and_side_follow_every_move() -> None:
    session = entered(*OPENING)
    seen = []
    for line in ("sec m1", "e levrikon m5", "zu", "lev m2", "e pass", "mu", "grass t1"):
        assert not session.enter(line).refused
        seen.append((session.state.turn, session.state.side_to_act))
    you, enemy = Side.YOU, Side.ENEMY
    assert seen == [(2, enemy), (3, you), (3, you), (4, enemy), (5, you), (5, you), (6, enemy)]


def test_enemy_moves_out_of_turn_are_refused_and_change_nothing() -> None:
    session = entered(*OPENING)
    before = session.state.key()
    for line in ("e levrikon m5", "e pass"):
        outcome = session.enter(line)
        assert outcome.refused
        assert "your turn" in outcome.lines[0]
    assert session.state.key() == before
    assert session.version == 2


def test_own_moves_out_of_turn_are_refused_too() -> None:
    session = entered(*OPENING, "sec m1")
    outcome = session.enter("mu t1")
    assert outcome.refused
    assert "'e mu …'" in outcome.lines[0]


def test_the_enemy_can_pass() -> None:
    session = entered(*OPENING, "sec m1", "e pass")
    assert session.state.side_to_act is Side.YOU
    assert session.state.passes == 1


def test_everything_can_be_undone_and_done_again() -> None:
    session = new_session()
    keys = [session.state.key()]
    for line in (*FIRST_ROUND, "draw zu", "set m3 enemy 2", "grass m2"):
        assert not session.enter(line).refused
        keys.append(session.state.key())
    for key in reversed(keys[:-1]):
        session.enter("undo")
        assert session.state.key() == key
    assert session.enter("undo").refused
    for key in keys[1:]:
        session.enter("redo")
        assert session.state.key() == key
    assert session.enter("redo").refused


@pytest.mark.parametrize("first", list(Side))
def test_who_starts_can_be_chosen(first: Side) -> None:
    session = new_session(MatchSetup(first=first))
    assert session.state.side_to_act is first
    session.enter(f"set turn {'enemy' if first is Side.YOU else 'you'}")
    assert (session.state.side_to_act, session.state.turn) == (first.other, 1)


def test_any_legal_move_can_be_played_not_only_a_recommended_one() -> None:
    for move in entered(*OPENING).state.legal_placements(Side.YOU):
        session = entered(*OPENING)
        assert not session.enter(f"{HYDRATOR.get(move.card or '').name} {move.tile}").refused


def test_the_hand_can_be_corrected() -> None:
    session = entered(*FIRST_ROUND)
    session.enter("hand zu, mu")
    assert hand(session) == ["Zu", "Mu"]
    assert session.expects is Expectation.YOUR_MOVE


def test_the_board_can_be_corrected_tile_by_tile() -> None:
    session = entered(*FIRST_ROUND, "draw zu")
    for line in ("set m3 enemy 2", "set t1 card zu you", "set m5 empty", "set m1 power 7"):
        assert not session.enter(line).refused
    board = session.state.board
    assert (board.owners[7], board.rank(7)) == (Side.ENEMY, 2)
    assert card_on(session, "T1") == "Zu"
    assert (board.owners[9], card_on(session, "M5")) == (None, None)
    assert session.state.score().lanes[1].power_you == 7
    assert not session.enter("best").refused


def test_pasting_the_printed_board_back_wipes_no_card() -> None:
    """More of it in test_printed_board.py."""
    session = entered(*FIRST_ROUND)
    before = session.state.key()
    assert not session.enter(printed(session)).refused
    assert session.state.key() == before


def test_only_what_the_player_can_see_is_shown() -> None:
    session = entered(*OPENING, "set m1 you 3", "sec m1", "e levrikon m5")
    drawn = printed(session)
    row = next(line for line in drawn.splitlines() if line.startswith("│ M"))
    assert re.match(r"│ M │▶Y 1 +│", row), "a card shows its power and no pawns"
    assert "★" not in drawn
    session.enter("set m2 card crystalline crab you")
    stars = printed(session).count("★")
    sources = [session.state.board.effect_sources(index) for index in range(15)]
    assert stars == sum(bool(source) for source in sources) > 0


def test_a_card_of_the_deck_list_only_can_be_drawn_and_the_way_out_is_told() -> None:
    session = entered(
        "hand security officer, levrikon, mu, elphadunk, grasslands wolf",
        "sec m1",
        "e levrikon m5",
        setup=MatchSetup(deck=STARTER),
    )
    outcome = session.enter("draw cloud")
    assert outcome.refused
    assert "'hand a, b, c'" in outcome.lines[0]
    assert not session.enter("hand cloud, levrikon, mu, elphadunk, grasslands wolf").refused

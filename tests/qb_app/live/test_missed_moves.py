"""A board pasted or set in the middle of a match: moves that nobody entered are reckoned with, and told."""

from __future__ import annotations

import pytest

from qb_app.live.commands import SetBoard
from qb_app.live.context import Expectation
from qb_app.live.game import LiveGame
from qb_app.live.outcome import Advised
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_engine.geometry import Side
from tests.qb_app.live.advisors import OnePlyAdvisor
from tests.qb_app.live.material import FIRST_ROUND, STARTER, hand, printed
from tests.qb_app.live.stores import MOMENT, entered

QUICK = Tools(advisor=OnePlyAdvisor(), clock=lambda: MOMENT)
BEFORE = (*FIRST_ROUND, "draw zu")
TRULY = (*BEFORE, "lev m2", "e grasslands wolf b5")
"""What really happened: two moves more than were entered."""


def at(*lines: str, setup: MatchSetup | None = None) -> Session:
    return entered(*lines, setup=setup, tools=QUICK)


def pasted(*lines: str, onto: tuple[str, ...] = BEFORE) -> tuple[Session, tuple[str, ...]]:
    """The match after ``onto`` and the board that stands after ``lines``, with what was told of it."""
    session = at(*onto)
    outcome = session.enter(printed(at(*lines)))
    assert outcome.changed
    return session, outcome.lines


def counts(session: Session) -> tuple[int, int, int, int]:
    state = session.state
    return len(state.hands.first), len(state.decks.first), len(state.hands.second), len(state.decks.second)


def test_after_two_missed_moves_the_match_stands_where_it_would() -> None:
    session, told = pasted(*TRULY)
    truth = at(*TRULY)
    assert (session.state.turn, session.state.side_to_act) == (truth.state.turn, truth.state.side_to_act)
    assert session.expects is truth.expects is Expectation.DRAW
    assert counts(session) == counts(truth)
    assert hand(session) == hand(truth)
    assert sorted(session.game.enemy_played) == truth.game.enemy_played
    assert "2 cards not seen played: yours Levrikon; the enemy's Grasslands Wolf" in told[1]
    assert "2 turns were missed, each with its draw: it is turn 5, your move, and the enemy holds 4 cards" in told[2]


def test_advice_goes_on_after_missed_moves() -> None:
    session, _ = pasted(*TRULY)
    session.enter("draw ?")
    answer = session.enter("best").answer
    assert isinstance(answer, Advised)
    assert "not known" in answer.advice.question.notes[0]


def test_the_enemys_move_can_be_read_off_the_board() -> None:
    session, told = pasted(*TRULY, onto=(*BEFORE, "lev m2"))
    assert session.state.key() == at(*TRULY).state.key()
    assert "1 turn was missed, with its draw" in told[2]


def test_a_turn_of_yours_without_a_card_makes_the_hand_unknown() -> None:
    session, told = pasted(*BEFORE, "pass", "e grasslands wolf b5")
    assert hand(session) == ["hidden card"] * 5
    assert session.state.side_to_act is Side.YOU
    assert told[-1].startswith("1 turn of yours brought no card to the board")
    session.enter("hand zu, mu, ?*4")
    assert session.expects is Expectation.NEW_CARDS
    assert not session.enter("best").refused


def test_a_turn_of_the_enemy_without_a_card_counts_as_a_pass() -> None:
    onto = (*BEFORE, "lev m2")
    session, told = pasted(*onto, "e pass", "draw cactuar", "cactuar t1", onto=onto)
    assert told[-1] == "1 turn of the enemy brought no card to the board and counts as a pass."
    assert session.state.side_to_act is Side.ENEMY
    assert len(session.state.hands.second) == 6


def test_a_card_that_was_drawn_and_played_unseen_came_from_the_deck() -> None:
    setup = MatchSetup(deck=STARTER)
    deck = [card for card in STARTER if card != "001"]
    opening = ("hand " + ", ".join(["001", *deck[:4]]), "keep", "001 m1", "e levrikon m5")
    session = at(*opening, setup=setup)
    drawn = deck[4]
    other = at(*opening, f"set t1 card {drawn} you", setup=setup)
    session.enter(printed(other))
    assert hand(session) == hand(other), "the four cards told were not played"
    assert len(session.game.unseen) == len(setup.deck or ()) - 5 - 1
    assert len(session.state.decks.first) == 9


def test_a_card_that_could_not_be_held_makes_the_hand_unknown() -> None:
    session = at(*BEFORE)
    outcome = session.enter(printed(at(*BEFORE, "set t1 card shiva you")))
    assert any("Shiva was not in your hand as it was told" in line for line in outcome.lines)
    assert hand(session) == ["hidden card"] * 4
    assert session.state.side_to_act is Side.ENEMY


def test_a_board_pasted_first_of_all_begins_in_the_middle() -> None:
    session, _ = pasted(*TRULY, onto=())
    assert (session.state.turn, session.state.side_to_act) == (5, Side.YOU)
    assert counts(session) == counts(at(*TRULY))
    assert sorted(session.game.enemy_played) == ["007", "008"]


def test_another_card_in_the_same_place_is_a_slip_put_right() -> None:
    session, told = pasted(*FIRST_ROUND, "set m5 card grasslands wolf enemy", onto=FIRST_ROUND)
    assert session.state.turn == 3
    assert told == ("Corrected: the whole board.",)


def test_how_many_turns_were_missed_can_be_said() -> None:
    lanes = at(*TRULY).state.key().split()[1]
    none = at(*BEFORE, f"board {lanes} missed=0")
    assert (none.state.turn, none.state.side_to_act) == (3, Side.YOU)
    four = at(*BEFORE, f"board {lanes} missed=4")
    assert (four.state.turn, four.state.side_to_act) == (7, Side.YOU)
    refused = four.enter(f"board {lanes} missed=61")
    assert refused.refused
    assert refused.lines[0] == "missed must be a whole number from 0 to 60, not '61'"


def test_the_log_keeps_how_many_turns_were_missed_and_older_logs_none() -> None:
    session, _ = pasted(*TRULY)
    kept = session.line[-1].command
    assert isinstance(kept, SetBoard)
    assert kept.text.endswith(" missed=2")
    older = LiveGame.replay(session.setup, [*(entry.command for entry in session.line[:-1]), SetBoard(kept.text[:-9])])
    assert older.state.turn == 3, "a board of an earlier version is only put right"
    session.enter("undo")
    assert session.state.key() == at(*BEFORE).state.key()


def test_lanes_without_numbers_do_not_mix_up_what_the_enemy_has_played() -> None:
    session = at(*BEFORE)
    session.enter("board Y1,-,-,-,E1/Y1[001],Y1[007],-,E1,E1[007]/Y2,-,-,E1,E1[008]")
    assert sorted(session.game.enemy_played) == ["007", "008"]
    session.enter("board Y1,-,-,-,E1/Y1[001],Y1[007],-,E1,E1[007]/Y2,-,-,E1,E1[008]")
    assert sorted(session.game.enemy_played) == ["007", "008"]


@pytest.mark.parametrize("line", ["set turn enemy", "set enemy hand 3", "hand zu, mu, ?"])
def test_what_was_supposed_can_be_put_right(line: str) -> None:
    session, _ = pasted(*TRULY)
    assert session.enter(line).changed

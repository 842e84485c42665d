"""Sessions: branches, conflicts, corrections, cards of the player, results, and what is learned of opponents."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from qb_app import limits
from qb_app.asking.opponents import known_of, profile_of
from qb_app.live import commands as c
from qb_app.live.context import Expectation
from qb_app.live.imports import import_match
from qb_app.live.outcome import Advised, Supposed, Weighed
from qb_app.live.record import to_jsonl, to_text
from qb_app.live.session import ENTERED_ALREADY, Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage.records import OpponentProfile, Sighting
from qb_engine.deck_belief import EvidenceBelief
from qb_engine.geometry import Side, Tile
from tests.qb_app.live.material import FIRST_ROUND, HYDRATOR, OPENING, STARTER, card_on, hand
from tests.qb_app.live.stores import MOMENT, entered, new_session
from tests.qb_app.storage.model import ModelMatches, ModelOpponents

REGINA = "Regina, Shinra-8 tournament, round 5 (forced)"


def test_a_branch_goes_its_own_way_and_the_match_stays_as_it_was() -> None:
    session = entered(*FIRST_ROUND, "draw zu")
    real = session.state.key()
    session.enter("branch what if")
    session.enter("lev m2")
    session.enter("e pass")
    assert session.state.key() != real
    session.enter("branch main")
    assert session.state.key() == real
    session.enter("branch what if")
    assert card_on(session, "M2") == "Levrikon"
    assert session.enter("undo 2").changed
    assert session.state.key() == real


def test_results_and_sightings_come_from_the_match_and_never_from_a_what_if() -> None:
    store = ModelMatches()
    opponents = ModelOpponents(store)
    tools = Tools(opponents=opponents, clock=lambda: MOMENT)
    session = Session.start(store, MatchSetup(opponent=REGINA), tools)
    for line in (*FIRST_ROUND, "branch dream", "draw zu", "lev m2", "e cactuar t5", "end"):
        assert session.enter(line).changed
    assert opponents.seen(REGINA) == (Sighting(session.match_id, ("007",)),)
    assert store.info(session.match_id).result is None
    session.enter("branch main")
    session.enter("end")
    assert store.info(session.match_id).result == session.result == "E 0-2"
    session.enter("undo")
    assert store.info(session.match_id).result is None


def test_a_full_match_takes_nothing_more_but_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_EVENTS", 3)
    session = entered(*OPENING, "note one")
    refused = session.enter("note two")
    assert refused.refused
    assert refused.lines == ("a match takes 3 entries at most, and this one has them; begin another",)
    assert session.enter("undo").changed


def test_several_undone_entries_come_back_in_their_order() -> None:
    session = entered("note one", "note two", "note three", "undo 2", "redo 2")
    assert session.game.notes == ["one", "two", "three"]
    session = entered("note one", "note two", "note three", "undo 3", "redo")
    assert session.game.notes == ["one"]


def test_two_passes_end_the_match_and_set_turn_goes_on() -> None:
    session = entered(*OPENING, "pass", "e pass")
    assert (session.expects, session.result) == (Expectation.NOTHING, "draw 0-0")
    assert session.enter("e pass").refused
    assert not session.enter("set turn you").refused
    assert (session.expects, session.result) == (Expectation.DRAW, None)


def test_the_score_of_the_screen_is_the_result() -> None:
    session = entered(*FIRST_ROUND, "set score 12 7", "end")
    assert session.result == "Y 12-7"


def test_another_writer_is_a_clear_conflict_and_nothing_is_lost_or_doubled() -> None:
    store = ModelMatches()
    here = Session.start(store, MatchSetup(), Tools(clock=lambda: MOMENT))
    there = Session.resume(store, here.match_id)
    assert here.enter(OPENING[0]).changed
    refused = there.enter("keep")
    assert refused.refused
    assert refused.lines[0].startswith("the match went on elsewhere: 1 entry was added, 'hand Security Officer")
    assert refused.lines[0].endswith("it is shown as it stands now, enter yours again if it still fits")
    assert "changed elsewhere" in (refused.conflict or "")
    assert hand(there) == hand(here)
    assert there.enter("keep").changed


def test_the_same_key_counts_once() -> None:
    session = new_session()
    assert session.enter(OPENING[0], key="a").changed
    assert not session.enter(OPENING[0], key="a").changed
    assert session.version == 1


def test_a_card_played_without_its_draw_being_told_was_the_draw() -> None:
    session = entered(*FIRST_ROUND)
    outcome = session.enter("cactuar t1")
    assert outcome.changed
    assert "Cactuar counts as your draw of this turn." in outcome.lines


def test_a_play_before_the_draw_is_told_goes_on_and_the_card_is_asked_for() -> None:
    session = entered(*FIRST_ROUND, "lev m2", "e pass")
    assert session.game.hidden_in_hand == 1
    assert session.enter("best").refused
    session.enter("zu, queen bee")
    assert session.expects is Expectation.YOUR_MOVE
    assert sorted(hand(session)) == ["Elphadunk", "Grasslands Wolf", "Mu", "Queen Bee", "Zu"]


def test_a_match_without_any_hand_can_be_entered() -> None:
    session = entered("grasslands wolf m1", "e levrikon b5", "levrikon m2")
    assert (card_on(session, "M1"), card_on(session, "M2")) == ("Grasslands Wolf", "Levrikon")


def test_what_a_play_would_do_is_told_without_doing_it() -> None:
    session = entered(*FIRST_ROUND, "draw zu")
    before = session.state.key()
    answer = session.enter("what lev m2").answer
    assert isinstance(answer, Supposed)
    assert answer.judged is not None
    assert answer.after.board.occupants[6] is not None
    assert session.state.key() == before
    assert session.enter("what lev m4").refused


def test_own_draws_are_weighed_by_the_deck_list() -> None:
    session = entered(*OPENING, setup=MatchSetup(deck=STARTER))
    answer = session.enter("odds").answer
    assert isinstance(answer, Weighed)
    assert sum(answer.draws.values()) == pytest.approx(1)
    assert len(session.game.unseen) == 10


def test_the_opening_hand_is_advised_on() -> None:
    session = entered("hand screamer, landworm, maloceros, grangalan, basilisk")
    (line,) = session.enter("best").lines
    assert line.startswith("Exchange "), "nothing of rank 3 can be placed, and a usual deck holds better"
    assert "mulligan" in line


@pytest.mark.parametrize("form", [to_jsonl, to_text])
def test_a_match_can_be_written_down_and_read_again(form: object) -> None:
    own = json.dumps({"id": "own1", "name": "Gorgonzola", "rank": 1, "power": 6})
    lines = (
        *FIRST_ROUND,
        "draw zu",
        f"card {own}",
        "hand gorgonzola, levrikon",
        "undo",
        "redo",
        "gorg t1",
        "note ha, ha",
    )
    store = ModelMatches()
    session = Session.start(store, MatchSetup(first=Side.YOU), Tools(clock=lambda: MOMENT))
    for line in lines:
        assert session.enter(line).changed, line
    text = (to_jsonl if form is to_jsonl else to_text)(store, session.match_id)
    copy = import_match(store, text.encode(), Tools(clock=lambda: MOMENT))
    again = Session.resume(store, copy)
    assert again.state.key() == session.state.key()
    assert again.game.notes == session.game.notes
    assert (again.version == session.version) == (form is to_jsonl)


@pytest.mark.parametrize("text", ["", "{}", "[a]", "hello", '{"format": 1}\n{', "[ruleset 5]\n\n1. zu m3"])
def test_a_broken_record_is_refused_and_leaves_nothing(text: str) -> None:
    from qb_app.errors import InputError
    from qb_engine.errors import QueensBloodError

    store = ModelMatches()
    with pytest.raises((InputError, QueensBloodError)):
        import_match(store, text.encode(), Tools())
    assert not store.all


def test_what_was_seen_in_one_match_is_believed_in_the_next() -> None:
    store = ModelMatches()
    opponents = ModelOpponents(store)
    tools = Tools(opponents=opponents, clock=lambda: MOMENT)
    opponents.save(OpponentProfile("Bob", known=(HYDRATOR.get("Zu").id,)))
    first = Session.start(store, MatchSetup(opponent="Bob"), tools)
    for line in (*OPENING, "sec m1", "e cactuar m5"):
        assert first.enter(line).changed
    second = Session.start(store, MatchSetup(opponent="Bob"), tools)
    names = {HYDRATOR.get(card_id).name for card_id in second.questions.enemy_cards}
    assert names == {"Zu", "Cactuar"}
    belief = second.questions.question.enemy.belief
    assert isinstance(belief, EvidenceBelief)
    assert belief.archetypes[0].name.startswith("Bob")
    assert set(belief.archetypes[0].cards) == {"015", "012"}
    for line in (*OPENING, "sec m1"):
        second.enter(line)
    assert second.enter("e ca m5").changed, "two letters are enough for a card that was seen before"


def test_more_cards_than_a_deck_holds_are_several_decks() -> None:
    store = ModelMatches()
    opponents = ModelOpponents(store)
    for cards in (STARTER, tuple(f"{n:03d}" for n in range(20, 30))):
        earlier = store.create({}, title="", ruleset="rebirth", opponent=REGINA, at=MOMENT)
        opponents.see(REGINA, earlier.match_id, cards)
    session = Session.start(store, MatchSetup(opponent=REGINA), Tools(opponents=opponents))
    belief = session.questions.question.enemy.belief
    assert isinstance(belief, EvidenceBelief)
    assert sum(one.name.startswith(REGINA) for one in belief.archetypes) == 3
    profile = profile_of(REGINA, opponents, HYDRATOR)
    assert len(known_of(profile, opponents.seen(REGINA))) > 15


def test_the_known_deck_of_the_enemy_is_used() -> None:
    session = entered(*OPENING, setup=MatchSetup(enemy_deck=STARTER))
    answer = session.enter("best").answer
    assert isinstance(answer, Advised)
    assert answer.advice.question.enemy.kind == "known deck"


def test_every_choice_names_the_line_that_answers_it() -> None:
    session = new_session()
    asked = session.enter("hand levrikon, z, mu, elphadunk, grassl")
    assert asked.choice is not None
    assert asked.choice.labels == ("Zu", "Zemzelett")
    assert asked.choice.commands == ("hand 007, 015, mu, elphadunk, grassl", "hand 007, 024, mu, elphadunk, grassl")
    fresh = new_session()
    assert fresh.enter(asked.choice.commands[1]).entered == "hand 007, 024, 009, 011, 008"
    question = entered(*OPENING).enter("what levrykon m1")
    assert question.choice is not None
    assert question.choice.commands[0] == "what 007 MID-1"


def test_a_repeated_key_counts_once_even_when_its_line_fits_no_more() -> None:
    session = entered(*OPENING)
    assert session.enter("sec m1", key="one").changed
    version = session.version
    assert session.enter("sec m1", key="one").lines == (ENTERED_ALREADY,)
    assert session.version == version
    assert session.enter("sec m1", key="two").refused


def test_looking_at_a_match_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    store = ModelMatches()
    opponents = ModelOpponents(store)
    tools = Tools(opponents=opponents, clock=lambda: MOMENT)
    session = Session.start(store, MatchSetup(opponent=REGINA), tools)
    for line in (*FIRST_ROUND, "end"):
        assert session.enter(line).changed
    for target, method in ((store, "set_result"), (opponents, "see")):
        monkeypatch.setattr(target, method, lambda *_: pytest.fail("something was written"))
    assert Session.resume(store, session.match_id, tools).result == "E 0-2", "what is kept already is not kept again"
    match = store.find(session.match_id)
    match.info = replace(match.info, result=None)
    match.seen.clear()
    seen = Session.look(store, session.match_id, tools)
    assert (seen.state.key(), seen.result) == (session.state.key(), None)


def test_a_copy_of_a_match_goes_its_own_way() -> None:
    game = entered(*FIRST_ROUND, "draw zu").game
    before, unseen = game.state.key(), list(game.unseen)
    tried = game.fork()
    for command in (c.Play("007", Side.YOU, Tile.parse("M2")), c.Pass(Side.ENEMY), c.Draw(("001",)), c.Note("x")):
        tried.apply(command)
    assert tried.state.key() != before
    assert (game.state.key(), game.unseen, game.notes) == (before, unseen, [])


def test_a_card_of_one_match_is_not_in_another() -> None:
    text = '{"id": "own1", "name": "New Card", "rank": 1, "power": 2}'
    session = entered(f"card {text}")
    assert session.game.hydrator.has_id("own1")
    assert session.enter("hand new card, mu, elphadunk, zu, ?").changed
    assert not entered(*OPENING).game.hydrator.has_id("own1")
    assert not HYDRATOR.has_id("own1")
    assert session.enter("undo 2").changed
    assert not session.game.hydrator.has_id("own1")

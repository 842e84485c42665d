"""What stands on a log that was rewritten: the way back, files, the look back, what is kept beside the match."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qb_app.errors import InputError
from qb_app.live.grammar import format_command
from qb_app.live.history import History
from qb_app.live.imports import import_match
from qb_app.live.outcome import Outcome
from qb_app.live.record import to_jsonl, to_text
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage.records import StoredEvent
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move, Mulligan
from qb_engine.ruleset import Ruleset
from tests.amounts import amount
from tests.qb_app.live.material import HYDRATOR, OPENING, STARTER
from tests.qb_app.live.stores import MOMENT, entered, new_session
from tests.qb_app.live.test_matches_entered import MATCHES, enter
from tests.qb_app.live.test_properties import ENTRIES, SETUPS, told
from tests.qb_app.live.test_revision import PLAYED, log
from tests.qb_app.live.test_standing import KEPT, stored
from tests.qb_app.storage.model import ModelMatches, ModelOpponents

TOOLS = Tools(clock=lambda: MOMENT)


def store_of(session: Session) -> ModelMatches:
    store = session._store
    assert isinstance(store, ModelMatches)
    return store


# The way back.


def taken_back(session: Session, line: str) -> Outcome:
    """A revision, which if it is taken must be taken back exactly by the line that it names, and that again."""
    before = log(session), told(session.game), session.expects
    outcome = session.enter(line)
    if outcome.changed:
        after = log(session), told(session.game)
        assert outcome.inverse is not None
        back = session.enter(outcome.inverse)
        assert (log(session), told(session.game), session.expects) == before
        assert back.inverse is not None
        assert session.enter(back.inverse).changed
        assert (log(session), told(session.game)) == after
    return outcome


@pytest.mark.parametrize(
    ("line", "inverse"),
    [
        ("change 6 lev t1", "change 6 007 MID-2"),
        ("remove 7", "insert 7 e 008 MID-4"),
        ("insert 3 note x", "remove 3"),
        ("insert 8 note x", "remove 8"),
        ("remove 7 then remove 6", "insert 6 007 MID-2 then insert 6 e 008 MID-4"),
        ("insert 1 note x then remove 7 then insert 8 note y", "remove 1 then insert 8 e 008 MID-4 then remove 8"),
    ],
)
def test_a_revision_names_the_line_that_takes_it_back(line: str, inverse: str) -> None:
    assert taken_back(entered(*PLAYED), line).inverse == inverse


def test_other_entries_have_no_way_back_but_undo() -> None:
    session = entered(*OPENING)
    assert [session.enter(line).inverse for line in ("sec m1", "undo", "redo", "branch try", "log")] == [None] * 5


def test_a_way_back_that_is_too_long_for_a_line_is_none() -> None:
    notes = [f"note {'x' * 990}" for _ in range(5)]
    assert entered(*notes).enter("remove 1 then remove 2 then remove 3").inverse is not None
    assert entered(*notes).enter("remove 1 then remove 2 then remove 3 then remove 4").inverse is None


def test_an_old_board_that_would_be_read_otherwise_today_has_no_way_back() -> None:
    shown = "board Y1,-,-,-,E1/Y1[001],-,-,-,E1[007]/Y1,-,-,-,E1"
    session = Session.resume(stored(*KEPT, ("play", "001 MID-1"), ("correction", shown)), "m1")
    turn = session.state.turn
    assert session.enter("remove 4").inverse is None
    assert session.enter(f"insert 4 {shown}").changed
    assert session.state.turn == turn + 1, "today such a board tells of a move that was missed"


def some_edits(rng: Random, session: Session) -> str:
    """Edits that have a fair chance to fit."""
    numbers = sorted(rng.sample(range(1, len(session.line) + 1), k=rng.choice((1, 1, 2, 3))))
    texts = (
        "note x then y",
        "set enemy waits 7%",
        "remarks off",
        "set score 3 4",
        format_command(session.line[0].command),
    )
    kinds = (("insert {} {}", texts), ("remove {}", ("",)), ("change {} {}", texts))
    return " then ".join(
        form.format(number, rng.choice(told)) for number in numbers for form, told in [rng.choice(kinds)]
    )


def last_part(rng: Random, session: Session) -> str:
    """The last few entries removed, or put right where they stand."""
    entries = log(session)
    first = rng.randrange(max(0, len(entries) - 4), len(entries))
    if rng.random() < 0.5:
        return " then ".join(f"remove {number + 1}" for number in range(first, len(entries)))
    return " then ".join(f"change {number + 1} {entries[number]}" for number in range(first, len(entries)))


def walk(session: Session, rng: Random, steps: int) -> int:
    """Revise the log in many ways, each of which is tried back and forth; how many were taken."""
    taken = 0
    for _ in range(steps):
        if len(session.line) > 3:
            taken += taken_back(session, rng.choice((some_edits, last_part))(rng, session)).changed
    return taken


@pytest.mark.parametrize("match", MATCHES)
def test_any_edit_of_a_real_match_can_be_taken_back(match: str) -> None:
    assert walk(enter(MATCHES[match]).session, Random(match), 30) > 3


def engine_game(rng: Random) -> Session:
    """A game of the engine, entered as the player on your chair sees it."""
    state = GameState.start(STARTER, STARTER, rng.randrange(10**6), ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR)
    hand = ", ".join(state.hands[Side.YOU].as_card_ids())
    session = entered(f"hand {hand}", "keep", setup=MatchSetup(deck=STARTER))
    for _ in Side:
        state.play(Mulligan())
    while (side := state.to_move) is not None:
        if session.game.draw_due:
            drawn = Counter(state.hands[side].as_card_ids()) - Counter(session.state.hands[side].as_card_ids())
            assert session.enter(f"draw {', '.join(drawn)}").changed
        move = rng.choice(state.legal_placements(side) or [Move.PASS])
        assert session.enter(f"{'e ' if side is Side.ENEMY else ''}{move}").changed
        state.play(move)
    return session


@given(st.integers(0, 10**6))
@settings(max_examples=amount(12, 300))
def test_any_edit_of_a_game_that_the_engine_played_can_be_taken_back(seed: int) -> None:
    rng = Random(seed)
    session = engine_game(rng)
    assert session.result is not None
    walk(session, rng, 6)


@given(SETUPS, st.lists(ENTRIES, max_size=25))
def test_whatever_was_revised_can_be_taken_back(setup: MatchSetup, lines: list[str]) -> None:
    session = new_session(setup)
    for line in lines:
        before = log(session), told(session.game)
        outcome = session.enter(line)
        if outcome.inverse is not None:
            assert session.enter(outcome.inverse).changed
            assert (log(session), told(session.game)) == before


# Files.


@given(SETUPS, st.lists(ENTRIES, max_size=25))
def test_an_exported_match_with_revisions_comes_back_as_it_was(setup: MatchSetup, lines: list[str]) -> None:
    session = new_session(setup)
    for line in (*lines, "branch main"):
        session.enter(line)
    store, copy = store_of(session), ModelMatches()
    match_id = import_match(copy, to_jsonl(store, session.match_id).encode(), TOOLS)
    logs = [
        [event.payload for event in one.events(name)] for one, name in ((copy, match_id), (store, session.match_id))
    ]
    assert logs[0] == logs[1]
    assert told(Session.resume(copy, match_id).game) == told(session.game)
    assert copy.info(match_id).result == store.info(session.match_id).result


def test_the_same_last_entry_may_stand_after_different_ones() -> None:
    session = entered(*OPENING, "sec m1", "e levrikon m5", "note x", "change 4 e queen bee t5", "undo", "redo", "undo")
    assert session.enter("e wolf m5").refused
    assert session.enter("change 3 sec t1").changed
    assert session.enter("undo").changed
    assert session.enter("e wolf m5").changed
    copy = ModelMatches()
    match_id = import_match(copy, to_jsonl(store_of(session), session.match_id).encode(), TOOLS)
    assert told(Session.resume(copy, match_id).game) == told(session.game)


def test_a_file_in_which_a_revision_does_not_fit_is_refused_with_its_line() -> None:
    session = entered(*PLAYED, "change 6 lev t1")
    lines = to_jsonl(store_of(session), session.match_id).splitlines()
    for old, new, sentence in (
        ("007 TOP-1", "007 BOT-4", "line 9 (event 8): B4 belongs to"),
        ("change 6 007 TOP-1", "remove 60", "line 9 (event 8): 'remove 60' finds no such entry in the log"),
        ("change 6 007 TOP-1", 'change 6 card {\\"name\\": \\"\\\\u001b\\"}', "line 9 (event 8): 'card.name' is "),
    ):
        store = ModelMatches()
        with pytest.raises(InputError) as caught:
            import_match(store, "\n".join([*lines[:-1], lines[-1].replace(old, new)]).encode(), TOOLS)
        assert str(caught.value).startswith(sentence)
        assert store.all == {}


def test_nothing_is_lost_from_the_export_and_the_text_shows_what_stands() -> None:
    session = entered(*PLAYED, "change 6 lev t1", "remove 7")
    store = store_of(session)
    texts = [json.loads(line)["payload"]["text"] for line in to_jsonl(store, session.match_id).splitlines()[1:]]
    assert texts[-3:] == ["e 008 MID-4", "change 6 007 TOP-1", "remove 7"]
    assert to_text(store, session.match_id).splitlines()[-2:] == ["5. draw Zu", "6. Levrikon TOP-1"]


# What is kept beside the match, and looked back on.


def test_what_is_kept_of_a_match_follows_the_revised_log() -> None:
    store = ModelMatches()
    opponents = ModelOpponents(store)
    tools = Tools(opponents=opponents, clock=lambda: MOMENT)
    session = Session.start(store, MatchSetup(opponent="Bob"), tools)
    for line in PLAYED:
        session.enter(line)
    assert [one.card_ids for one in opponents.seen("Bob")] == [("007", "008")]
    assert session.enter("remove 7 then insert 8 end").changed
    assert [one.card_ids for one in opponents.seen("Bob")] == [("007",)]
    assert session.result == store.info(session.match_id).result is not None
    assert session.enter("remove 7").changed
    assert store.info(session.match_id).result is None


def test_the_look_back_is_on_what_stands() -> None:
    session = entered(*PLAYED, "change 3 sec t1 then change 6 lev t2 then change 7 e pass")
    made = [(moment.number, moment.side, str(moment.move)) for moment in session.questions.course.made]
    assert made == [
        (1, Side.YOU, "001 T1"),
        (2, Side.ENEMY, "007 M5"),
        (3, Side.YOU, "007 T2"),
        (4, Side.ENEMY, "pass"),
    ]


def events(texts: Sequence[tuple[str, str]]) -> Iterator[StoredEvent]:
    for number, (kind, text) in enumerate(texts, 1):
        yield StoredEvent(number, kind, {"text": text}, MOMENT)


def test_what_stands_before_an_entry_is_told_by_its_event_and_place() -> None:
    rng, before = Random(1), dict[tuple[int, int], list[str]]()
    texts = [("note", "note a"), ("note", "note b"), ("note", "note c")]
    for number in range(150):
        stands = History.of(events(texts)).line.stands
        place = rng.randint(1, max(1, len(stands)))
        choices = [("note", f"note {number}"), ("revision", f"insert {place} note {number}")]
        if stands:
            choices += [("undo", "undo 1"), ("redo", "redo 1")]
            choices += [("revision", f"remove {place}"), ("revision", f"change {place} note {number}")]
        texts.append(rng.choice(choices))
        line = History.of(events(texts)).line.stands
        for count, entry in enumerate(line, 1):
            told_before = [format_command(one.command) for one in line[:count]]
            assert before.setdefault((entry.seq, entry.part), told_before) == told_before

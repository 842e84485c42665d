"""Logs of earlier versions with an entry that is refused today: everybody gets in, and 'undo' takes it back."""

from __future__ import annotations

import pytest

from qb_app.live.record import to_text
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from tests.qb_app.live.material import OPENING, hand
from tests.qb_app.live.stores import MOMENT, entered
from tests.qb_app.live.test_properties import told
from tests.qb_app.storage.model import ModelMatches

MIXED = "board rebirth Y2:1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001"
"""Both sides' pawns on a tile, which these rules never leave."""
UNREAD = "set enemy hand 99"
"""Beyond what is read today."""


def stored(*entries: tuple[str, str], result: str | None = None) -> ModelMatches:
    """A store with one match whose log holds these texts, whatever is thought of them today."""
    store, setup = ModelMatches(), MatchSetup()
    match = store.create(setup.to_json(), title="old", ruleset="rebirth", opponent=None, at=MOMENT)
    for number, (kind, text) in enumerate(entries):
        store.append(match.match_id, kind, {"text": text}, expected=number, at=MOMENT)
    store.set_result(match.match_id, result)
    return store


def remark(session: Session) -> str:
    return "" if session.misfit is None else session.misfit.sentence


KEPT = (("hand", "hand 001, 007, 009, 011, 008"), ("mulligan", "keep"))


@pytest.mark.parametrize("text", [MIXED, UNREAD, "set MID-1 power 5", "board /// foo", "sing a song", "best", ""])
def test_the_match_stands_before_an_entry_that_no_longer_fits_until_it_is_taken_back(text: str) -> None:
    store = stored(*KEPT, ("correction", text))
    log = store.events("m1")
    session = Session.resume(store, "m1")
    assert told(session.game) == told(entered(*OPENING).game)
    assert remark(session).startswith(f"entry 3 '{text[:30]}")
    assert remark(session).endswith(
        "the match stands before it: 'change 3 …' or 'remove 3' mends it, and 'undo' takes it back"
    )
    refused = session.enter("sec m1")
    assert (refused.refused, refused.lines) == (True, (remark(session),))
    assert not session.enter("log").refused
    assert session.enter("summary").lines == (
        "no move was made in this match yet, so there is nothing to look back on",
    )
    assert session.enter("undo").changed
    assert not remark(session)
    assert session.enter("sec m1").changed
    assert store.events("m1")[:3] == log
    assert not remark(Session.resume(store, "m1"))


def test_what_came_after_such_an_entry_goes_with_it() -> None:
    store = stored(*KEPT, ("correction", MIXED), ("note", "note a"), ("note", "note b"))
    session = Session.resume(store, "m1")
    assert "'undo 3' takes it back with what came after" in remark(session)
    assert session.enter("undo").changed
    assert "'undo 2' takes it back with what came after" in remark(session)
    assert session.enter("undo 2").changed
    assert not remark(session)
    again = session.enter("redo")
    assert again.refused
    assert not remark(session)


def test_other_branches_are_reached_past_such_an_entry() -> None:
    store = stored(*KEPT, ("branch", "branch try"), ("correction", MIXED))
    session = Session.resume(store, "m1")
    assert remark(session)
    assert session.enter("branch main").changed
    assert not remark(session)
    assert session.enter("branch try").changed
    assert remark(session)
    assert session.enter("undo").changed
    assert not remark(session)


def test_an_undone_entry_hurts_nobody() -> None:
    session = Session.resume(stored(*KEPT, ("correction", MIXED), ("undo", "undo 1")), "m1")
    assert not remark(session)
    assert session.enter("redo").refused
    assert session.enter("sec m1").changed


def test_a_stored_undo_of_more_than_there_is_takes_back_what_there_is() -> None:
    session = Session.resume(stored(*KEPT, ("undo", "undo 5")), "m1")
    assert session.line == ()
    assert len(session.history.line.undone) == 2


def test_what_is_known_of_a_finished_match_stays() -> None:
    store = stored(*KEPT, ("correction", MIXED), ("end", "end"), result="Y 12-7")
    Session.resume(store, "m1")
    assert store.info("m1").result == "Y 12-7"


def test_such_a_match_is_exported_as_it_is() -> None:
    text = to_text(stored(*KEPT, ("correction", MIXED), ("correction", UNREAD)), "m1")
    assert f"3. {MIXED}\n4. {UNREAD}\n" in text


def test_an_entry_is_never_stored_that_would_not_replay() -> None:
    session = entered(*OPENING)
    for line in (UNREAD, MIXED, "board Y1,-,-,-,E1/Y1,-,E1[015+32767],-,E1/Y1,-,-,-,E1"):
        assert session.enter(line).refused, line
    assert session.version == 2


def test_a_count_that_cannot_be_is_told_with_the_way_out_and_the_match_goes_on() -> None:
    from tests.qb_app.live.test_any_line import drawn

    session = entered(*OPENING)
    outcome = session.enter("set enemy hand 44")
    assert outcome.changed
    page = " ".join(drawn(session, outcome, plain=True, top=3).split())
    if "No advice" in page:  # the search needs worlds; one move ahead needs none
        assert "the enemy holds 44 cards, more than its deck can still give; check its hand ('set enemy hand 5'" in page
    assert session.enter("set enemy hand 5").changed
    assert "No advice" not in drawn(session, outcome, plain=True, top=3)


@pytest.mark.parametrize("line", ["undo 400", "undo 10000"])
def test_undo_takes_back_as_many_as_there_are(line: str) -> None:
    session = entered(*OPENING)
    outcome = session.enter(line)
    assert outcome.lines[-1] == "There were only 2 entries to undo."
    assert outcome.entered == "undo 2"
    assert session.line == ()
    assert session.enter("undo").lines == ("there is nothing to undo",)
    assert session.enter("redo 7").lines[-1] == "There were only 2 entries to redo."
    assert hand(session) == hand(entered(*OPENING))
    session.enter("undo")
    assert session.enter("undo 2").lines[-1] == "There was only 1 entry to undo."


def test_many_entries_taken_back_are_not_all_named() -> None:
    session = entered(*OPENING, *(f"note {number}" for number in range(40)))
    assert session.enter("undo 400").lines[0].endswith("note 6; and 33 more.")


@pytest.mark.parametrize(
    "line", ["note \x1b]0;title\x07", "note half \ud800", "mu\x00 m1", "note a\u2028b", "\u202em1"]
)
def test_signs_that_cannot_be_shown_are_refused(line: str) -> None:
    outcome = entered(*OPENING).enter(line)
    assert outcome.lines == ("this line holds signs that cannot be shown or kept; enter it without them",)
    assert outcome.refused


def test_a_stray_word_behind_lanes_is_refused_with_what_may_stand_there() -> None:
    lanes = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
    session = entered(*OPENING)
    known = "next, designated, base, deltas, missed"
    assert session.enter(f"board {lanes} foo").lines == (f"'foo' is not of the form key=value; keys are {known}",)
    assert session.enter(f"board {lanes} turn=3").lines == (f"'turn' is not known here; known are {known}",)
    assert session.enter(f"board {lanes} next=9").changed

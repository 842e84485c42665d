"""A log that is rewritten: entries changed, put in and taken out, and the rest played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from qb_app import limits
from qb_app.live.grammar import format_command
from qb_app.live.late_storage import LateStorage, NewMatch
from qb_app.live.outcome import Unfit
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage import open_storage
from tests.qb_app.live.material import OPENING, card_on, hand
from tests.qb_app.live.stores import entered, new_session
from tests.qb_app.live.test_properties import told
from tests.qb_app.live.test_standing import KEPT, MIXED, UNREAD, remark, stored

PLAYED = (*OPENING, "sec m1", "e levrikon m5", "draw zu", "lev m2", "e wolf m4")


def log(session: Session) -> list[str]:
    return [format_command(entry.command) for entry in session.line]


def refusal(session: Session, line: str) -> tuple[str, Unfit | None]:
    """The sentence of a line that is refused and changes nothing, and the entry that it names."""
    before = log(session), told(session.game), session.version, session.expects
    outcome = session.enter(line)
    assert outcome.refused
    assert (log(session), told(session.game), session.version, session.expects) == before
    assert (outcome.entered, outcome.inverse, outcome.choice) == (None, None, None)
    [sentence] = outcome.lines
    return sentence, outcome.unfit


# What it does.


def test_an_entry_is_changed_and_the_rest_played_again() -> None:
    session = entered(*PLAYED)
    outcome = session.enter("change 6 lev t1")
    assert outcome.lines == ("Entry 6 changed: Levrikon T1 instead of Levrikon M2.",)
    assert outcome.entered == "change 6 007 TOP-1"
    assert [card_on(session, tile) for tile in ("T1", "M2", "M4")] == ["Levrikon", None, "Grasslands Wolf"]
    assert log(session)[5] == "007 TOP-1"
    assert told(session.game) == told(entered(*PLAYED[:5], "lev t1", PLAYED[6]).game)


def test_entries_are_put_in_and_taken_out() -> None:
    session = entered(*PLAYED)
    outcome = session.enter("insert 1 note first then remove 7 then insert 8 note last")
    assert outcome.lines == (
        "Inserted before entry 1: note first.",
        "Entry 7 removed: e Grasslands Wolf M4.",
        "Inserted before entry 8: note last.",
    )
    assert log(session)[0] == "note first"
    assert log(session)[-2:] == ["007 MID-2", "note last"]
    assert session.game.notes == ["first", "last"]


def test_several_edits_are_one_entry_of_the_stored_log() -> None:
    session = entered(*PLAYED)
    version = session.version
    assert session.enter("change 3 sec t1 then change 6 lev t2 then remove 7").changed
    assert session.version == version + 1
    assert session._store.events(session.match_id)[-1].kind == "revision"
    assert told(Session.resume(session._store, session.match_id).game) == told(session.game)


def test_all_numbers_are_those_before_the_command() -> None:
    session = entered(*OPENING, "note a", "note b", "note c")
    assert session.enter("remove 3 then change 4 note B then insert 6 note d then insert 4 note ab").changed
    assert session.game.notes == ["ab", "B", "c", "d"]


def test_what_was_undone_before_is_gone() -> None:
    session = entered(*PLAYED, "undo 2")
    assert session.enter("change 3 sec t1").changed
    assert session.enter("redo").lines == ("there is nothing to redo",)


def test_undo_takes_back_the_last_entry_and_not_the_revision() -> None:
    session = entered(*PLAYED, "change 3 sec t1 then change 6 lev t2 then remove 7")
    assert session.enter("undo").lines == ("Undone: Levrikon T2.",)
    assert log(session)[2] == "001 TOP-1"
    assert session.enter("redo").changed
    assert card_on(session, "T2") == "Levrikon"


def test_a_changed_entry_keeps_its_time_and_a_new_one_has_that_of_the_revision() -> None:
    times = iter(f"2026-01-0{day}T00:00:00.000+00:00" for day in range(1, 9))
    session = new_session(tools=Tools(clock=lambda: next(times)))
    for line in ("note a", "note b", "change 1 note A then insert 3 note c"):
        session.enter(line)
    assert [entry.at[9:10] for entry in session.line] == ["2", "3", "4"]


def test_branches_are_revised_apart() -> None:
    session = entered(*PLAYED, "branch try", "change 6 lev t1", "branch main")
    assert log(session)[5] == "007 MID-2"
    assert session.enter("branch try").changed
    assert log(session)[5] == "007 TOP-1"


def test_an_empty_log_can_be_begun_so() -> None:
    session = new_session()
    assert session.enter(f"insert 1 {OPENING[0]} then insert 1 keep").changed
    assert hand(session) == hand(entered(*OPENING))
    assert session.enter("remove 2 then remove 1").changed
    assert session.line == ()


def test_it_may_be_the_first_entry_of_a_match_that_is_not_stored_yet(tmp_path: Path) -> None:
    with open_storage(str(tmp_path / "new.db")) as storage:
        session = Session.start(NewMatch(LateStorage(lambda: storage)), MatchSetup())
        assert session.enter("insert 1 note a").changed
        assert Session.resume(storage.matches, session.match_id).game.notes == ["a"]
        assert [event.kind for event in storage.matches.events(session.match_id)] == ["revision"]


def test_a_number_is_a_card_of_the_hand_at_that_moment() -> None:
    session = entered(*PLAYED)
    assert session.enter("change 6 1 t1").entered == "change 6 007 TOP-1"
    assert session.enter("change 6 4 t1").entered == "change 6 008 TOP-1"


def test_a_pasted_board_is_read_at_that_moment() -> None:
    session = entered(*OPENING, "sec m1", "note later")
    lanes = "Y1,-,-,-,E1/Y1[001],-,-,-,E1[007]/Y1,-,-,-,E1"
    outcome = session.enter(f"insert 4 board {lanes} then remove 4")
    assert outcome.entered == f"insert 4 board {lanes} missed=1 then remove 4"
    assert session.game.enemy_played == ["007"]


def test_a_card_of_ones_own_can_be_handed_in_before_it_is_played() -> None:
    card = '{"id": "own1", "name": "Yiazmat", "rank": 1, "power": 3, "pawns": [[0, 1]]}'
    session = entered(*PLAYED)
    assert session.enter(f"insert 4 card {card} then change 4 e yiazmat m5").changed
    assert (card_on(session, "M5"), session.game.enemy_played[0]) == ("Yiazmat", "own1")
    sentence, unfit = refusal(session, "remove 4")
    assert unfit is not None
    assert (unfit.number, unfit.text) == (5, "e Yiazmat MID-5")
    assert "unknown card 'own1'" in sentence


def test_an_entry_made_meanwhile_elsewhere_is_told() -> None:
    session = entered(*PLAYED)
    assert Session.resume(session._store, session.match_id).enter("change 6 lev t1").changed
    outcome = session.enter("draw mu")
    assert outcome.conflict
    assert "1 entry was added, 'change 6 Levrikon T1'" in outcome.lines[0]


# What is in doubt.


def test_a_doubtful_name_is_asked_for_with_whole_lines() -> None:
    session = entered(*PLAYED)
    outcome = session.enter("change 4 e lev t5 then remove 7")
    assert (outcome.changed, outcome.refused) == (False, False)
    assert outcome.choice is not None
    assert outcome.choice.labels == ("Levrikon", "Leviathan")
    assert outcome.choice.commands == ("change 4 e 007 TOP-5 then remove 7", "change 4 e 102 TOP-5 then remove 7")
    assert session.enter("1").entered == outcome.choice.commands[0]
    other = entered(*PLAYED)
    assert other.enter(outcome.choice.commands[0]).changed
    assert told(other.game) == told(session.game)


def test_every_doubt_of_a_line_is_asked_for_in_turn() -> None:
    session = entered(*PLAYED)
    first = session.enter("insert 8 set t3 card el enemy then change 4 e lev m5").choice
    assert first is not None
    assert first.commands[0] == "change 4 e 007 MID-5 then insert 8 set TOP-3 card el enemy"
    second = session.enter("1").choice
    assert second is not None
    assert all(one.startswith("change 4 e 007 MID-5 then insert 8 set TOP-3 card ") for one in second.commands)
    assert session.enter("2").entered == second.commands[1]


def test_what_the_enemy_has_shown_by_then_is_no_doubt() -> None:
    session = entered(*PLAYED)
    assert session.enter("change 7 e lev m4 then change 4 e levrikon m5").entered == (
        "change 4 e 007 MID-5 then change 7 e 007 MID-4"
    )


def test_a_name_that_nothing_resembles_is_refused_as_everywhere() -> None:
    sentence, unfit = refusal(entered(*PLAYED), "change 4 e xxqqzz m5")
    assert sentence.startswith("unknown card 'xxqqzz'; 'qbcoach cards' lists all cards; a card that is not in the data")
    assert unfit is None


# What no longer fits.


def test_the_first_entry_that_no_longer_fits_is_named_and_nothing_changes() -> None:
    session = entered(*PLAYED)
    sentence, unfit = refusal(session, "change 4 e queen bee t5")
    assert sentence.startswith("entry 7 'e Grasslands Wolf MID-4' no longer fits then: M4 belongs to nobody; ")
    assert sentence.endswith("; change or remove it in the same command: 'change 4 … then remove 7'")
    assert unfit is not None
    assert (unfit.number, unfit.edit, unfit.text, unfit.command) == (7, None, "e Grasslands Wolf MID-4", "e 008 MID-4")
    assert unfit.reason in sentence
    assert session.enter("change 4 e queen bee t5 then change 7 e wolf m5").changed


def test_numbers_of_what_no_longer_fits_are_the_old_ones() -> None:
    session = entered(*PLAYED)
    edits = "remove 1 then insert 1 note a then insert 1 note b then insert 1 hand mu, zu, sec, elphadunk, wolf"
    sentence, unfit = refusal(session, edits)
    assert unfit is not None
    assert (unfit.number, unfit.text) == (6, "Levrikon MID-2")
    assert sentence.endswith("'insert 1 … then remove 6'")


@pytest.mark.parametrize(
    ("line", "edit", "number", "begins"),
    [
        ("change 4 e wolf m4", "change", 4, "'e Grasslands Wolf MID-4' does not fit as entry 4: M4 belongs to nobody"),
        ("insert 4 zu m2", "insert", 4, "'zu MID-2' does not fit before entry 4: it is the enemy's turn"),
        ("insert 8 e pass", "insert", 8, "'e pass' does not fit before entry 8: it is your turn"),
        ("change 3 9 m1", "change", 3, "'9 MID-1' does not fit as entry 3: there is no card 9 in your hand"),
        ("insert 2 note " + "x" * 4001, "insert", 2, "'note "),
        ("change 6 set t1 power 5", "change", 6, "'set TOP-1 power 5' does not fit as entry 6: no card lies on T1"),
    ],
)
def test_an_edit_that_does_not_fit_itself_is_named_as_that(line: str, edit: str, number: int, begins: str) -> None:
    sentence, unfit = refusal(entered(*PLAYED), line)
    assert sentence.startswith(begins)
    assert len(sentence) < 400
    assert unfit is not None
    assert (unfit.edit, unfit.number) == (edit, number)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("change 8 pass", "'change 8' finds no such entry in the log: it goes up to 7; 'log' lists them"),
        ("remove 99", "'remove 99' finds no such entry in the log: it goes up to 7; 'log' lists them"),
        ("insert 9 pass", "'insert 9' finds no such entry in the log: it goes up to 8; 'log' lists them"),
        ("remove 2 then change 2 keep", "entry 2 is changed or removed twice in one step; say once what it is to be"),
    ],
)
def test_entries_that_are_not_there_are_refused(line: str, sentence: str) -> None:
    assert refusal(entered(*PLAYED), line) == (sentence, None)


def test_a_log_without_entries_has_none_to_change() -> None:
    sentence, _ = refusal(new_session(), "remove 1")
    assert sentence == "'remove 1' finds no such entry in the log: no entry stands in it yet; 'log' lists them"


def test_a_line_has_no_more_entries_than_a_match_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_EVENTS", 5)
    session = entered("note a", "note b", "note c")
    sentence, _ = refusal(session, "insert 1 note d then insert 1 note e then insert 1 note f")
    assert sentence == "a match takes 5 entries at most, and this one would have more"
    assert session.enter("insert 1 note d then insert 1 note e").changed


# Logs of older versions.


@pytest.mark.parametrize("text", [MIXED, UNREAD, "sing a song"])
@pytest.mark.parametrize("line", ["remove 3", "change 3 note now", "change 3 sec m1", "remove 3 then insert 2 note x"])
def test_an_entry_that_no_longer_fits_is_put_right(text: str, line: str) -> None:
    session = Session.resume(stored(*KEPT, ("correction", text), ("note", "note b")), "m1")
    ways = "'change 3 …' or 'remove 3' mends it, and 'undo 2' takes it back"
    assert f"the match stands before it: {ways}" in remark(session)
    outcome = session.enter(line)
    assert outcome.changed, outcome.lines
    assert outcome.inverse is None, "what stood before did not fit"
    assert not remark(session)
    assert session.game.notes[-1] == "b"
    assert told(Session.resume(session._store, "m1").game) == told(session.game)


def test_what_does_not_mend_it_names_it_again() -> None:
    session = Session.resume(stored(*KEPT, ("correction", MIXED), ("correction", UNREAD)), "m1")
    sentence, unfit = refusal(session, "insert 1 note x")
    assert sentence.startswith("entry 3 'board rebirth ")
    assert unfit is not None
    assert unfit.number == 3
    _, unfit = refusal(session, "remove 3")
    assert unfit is not None
    assert (unfit.number, unfit.text) == (4, UNREAD)
    assert session.enter("remove 3 then remove 4").changed


@pytest.mark.parametrize("text", ["remove 9", "remove 2 then remove 2", "insert 1"])
def test_a_stored_revision_that_means_nothing_locks_nobody_out(text: str) -> None:
    session = Session.resume(stored(*KEPT, ("revision", text)), "m1")
    assert remark(session).startswith(f"entry 3 '{text}' no longer fits")
    assert session.enter("remove 3").changed
    assert not remark(session)

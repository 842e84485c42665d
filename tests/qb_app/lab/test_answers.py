"""What is kept of a finished run: its answer, and the field that is made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import pytest

from gamekit.crew import Alone
from qb_app.documents.lab import lab_document
from qb_app.documents.lab_jobs import keep_answer, stored_answer, stored_games
from qb_app.lab import journal as journals
from qb_app.lab.fields import Fields
from qb_app.lab.runs import open_journal, play_run
from qb_app.storage import AlreadyStoredError, Storage, open_storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.kernel import door
from qb_engine.lab.field import Field
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset
from tests.qb_app.lab.asked import NOW, fill, small_build
from tests.qb_app.lab.small import shrink

pytestmark = pytest.mark.skipif(not door.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")


@pytest.fixture
def storage() -> Iterator[Storage]:
    with open_storage() as opened:
        fill(opened)
        yield opened


def test_the_answer_of_a_long_run_is_stored_with_it(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    shrink(monkeypatch.setattr)
    run = small_build(storage)
    journal = open_journal(run, storage, lambda: NOW)
    answer = play_run(run, Alone(), journal, lambda _: None, lambda: 0.0)
    found = keep_answer(run, answer, journal)
    assert found == lab_document(run, answer)
    (info,) = storage.games.games(journals.KIND)
    log = storage.games.read(journals.KIND, info.game_id).entries
    assert info.result == "finished"
    assert stored_answer(log) == json.loads(json.dumps(found))
    assert found["kind"] == "build"
    assert stored_games(log) == found["all_games"]


def test_runs_that_something_was_stored_of_last_are_kept(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "MOST_RUNS", 2)
    ids: list[str] = []
    for seed in range(4):
        journal = open_journal(small_build(storage, seed), storage, partial(str, f"2026-01-0{seed + 1}T00:00:00"))
        ids.append(journal.create(spared=ids[2:3]))
        if seed == 0:
            journal.add(0, "a", b"\0")
            journal._now = lambda: "2026-02-01T00:00:00"
            journal.flush()
    kept = {info.game_id for info in storage.games.games(journals.KIND)}
    assert kept == {ids[0], ids[2], ids[3]}, "the first was played last, the third was to be spared"


def test_of_two_who_keep_a_field_of_one_name_at_once_one_is_told(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = Fields(storage, Ruleset.REBIRTH, CardHydrator.shared())
    mine, other = (Field.of("mine", [(name, library_decks()[0].card_ids, 1.0)]) for name in ("a", "b"))
    fields.keep(mine, at=NOW)
    found = storage.games.made_with("field", "mine")
    for replace in (False, True):
        looks = iter([None, None, found])  # the other one stores it right after the second look
        with monkeypatch.context() as patch:
            patch.setattr(type(storage.games), "made_with", lambda *_, looks=looks: next(looks))
            if replace:
                fields.keep(other, at=NOW, replace=True)
            else:
                with pytest.raises(AlreadyStoredError, match="there is a field 'mine' already"):
                    fields.keep(other, at=NOW)
        assert fields.kept("mine") == (other if replace else mine)

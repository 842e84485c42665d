"""Several processes at one database: nothing lost, nothing doubled, nobody hurt."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from qb_app.storage import Storage, open_storage
from tests.amounts import amount
from tests.qb_app.conftest import ROOT
from tests.qb_app.storage.conftest import AT, NewMatch
from tests.qb_app.storage.writer import BATCH

EACH = amount(200, 1000)
SHARED = amount(80, 300)
PATIENCE = 300.0


def run_together(*commands: tuple[str, ...]) -> list[str]:
    """Start writers, let them go at the same time, and return the last line of each."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.qb_app.storage.writer", *command],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for command in commands
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    outputs = [process.communicate(timeout=PATIENCE)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return [output.splitlines()[-1] for output in outputs]


@pytest.mark.slow
def test_two_writers_of_one_match_lose_and_double_nothing(url: str, storage: Storage, new_match: NewMatch) -> None:
    match_id = new_match(storage)
    said = run_together(*(("race", url, match_id, name, str(EACH)) for name in "ab"))
    events = storage.matches.events(match_id)
    assert [event.seq for event in events] == list(range(1, 2 * EACH + 1))
    for name in "ab":
        numbers = [event.payload["number"] for event in events if event.payload["writer"] == name]
        assert numbers == list(range(EACH))
    assert sum(int(line.removeprefix("conflicts ")) for line in said) > 0, "the writers never met"


@pytest.mark.slow
def test_an_event_sent_by_two_writers_with_one_key_is_there_once(
    url: str, storage: Storage, new_match: NewMatch
) -> None:
    match_id = new_match(storage)
    run_together(*(("race", url, match_id, name, str(SHARED), "shared") for name in "ab"))
    numbers = Counter(event.payload["number"] for event in storage.matches.events(match_id))
    assert numbers == Counter(range(SHARED))


@pytest.mark.slow
def test_two_writers_of_one_game_never_mix_what_belongs_together(url: str, storage: Storage) -> None:
    game_id = storage.games.create("duel", {}, at=AT).game_id
    said = run_together(*(("race-game", url, game_id, name, str(SHARED)) for name in "ab"))
    entries = storage.games.read("duel", game_id).entries
    assert [entry.seq for entry in entries] == list(range(1, 2 * BATCH * SHARED + 1))
    batches = [entries[start : start + BATCH] for start in range(0, len(entries), BATCH)]
    for batch in batches:
        assert [entry.payload["part"] for entry in batch] == list(range(BATCH))
        assert len({(entry.payload["writer"], entry.payload["number"]) for entry in batch}) == 1
    for name in "ab":
        numbers = [batch[0].payload["number"] for batch in batches if batch[0].payload["writer"] == name]
        assert numbers == list(range(SHARED))
    assert sum(int(line.removeprefix("conflicts ")) for line in said) > 0, "the writers never met"


@pytest.mark.slow
def test_turns_sent_by_two_writers_with_one_key_are_there_once(url: str, storage: Storage) -> None:
    game_id = storage.games.create("duel", {}, at=AT).game_id
    run_together(*(("race-game", url, game_id, name, str(SHARED), "shared") for name in "ab"))
    entries = storage.games.read("duel", game_id).entries
    assert Counter(entry.payload["number"] for entry in entries) == Counter(dict.fromkeys(range(SHARED), BATCH))


@pytest.mark.slow
def test_attempts_of_two_writers_are_all_there_with_what_follows_from_them(url: str, storage: Storage) -> None:
    said = run_together(*(("race-practice", url, "-", name, str(SHARED)) for name in "ab"))
    attempts, standing = storage.practice.attempts(), storage.practice.standing()
    assert [attempt.seq for attempt in attempts] == list(range(1, 2 * SHARED + 1))
    for name in "ab":
        numbers = [attempt.document["number"] for attempt in attempts if attempt.exercise_id == name]
        assert numbers == list(range(SHARED))
        assert standing.progress[name] == {"writer": name, "number": SHARED - 1}
    assert (standing.version, standing.rating) == (2 * SHARED, {"seq": 2 * SHARED})
    assert sum(int(line.removeprefix("conflicts ")) for line in said) > 0, "the writers never met"


@pytest.mark.slow
def test_an_attempt_sent_by_two_writers_with_one_key_is_there_once(url: str, storage: Storage) -> None:
    run_together(*(("race-practice", url, "-", name, str(SHARED), "shared") for name in "ab"))
    assert Counter(attempt.document["number"] for attempt in storage.practice.attempts()) == Counter(range(SHARED))


def test_a_new_database_can_be_opened_by_several_programs_at_once(url: str) -> None:
    run_together(*[("open", url)] * 4)
    with open_storage(url) as storage:
        assert len(storage.matches.matches()) == 4

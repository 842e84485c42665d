"""A writer is killed at any moment: what it was told to be stored is there, once, and the file is sound."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from qb_app.storage import Storage, open_storage
from tests.amounts import amount
from tests.qb_app.conftest import ROOT
from tests.qb_app.storage.conftest import AT, NewMatch
from tests.qb_app.storage.writer import BATCH

ROUNDS = amount(60, 1000)
GAME_ROUNDS = amount(20, 200)
LONGEST_LIFE = 0.04
"""Seconds a writer may live, counted from its birth or from its first event: long enough for some dozen events."""


@contextmanager
def nursery(path: Path, match_id: str, kind: str = "nursery") -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.qb_app.storage.writer", kind, str(path), match_id]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield process
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=10) == 0


def live_and_die(process: subprocess.Popen[str], name: str, rng: random.Random) -> list[str]:
    """Let one writer work for a moment, kill it, and return what it was told to be stored."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{name}\n")
    process.stdin.flush()
    acknowledged: list[str] = []
    pid = 0
    await_event = rng.random() < 0.5
    while not pid or (await_event and not acknowledged):
        match process.stdout.readline().split(maxsplit=1):
            case ["pid", number]:
                pid = int(number)
            case ["ack", event]:
                acknowledged.append(event.strip())
    time.sleep(rng.uniform(0, LONGEST_LIFE))
    os.kill(pid, signal.SIGKILL)
    while (line := process.stdout.readline().strip()) != f"dead {-signal.SIGKILL}":
        word, _, event = line.partition(" ")
        assert word == "ack"
        acknowledged.append(event)
    return acknowledged


def stored_events(storage: Storage, match_id: str) -> list[str]:
    return [
        f"{event.seq} {event.payload['writer']} {event.payload['number']}" for event in storage.matches.events(match_id)
    ]


@pytest.mark.slow
def test_no_acknowledged_event_is_lost_or_doubled_by_a_kill(
    sqlite_path: Path, sqlite_storage: Storage, new_match: NewMatch
) -> None:
    match_id = new_match(sqlite_storage)
    sqlite_storage.close()
    rng = random.Random(7)
    acknowledged: list[str] = []
    with nursery(sqlite_path, match_id) as process:
        for number in range(ROUNDS):
            acknowledged += live_and_die(process, f"w{number}", rng)
            if number % 20 == 0:
                check_sound(sqlite_path)
    check_sound(sqlite_path)
    assert len(acknowledged) > ROUNDS / 4
    with open_storage(str(sqlite_path)) as storage:
        stored = stored_events(storage, match_id)
    assert set(acknowledged) - set(stored) == set()
    assert [int(event.split()[0]) for event in stored] == list(range(1, len(stored) + 1))
    once = Counter(event.split(maxsplit=1)[1] for event in stored)
    assert set(once.values()) == {1}
    # Killed between the commit and the word of it: at most the last event of each writer.
    assert len(stored) - len(acknowledged) <= ROUNDS


@pytest.mark.slow
def test_what_a_game_stores_together_survives_a_kill_together(sqlite_path: Path, sqlite_storage: Storage) -> None:
    game_id = sqlite_storage.games.create("duel", {}, at=AT).game_id
    sqlite_storage.close()
    rng = random.Random(8)
    acknowledged: list[str] = []
    with nursery(sqlite_path, game_id, "nursery-game") as process:
        for number in range(GAME_ROUNDS):
            acknowledged += live_and_die(process, f"w{number}", rng)
    check_sound(sqlite_path)
    assert len(acknowledged) > GAME_ROUNDS / 4
    with open_storage(str(sqlite_path)) as storage:
        entries = storage.games.read("duel", game_id).entries
    batches = [entries[start : start + BATCH] for start in range(0, len(entries), BATCH)]
    assert all([entry.payload["part"] for entry in batch] == list(range(BATCH)) for batch in batches)
    stored = [f"{batch[-1].seq} {batch[0].payload['writer']} {batch[0].payload['number']}" for batch in batches]
    assert set(acknowledged) - set(stored) == set()
    assert len(set(stored)) == len(stored)


@pytest.mark.slow
def test_an_attempt_survives_a_kill_with_what_follows_from_it(sqlite_path: Path, sqlite_storage: Storage) -> None:
    sqlite_storage.close()
    rng = random.Random(9)
    acknowledged: list[str] = []
    with nursery(sqlite_path, "-", "nursery-practice") as process:
        for number in range(GAME_ROUNDS):
            acknowledged += live_and_die(process, f"w{number}", rng)
    check_sound(sqlite_path)
    assert len(acknowledged) > GAME_ROUNDS / 4
    with open_storage(str(sqlite_path)) as storage:
        attempts, standing = storage.practice.attempts(), storage.practice.standing()
    stored = [f"{one.seq} {one.exercise_id} {one.document['number']}" for one in attempts]
    assert set(acknowledged) - set(stored) == set()
    assert [one.seq for one in attempts] == list(range(1, len(attempts) + 1))
    assert standing.progress == {one.exercise_id: one.document for one in attempts}
    assert standing.rating == {"seq": len(attempts)}


def check_sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []

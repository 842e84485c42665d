"""Runs of the lab: the same answer whoever plays them, and however often they were broken off."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from gamekit.crew import Alone, Processes
from qb_app import crews
from qb_app.crews import open_crew
from qb_app.errors import InputError
from qb_app.lab import journal as journals
from qb_app.lab.runs import Progress, open_journal, play_run, read_run, run_document, run_key
from qb_app.storage import Storage, open_storage
from qb_engine.kernel import door
from qb_engine.lab.workbench import LabCancelledError
from tests.qb_app.lab.asked import GAMES, NOW, fill, played, small_build
from tests.qb_app.lab.small import shrink
from tests.qb_app.test_crews import PATIENCE, running, scheduler, until, worker

pytestmark = pytest.mark.skipif(not door.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")
KILLS = 10
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def storage() -> Iterator[Storage]:
    with open_storage() as opened:
        fill(opened)
        yield opened


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink(monkeypatch.setattr)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("undisturbed") / "data.sqlite")
    with open_storage(path) as opened, pytest.MonkeyPatch.context() as patch:
        shrink(patch.setattr)
        fill(opened)
        return played(small_build(opened), opened)


def forget_runs(storage: Storage) -> None:
    for info in storage.games.games(journals.KIND):
        storage.games.delete(journals.KIND, info.game_id)


def test_processes_and_clusters_find_the_same_bytes(
    storage: Storage, undisturbed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = small_build(storage)
    for count in (2, 4):
        forget_runs(storage)
        with Processes(count) as crew:
            assert played(run, storage, crew) == undisturbed
    monkeypatch.setattr(crews, "WORKER_SECONDS", PATIENCE)
    monkeypatch.setattr(crews, "COUNT_SECONDS", 0.0)
    with running() as start:
        address, _ = scheduler(start, tmp_path)
        workers = [worker(start, address) for _ in range(2)]
        with open_crew(None, address) as cluster:
            until(lambda: cluster.size == 2)
            forget_runs(storage)
            assert played(run, storage, cluster) == undisturbed
            forget_runs(storage)
            asked = 0

            def kill_in_the_middle() -> bool:
                nonlocal asked
                asked += 1
                if asked == 30:
                    workers[0].send_signal(signal.SIGKILL)
                return False

            assert played(run, storage, cluster, kill_in_the_middle) == undisturbed
            assert asked > 40
            assert workers[0].wait() == -signal.SIGKILL


def test_a_run_that_is_stopped_goes_on_without_playing_a_game_twice(storage: Storage, undisturbed: str) -> None:
    run, rng = small_build(storage), Random(7)
    forget_runs(storage)
    kept = 0
    for _ in range(5):
        stop_after = kept + rng.randrange(1, 30)
        answers = chain(repeat(False, stop_after), repeat(True))
        with pytest.raises(LabCancelledError):
            played(run, storage, cancelled=partial(next, answers))
        (info,) = storage.games.games(journals.KIND)
        found = _tasks(storage)
        assert len(found) == len(set(found)) == stop_after
        kept = stop_after
        assert info.result is None
    assert played(run, storage) == undisturbed
    found = _tasks(storage)
    assert len(found) == len(set(found)) > kept


def test_a_killed_driver_goes_on(storage: Storage, undisturbed: str) -> None:
    command, rng, kills = [sys.executable, "-m", "tests.qb_app.lab.asked"], Random(3), 0
    while kills < KILLS:
        process = subprocess.Popen([*command, "slowly"], cwd=ROOT, stdout=subprocess.DEVNULL)
        _wait_for_more(storage, process)
        sleep(rng.random() / 10)
        process.kill()
        if process.wait() == 0:
            break
        kills += 1
    assert kills == KILLS
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == undisturbed + "\n"


def test_a_short_run_leaves_nothing_behind(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "TOGETHER", 10_000)
    played(small_build(storage), storage)
    assert storage.games.games(journals.KIND) == ()


def test_only_the_newest_runs_are_kept(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "MOST_RUNS", 3)
    for seed in range(5):
        journal = open_journal(small_build(storage, seed), storage, partial(str, f"2026-01-0{seed + 1}T00:00:00"))
        journal.create()
    kept = [read_run(info.setup).seed for info in storage.games.games(journals.KIND)]
    assert kept == [4, 3, 2]


def test_two_programs_do_not_play_the_same_run(storage: Storage) -> None:
    run = small_build(storage)
    first, second = (open_journal(run, storage, lambda: NOW) for _ in range(2))
    assert first.create() == second.create()
    first.add(0, "a", b"\0")
    with pytest.raises(InputError, match="another program plays the same run just now"):
        second.add(0, "a", b"\0")


def test_a_run_is_stored_whole_and_known_by_all_it_depends_on(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = small_build(storage)
    assert read_run(run_document(run)) == run
    keys = {run_key(run), run_key(small_build(storage, 1))}
    monkeypatch.setattr("qb_app.lab.runs.fingerprint", lambda: {"judge": "another"})
    keys.add(run_key(run))
    assert len(keys) == 3


def test_a_build_tells_how_far_it_is_to_its_end(storage: Storage) -> None:
    run, seen = small_build(storage), list[Progress]()
    play_run(run, Alone(), open_journal(run, storage, lambda: NOW), seen.append, lambda: 0.0)
    shares = [progress.share or 0.0 for progress in seen]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert shares[-1] > 0.6
    assert next(share for share, told in zip(shares, seen, strict=True) if told.games >= GAMES) < 0.8


def test_a_search_with_a_time_ends_where_it_ended_before(storage: Storage) -> None:
    run = replace(small_build(storage), games=None, seconds=10.0)

    def answer(spent: Callable[[], float]) -> object:
        return play_run(run, Alone(), open_journal(run, storage, lambda: NOW), lambda _: None, spent)

    first = answer(lambda: 11.0)
    assert answer(lambda: 0.0) == first


def _wait_for_more(storage: Storage, process: subprocess.Popen[bytes]) -> None:
    kept = len(_tasks(storage))
    until(lambda: process.poll() is not None or len(_tasks(storage)) > kept)


def _tasks(storage: Storage) -> list[int]:
    found = []
    for info in storage.games.games(journals.KIND):
        for entry in storage.games.read(journals.KIND, info.game_id).entries:
            told: Any = entry.payload
            found += [task[0] for task in told.get("tasks", ())]
    return found

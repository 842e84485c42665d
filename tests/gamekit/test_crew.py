"""Work spread over processes: the same results whoever does it, whoever dies, and whenever it is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

import pytest

from gamekit import crew
from gamekit.crew import AHEAD, Alone, Crew, CrewError, Processes

NUMBERS = range(30)
SQUARES = [number**2 for number in NUMBERS]
PATIENCE = 30.0


def square(number: int) -> int:
    return number**2


def lazy_square(number: int) -> int:
    """The earlier it is given out, the later it is done."""
    sleep(0.03 if number % 4 == 0 else 0)
    return number**2


def leave_mark(path: Path) -> str:
    path.touch()
    sleep(0.05)
    return path.name


def refuse_seven(number: int) -> int:
    if number == 7:
        raise KeyError("seven")
    return number**2


def whose(_: int) -> int:
    sleep(0.01)
    return os.getpid()


def wait(seconds: float) -> float:
    sleep(seconds)
    return seconds


def is_gone(pid: int) -> bool:
    """Whether a process has ended, though nobody may have asked for its exit code yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def die_once(task: tuple[Path, int]) -> int:
    """The square; the first who is asked for that of 11 is killed over it."""
    mark, number = task
    if number == 11 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


def die(number: int) -> int:
    if number:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.fixture(scope="module")
def two() -> Iterator[Processes]:
    with Processes(2) as found:
        yield found


def test_results_come_in_the_order_of_the_tasks_with_any_number_of_processes(two: Processes) -> None:
    with Processes(1) as one, Processes(4) as four:
        crews: tuple[Crew, ...] = (Alone(), one, two, four)
        assert [each.size for each in crews] == [1, 1, 2, 4]
        for each in crews:
            assert list(each.map(lazy_square, NUMBERS)) == SQUARES


def test_nothing_comes_of_nothing(two: Processes) -> None:
    assert list(two.map(square, ())) == []


def test_the_same_processes_do_one_batch_after_the_other(two: Processes) -> None:
    first, second = (set(two.map(whose, range(20))) for _ in range(2))
    assert len(first) == 2
    assert first == second
    assert os.getpid() not in first


def test_a_single_task_and_a_single_process_need_no_other(two: Processes) -> None:
    assert list(two.map(whose, [1])) == [os.getpid()]
    with Processes(1) as one:
        assert set(one.map(whose, range(3))) == {os.getpid()}


def test_tasks_are_taken_as_they_are_needed(two: Processes) -> None:
    tasks = count()
    with closing(two.map(square, tasks)) as found:
        assert list(islice(found, 20)) == SQUARES[:20]
    assert next(tasks) <= 20 + AHEAD * 2


def test_leaving_early_drops_what_waits_and_the_crew_works_on(
    two: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "AHEAD", 20)
    with closing(two.map(leave_mark, [tmp_path / str(number) for number in range(100)])) as found:
        assert next(found) == "0"
    assert list(two.map(square, NUMBERS)) == SQUARES
    assert len(list(tmp_path.iterdir())) < 20, "what was begun is done, not what was given out"


def test_what_the_work_raises_comes_in_its_place(two: Processes) -> None:
    crews: tuple[Crew, ...] = (Alone(), two)
    for each in crews:
        found = each.map(refuse_seven, NUMBERS)
        assert list(islice(found, 7)) == SQUARES[:7]
        with pytest.raises(KeyError, match="seven"):
            next(found)
        assert list(each.map(square, NUMBERS)) == SQUARES


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with Processes(2) as found:
        assert list(found.map(die_once, [(mark, number) for number in NUMBERS])) == SQUARES
    assert mark.exists()


def test_two_batches_at_once_outlive_a_killed_worker(tmp_path: Path) -> None:
    with Processes(2) as found:
        first = found.map(die_once, [(tmp_path / "mark", number) for number in NUMBERS])
        second = found.map(lazy_square, NUMBERS)
        assert list(zip(first, second, strict=True)) == list(zip(SQUARES, SQUARES, strict=True))


def test_work_that_kills_everybody_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "MOST_LOSSES", 1)
    with Processes(2) as found:
        results = found.map(die, [0, 1, 0])
        assert next(results) == 0
        with pytest.raises(CrewError, match="workers died 2 times in a row without finishing anything"):
            next(results)


def test_a_crew_is_stopped_from_elsewhere_in_the_middle_of_a_task() -> None:
    with Processes(2) as found:
        results = found.map(wait, [0.0, 600.0, 600.0])
        assert next(results) == 0.0
        begun = monotonic()
        Timer(0.05, found.stop).start()
        with pytest.raises(CrewError, match="the work was stopped"):
            next(results)
        with pytest.raises(CrewError, match="the work was stopped"):
            list(found.map(wait, [600.0, 600.0]))
    assert monotonic() - begun < PATIENCE


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_no_process_outlives_the_first_one() -> None:
    script = """
import os, signal
from gamekit.crew import Processes
from tests.gamekit.test_crew import wait, whose
with Processes(2) as found:
    print(*set(found.map(whose, range(20))), flush=True)
    results = found.map(wait, [0.0, 600.0, 600.0])
    next(results)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as first:
        assert first.stdout is not None
        workers = [int(pid) for pid in first.stdout.readline().split()]
        assert (first.wait(), len(workers)) == (-signal.SIGKILL, 2)
    end = monotonic() + PATIENCE
    while not all(map(is_gone, workers)):
        assert monotonic() < end
        sleep(0.02)

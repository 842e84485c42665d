"""Work on a cluster: a real scheduler and real workers, each a process of its own that may be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path
from time import monotonic, sleep

import pytest

from gamekit.crew import Alone, CrewError
from qb_app import crews
from qb_app.crews import open_crew
from qb_app.errors import InputError
from qb_app.fingerprint import difference, fingerprint
from tests.gamekit.test_crew import NUMBERS, SQUARES, die_once, lazy_square, refuse_seven, whose

PATIENCE = 30.0
STRANGER = "from qb_engine.deep import search\nsearch.SEARCH_VERSION = 99\n"
"""What a worker loads to be of another version."""
Start = Callable[..., subprocess.Popen[bytes]]


@contextmanager
def running() -> Iterator[Start]:
    """Starts parts of a cluster, and ends them all."""
    with ExitStack() as stack:

        def start(*arguments: str | Path) -> subprocess.Popen[bytes]:
            # One death of a worker is enough for this scheduler to give up a task.
            environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *map(str, arguments)],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        yield start


def until(found: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not found():
        assert monotonic() < end
        sleep(0.05)


def scheduler(start: Start, folder: Path) -> tuple[str, subprocess.Popen[bytes]]:
    file = folder / "scheduler.json"
    process = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file)
    until(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("}"))
    address: str = json.loads(file.read_text(encoding="utf-8"))["address"]
    return address, process


def worker(start: Start, address: str, *more: str | Path) -> subprocess.Popen[bytes]:
    return start("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", *more)


def test_workers_of_a_scheduler_find_the_same_and_may_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as start:
        address, host = scheduler(start, tmp_path)
        monkeypatch.setattr(crews, "ANSWER_SECONDS", 2.0)
        monkeypatch.setattr(crews, "WORKER_SECONDS", 0.5)
        with pytest.raises(InputError, match=f"the scheduler at {address} has no workers"), open_crew(None, address):
            pass
        monkeypatch.setattr(crews, "WORKER_SECONDS", PATIENCE)
        monkeypatch.setattr(crews, "COUNT_SECONDS", 0.0)
        workers = [worker(start, address) for _ in range(2)]
        with open_crew(None, address) as crew:
            until(lambda: crew.size == 2)
            tasks = count()
            assert list(islice(crew.map(lazy_square, tasks), 30)) == list(Alone().map(lazy_square, NUMBERS))
            assert next(tasks) < 60
            assert os.getpid() not in set(crew.map(whose, range(4)))
            with pytest.raises(KeyError, match="seven"):
                list(crew.map(refuse_seven, NUMBERS))
            assert list(crew.map(die_once, [(tmp_path / "mark", number) for number in NUMBERS])) == SQUARES
            until(lambda: [process.poll() is None for process in workers].count(True) == 1)
            assert crew.size == 1
            host.kill()
            with pytest.raises(CrewError, match=f"the scheduler of the cluster {address} is gone"):
                list(crew.map(lazy_square, NUMBERS))


def test_a_worker_of_another_version_is_refused_whenever_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crews, "WORKER_SECONDS", PATIENCE)
    preloaded = tmp_path / "stranger.py"
    preloaded.write_text(STRANGER, encoding="utf-8")
    sentence = r"the worker tcp://127.0.0.1:\d+ is of another version: search 99 there, \d+ here; install the same"
    with running() as start:
        address, _ = scheduler(start, tmp_path)
        worker(start, address)
        with open_crew(None, address) as crew:
            worker(start, address, "--preload", preloaded)
            with pytest.raises(CrewError, match=sentence):
                any(square < 0 for square in crew.map(lazy_square, range(2000)))
        with pytest.raises(InputError, match=sentence), open_crew(None, address):
            pass


def test_a_cluster_can_be_made_on_this_machine(tmp_path: Path) -> None:
    with open_crew(2, "local") as crew:
        assert crew.size == 2
        assert list(crew.map(die_once, [(tmp_path / "mark", number) for number in NUMBERS])) == SQUARES
    assert (tmp_path / "mark").exists()


def test_without_a_cluster_there_are_processes() -> None:
    with open_crew(3, None) as crew:
        assert crew.size == 3
    with open_crew(None, None) as crew:
        assert crew.size == os.cpu_count()


def test_a_difference_names_every_part_with_both_values() -> None:
    ours = fingerprint()
    assert difference("tcp://a:1", dict(ours), ours) is None
    theirs = {**ours, "search": "2", "kernel": "none"}
    assert difference("tcp://a:1", theirs, ours) == (
        f"the worker tcp://a:1 is of another version: search 2 there, {ours['search']} here, "
        f"kernel none there, {ours['kernel']} here; install the same qbCoach on both"
    )
    del theirs["judge"]
    assert f"judge none there, {ours['judge']} here" in str(difference("tcp://a:1", theirs, ours))
    assert "extra 1 there, none here" in str(difference("tcp://a:1", {**ours, "extra": "1"}, ours))


@pytest.mark.parametrize("cluster", ["", "Local", "127.0.0.1:8786", "http://a:1", "tcp://a", "tcp://a:b", "tcp://a:1 "])
def test_what_is_no_address_is_refused(cluster: str) -> None:
    with pytest.raises(InputError, match="is no cluster: give the address of a scheduler"), open_crew(None, cluster):
        pass


def test_processes_do_not_go_with_a_scheduler() -> None:
    with pytest.raises(InputError, match="--processes is about this machine"), open_crew(2, "tcp://127.0.0.1:1"):
        pass


def test_a_scheduler_that_does_not_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(crews, "ANSWER_SECONDS", 0.5)
    address = "tcp://127.0.0.1:1"
    with pytest.raises(InputError, match=f"no scheduler of Dask answers at {address}$"), open_crew(None, address):
        pass
    assert capfd.readouterr() == ("", "")


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'qbcoach\[cluster\]'"), open_crew(None, "local"):
        pass

"""Jobs of the lab on a real server: it may be ended or killed while one runs, and nothing is lost or left over."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from time import monotonic
from typing import Any

import httpx
import pytest

from qb_app.lab import journal as journals
from qb_app.lab.reading import LabReader
from qb_app.storage import Storage, open_storage
from qb_app.web.routers import PREFIX
from qb_engine.lab import rungs
from tests.gamekit.test_crew import is_gone
from tests.qb_app.lab.asked import played
from tests.qb_app.web.conftest import events, needs_kernel, read
from tests.qb_app.web.lab_calls import JOBS, tasks_of
from tests.qb_app.web.serving import wait_until

pytestmark = [needs_kernel, pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")]
MATRIX = {"kind": "matrix", "decks": ["starter", "trevor", "Red XIII"], "games": 1_000}
TASK_SECONDS = 0.01
PROMPTLY = 20.0
"""Seconds in which a server has ended, on a busy machine too; what it plays would take far longer."""
SERVE = f"""
from qb_app.cli.program import main
from qb_app.web import lab_questions
from qb_engine.lab import rungs
rungs._TASK_SECONDS = {TASK_SECONDS}
lab_questions.MOST_LAB_NODES = rungs.MOST_NODES
main(["serve", "--port", "0", "--no-open"])
"""


class Served:
    """A server as a process of its own."""

    def __init__(self, process: Popen[bytes]) -> None:
        assert process.stdout is not None
        self.process = process
        address = process.stdout.readline().decode().split()[1]
        self.client = httpx.Client(base_url=f"{address}{PREFIX.strip('/')}", timeout=60)

    def ok(self, method: str, path: str, body: object = None) -> Any:
        answer = self.client.request(method, path, json=body)
        return read(answer, 201 if answer.status_code == 201 else 200)

    def children(self) -> list[int]:
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return [int(pid) for thread in threads for pid in (thread / "children").read_text().split()]

    def end(self, sign: signal.Signals) -> list[int]:
        """The processes that it had, once it has ended."""
        children = self.children()
        self.process.send_signal(sign)
        self.process.wait(60)
        return children


@contextmanager
def serving() -> Iterator[Served]:
    process = Popen([sys.executable, "-c", SERVE], stdout=PIPE, stderr=PIPE)
    try:
        server = Served(process)
        with server.client:
            yield server
    finally:
        process.kill()
        process.communicate()


def until_played(storage: Storage, job_id: str, more_than: int) -> None:
    wait_until(lambda: len(tasks_of(storage, job_id)) > more_than)


@pytest.fixture
def storage() -> Iterator[Storage]:
    with open_storage() as opened:
        yield opened


def test_a_job_survives_a_killed_server_and_goes_on_to_the_same_answer(
    storage: Storage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with serving() as server:
        job_id = server.ok("POST", JOBS, MATRIX)["id"]
        until_played(storage, job_id, 0)
        children = server.end(signal.SIGKILL)
    kept = tasks_of(storage, job_id)
    assert len(children) > 1
    wait_until(lambda: all(map(is_gone, children)))
    with serving() as server:
        (job,) = server.ok("GET", JOBS)["jobs"]
        assert (job["id"], job["state"], job["games"] > 0) == (job_id, "stopped", True)
        server.ok("POST", f"{JOBS}/{job_id}/resume")
        wait_until(lambda: server.ok("GET", f"{JOBS}/{job_id}")["state"] not in ("waiting", "running"))
        job = server.ok("GET", f"{JOBS}/{job_id}")
        assert (job["state"], job["games"]) == ("finished", 6_000)
    tasks = tasks_of(storage, job_id)
    assert tasks[: len(kept)] == kept
    assert len(tasks) == len(set(tasks)) > len(kept)
    monkeypatch.setattr(rungs, "_TASK_SECONDS", TASK_SECONDS)
    with open_storage(str(tmp_path / "undisturbed.db")) as other:
        run = LabReader(other, "rebirth", 0).matrix(MATRIX["decks"], None, "quick", MATRIX["games"])  # type: ignore[arg-type]
        assert job["answer"] == json.loads(played(run, other))


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_server_ends_at_once_while_a_job_runs_and_keeps_what_was_played(
    storage: Storage, sign: signal.Signals
) -> None:
    with serving() as server:
        job_id = server.ok("POST", JOBS, {**MATRIX, "games": 1_000_000})["id"]
        with server.client.stream("GET", f"{JOBS}/{job_id}/stream") as stream:
            until_played(storage, job_id, journals.TOGETHER)
            children = server.end(sign)
            assert events(stream.read().decode())[-1] == ("cancelled", {})
        assert server.process.returncode == 0
    assert len(children) > 1
    wait_until(lambda: all(map(is_gone, children)))
    (info,) = storage.games.games(journals.KIND)
    assert info.result is None
    assert len(tasks_of(storage, job_id)) > journals.TOGETHER


def test_nobody_waits_for_the_end_of_a_long_game() -> None:
    slow = {**MATRIX, "player": f"deep:{rungs.MOST_NODES}"}
    with serving() as server:
        first = server.ok("POST", JOBS, slow)["id"]
        wait_until(lambda: len(server.children()) > 1)
        second = server.ok("POST", JOBS, {**slow, "seed": 1})["id"]
        begun = monotonic()
        server.ok("POST", f"{JOBS}/{first}/cancel")
        wait_until(lambda: server.ok("GET", f"{JOBS}/{second}")["state"] == "running")
        server.end(signal.SIGTERM)
        assert monotonic() - begun < PROMPTLY
        assert server.process.returncode == 0

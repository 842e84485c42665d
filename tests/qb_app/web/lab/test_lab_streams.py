"""The stream of a job of the lab: it tells how far the job is and how it ends, and stops nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from qb_app.storage import DatabaseBusyError
from qb_app.web import lab_streams
from qb_app.web.routers import PREFIX
from tests.qb_app.web.asgi import Connection
from tests.qb_app.web.caller import Caller
from tests.qb_app.web.conftest import events, needs_kernel
from tests.qb_app.web.lab_calls import JOBS, LATER, MATRIX, Brake, answered, ask, ended

pytestmark = needs_kernel
Event = tuple[str, Any]


def stream(api: Caller, job_id: str) -> Connection:
    return Connection(api.app, "GET", f"{PREFIX}{JOBS}/{job_id}/stream", {"accept-encoding": "gzip"})


async def told(connection: Connection) -> list[Event]:
    """The next events."""
    body = await connection.body()
    return [] if body is None else events(body.decode())


async def rest(connection: Connection) -> list[Event]:
    return events((await connection.rest()).decode())


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


def test_progress_comes_until_the_answer(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    brake = Brake(monkeypatch, after=500)
    job_id = ask(api, MATRIX)
    brake.wait()

    async def scene() -> None:
        async with stream(api, job_id) as connection:
            status, headers = await connection.start()
            assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            assert (headers["cache-control"], headers.get("content-encoding")) == ("no-store", None)
            ((name, first),) = await told(connection)
            assert name == "progress"
            assert (first["waiting"], first["best"], first["games"] >= 500) == (False, None, True)
            assert 0 < first["share"] < 1
            brake.released.set()
            *progress, end = await rest(connection)
        assert {name for name, _ in progress} == {"progress"}
        assert progress[-1][1] == {"games": 1200, "share": 1.0, "best": None, "waiting": False}
        assert end == ("answer", api.app.state.service.job_reader.read(job_id).answer)

    run(scene())


def test_who_waits_is_told_so_until_it_is_called(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_streams, "PROGRESS_SECONDS", 0.001)
    monkeypatch.setattr(lab_streams, "ALIVE_SECONDS", 0.01)
    brake = Brake(monkeypatch)
    ask(api, MATRIX)
    brake.wait()
    waiting = ask(api, LATER)

    async def scene() -> None:
        async with stream(api, waiting) as connection:
            await connection.start()
            assert await told(connection) == [("progress", {"games": 0, "share": None, "best": None, "waiting": True})]
            assert await told(connection) == [], "nothing has changed"
            brake.released.set()
            *progress, end = await rest(connection)
        assert not progress[-1][1]["waiting"]
        assert end[0] == "answer"

    run(scene())


def test_a_finished_job_answers_at_once(api: Caller) -> None:
    job = answered(api, MATRIX)

    async def scene() -> None:
        async with stream(api, job["id"]) as connection:
            await connection.start()
            (name, progress), end = await rest(connection)
        assert (name, progress["games"], progress["share"]) == ("progress", 1200, 1.0)
        assert end == ("answer", job["answer"])

    run(scene())


def test_closing_the_stream_stops_nothing(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    brake = Brake(monkeypatch)
    job_id = ask(api, MATRIX)
    brake.wait()

    async def scene() -> None:
        async with stream(api, job_id) as connection:
            await connection.start()

    run(scene())
    assert api.ok("GET", f"{JOBS}/{job_id}")["state"] == "running"
    brake.released.set()
    assert ended(api, job_id)["state"] == "finished"


@pytest.mark.parametrize("way", ["cancel", "delete", "shutdown"])
def test_a_job_that_is_stopped_ends_its_streams(api: Caller, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    brake = Brake(monkeypatch)
    job_id = ask(api, MATRIX)
    brake.wait()
    jobs = api.app.state.service.jobs
    stops = {"cancel": jobs.stop, "delete": jobs.forget, "shutdown": lambda _: jobs.close()}

    async def scene() -> None:
        async with stream(api, job_id) as connection:
            await connection.start()
            await told(connection)
            await asyncio.to_thread(stops[way], job_id)
            assert (await rest(connection))[-1] == ("cancelled", {})

    run(scene())


def test_a_job_that_fails_ends_with_the_problem(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("qb_app.web.lab_jobs.play_run", fail)
    job_id = ask(api, MATRIX)

    async def scene() -> None:
        async with stream(api, job_id) as connection:
            await connection.start()
            name, problem = (await rest(connection))[-1]
        assert (name, problem["status"], problem["type"]) == ("problem", 500, "urn:qbcoach:fault")

    run(scene())


def test_a_storage_that_is_gone_ends_the_stream_with_the_problem(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    brake = Brake(monkeypatch)
    job_id = ask(api, MATRIX)
    brake.wait()

    def fail(_: str) -> None:
        raise DatabaseBusyError("the database is locked")

    async def scene() -> None:
        async with stream(api, job_id) as connection:
            await connection.start()
            await told(connection)
            monkeypatch.setattr(api.app.state.service.job_reader, "read", fail)
            brake.released.set()
            name, problem = (await rest(connection))[-1]
        assert (name, problem["status"], problem["detail"]) == ("problem", 503, "the database is locked")

    run(scene())


def test_a_quiet_line_is_kept_alive(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_streams, "ALIVE_SECONDS", 0.001)
    brake = Brake(monkeypatch)
    job_id = ask(api, MATRIX)
    brake.wait()

    async def scene() -> None:
        async with stream(api, job_id) as connection:
            await connection.start()
            while not (await connection.body() or b"").startswith(b": "):
                pass
            brake.released.set()
            await connection.rest()

    run(scene())

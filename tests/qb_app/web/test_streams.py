"""Event streams: what they tell, in which order, and how they end. The work waits for events, never for the clock."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine
from typing import Any

import pytest

from qb_app.api import create_app
from qb_app.errors import InputError
from qb_app.storage import Storage
from qb_app.web import streams
from qb_app.web.desk import AnalysisDesk, Cancelled, Load
from qb_app.web.routers import PREFIX
from qb_app.web.settings import ApiSettings
from qb_app.web.streams import Analysis, Answer, EventStream, Report, open_stream
from tests.qb_app.web.asgi import PATIENCE, Connection
from tests.qb_app.web.conftest import EXAMPLE, Api, events


class Work:
    """Work that begins, goes on and ends when it is told to."""

    def __init__(self) -> None:
        self.begun, self.goes_on, self.stopped = threading.Event(), threading.Event(), threading.Event()

    def __call__(self, report: Report, cancelled: Cancelled) -> Answer:
        self.begun.set()
        report(1, 4, 0.25)
        while not self.goes_on.wait(0.001):
            if cancelled():
                self.stopped.set()
                break
        return {"kind": "advice", "answer": 42}


def stream(desk: AnalysisDesk, work: Any, *, known: bool = False) -> Any:
    return open_stream(desk, "tester", Analysis(work, known))


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


async def begun(work: Work) -> None:
    assert await asyncio.to_thread(work.begun.wait, PATIENCE)


def test_a_stream_tells_its_start_its_progress_and_its_answer() -> None:
    async def scene() -> None:
        work, desk = Work(), AnalysisDesk()
        work.goes_on.set()
        async with Connection(stream(desk, work), "GET", "/") as connection:
            status, headers = await connection.start()
            assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            assert headers["cache-control"] == "no-store"
            assert "content-length" not in headers
            told = events((await connection.rest()).decode())
        assert [name for name, _ in told] == ["started", "progress", "progress", "answer"]
        assert told[1][1] == {"done": 0, "total": None, "share": 0.0, "waiting": False}
        assert told[2][1] == {"done": 1, "total": 4, "share": 0.25, "waiting": False}
        assert told[3][1] == {"kind": "advice", "answer": 42}
        assert desk.load == Load(0, 0, 1)

    run(scene())


def test_who_has_to_wait_is_told_so() -> None:
    async def scene() -> None:
        desk, first, second = AnalysisDesk(at_once=1), Work(), Work()
        async with Connection(stream(desk, first), "GET", "/") as one:
            await begun(first)
            async with Connection(stream(desk, second), "GET", "/") as other:
                await other.start()
                told = events((await other.body() or b"").decode())
                assert told[1] == ("progress", {"done": 0, "total": None, "share": 0.0, "waiting": True})
                assert not second.begun.is_set()
                first.goes_on.set()
                await one.start()
                assert events((await one.rest()).decode())[-1][0] == "answer"
                second.goes_on.set()
                assert events((await other.rest()).decode())[-1][0] == "answer"

    run(scene())


def test_closing_the_connection_stops_the_work() -> None:
    async def scene() -> None:
        desk, work = AnalysisDesk(), Work()
        async with Connection(stream(desk, work), "GET", "/") as connection:
            await begun(work)
            connection.disconnect()
            assert await asyncio.to_thread(work.stopped.wait, PATIENCE)

    run(scene())


def test_an_analysis_can_be_called_off_while_it_runs_and_while_it_waits() -> None:
    async def scene() -> None:
        desk, works = AnalysisDesk(at_once=1), (Work(), Work())
        async with (
            Connection(stream(desk, works[0]), "GET", "/") as running,
            Connection(stream(desk, works[1]), "GET", "/") as waiting,
        ):
            for connection in (waiting, running):
                await connection.start()
                first = (await connection.body() or b"").decode()
                assert desk.cancel(events(first)[0][1]["analysis"])
                assert events((await connection.rest()).decode())[-1] == ("cancelled", {})
        assert not works[1].begun.is_set()

    run(scene())


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (InputError("this cannot be"), 422, "this cannot be"),
        (ZeroDivisionError("secret"), 500, "something went wrong inside qbCoach"),
    ],
)
def test_an_error_ends_the_stream_as_a_problem(error: Exception, status: int, told: str) -> None:
    def fail(report: Report, cancelled: Cancelled) -> Answer:
        raise error

    async def scene() -> None:
        desk = AnalysisDesk()
        async with Connection(stream(desk, fail), "GET", "/") as connection:
            await connection.start()
            name, problem = events((await connection.rest()).decode())[-1]
        assert (name, problem["status"]) == ("problem", status)
        assert problem["detail"].startswith(told)
        assert desk.load == Load(0, 0, 1)

    run(scene())


def test_a_quiet_line_is_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "ALIVE_SECONDS", 0.001)

    async def scene() -> None:
        work = Work()
        async with Connection(stream(AnalysisDesk(), work), "GET", "/") as connection:
            await connection.start()
            while not (await connection.body() or b"").startswith(b": "):
                pass
            work.goes_on.set()
            await connection.rest()

    run(scene())


def test_progress_does_not_flood_the_line() -> None:
    def busy(report: Report, cancelled: Cancelled) -> Answer:
        for number in range(10_000):
            report(number, 10_000, number / 10_000)
        return {}

    async def scene() -> None:
        async with Connection(stream(AnalysisDesk(), busy), "GET", "/") as connection:
            await connection.start()
            told = events((await connection.rest()).decode())
        assert len(told) < 1_000

    run(scene())


def test_a_known_answer_comes_at_once_without_a_turn_at_the_desk() -> None:
    desk, work = AnalysisDesk(at_once=1, waiting=0), Work()
    ticket = desk.take("somebody else")
    work.goes_on.set()
    known = stream(desk, work, known=True)
    assert not isinstance(known, EventStream)
    assert [name for name, _ in events(known.body.decode())] == ["started", "answer"]
    desk.leave(ticket)


def test_the_interface_cancels_by_id_and_refuses_when_it_is_busy(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Work()
    monkeypatch.setattr("qb_app.web.positions.advice_analysis", lambda *_: Analysis(work))
    app = create_app(ApiSettings(analyses_at_once=1, analyses_waiting=0), storage)

    async def scene() -> None:
        body = json.dumps({"position": EXAMPLE}).encode()
        headers = {"content-type": "application/json", "accept-encoding": "gzip"}

        def ask() -> Connection:
            return Connection(app, "POST", f"{PREFIX}/positions/deep", headers, (body,))

        async with ask() as connection:
            status, answered = await connection.start()
            assert (status, answered.get("content-encoding")) == (200, None)
            started = events((await connection.body() or b"").decode())[0][1]["analysis"]
            async with ask() as other:
                status, answered = await other.start()
                assert (status, answered["retry-after"]) == (503, "2")
                assert json.loads(await other.rest())["type"] == "urn:qbcoach:too-busy"
            async with Connection(app, "DELETE", f"{PREFIX}/analyses/{started}") as cancelling:
                assert (await cancelling.start())[0] == 204
            assert events((await connection.rest()).decode())[-1] == ("cancelled", {})

    run(scene())


def test_the_load_of_the_desk_shows(api: Api) -> None:
    desk = api.app.state.service.desk
    tickets = [desk.take("a"), desk.take("a"), desk.take("b")]
    assert api.get("/health").json()["analyses"] == {"running": 2, "waiting": 1, "at_once": 2}
    for ticket in tickets:
        desk.leave(ticket)

"""Long answers as a stream of events: started, progress, and one of answer, cancelled and problem.

The work is done in a thread of its own, in its turn at the desk. Closing the connection calls it off.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from typing_extensions import TypedDict

from qb_app.web.desk import AnalysisCancelledError, AnalysisDesk, Cancelled, Ticket
from qb_app.web.problems import FORESEEN, ApiError, Problem, problem_of

ALIVE_SECONDS = 5.0
"""A line that says nothing for longer may be taken for dead by something between server and page."""
PROGRESS_SECONDS = 0.1
EVENT_STREAM = "text/event-stream"
_logger = logging.getLogger("qbcoach.web")


class StartedEvent(TypedDict):
    analysis: str
    """For ``cancel_analysis``."""


class ProgressEvent(TypedDict):
    done: int
    total: int | None
    share: float
    """0 to 1."""
    waiting: bool
    """Others come first; nothing has begun."""


class CancelledEvent(TypedDict):
    pass


Answer = Mapping[str, Any]
Report = Callable[[int, int | None, float], None]
"""Told while working: so much is done, of so much if that is known, which is this share."""
Work = Callable[[Report, Cancelled], Answer]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question that takes long."""

    work: Work
    known: bool = False
    """Whether its answer was found before, so that it comes at once and need not wait for its turn."""


def frame(event: str, data: object) -> bytes:
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def open_stream(desk: AnalysisDesk, client: str, analysis: Analysis) -> Response:
    """The stream of an analysis; a known answer comes at once, and a desk that is full refuses before it begins."""
    if not analysis.known:
        return EventStream(desk, desk.take(client), analysis)
    started: StartedEvent = {"analysis": secrets.token_urlsafe(12)}
    answer = analysis.work(lambda done, total, share: None, lambda: False)
    body = frame("started", started) + frame("answer", answer)
    return Response(body, media_type=EVENT_STREAM, headers=STREAM_HEADERS)


STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(Response):
    """Sends what a worker thread tells, until it has answered or nobody listens any more."""

    media_type = EVENT_STREAM

    def __init__(self, desk: AnalysisDesk, ticket: Ticket, analysis: Analysis) -> None:
        super().__init__(headers=STREAM_HEADERS)
        del self.headers["content-length"]
        self._desk, self._ticket, self._analysis = desk, ticket, analysis
        self._told_at = float("-inf")
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        worker = threading.Thread(target=self._work, args=(loop,), name="analysis", daemon=True)
        sending = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(_disconnected(receive))
        worker.start()
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._ticket.cancel()  # without effect once the answer is there
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        started: StartedEvent = {"analysis": self._ticket.analysis_id}
        waiting: ProgressEvent = {"done": 0, "total": None, "share": 0.0, "waiting": not self._ticket.running}
        body: bytes | None = frame("started", started) + frame("progress", waiting)
        while body is not None:
            await send({"type": "http.response.body", "body": body, "more_body": True})
            try:
                body = await asyncio.wait_for(self._frames.get(), ALIVE_SECONDS)
            except TimeoutError:
                body = b": still here\n\n"
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    # In the thread of the worker.

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        def tell(body: bytes | None) -> None:
            with suppress(RuntimeError):  # the loop has ended, and with it whoever listened
                loop.call_soon_threadsafe(self._frames.put_nowait, body)

        def report(done: int, total: int | None, share: float) -> None:
            now = monotonic()
            if now - self._told_at >= PROGRESS_SECONDS:
                self._told_at = now
                told: ProgressEvent = {"done": done, "total": total, "share": share, "waiting": False}
                tell(frame("progress", told))

        tell(self._outcome(report))
        tell(None)

    def _outcome(self, report: Report) -> bytes:
        analysis = self._analysis
        try:
            answer = self._desk.serve(self._ticket, lambda cancelled: analysis.work(report, cancelled))
        except AnalysisCancelledError:
            return frame("cancelled", {})
        except Exception as error:
            if not isinstance(error, (ApiError, *FORESEEN)):
                _logger.error("an analysis failed", exc_info=error)
            told: Problem = problem_of(error)
            return frame("problem", told)
        if self._ticket.cancelled():
            return frame("cancelled", {})
        return frame("answer", answer)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

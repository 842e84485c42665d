"""Connections: how long each may keep the server waiting, who makes room, and what is told outside of any request.

A client that sends nothing, or a little now and then, costs a connection and no more: its time is short, and where
there are too many, those that have waited longest for their client make room. What is being answered is never cut.
"""

from __future__ import annotations

import asyncio
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.server import ServerState

from qb_app.web.clients import UNKNOWN, household, is_trusted, read_address
from qb_app.web.guard import SECURITY_HEADERS
from qb_app.web.problems import PROBLEM_JSON, problem
from qb_app.web.settings import ApiSettings, ConnectionLimits

MOST_HEAD_BYTES = 16_384
GRACE_SECONDS = 1.0
"""What a client has in any case for its request to arrive."""
FAR_TOO_MANY = 2
"""Times as many as there should be: then not even that."""
_MALFORMED = {
    400: (
        "malformed",
        "this is no request that can be read: send one in HTTP/1.1, without TLS",
    ),
    431: ("too-large", f"the head of a request may have {MOST_HEAD_BYTES:,} bytes at most"),
}


class ConnectionConfig(uvicorn.Config):
    """How uvicorn serves an application on such connections."""

    def __init__(self, app: ASGIApp, settings: ApiSettings, *, timeout_graceful_shutdown: int) -> None:
        super().__init__(
            app,
            http=Connection,
            ws="none",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,  # only proxies that are named are believed, and elsewhere
            h11_max_incomplete_event_size=MOST_HEAD_BYTES,
            timeout_keep_alive=settings.connections.idle_seconds,
            timeout_graceful_shutdown=timeout_graceful_shutdown,
        )
        self.settings = settings


class Connection(H11Protocol):
    """One connection; ``tend`` has to look at it now and then."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, ConnectionConfig)
        self._limits = config.settings.connections
        self._proxies = config.settings.trusted_proxies
        self._since = self.loop.time()
        self._awaited: tuple[str, object] | None = None
        self._unsent = 0
        self.household: str | None = None
        """What its address counts as; None for a proxy, whose requests are counted instead."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # narrowed as in uvicorn
        super().connection_made(transport)
        peer = self.client[0] if self.client else UNKNOWN
        self.household = None if is_trusted(read_address(peer), self._proxies) else household(peer)
        for crowd, most in _crowds(self.connections, self._limits):
            if self in crowd and len(crowd) > FAR_TOO_MANY * most:
                transport.abort()
                return

    @property
    def waits_for_client(self) -> bool:
        """Whether nothing is under way that the client is still to be told."""
        return self._is_between_requests or (self.cycle.more_body and not self.cycle.response_started)

    @property
    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def close_if_overdue(self) -> None:
        """Look what is waited for, and since when; has to be called more often than anything may take."""
        now = self.loop.time()
        unsent, self._unsent = self._unsent, self.transport.get_write_buffer_size()
        awaited, seconds = self._expected()
        if awaited != self._awaited or 0 < self._unsent < unsent:
            self._awaited, self._since = awaited, now
        elif now - self._since > seconds:
            self.give_up()

    def _expected(self) -> tuple[tuple[str, object] | None, float]:
        """What the client has to do, told apart from the same in another request, and how long it may take."""
        if self._unsent:
            return ("take the answer", self.cycle), self._limits.stall_seconds
        if self.conn.their_state is h11.SEND_BODY:
            return ("send the body", self.cycle), self._limits.body_seconds
        if not self._is_between_requests:
            return None, math.inf
        if self.timeout_keep_alive_task is not None:
            return ("send another request", self.cycle), math.inf  # uvicorn itself looks after that
        return ("send the head", self.cycle), self._limits.head_seconds

    def waiting_seconds(self) -> float:
        """For how long nothing could be done but wait for the client."""
        return self.loop.time() - self._since if self.waits_for_client else 0.0

    def give_up(self) -> None:
        """End the connection; whoever began a request and is not answered yet is told why."""
        if self._unsent or self.transport.is_closing():
            self.transport.abort()
        elif not self._is_between_requests and self.cycle.response_started:
            self.cycle.keep_alive = False  # a stream goes on to its end, whatever is missing of its request
        elif not self._is_between_requests or self.conn.trailing_data[0]:
            self._refuse(408, "too-slow", "the request did not come to its end in time; send it again, in one piece")
        else:
            self.transport.close()

    def shutdown(self) -> None:
        """Called by uvicorn when it ends; who is still sending is not waited for."""
        if self._is_between_requests or not self.waits_for_client:
            super().shutdown()
        else:
            self.give_up()

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn while it handles the error that says what is wrong."""
        error = sys.exception()
        status = error.error_status_hint if isinstance(error, h11.RemoteProtocolError) else 400
        status = status if status in _MALFORMED else 400
        self._refuse(status, *_MALFORMED[status])

    def _refuse(self, status: int, kind: str, detail: str) -> None:
        """Answer instead of the application, and close."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # whatever the application still says is not sent
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = json.dumps(problem(status, kind, detail)).encode()
            headers = {
                "Content-Type": PROBLEM_JSON,
                "Content-Length": str(len(body)),
                "Connection": "close",
                "Cache-Control": "no-store",
                **SECURITY_HEADERS,
            }
            response = h11.Response(status_code=status, headers=list(headers.items()), reason=STATUS_PHRASES[status])
            for event in (response, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def tend(connections: Iterable[asyncio.Protocol], limits: ConnectionLimits) -> None:
    """End what is overdue, and where there are too many those that have waited longest; to be called now and then."""
    for connection in list(connections):
        if isinstance(connection, Connection):
            connection.close_if_overdue()
    for crowd, most in _crowds(connections, limits):
        waiting = [one for one in crowd if one.waiting_seconds() > GRACE_SECONDS]
        for connection in sorted(waiting, key=Connection.waiting_seconds, reverse=True)[: max(0, len(crowd) - most)]:
            connection.give_up()


def _crowds(
    connections: Iterable[asyncio.Protocol], limits: ConnectionLimits
) -> Iterator[tuple[list[Connection], int]]:
    """The connections of each address, then all together, each with how many there should be."""
    there = [one for one in connections if isinstance(one, Connection) and not one.transport.is_closing()]
    households: defaultdict[str, list[Connection]] = defaultdict(list)
    for one in there:
        if one.household is not None:
            households[one.household].append(one)
    for crowd in households.values():
        yield crowd, limits.per_address
    yield [one for one in there if not one.transport.is_closing()], limits.most

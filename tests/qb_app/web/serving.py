"""A real server on loopback, in a thread of its own, and clients that send what they like from any address there."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from qb_app.api import create_app
from qb_app.storage import Storage
from qb_app.web.server import Server, take_port
from qb_app.web.settings import ApiSettings

PATIENCE = 60
"""Seconds after which something that must come has not; a busy machine never needs so long."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    """By their names in lower case."""
    document: Any

    @property
    def kind(self) -> str:
        return str(self.document["type"]).removeprefix("urn:qbcoach:")


@contextmanager
def served(storage: Storage, settings: ApiSettings | None = None) -> Iterator[int]:
    """The port of a server over this storage."""
    with running(Server(create_app(settings or ApiSettings(), storage))) as port:
        yield port


@contextmanager
def running(server: Server) -> Iterator[int]:
    with take_port("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
    assert not thread.is_alive()


def connect(port: int, address: str = "127.0.0.1") -> socket.socket:
    """A connection from this address, which may be any in 127.0.0.0/8."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))


def ask(
    port: int, path: str = "/api/v1/health", *, address: str = "127.0.0.1", method: str = "GET", **headers: str
) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (address, 0))
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, headers=sent)
        return _answer(connection.getresponse())
    finally:
        connection.close()


def answer_to(line: socket.socket) -> Answer | None:
    """What the server says on this line; None when it closed the line without a word."""
    if not line.recv(1, socket.MSG_PEEK):
        return None
    response = http.client.HTTPResponse(line)
    response.begin()
    return _answer(response)


def _answer(response: http.client.HTTPResponse) -> Answer:
    text = response.read()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, json.loads(text) if "json" in headers.get("content-type", "") else text)


def is_closed(line: socket.socket) -> bool:
    """Whether the server has ended this line without a word."""
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)

"""Connections that keep the server waiting: they are ended, they shut out nobody, and what is answered is not cut."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from ipaddress import ip_network

import pytest

from qb_app.api import create_app
from qb_app.storage import Storage, open_storage
from qb_app.web import streams
from qb_app.web.connections import Connection
from qb_app.web.guard import CONTENT_SECURITY_POLICY
from qb_app.web.server import Server
from qb_app.web.settings import ApiSettings, ConnectionLimits
from tests.qb_app.web.conftest import EXAMPLE, needs_kernel
from tests.qb_app.web.serving import Answer, answer_to, ask, connect, is_closed, running, served, wait_until

SHORT = ConnectionLimits(head_seconds=0.3, body_seconds=0.3, idle_seconds=1, stall_seconds=0.3)
LONG = ConnectionLimits(head_seconds=600, body_seconds=600, idle_seconds=600, stall_seconds=600)
HEAD = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = (
    b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
)


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def test_silent_connections_shut_out_nobody(storage: Storage, lines: ExitStack) -> None:
    """They stay as long as they like here, and yet neither a neighbour nor their own address is refused."""
    with served(storage, ApiSettings(connections=LONG)) as port:
        silent = [lines.enter_context(connect(port, "127.0.0.2")) for _ in range(210)]
        assert ask(port, address="127.0.0.3").status == 200
        wait_until(lambda: sum(map(is_closed, silent)) >= 210 - LONG.per_address)
        assert ask(port, address="127.0.0.2").status == 200
        assert sum(map(is_closed, silent)) < 210, "those that have waited longest have made room"


def test_silent_connections_of_many_addresses_shut_out_nobody(storage: Storage, lines: ExitStack) -> None:
    with served(storage, ApiSettings(connections=LONG)) as port:
        for number in range(2, 9):
            for _ in range(30):
                lines.enter_context(connect(port, f"127.0.0.{number}"))
        assert ask(port, address="127.0.0.9").status == 200
        assert ask(port, address="127.0.0.2").status == 200


def test_silent_connections_are_ended_in_time(storage: Storage, lines: ExitStack) -> None:
    with served(storage, ApiSettings(connections=SHORT)) as port:
        silent = [lines.enter_context(connect(port)) for _ in range(SHORT.per_address)]
        wait_until(lambda: all(map(is_closed, silent)))
        assert ask(port).status == 200


def drip(line: socket.socket, text: bytes, stop: threading.Event) -> None:
    """A byte now and then, as long as they are taken."""
    try:
        for byte in text:
            line.sendall(bytes([byte]))
            if stop.wait(0.05):
                return
    except OSError:
        pass


def dripped(port: int, beginning: bytes, slowly: bytes) -> Answer | None:
    with connect(port) as line:
        line.sendall(beginning)
        stop = threading.Event()
        dripping = threading.Thread(target=drip, args=(line, slowly, stop))
        dripping.start()
        try:
            return answer_to(line)
        finally:
            stop.set()
            dripping.join()


@pytest.mark.parametrize(
    ("beginning", "slowly"),
    [
        (HEAD[:30], b""),
        (HEAD[:-2], b"X-More: " + b"x" * 2_000),
        (POST, b""),
        (POST.replace(b"h: 2", b"h: 2000"), b" " * 2_000),
        (POST.replace(b"Content-Length: 2", b"Transfer-Encoding: chunked"), b"1\r\n{\r\n" + b"1\r\n \r\n" * 300),
    ],
)
def test_half_a_request_is_told_that_it_is_too_slow(storage: Storage, beginning: bytes, slowly: bytes) -> None:
    with served(storage, ApiSettings(connections=SHORT)) as port:
        answer = dripped(port, beginning, slowly)
        assert answer is not None
        assert (answer.status, answer.kind) == (408, "too-slow")
        assert answer.headers["content-type"] == "application/problem+json"
        assert ask(port, "/api/v1/matches").document["matches"] == [], "nothing was begun"


def test_a_line_that_goes_on_slowly_after_an_answer_is_ended_too(storage: Storage) -> None:
    with served(storage, ApiSettings(connections=SHORT)) as port:
        for second in (HEAD[:20], POST):
            with connect(port) as line:
                line.sendall(HEAD + second)
                first = answer_to(line)
                assert first is not None
                assert first.status == 200
                wait_until(lambda line=line: is_ended(line))  # type: ignore[misc]


def is_ended(line: socket.socket) -> bool:
    """Whether the server has ended this line, whatever it said before."""
    line.setblocking(False)
    try:
        while line.recv(1_000):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        pass
    return True


def test_an_idle_line_is_ended(storage: Storage) -> None:
    with served(storage, ApiSettings(connections=SHORT)) as port, connect(port) as line:
        for _ in range(2):
            line.sendall(HEAD)
            answer = answer_to(line)
            assert answer is not None
            assert answer.status == 200, "a line that is used stays"
        wait_until(lambda: is_closed(line))


def test_who_does_not_take_the_answer_is_ended(storage: Storage) -> None:
    server = Server(create_app(ApiSettings(connections=SHORT), storage))
    with running(server) as port, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.connect(("127.0.0.1", port))
        asked = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        line.sendall(asked * 40)  # far more than lies between us
        wait_until(lambda: any(has_unsent(one) for one in list(server.server_state.connections)))
        wait_until(lambda: not server.server_state.connections)
        assert ask(port).status == 200


def has_unsent(connection: object) -> bool:
    return isinstance(connection, Connection) and connection.transport.get_write_buffer_size() > 0


@needs_kernel
def test_a_stream_outlives_every_limit(storage: Storage, lines: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the oldest line of an address that has too many, and takes longer than anything may that is waited for."""
    monkeypatch.setattr(streams, "ALIVE_SECONDS", 0.5)
    limits = ConnectionLimits(head_seconds=600, body_seconds=0.1, idle_seconds=1, stall_seconds=0.1, per_address=4)
    with served(storage, ApiSettings(connections=limits)) as port, connect(port) as line:
        body = b'{"position": "%s", "seconds": 60}' % EXAMPLE.encode()
        head = POST.replace(b"matches", b"positions/deep").replace(b"h: 2", b"h: %d" % len(body))
        line.sendall(head + body)
        read_events(line, 1)
        silent = [lines.enter_context(connect(port)) for _ in range(7)]
        wait_until(lambda: sum(map(is_closed, silent)) >= 4)
        read_events(line, 20)


def read_events(line: socket.socket, count: int) -> None:
    told = b""
    while told.count(b"still here") + told.count(b"event: progress") < count:
        received = line.recv(10_000)
        assert received, told
        told += received


def test_a_proxy_has_as_many_lines_as_it_needs(storage: Storage, lines: ExitStack) -> None:
    limits = replace(LONG, per_address=4)
    settings = ApiSettings(connections=limits, trusted_proxies=(ip_network("127.0.0.2"),))
    with served(storage, settings) as port:
        proxys = [lines.enter_context(connect(port, "127.0.0.2")) for _ in range(20)]
        others = [lines.enter_context(connect(port, "127.0.0.3")) for _ in range(8)]
        wait_until(lambda: sum(map(is_closed, others)) == 4)
        assert not any(map(is_closed, proxys))


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        (b"hello\r\n\r\n", 400, "malformed"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "malformed"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "malformed"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "malformed"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nno colon\r\n\r\n", 400, "malformed"),
        (POST.replace(b"Content-Length: 2", b"Content-Length: two"), 400, "malformed"),
        (POST.replace(b"Content-Length: 2", b"Transfer-Encoding: chunked") + b"zz\r\n", 400, "malformed"),
        (HEAD[:-2] + b"X: " + b"x" * 20_000, 431, "too-large"),
        (b"GET /" + b"a" * 20_000, 431, "too-large"),
    ],
)
def test_what_is_no_request_is_answered_with_a_problem(port: int, sent: bytes, status: int, kind: str) -> None:
    with connect(port) as line:
        line.sendall(sent)
        answer = answer_to(line)
    assert answer is not None
    assert (answer.status, answer.kind, answer.document["status"]) == (status, kind, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["connection"] == "close"
    assert ask(port).status == 200


def test_an_upgrade_is_not_taken(port: int) -> None:
    assert ask(port, connection="upgrade", upgrade="websocket").status == 200


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with open_storage(str(tmp_path_factory.mktemp("served") / "web.db")) as storage, served(storage) as taken:
        yield taken

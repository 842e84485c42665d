"""The command ``serve`` and ``qbcoach`` alone: ports, tokens, the browser, and how the server ends."""

from __future__ import annotations

import http.client
import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from qb_app.cli import serve as serve_cli
from qb_app.errors import InputError
from qb_app.web import browser, server
from qb_app.web.place import Place, is_loopback
from qb_app.web.server import answers, take_free_port, take_port
from qb_app.web.settings import ApiSettings
from qb_app.web.tokens import read_token
from tests.qb_app.conftest import Refuse
from tests.qb_app.web.conftest import EXAMPLE, needs_kernel

TOKEN = "correct-horse-battery"


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server as a process of its own, and its port."""
    command = [sys.executable, "-m", "qb_app.cli", "serve", "--port", "0", "--no-open", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **environment}
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        assert line.startswith("qbCoach: http://127.0.0.1:"), line + process.communicate()[1].decode()
        yield process, int(line.split(":")[3].split("/")[0])
    finally:
        process.kill()
        process.communicate()


def status_of(port: int, **headers: str) -> int:
    """The answer of a server that may only just be starting."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/v1/health", headers=headers)
    response = connection.getresponse()
    assert response.headers["server"] is None
    connection.close()
    return response.status


def test_it_answers_is_found_and_ends_quietly() -> None:
    with serving() as (process, port):
        assert status_of(port) == 200
        assert answers(Place("127.0.0.1", port))
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=60)
        assert process.returncode == 0
        assert log.decode().splitlines() == ["GET /api/v1/health 200"] * 2


@needs_kernel
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_while_a_search_is_running(sign: signal.Signals) -> None:
    with serving() as (process, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        body = json.dumps({"position": EXAMPLE, "seconds": 60})
        connection.request("POST", "/api/v1/positions/deep", body, {"content-type": "application/json"})
        response = connection.getresponse()
        assert response.readline() == b"event: started\n"
        process.send_signal(sign)
        assert response.read().endswith(b"event: cancelled\ndata: {}\n\n")
        process.communicate(timeout=30)
        assert process.returncode == 0
        connection.close()


def test_a_token_in_the_environment_or_in_a_file_is_wanted(tmp_path: Path) -> None:
    with serving(QBCOACH_TOKEN=TOKEN) as (_, port):
        assert status_of(port) == 401
        assert status_of(port, Authorization=f"Bearer {TOKEN}") == 200
        assert not answers(Place("127.0.0.1", port))
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n", encoding="utf-8")
    assert read_token(file) == TOKEN


def test_a_new_token_is_shown_and_lets_in() -> None:
    with serving("--host", "0.0.0.0", "--new-token") as (process, port):
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        assert re.fullmatch(rf"(For other devices|With its token): http://[^/]+:{port}/#token=\S{{32}}\n", line)
        token = line.strip().partition("#token=")[2]
        assert status_of(port, Authorization=f"Bearer {token}") == 200
        assert status_of(port) == 401


def test_a_terminal_is_shown_the_token_and_its_code() -> None:
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "qb_app.cli", "serve", "--port", "0", "--no-open"]
    process = subprocess.Popen(
        [*command, "--public-name", "coach.example.org"],
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "QBCOACH_TOKEN": TOKEN, "COLUMNS": "100", "TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(terminal)
    try:
        text = b""
        while "▀".encode() not in text:
            text += os.read(screen, 10_000)
    finally:
        process.kill()
        process.wait()
        os.close(screen)
    assert f"For other devices: https://coach.example.org/#token={TOKEN}\r\n" in text.decode("utf-8", "replace")


@pytest.mark.parametrize("makes_token", [True, False])
def test_a_token_that_is_kept_elsewhere_is_not_written_into_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, makes_token: bool
) -> None:
    Spy(monkeypatch, running=False)
    file = tmp_path / "token"
    if not makes_token:
        file.write_text(TOKEN, encoding="utf-8")
    serve_cli.serve(host="0.0.0.0", port=0, token_file=file, makes_token=makes_token, no_open=True)
    token = read_token(file)
    assert token is not None
    assert token not in capsys.readouterr().out


def test_a_port_that_is_taken_makes_no_token(tmp_path: Path, refuse: Refuse) -> None:
    file = tmp_path / "token"
    with take_port("127.0.0.1", 0) as taken:
        refuse("serve", "--port", str(taken.getsockname()[1]), "--new-token", "--token-file", str(file))
    assert not file.exists()


def test_a_server_that_others_can_reach_needs_a_safe_token(
    refuse: Refuse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QBCOACH_TOKEN", raising=False)
    assert "so it needs a token" in refuse("serve", "--host", "0.0.0.0", "--port", "0")
    for token in ("short", "with a space in its middle", "ümläuts-are-not-headers"):
        monkeypatch.setenv("QBCOACH_TOKEN", token)
        assert "the token is not safe" in refuse("serve", "--port", "0")
    monkeypatch.delenv("QBCOACH_TOKEN")
    assert read_token(None) is None
    file = tmp_path / "empty"
    file.write_text("\n", encoding="utf-8")
    assert "so it needs a token" in refuse("serve", "--host", "example.org", "--token-file", str(file))


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        *(("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True)),
        *(("0.0.0.0", False), ("192.168.1.5", False), ("example.org", False), ("::", False)),
    ],
)
def test_only_this_machine_is_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


def test_a_port_that_is_taken_is_one_sentence(refuse: Refuse) -> None:
    with take_port("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        told = f"port {port} of 127.0.0.1 is taken; choose another with --port"
        assert refuse("serve", "--port", str(port)) == told
        with take_free_port("127.0.0.1", port) as other:
            assert port < other.getsockname()[1] < port + server.PORTS_TRIED


def test_a_place_that_is_not_there_is_one_sentence(refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QBCOACH_TOKEN", TOKEN)
    assert "nowhere.invalid" in refuse("serve", "--host", "nowhere.invalid")
    monkeypatch.setattr(server, "PORTS_TRIED", 0)
    with pytest.raises(InputError, match="are all taken"):
        take_free_port("127.0.0.1", 1)


class Spy:
    """What would have been opened and served."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, running: bool) -> None:
        self.opened: list[str] = []
        self.served: list[int] = []
        monkeypatch.setattr(serve_cli, "answers", lambda place: running)
        monkeypatch.setattr(serve_cli, "show_page", self.opened.append)
        monkeypatch.setattr(serve_cli, "run_server", lambda app, socket: self.served.append(socket.getsockname()[1]))


def test_alone_it_opens_the_page_of_the_one_that_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spy = Spy(monkeypatch, running=True)
    serve_cli.open_page()
    assert (spy.opened, spy.served) == (["http://127.0.0.1:8766/"], [])
    assert capsys.readouterr().out == "qbCoach runs already: http://127.0.0.1:8766/\n"


def test_alone_it_takes_the_next_free_port_and_says_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spy = Spy(monkeypatch, running=False)
    with take_port("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve_cli, "DEFAULT_PORT", port)
        serve_cli.open_page()
    assert len(spy.served) == 1
    assert spy.served[0] > port
    assert f"qbCoach: http://127.0.0.1:{spy.served[0]}/ (Ctrl-C stops it)" in capsys.readouterr().out


@pytest.mark.parametrize("built", [True, False])
def test_the_page_is_opened_when_there_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, built: bool
) -> None:
    spy = Spy(monkeypatch, running=False)
    monkeypatch.setattr(serve_cli, "ApiSettings", partial(ApiSettings, static=tmp_path))
    if built:
        (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    serve_cli.serve(port=0)
    assert len(spy.opened) == built
    assert ("make page" in capsys.readouterr().out) is not built
    serve_cli.serve(port=0, no_open=True)
    assert len(spy.opened) == built


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({"SSH_CONNECTION": "1 2 3 4"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_only_where_there_is_a_screen(
    environment: dict[str, str], platform: str, expected: bool
) -> None:
    assert browser.has_screen(environment, platform) is expected


def test_a_browser_that_fails_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(address: str) -> bool:
        raise OSError("no browser")

    monkeypatch.setattr("webbrowser.open", fail)
    browser._open("http://127.0.0.1/")
    assert "no browser" in capsys.readouterr().err


@pytest.mark.parametrize("body", [b"hello", b"[]", b'{"status": "ok"}', b'{"status": "bad", "kernel": true}'])
def test_something_else_on_the_port_is_not_taken_for_qbcoach(body: bytes) -> None:
    with take_port("127.0.0.1", 0) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n" + body)

        thread = threading.Thread(target=answer)
        thread.start()
        port = listening.getsockname()[1]
        assert not answers(Place("127.0.0.1", port))
        thread.join()
    assert not answers(Place("127.0.0.1", port)), "nobody listens there any more"


def test_the_command_line_does_not_load_the_web() -> None:
    code = (
        "import sys, qb_app.cli.program; "
        "print([name for name in sys.modules if name in ('fastapi', 'uvicorn', 'starlette', 'pydantic', 'asyncio')])"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert process.stdout.decode().strip() == "[]"

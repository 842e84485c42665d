"""The server as a process: its port, its token, its log, and how it ends."""

from __future__ import annotations

import errno
import ipaddress
import json
import logging
import os
import re
import signal
import socket
import sys
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from gamekit.quoting import escaped, quoted
from qb_app.errors import InputError
from qb_app.files import read_text
from qb_app.web.desk import AnalysisDesk

TOKEN_VARIABLE = "QBCOACH_TOKEN"
SHORTEST_TOKEN = 16
MOST_TOKEN_BYTES = 4_096
PORTS_TRIED = 20
STOP_SECONDS = 5
ANSWER_SECONDS = 5
_TOKEN = re.compile(r"[!-~]+")
_ANYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server listens."""

    host: str
    port: int
    token: str | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        """For the browser of this machine."""
        host = "127.0.0.1" if self.host in _ANYWHERE else self.host
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_token(host: str, file: Path | None) -> str | None:
    """The token that is set; a server that others can reach must have one."""
    token = os.environ.get(TOKEN_VARIABLE, "") if file is None else read_text(file, MOST_TOKEN_BYTES)
    token = token.strip()
    if not token:
        if is_loopback(host):
            return None
        raise InputError(
            f"at {quoted(host)} others can reach this server, so it needs a token: put at least {SHORTEST_TOKEN}"
            f" characters into {TOKEN_VARIABLE} or into a file for --token-file"
        )
    if len(token) < SHORTEST_TOKEN or not _TOKEN.fullmatch(token):
        raise InputError(
            f"the token is not safe: it needs {SHORTEST_TOKEN} letters, digits and signs or more, without spaces"
        )
    return token


def take_port(host: str, port: int) -> socket.socket:
    """A socket that listens there; a port that is taken is one sentence."""
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise InputError(f"{quoted(host)} is no place to listen at: {error.strerror or error}") from error
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(target)
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTakenError(f"port {port} of {host} is taken; choose another with --port") from error
        raise InputError(f"port {port} of {host} cannot be used: {error.strerror or error}") from error
    return listening


class PortTakenError(InputError):
    """Another program listens there."""


def take_free_port(host: str, port: int) -> socket.socket:
    """That port, or the next one that is free."""
    for candidate in range(port, port + PORTS_TRIED):
        try:
            return take_port(host, candidate)
        except PortTakenError:
            continue
    raise InputError(
        f"the ports {port} to {port + PORTS_TRIED - 1} are all taken; choose one with 'qbcoach serve --port'"
    )


def answers(place: Place) -> bool:
    """Whether a qbCoach listens there already."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy: it is this machine
    try:
        with opener.open(f"{place.address}api/v1/health", timeout=ANSWER_SECONDS) as response:
            found = json.loads(response.read(10_000))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("status") == "ok" and "kernel" in found


def run_server(app: FastAPI, listening: socket.socket) -> None:
    """Serve until Ctrl-C or a request to end; then analyses are called off, and nothing waits for them."""
    _log_to_stderr()
    config = uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        limit_concurrency=200,
    )
    _Server(config, app.state.service.desk).run(sockets=[listening])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, desk: AnalysisDesk) -> None:
        super().__init__(config)
        self._desk = desk

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ending is what the user wants, so the signal is not raised once more after it."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._desk.close()  # streams end with it, and nobody has to wait for them
        await super().shutdown(sockets)


class _LineFormatter(logging.Formatter):
    """Nothing in a message can look like another line of the log, or be obeyed by the terminal that shows it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the name is logging's
        return escaped(super().formatMessage(record))

    def formatException(self, *error: Any) -> str:  # noqa: N802  # as above
        return escaped(super().formatException(*error), keep="\n")


def _log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_LineFormatter("%(message)s"))
    logger = logging.getLogger("qbcoach")
    logger.handlers = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False

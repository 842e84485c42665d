"""The server as a process: its port, its log, and how it ends."""

from __future__ import annotations

import ctypes
import errno
import json
import logging
import signal
import socket
import sys
import urllib.request
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from gamekit.quoting import escaped, quoted
from qb_app.errors import InputError
from qb_app.system_errors import cause
from qb_app.web.connections import ConnectionConfig, tend
from qb_app.web.place import Place
from qb_app.web.service import Service

PORTS_TRIED = 20
STOP_SECONDS = 5
ANSWER_SECONDS = 5
TICKS_BETWEEN_LOOKS = 3
"""Of a tenth of a second."""
_MALLOC_ARENA_MAX = -8
"""As malloc.h has it."""


def take_port(host: str, port: int) -> socket.socket:
    """A socket that listens there; a port that is taken is one sentence."""
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise InputError(f"{quoted(host)} is no place to listen at: {cause(error)}") from error
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(target)
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTakenError(f"port {port} of {host} is taken; choose another with --port") from error
        raise InputError(f"port {port} of {host} cannot be used: {cause(error)}") from error
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
    _share_memory()
    Server(app).run(sockets=[listening])


class Server(uvicorn.Server):
    """Serves an application made by ``create_app``; looks after its connections, and ends without waiting."""

    def __init__(self, app: FastAPI) -> None:
        service: Service = app.state.service
        super().__init__(ConnectionConfig(app, service.settings, timeout_graceful_shutdown=STOP_SECONDS))
        self._desk, self._jobs = service.desk, service.jobs
        self._limits = service.settings.connections

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_BETWEEN_LOOKS == 0:
            tend(self.server_state.connections, self._limits)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ending is what the user wants, so the signal is not raised once more after it."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._desk.close()  # streams end with it, and nobody has to wait for them
        self._jobs.close()
        await super().shutdown(sockets)


class _LineFormatter(logging.Formatter):
    """Nothing in a message can look like another line of the log, or be obeyed by the terminal that shows it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the name is logging's
        return escaped(super().formatMessage(record))

    def formatException(self, *error: Any) -> str:  # noqa: N802  # as above
        return escaped(super().formatException(*error), keep="\n")


def _share_memory() -> None:
    """Let threads share memory: the C library of Linux gives each its own and keeps it, so that a server grows."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # another C library, which does not
            ctypes.CDLL(None).mallopt(_MALLOC_ARENA_MAX, 2)


def _log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_LineFormatter("%(message)s"))
    logger = logging.getLogger("qbcoach")
    logger.handlers = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False

"""A PostgreSQL server of the tests' own: on loopback, in a folder that goes when it stops."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

USER = "qbcoach"
_START_SECONDS = 60
_ATTEMPTS = 3


class NoServerError(Exception):
    """PostgreSQL is not installed, or does not start."""


class PostgresServer:
    """Runs from ``start`` to ``remove``; may be stopped and started in between."""

    def __init__(self) -> None:
        self._programs = _find_programs()
        self._account = _account()
        self._folder = Path(tempfile.mkdtemp(prefix="qbcoach-postgres-"))
        self._data = self._folder / "data"
        self.port = 0
        if self._account:
            shutil.chown(self._folder, self._account)
        self._run("initdb", "-D", self._data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start on a free port; another program may take it in between, so try again."""
        for attempt in range(_ATTEMPTS):
            self.port = free_port()
            try:
                self.start_again()
            except NoServerError:
                if attempt == _ATTEMPTS - 1:
                    raise
            else:
                return

    def start_again(self) -> None:
        """Start on the same port as before."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        log = self._folder / "log"
        self._run("pg_ctl", "start", "-D", self._data, "-w", "-t", _START_SECONDS, "-l", log, "-o", options)

    def stop(self) -> None:
        """Stop at once, as in a crash."""
        self._run("pg_ctl", "stop", "-D", self._data, "-m", "immediate", "-w")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *arguments: object) -> None:
        as_other: dict[str, Any] = {"user": self._account, "extra_groups": []} if self._account else {}
        # Output goes to a file, for a server that inherits a pipe would keep it open.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [str(self._programs / program), *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                check=False,
                **as_other,
            )
            output.seek(0)
            if done.returncode:
                raise NoServerError(f"{program} failed: {output.read().decode(errors='replace')}")


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _find_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if not found and not on_path:
        raise NoServerError("PostgreSQL is not installed; 'scripts/setup dev' installs it where there is apt-get")
    return found[-1].parent if found else Path(str(on_path)).parent


def _account() -> str | None:
    """Whom to run the server as: root must not."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return pwd.getpwnam("nobody").pw_name

"""A real server in a process of its own, for measurements and for tests in a browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_ADDRESS = re.compile(r"http://[\w.\[\]:]+:\d+/?")


@contextmanager
def running_coach(data: Path, *options: str, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """``qbcoach serve`` on a free port with its data in that folder; yields the address, without a slash at its end."""
    process, address = started_coach(data, "--port", "0", *options, environment=environment)
    try:
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=30)


def started_coach(
    data: Path, *options: str, log: str = "server.log", environment: Mapping[str, str] | None = None
) -> tuple[subprocess.Popen[str], str]:
    """The process of ``qbcoach serve`` and its address; whoever starts it has to end it, with ``communicate``."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / log).open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "qb_app.cli", "serve", "--no-open", *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "QBCOACH_DATA": str(data), "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
    assert process.stdout is not None
    return process, _address(process.stdout, data / log)


def _address(told: Iterator[str], log: Path) -> str:
    for line in told:
        found = _ADDRESS.search(line)
        if found:
            return found[0].rstrip("/")
    raise RuntimeError(f"the server did not start: {log.read_text(encoding='utf-8')}")

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
    data.mkdir(parents=True, exist_ok=True)
    log = data / "server.log"
    with log.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "qb_app.cli", "serve", "--port", "0", "--no-open", *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "QBCOACH_DATA": str(data), "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
    assert process.stdout is not None
    with process.stdout as told:
        try:
            yield _address(told, log)
        finally:
            process.terminate()
            process.wait(timeout=30)


def _address(told: Iterator[str], log: Path) -> str:
    for line in told:
        found = _ADDRESS.search(line)
        if found:
            return found[0].rstrip("/")
    raise RuntimeError(f"the server did not start: {log.read_text(encoding='utf-8')}")

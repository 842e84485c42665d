"""A sign of life on the terminal while something takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from qb_app.terminal import open_console

QUIET_SECONDS = 1.0


@contextmanager
def spinner(title: str) -> Iterator[None]:
    """Turns on a terminal that watches stderr, once the work inside has taken a second."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.status import Status  # only here: whoever does not wait need not load it

    status = Status(title, console=open_console(stderr=True))
    timer = Timer(QUIET_SECONDS, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()

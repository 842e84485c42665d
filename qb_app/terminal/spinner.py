"""A sign of life on the terminal while something takes longer than a second."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, Timer
from typing import Generic, TypeVar

from qb_app.terminal.console import open_console

T = TypeVar("T")
QUIET_SECONDS = 1.0
INTERRUPTED = 130
"""The exit code that shells give to a program stopped by Ctrl-C."""


@contextmanager
def spinner(title: str) -> Iterator[None]:
    """Turns on a terminal that watches stderr, once the work inside has taken a second."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.status import Status  # only here: whoever does not wait need not load it

    status = Status(title, console=open_console(stderr=True))
    timer = Timer(QUIET_SECONDS, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def waited_for(title: str, work: Callable[[], T]) -> T:
    """The result of work that itself cannot be interrupted; Ctrl-C ends the program."""
    job = _Job(work)
    try:
        with spinner(title):
            job.start()
            job.join()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)  # nothing less would stop the work
    return job.result()


class _Job(Thread, Generic[T]):
    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.found: list[T] = []
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.found.append(self.work())
        except Exception as error:
            self.error = error

    def result(self) -> T:
        if self.error is not None:
            raise self.error
        return self.found[0]

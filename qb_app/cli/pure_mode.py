"""One line for those who run without the compiled kernel, so that nobody wonders about the time it takes."""

from __future__ import annotations

from qb_app.terminal.console import echo
from qb_engine.kernel import door

PURE_NOTE = "qbcoach: pure Python mode, without the compiled kernel: no deep search, all else the same, only slower"


def is_pure() -> bool:
    return not door.available


def say_if_pure() -> None:
    """Tell it on stderr, before the work begins."""
    if is_pure():
        echo(PURE_NOTE, err=True)

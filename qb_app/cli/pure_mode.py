"""One line for those who run without the compiled kernel, so that nobody wonders about the time it takes."""

from __future__ import annotations

import typer

PURE_NOTE = "qbcoach: pure Python mode, without the compiled kernel: no deep search, all else the same, only slower"


def say_if_pure() -> None:
    """Tell it on stderr, before the work begins."""
    from qb_engine.kernel import door as kernel

    if not kernel.available:
        typer.echo(PURE_NOTE, err=True)

"""What cannot be taken back is asked about first."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gamekit.quoting import escaped
from qb_app.errors import InputError
from qb_app.terminal.console import echo

YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do it without a question.")]


def confirm(what: str, *, yes: bool) -> None:
    """Go on if the user says so; ``what`` is a sentence about what would be lost, with its full stop."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InputError(
            f"{what[0].lower()}{what[1:].rstrip('.')}; nobody can be asked here, so say --yes if it is meant"
        )
    if not typer.confirm(escaped(f"{what} Go on?"), err=True):
        echo("Nothing was changed.", err=True)
        raise typer.Exit(1)

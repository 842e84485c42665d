"""The command ``restore``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.backups import backup_document
from qb_app.errors import InputError
from qb_app.figures import counted
from qb_app.files import read_lines
from qb_app.storage import open_vault
from qb_app.storage.backup import Backup
from qb_app.terminal.backups import show_backup


def restore(
    file: Annotated[Path, typer.Argument(help="A file written by 'qbcoach backup'.")],
    replace: Annotated[bool, typer.Option("--replace", help="Forget everything that is stored now.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before that.")] = False,
    json: JsonOption = False,
) -> None:
    head = Backup(str(file), read_lines(file)).check()  # whole, before anything else is looked at
    if replace and not yes and not _may_replace():
        typer.echo("Nothing was changed.", err=True)
        raise typer.Exit(1)
    with open_vault() as vault:
        vault.restore(Backup(str(file), read_lines(file)), replace=replace)
    show(lambda: backup_document(head), lambda console: show_backup(console, f"Restored from {file}", head), json=json)


def _may_replace() -> bool:
    """Whether nothing would be lost, or the user says so."""
    with open_vault(reading=True) as vault:
        rows = sum(vault.rows().values())
    if not rows:
        return True
    if not sys.stdin.isatty():
        raise InputError(
            f"{counted(rows, 'row')} would be forgotten, and here is nobody to ask; add --yes if that is meant"
        )
    return typer.confirm(f"{counted(rows, 'row')} will be forgotten. Replace everything?", err=True)

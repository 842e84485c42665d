"""The command ``restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.confirming import YesOption, confirm
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.backups import backup_document
from qb_app.figures import counted
from qb_app.files import read_lines
from qb_app.storage import open_vault
from qb_app.storage.backup import Backup
from qb_app.terminal.backups import show_backup


def restore(
    file: Annotated[Path, typer.Argument(help="A file written by 'qbcoach backup'.")],
    replace: Annotated[bool, typer.Option("--replace", help="Forget everything that is stored now.")] = False,
    yes: YesOption = False,
    json: JsonOption = False,
) -> None:
    head = Backup(str(file), read_lines(file)).check()  # whole, before anything else is looked at
    if replace and (stored := _stored_rows()):
        confirm(f"{counted(stored, 'row')} will be forgotten and replaced.", yes=yes)
    with open_vault() as vault:
        vault.restore(Backup(str(file), read_lines(file)), replace=replace)
    show(lambda: backup_document(head), lambda console: show_backup(console, f"Restored from {file}", head), json=json)


def _stored_rows() -> int:
    with open_vault(reading=True) as vault:
        return sum(vault.rows().values())

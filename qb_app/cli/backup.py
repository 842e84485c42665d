"""The command ``backup``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.backups import backup_document
from qb_app.errors import InputError
from qb_app.files import check_writable, written_packed
from qb_app.storage import open_vault
from qb_app.storage.location import database_location
from qb_app.storage.sqlite_file import own_files
from qb_app.terminal.backups import show_backup


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; compressed if its name ends in .gz.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file.")] = False,
    json: JsonOption = False,
) -> None:
    _check_target(file, force=force)
    with open_vault(reading=True) as vault, written_packed(file, force=force) as target:
        head = vault.write(target)
    show(lambda: backup_document(head), lambda console: show_backup(console, f"Written to {file}", head), json=json)


def _check_target(file: Path, *, force: bool) -> None:
    """Refuse a target that cannot be written, and the database itself, whatever is forced."""
    location = database_location()
    if isinstance(location, Path) and file.resolve() in own_files(location.resolve()):
        raise InputError(f"{file} belongs to the database itself; name another file for the backup")
    check_writable(file, force=force)

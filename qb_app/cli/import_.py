"""The command ``import``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.cli.sessions import stored_tools
from qb_app.documents.matches import match_row
from qb_app.files import read_text
from qb_app.live.record import read_match
from qb_app.storage import open_storage


def import_(
    file: Annotated[Path, typer.Argument(help="A match written by 'qbcoach export', in either format.")],
    json: JsonOption = False,
) -> None:
    with open_storage() as storage:
        match_id = read_match(storage.matches, read_text(file), stored_tools(storage))
        info = storage.matches.info(match_id)
    told = f"Match {match_id}, {info.title}: {info.events} events."
    show(lambda: match_row(info), lambda _: typer.echo(told), json=json)

"""The command ``import``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.cli.sessions import resumed, stored_tools
from qb_app.documents.matches import match_document
from qb_app.files import read_bytes
from qb_app.live.imports import import_match
from qb_app.storage import open_storage
from qb_app.terminal.console import echo
from qb_engine.card_hydrator import CardHydrator


def import_(
    file: Annotated[Path, typer.Argument(help="A match written by 'qbcoach export', in either format.")],
    json: JsonOption = False,
) -> None:
    content = read_bytes(file)
    with open_storage() as storage:
        stored = import_match(storage.matches, content, stored_tools(storage))
        session = resumed(storage, stored)
    told = f"Match {stored}, {session.setup.title}: {session.version} events."
    show(lambda: match_document(session, CardHydrator.shared()), lambda _: echo(told), json=json)

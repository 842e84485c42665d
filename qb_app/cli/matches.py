"""The command ``matches``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.asking.opponents import choose_opponent
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.matches import match_row
from qb_app.live.times import latest_time, utc_now
from qb_app.storage import open_storage
from qb_app.terminal.matches import show_matches
from qb_engine.card_hydrator import CardHydrator


def matches(
    opponent: Annotated[str | None, typer.Option(metavar="NAME", help="Only matches against this opponent.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Show so many, the latest first.")] = 20,
    delete: Annotated[str | None, typer.Option(metavar="MATCH", help="Forget this match.")] = None,
    json: JsonOption = False,
) -> None:
    with open_storage() as storage:
        if delete is not None:
            storage.matches.delete(delete)
        own = storage.opponents.list()
        title = None if opponent is None else choose_opponent(opponent, own, CardHydrator.shared())
        found = storage.matches.matches(opponent=title, limit=limit, until=latest_time(utc_now()))
    rows = [match_row(match) for match in found]
    show(lambda: {"matches": rows}, lambda console: show_matches(console, found), json=json)

"""The command ``matches``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.asking.opponents import choose_opponent
from qb_app.cli.confirming import YesOption, confirm
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.matches import match_row
from qb_app.limits import MOST_ROWS
from qb_app.live.times import latest_time, utc_now
from qb_app.storage import open_storage
from qb_app.terminal.matches import show_matches
from qb_engine.card_hydrator import CardHydrator


def matches(
    opponent: Annotated[str | None, typer.Option(metavar="NAME", help="Only matches against this opponent.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=MOST_ROWS, help="Show so many, the latest first.")] = 20,
    after: Annotated[str | None, typer.Option(metavar="MATCH", help="Show those that came before this one.")] = None,
    delete: Annotated[str | None, typer.Option(metavar="MATCH", help="Forget this match.")] = None,
    yes: YesOption = False,
    json: JsonOption = False,
) -> None:
    with open_storage(reading=delete is None) as storage:
        if delete is not None:
            doomed = storage.matches.info(delete)
            confirm(f"The match {doomed.match_id} {doomed.title} would be forgotten with all its entries.", yes=yes)
            storage.matches.delete(doomed.match_id)
        own = storage.opponents.list()
        title = None if opponent is None else choose_opponent(opponent, own, CardHydrator.shared())
        found = storage.matches.matches(opponent=title, limit=limit, after=after, until=latest_time(utc_now()))
    rows = [match_row(match) for match in found]
    show(lambda: {"matches": rows}, lambda console: show_matches(console, found), json=json)

"""The command ``card``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.cards import card_document
from qb_app.terminal.cards import show_card
from qb_engine.card_hydrator import CardHydrator


def card(
    name: Annotated[list[str], typer.Argument(help="Name or id of a card.")],
    json: JsonOption = False,
) -> None:
    cards = CardHydrator.shared()
    found = cards.get(" ".join(name))
    show(lambda: card_document(found, cards), lambda console: show_card(console, found, cards), json=json)

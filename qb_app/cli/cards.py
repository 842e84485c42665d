"""The command ``cards``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.asking.cards import find_cards
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.cards import cards_document
from qb_app.terminal.cards import show_cards
from qb_engine.card_hydrator import CardHydrator


def cards(
    search: Annotated[str, typer.Argument(help="Show cards with this text in name or sentence.")] = "",
    rank: Annotated[str | None, typer.Option(help="Show cards of this rank: 1, 2, 3 or replace.")] = None,
    tokens: Annotated[bool, typer.Option("--tokens", help="Show tokens instead of cards for decks.")] = False,
    json: JsonOption = False,
) -> None:
    known = CardHydrator.shared()
    found = find_cards(known, search, rank, tokens=tokens)
    show(lambda: cards_document(found, known), lambda console: show_cards(console, found, known), json=json)

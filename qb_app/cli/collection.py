"""The command ``collection``: the cards you own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.confirming import YesOption, confirm
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.collection import collection_document
from qb_app.files import is_file, read_text
from qb_app.limits import MOST_COPIES, MOST_DECK_BYTES
from qb_app.storage import open_storage
from qb_app.terminal.console import echo
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_list, parse_deck
from qb_engine.models import CardId

collection = typer.Typer()


@collection.callback(invoke_without_command=True)
def list_cards(context: typer.Context, json: JsonOption = False) -> None:
    if context.invoked_subcommand is not None:
        return
    with open_storage(reading=True) as storage:
        owned = storage.collection.owned()
    show(lambda: collection_document(owned), lambda _: _tell(owned), json=json)


def _tell(owned: dict[CardId, int]) -> None:
    cards = [card_id for card_id, copies in sorted(owned.items()) for _ in range(copies)]
    if not cards:
        echo("No card is noted yet; 'qbcoach collection set 2 zu' notes two copies.")
        return
    echo(format_deck_list(cards, CardHydrator.shared()))
    echo(f"{len(cards)} cards of {len(owned)} kinds")


@collection.command("set")
def set_copies(
    copies: Annotated[int, typer.Argument(min=0, max=MOST_COPIES, help="How many you own; 0 takes the card out.")],
    card: Annotated[list[str], typer.Argument(metavar="CARD", help="Name or id.")],
) -> None:
    """Say how many copies of a card you own."""
    found = CardHydrator.shared().get(" ".join(card))
    with open_storage() as storage:
        storage.collection.set(found.id, copies)
    echo(f"{copies} {found.name}")


@collection.command("import")
def import_list(
    text: Annotated[list[str], typer.Argument(metavar="LIST", help="A file or a list such as '2 Zu, 1 Mu'.")],
) -> None:
    """Note many cards at once; cards that are not named stay as they are."""
    said = " ".join(text)
    cards = Counter(
        parse_deck(read_text(Path(said), MOST_DECK_BYTES) if is_file(said) else said, CardHydrator.shared())
    )
    with open_storage() as storage:
        for card_id, copies in cards.items():
            storage.collection.set(card_id, copies)
    echo(f"{cards.total()} cards of {len(cards)} kinds noted")


@collection.command()
def clear(yes: YesOption = False) -> None:
    """Forget the whole collection."""
    confirm("The whole collection would be forgotten.", yes=yes)
    with open_storage() as storage:
        storage.collection.clear()
    echo("The collection is empty.")

"""The command ``collection``: the cards you own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.asking.cards import RANKS
from qb_app.asking.holdings import addition, check_owned, listed_copies, playable_copies
from qb_app.cli.confirming import YesOption, confirm
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.booster_packs import booster_packs_document
from qb_app.documents.collection import collection_document
from qb_app.errors import InputError
from qb_app.figures import counted
from qb_app.files import is_file, read_text
from qb_app.limits import MOST_COPIES, MOST_DECK_BYTES
from qb_app.storage import open_storage
from qb_app.terminal.booster_packs import show_packs
from qb_app.terminal.console import echo
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_list
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
    echo(f"{counted(len(cards), 'card')} of {counted(len(owned), 'kind')}")


@collection.command("set")
def set_copies(
    copies: Annotated[int, typer.Argument(min=0, max=MOST_COPIES, help="How many you own; 0 takes the card out.")],
    card: Annotated[list[str], typer.Argument(metavar="CARD", help="Name or id.")],
) -> None:
    """Say how many copies of a card you own."""
    hydrator = CardHydrator.shared()
    found = hydrator.get(" ".join(card))
    check_owned([found.id], hydrator)
    with open_storage() as storage:
        storage.collection.set(found.id, copies)
    echo(f"{copies} {found.name}")


@collection.command("import")
def import_list(
    text: Annotated[list[str], typer.Argument(metavar="LIST", help="A file or a list such as '2 Zu, 1 Mu'.")],
) -> None:
    """Note so many copies of each card of a list; cards that are not named stay as they are."""
    said = " ".join(text)
    content = read_text(Path(said), MOST_DECK_BYTES) if is_file(said) else said
    copies = listed_copies(content, CardHydrator.shared())
    with open_storage() as storage:
        storage.collection.set_many(copies)
    echo(f"{counted(sum(copies.values()), 'card')} of {counted(len(copies), 'kind')} noted")


@collection.command()
def add(
    pack: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A booster pack; may be repeated.")] = None,
    rank: Annotated[
        list[str] | None, typer.Option(metavar="|".join(RANKS), help="All cards of a rank; may be repeated.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All cards that a deck may hold.")] = False,
) -> None:
    """Own all cards of booster packs or ranks, as many as a deck may hold; more copies that are noted stay."""
    if not (pack or rank or everything):
        raise InputError("say what to add: --pack NAME, --rank 1, 2, 3 or replace, or --all")
    copies = playable_copies(CardHydrator.shared(), packs=pack or (), ranks=rank or (), everything=everything)
    with open_storage() as storage:
        added = addition(copies, storage.collection.owned())
        storage.collection.set_many(added.changed)
    echo(added.sentence)


@collection.command()
def packs(json: JsonOption = False) -> None:
    """List the booster packs of the game, with how many of their cards you own."""
    hydrator = CardHydrator.shared()
    with open_storage(reading=True) as storage:
        document = booster_packs_document(storage.collection.owned(), hydrator)
    show(lambda: document, lambda console: show_packs(console, document, hydrator), json=json)


@collection.command()
def clear(yes: YesOption = False) -> None:
    """Forget the whole collection."""
    confirm("The whole collection would be forgotten.", yes=yes)
    with open_storage() as storage:
        storage.collection.clear()
    echo("The collection is empty.")

"""The cards you own, on the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.cli.options import JsonOption

collection_app = typer.Typer(help="List the cards you own; add and take away copies.")


@collection_app.callback(invoke_without_command=True)
def collection(context: typer.Context, json: JsonOption = False) -> None:
    if context.invoked_subcommand is None:
        _list(json=json)


def _list(*, json: bool) -> None:
    from qb_app.documents.text import to_json
    from qb_app.storage import open_storage
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.deck_notation import format_deck_list

    with open_storage() as storage:
        owned = storage.collection.owned()
    if json:
        typer.echo(to_json({"owned": dict(sorted(owned.items()))}))
        return
    cards = [card_id for card_id, copies in sorted(owned.items()) for _ in range(copies)]
    if not cards:
        typer.echo("No card is noted yet; 'qbcoach collection set 2 zu' notes two copies.")
        return
    typer.echo(format_deck_list(cards, CardHydrator()))
    typer.echo(f"{len(cards)} cards of {len(owned)} kinds")


@collection_app.command("set")
def set_copies(
    copies: Annotated[int, typer.Argument(min=0, help="How many you own; 0 takes the card out.")],
    card: Annotated[list[str], typer.Argument(metavar="CARD", help="Name or id.")],
) -> None:
    """Say how many copies of a card you own."""
    from qb_app.storage import open_storage
    from qb_engine.card_hydrator import CardHydrator

    found = CardHydrator().get(" ".join(card))
    with open_storage() as storage:
        storage.collection.set(found.id, copies)
    typer.echo(f"{copies} {found.name}")


@collection_app.command("import")
def import_list(
    text: Annotated[list[str], typer.Argument(metavar="LIST", help="A file or a list such as '2 Zu, 1 Mu'.")],
) -> None:
    """Note many cards at once; cards that are not named stay as they are."""
    from collections import Counter
    from pathlib import Path

    from qb_app.files import read_text
    from qb_app.storage import open_storage
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.deck_notation import parse_deck

    said = " ".join(text)
    cards = Counter(parse_deck(read_text(Path(said)) if Path(said).is_file() else said, CardHydrator()))
    with open_storage() as storage:
        for card_id, copies in cards.items():
            storage.collection.set(card_id, copies)
    typer.echo(f"{cards.total()} cards of {len(cards)} kinds noted")


@collection_app.command()
def clear() -> None:
    """Forget the whole collection."""
    from qb_app.storage import open_storage

    with open_storage() as storage:
        storage.collection.clear()
    typer.echo("The collection is empty.")

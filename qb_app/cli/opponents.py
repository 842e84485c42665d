"""The command ``opponents``: the people of the game and your own profiles, with what matches showed of them."""

from __future__ import annotations

from typing import Annotated

import typer

from gamekit.quoting import quoted
from qb_app.answers.opponents import all_reports, report_of
from qb_app.asking.decks import choose_deck
from qb_app.asking.opponents import choose_opponent
from qb_app.cli.confirming import YesOption, confirm
from qb_app.cli.manners import opened_habits
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.opponents import opponent_report_document, opponents_document
from qb_app.naming import check_name, check_note
from qb_app.storage import OpponentProfile, open_storage
from qb_app.terminal.console import echo
from qb_app.terminal.opponents import show_report, show_reports
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import parse_deck

opponents = typer.Typer()

NameArgument = Annotated[list[str], typer.Argument(metavar="NAME", help="A name, or a part of it.")]


@opponents.callback(invoke_without_command=True)
def list_opponents(context: typer.Context, json: JsonOption = False) -> None:
    if context.invoked_subcommand is not None:
        return
    with open_storage(reading=True) as storage:
        reports = all_reports(storage.opponents, CardHydrator.shared())
    show(lambda: opponents_document(reports), lambda console: show_reports(console, reports), json=json)


@opponents.command("show")
def show_one(name: NameArgument, json: JsonOption = False) -> None:
    """Show one opponent: record, how it plays, known cards, and what each match showed."""
    cards = CardHydrator.shared()
    with opened_habits() as (storage, habits):
        title = choose_opponent(" ".join(name), storage.opponents.list(), cards)
        report, manner = report_of(title, storage.opponents, cards), habits.manner(title)
    show(
        lambda: opponent_report_document(report, manner.temper, manner),
        lambda console: show_report(console, report, manner, cards),
        json=json,
    )


@opponents.command()
def save(
    name: NameArgument,
    cards: Annotated[str, typer.Option(help="Cards known of the deck, as a list.")] = "",
    deck: Annotated[str | None, typer.Option(help="The whole deck: a name, code, file or list.")] = None,
    note: Annotated[str, typer.Option(help="Whatever you want to remember.")] = "",
) -> None:
    """Keep a profile of your own, in place of the one with the same name."""
    title, hydrator = check_name(" ".join(name)), CardHydrator.shared()
    known = parse_deck(cards, hydrator) if cards else ()
    with open_storage() as storage:
        whole = None if deck is None else choose_deck(deck, hydrator, storage.decks).card_ids
        storage.opponents.save(OpponentProfile(title, check_note(note), known, whole))
    echo(f"The profile of {title} is saved.")


@opponents.command()
def delete(name: NameArgument, yes: YesOption = False) -> None:
    """Forget a profile of your own; what matches showed stays with them."""
    with open_storage() as storage:
        stored = storage.opponents.get(" ".join(name))
        confirm(f"The profile of {quoted(stored.name)} would be forgotten.", yes=yes)
        storage.opponents.delete(stored.name)
    echo(f"The profile of {stored.name} is forgotten.")

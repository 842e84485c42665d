"""Opponents on the command line: the people of the game and your own profiles, with what matches showed of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from qb_app.cli.options import JsonOption

if TYPE_CHECKING:
    from qb_app.answers.opponents import OpponentReport

opponents_app = typer.Typer(help="List opponents with your record and the cards they showed; keep your own profiles.")

NameArgument = Annotated[list[str], typer.Argument(metavar="NAME", help="A name, or a part of it.")]


@opponents_app.callback(invoke_without_command=True)
def opponents(context: typer.Context, json: JsonOption = False) -> None:
    if context.invoked_subcommand is None:
        _list(json=json)


def _list(*, json: bool) -> None:
    from qb_app.answers.opponents import all_reports
    from qb_app.documents.opponents import report_document
    from qb_app.documents.text import to_json
    from qb_app.storage import open_storage
    from qb_app.terminal.console import open_console
    from qb_app.terminal.opponents import show_reports
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    with open_storage() as storage:
        reports = all_reports(storage.opponents, hydrator)
    if json:
        typer.echo(to_json({"opponents": [report_document(report) for report in reports]}))
    else:
        show_reports(open_console(), reports)


@opponents_app.command()
def show(name: NameArgument, json: JsonOption = False) -> None:
    """Show one opponent: record, known cards, and what each match showed."""
    from qb_app.documents.opponents import report_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.opponents import show_report
    from qb_engine.card_hydrator import CardHydrator

    report = _report(" ".join(name))
    if json:
        typer.echo(to_json(report_document(report)))
    else:
        show_report(open_console(), report, CardHydrator())


@opponents_app.command()
def save(
    name: NameArgument,
    cards: Annotated[str, typer.Option(help="Cards known of the deck, as a list.")] = "",
    deck: Annotated[str | None, typer.Option(help="The whole deck: a name, code, file or list.")] = None,
    note: Annotated[str, typer.Option(help="Whatever you want to remember.")] = "",
) -> None:
    """Keep a profile of your own, in place of the one with the same name."""
    from qb_app.asking.decks import choose_deck
    from qb_app.storage import OpponentProfile, open_storage
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.deck_notation import parse_deck

    hydrator = CardHydrator()
    known = parse_deck(cards, hydrator) if cards else ()
    with open_storage() as storage:
        whole = None if deck is None else choose_deck(deck, hydrator, storage.decks).card_ids
        storage.opponents.save(OpponentProfile(" ".join(name), note, known, whole))
    typer.echo(f"The profile of {' '.join(name)} is saved.")


@opponents_app.command()
def delete(name: NameArgument) -> None:
    """Forget a profile of your own; what matches showed stays with them."""
    from qb_app.storage import open_storage

    with open_storage() as storage:
        storage.opponents.delete(" ".join(name))
    typer.echo(f"The profile of {' '.join(name)} is forgotten.")


def _report(name: str) -> OpponentReport:
    from qb_app.answers.opponents import report_of
    from qb_app.asking.opponents import choose_opponent
    from qb_app.storage import open_storage
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    with open_storage() as storage:
        return report_of(choose_opponent(name, storage.opponents.list(), hydrator), storage.opponents, hydrator)

"""Decks on the command line: the library and your own, shown, saved, imported, exported, deleted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qb_app.asking.choices import DEFAULT_RULESET, DeckFormat
from qb_app.cli.options import JsonOption, RulesetOption

if TYPE_CHECKING:
    from qb_app.asking.decks import NamedDeck
    from qb_engine.card_hydrator import CardHydrator

decks_app = typer.Typer(help="List the decks of the library and your own; save, import, export and delete yours.")

DeckArgument = Annotated[
    list[str], typer.Argument(metavar="DECK", help="A saved or library name, a deck code, a file or a list.")
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name of one of your decks.")]
ReplaceOption = Annotated[bool, typer.Option("--replace", help="Overwrite the deck that has this name.")]


@decks_app.callback(invoke_without_command=True)
def decks(context: typer.Context, json: JsonOption = False) -> None:
    if context.invoked_subcommand is None:
        _list(json=json)


def _list(*, json: bool) -> None:
    from qb_app.asking.decks import NamedDeck
    from qb_app.documents.decks import deck_document
    from qb_app.documents.text import to_json
    from qb_app.storage import open_storage
    from qb_app.terminal.console import open_console
    from qb_app.terminal.decks import show_decks
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.library import LibraryDeck, library_decks

    hydrator = CardHydrator()
    with open_storage() as storage:
        own = [LibraryDeck(deck.name, deck.card_ids, "saved by you") for deck in storage.decks.list()]
    found = [*own, *library_decks(hydrator)]
    if json:
        documents = [{**deck_document(NamedDeck(deck.name, deck.card_ids)), "source": deck.source} for deck in found]
        typer.echo(to_json({"decks": documents}))
    else:
        show_decks(open_console(), found, hydrator)


@decks_app.command()
def save(
    name: NameArgument,
    text: DeckArgument,
    ruleset: RulesetOption = DEFAULT_RULESET,
    replace: ReplaceOption = False,
    json: JsonOption = False,
) -> None:
    """Save a deck under a name; one that is not legal is saved too, with every reason told."""
    _keep(name, " ".join(text), ruleset, replace=replace, json=json)


@decks_app.command("import")
def import_deck(
    file: Annotated[Path, typer.Argument(help="A text file with a deck code or a list.")],
    name: Annotated[str | None, typer.Option(help="The name; that of the file without it.")] = None,
    ruleset: RulesetOption = DEFAULT_RULESET,
    replace: ReplaceOption = False,
    json: JsonOption = False,
) -> None:
    """Save the deck of a file."""
    from qb_app.files import read_text

    _keep(name or file.stem, read_text(file), ruleset, replace=replace, json=json)


@decks_app.command("export")
def export_deck(
    name: Annotated[list[str], typer.Argument(metavar="DECK", help="A saved or library name.")],
    style: Annotated[DeckFormat, typer.Option("--format", help="A short code, or a plain list.")] = DeckFormat.CODE,
) -> None:
    """Print a deck as a code or as a list."""
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.deck_notation import format_deck_list

    hydrator = CardHydrator()
    chosen = _choose(" ".join(name), hydrator)
    typer.echo(chosen.code if style is DeckFormat.CODE else format_deck_list(chosen.card_ids, hydrator))


@decks_app.command()
def delete(name: NameArgument) -> None:
    """Forget one of your decks."""
    from qb_app.storage import open_storage

    with open_storage() as storage:
        stored = storage.decks.get(name)
        storage.decks.delete(name)
    typer.echo(f"The deck '{stored.name}' is forgotten.")


def deck(text: DeckArgument, ruleset: RulesetOption = DEFAULT_RULESET, json: JsonOption = False) -> None:
    """Show a deck with its code, and whether it is legal (if not, the exit code is 1)."""
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    if not _report(_choose(" ".join(text), hydrator), ruleset, hydrator, json=json):
        raise typer.Exit(1)


def _choose(text: str, hydrator: CardHydrator) -> NamedDeck:
    from qb_app.asking.decks import choose_deck
    from qb_app.storage import open_storage

    with open_storage() as storage:
        return choose_deck(text, hydrator, storage.decks)


def _keep(name: str, text: str, ruleset: str, *, replace: bool, json: bool) -> None:
    from qb_app.asking.decks import NamedDeck, choose_deck
    from qb_app.storage import open_storage
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.ruleset import Ruleset

    hydrator = CardHydrator()
    with open_storage() as storage:
        chosen = choose_deck(text, hydrator, storage.decks)
        rules = str(Ruleset.parse(ruleset))
        stored = storage.decks.save(name, chosen.card_ids, rules, replace=replace)
    _report(NamedDeck(stored.name, stored.card_ids), ruleset, hydrator, json=json)


def _report(chosen: NamedDeck, ruleset: str, hydrator: CardHydrator, *, json: bool) -> bool:
    """Show the deck with every reason against it; whether it is legal."""
    from qb_app.documents.decks import deck_report
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.decks import show_deck
    from qb_engine.ruleset import Ruleset

    report = deck_report(chosen, Ruleset.parse(ruleset), hydrator)
    if json:
        typer.echo(to_json(report))
    else:
        show_deck(open_console(), chosen, report, hydrator)
    return report["legal"]

"""The command ``decks``: the library and your own, shown, saved, imported, exported, deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.asking.choices import DEFAULT_RULESET, DeckFormat
from qb_app.asking.decks import NamedDeck, choose_deck
from qb_app.cli.deck import chosen_deck, report_on
from qb_app.cli.options import DeckArgument, JsonOption, RulesetOption
from qb_app.cli.printing import show
from qb_app.documents.decks import decks_document
from qb_app.files import read_text
from qb_app.storage import open_storage
from qb_app.terminal.decks import show_decks
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_list
from qb_engine.library import LibraryDeck, library_decks
from qb_engine.ruleset import Ruleset

decks = typer.Typer()

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name of one of your decks.")]
ReplaceOption = Annotated[bool, typer.Option("--replace", help="Overwrite the deck that has this name.")]


@decks.callback(invoke_without_command=True)
def list_decks(context: typer.Context, json: JsonOption = False) -> None:
    if context.invoked_subcommand is not None:
        return
    with open_storage(reading=True) as storage:
        saved, cards = storage.decks.list(), CardHydrator.shared()
    own = [LibraryDeck(deck.name, deck.card_ids, "saved by you") for deck in saved]
    show(
        lambda: decks_document(saved, None, cards),
        lambda console: show_decks(console, [*own, *library_decks()], cards),
        json=json,
    )


@decks.command()
def save(
    name: NameArgument,
    text: DeckArgument,
    ruleset: RulesetOption = DEFAULT_RULESET,
    replace: ReplaceOption = False,
    json: JsonOption = False,
) -> None:
    """Save a deck under a name; one that is not legal is saved too, with every reason told."""
    _keep(name, " ".join(text), ruleset, replace=replace, json=json)


@decks.command("import")
def import_deck(
    file: Annotated[Path, typer.Argument(help="A text file with a deck code or a list.")],
    name: Annotated[str | None, typer.Option(help="The name; that of the file without it.")] = None,
    ruleset: RulesetOption = DEFAULT_RULESET,
    replace: ReplaceOption = False,
    json: JsonOption = False,
) -> None:
    """Save the deck of a file."""
    _keep(name or file.stem, read_text(file), ruleset, replace=replace, json=json)


@decks.command("export")
def export_deck(
    name: Annotated[list[str], typer.Argument(metavar="DECK", help="A saved or library name.")],
    style: Annotated[DeckFormat, typer.Option("--format", help="A short code, or a plain list.")] = DeckFormat.CODE,
) -> None:
    """Print a deck as a code or as a list."""
    chosen = chosen_deck(" ".join(name))
    coded = style is DeckFormat.CODE
    typer.echo(chosen.code if coded else format_deck_list(chosen.card_ids, CardHydrator.shared()))


@decks.command()
def delete(name: NameArgument) -> None:
    """Forget one of your decks."""
    with open_storage() as storage:
        stored = storage.decks.get(name)
        storage.decks.delete(name)
    typer.echo(f"The deck '{stored.name}' is forgotten.")


def _keep(name: str, text: str, ruleset: str, *, replace: bool, json: bool) -> None:
    with open_storage() as storage:
        chosen = choose_deck(text, CardHydrator.shared(), storage.decks)
        rules = str(Ruleset.parse(ruleset))
        stored = storage.decks.save(name, chosen.card_ids, rules, replace=replace)
    report_on(NamedDeck(stored.name, stored.card_ids), ruleset, json=json)

"""The command ``decks``: the library and your own, shown, saved, imported, exported, deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamekit.quoting import quoted
from qb_app.asking.choices import DEFAULT_RULESET, DeckFormat
from qb_app.asking.decks import NamedDeck, choose_deck, deck_in_file
from qb_app.cli.confirming import YesOption, confirm
from qb_app.cli.deck import chosen_deck, report_on
from qb_app.cli.options import DeckArgument, JsonOption, RulesetOption
from qb_app.cli.printing import show
from qb_app.documents.decks import decks_document
from qb_app.naming import check_name
from qb_app.storage import Storage, open_storage
from qb_app.terminal.console import echo
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
    cards = CardHydrator.shared()
    with open_storage() as storage:
        _keep(storage, name, choose_deck(" ".join(text), cards, storage.decks), ruleset, replace=replace, json=json)


@decks.command("import")
def import_deck(
    file: Annotated[Path, typer.Argument(help="A text file with a deck code or a list.")],
    name: Annotated[str | None, typer.Option(help="The name; that of the file without it.")] = None,
    ruleset: RulesetOption = DEFAULT_RULESET,
    replace: ReplaceOption = False,
    json: JsonOption = False,
) -> None:
    """Save the deck of a file."""
    found = deck_in_file(file, CardHydrator.shared())
    with open_storage() as storage:
        _keep(storage, name or file.stem, found, ruleset, replace=replace, json=json)


@decks.command("export")
def export_deck(
    name: Annotated[list[str], typer.Argument(metavar="DECK", help="A saved or library name.")],
    style: Annotated[DeckFormat, typer.Option("--format", help="A short code, or a plain list.")] = DeckFormat.CODE,
) -> None:
    """Print a deck as a code or as a list."""
    chosen = chosen_deck(" ".join(name))
    coded = style is DeckFormat.CODE
    echo(chosen.code if coded else format_deck_list(chosen.card_ids, CardHydrator.shared()))


@decks.command()
def delete(name: NameArgument, yes: YesOption = False) -> None:
    """Forget one of your decks."""
    with open_storage() as storage:
        stored = storage.decks.get(name)
        confirm(f"The deck {quoted(stored.name)} would be forgotten.", yes=yes)
        storage.decks.delete(name)
    echo(f"The deck {quoted(stored.name)} is forgotten.")


def _keep(storage: Storage, name: str, deck: NamedDeck, ruleset: str, *, replace: bool, json: bool) -> None:
    rules = str(Ruleset.parse(ruleset))
    stored = storage.decks.save(check_name(name), deck.card_ids, rules, replace=replace)
    report_on(NamedDeck(stored.name, stored.card_ids), ruleset, json=json)

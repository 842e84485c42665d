"""Decks on the terminal: the library, and one deck with its code and its legality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from qb_app.asking.decks import NamedDeck
from qb_app.documents.decks import DeckReport
from qb_app.terminal.console import say, say_list
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_code, format_deck_list
from qb_engine.library import LibraryDeck


def show_decks(console: Console, decks: Sequence[LibraryDeck], hydrator: CardHydrator) -> None:
    for deck in decks:
        console.print(deck.name, style="bold")
        say_list(console, format_deck_list(deck.card_ids, hydrator).splitlines())
        say(console, format_deck_code(deck.card_ids), "cyan")
        say(console, deck.source, "dim")
    console.print("Any part of a name that only one deck has will do: qbcoach deck starter")


def show_deck(console: Console, deck: NamedDeck, report: DeckReport, hydrator: CardHydrator) -> None:
    console.print(deck.title, style="bold")
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Copies", justify="right")
    table.add_column("Id", no_wrap=True)
    table.add_column("Name", overflow="fold")
    table.add_column("Rank")
    table.add_column("Power", justify="right")
    for card_id, copies in sorted(Counter(deck.card_ids).items()):
        card = hydrator.get(card_id)
        table.add_row(str(copies), card.id, card.name, str(card.rank), str(card.power))
    console.print(table)
    console.print(f"Code: {deck.code}", soft_wrap=True)
    console.print("List:")
    say_list(console, report["list"].splitlines())
    if report["legal"]:
        console.print(f"Legal under {report['ruleset']}.", style="green")
        return
    console.print(f"Not legal under {report['ruleset']}:", style="red")
    for reason in report["reasons"]:
        say(console, reason)

"""Cards on the terminal: the list that can be searched, and one card with its pattern."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_engine.card_hydrator import CardHydrator
from qb_engine.effect_text import card_sentence
from qb_engine.models import Card

WIDE = 60
_LETTERS = {
    "W": ("the card itself", "bold"),
    "P": ("a pawn", "bold cyan"),
    "E": ("its ability acts here", "bold yellow"),
    "X": ("both a pawn and its ability", "bold green"),
    ".": ("", "dim"),
}


def show_cards(console: Console, cards: Sequence[Card], hydrator: CardHydrator) -> None:
    if not cards:
        console.print("No card fits.")
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Id", no_wrap=True)
    table.add_column("Name", min_width=16 if console.width >= WIDE else None, overflow="fold")
    table.add_column("Rank")
    table.add_column("Pow", justify="right")
    table.add_column("Legend", justify="center")
    table.add_column("Sentence", ratio=1, overflow="fold")
    for card in cards:
        legendary = "yes" if card.legendary else ""
        table.add_row(card.id, card.name, str(card.rank), str(card.power), legendary, card_sentence(card, hydrator))
    console.print(table)
    console.print(f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}")


def show_card(console: Console, card: Card, hydrator: CardHydrator) -> None:
    console.print(f"{card.name} ({card.id})", style="bold")
    console.print(_facts(card))
    console.print()
    grid = card.grid()
    for row in grid:
        console.print(Text("  ").join([Text("  "), *(Text(letter, style=_LETTERS[letter][1]) for letter in row)]))
    console.print()
    for letter, (meaning, style) in _LETTERS.items():
        if meaning and any(letter in row for row in grid):
            console.print(Text.assemble("  ", (letter, style), f"  {meaning}"))
    console.print(Text("  The pattern is drawn for you; the enemy's is mirrored left to right.", style="dim"))
    console.print()
    console.print(card_sentence(card, hydrator))


def _facts(card: Card) -> str:
    rank = "replaces one of your cards" if card.replaces else f"rank {card.rank}"
    kinds = ["legendary"] * card.legendary + ["token, not for decks"] * card.token
    return ", ".join([rank, f"power {card.power}", *kinds]).capitalize()

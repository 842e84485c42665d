"""What a person at the table sees: the board, the own hand, what the enemy did, and the end."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from gamekit.sides import BySide
from qb_app.asking.decks import NamedDeck
from qb_app.asking.short_names import SIDE_MARKS
from qb_app.figures import counted
from qb_app.terminal.board import BOARD_WIDTH, SIDE_STYLES, BoardView
from qb_app.terminal.console import needs_plain, say, tile_naming
from qb_app.terminal.game import lane_lines
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_events import LogEntry
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Card
from qb_engine.narration import narrate

_OWNERS = {Side.YOU: "You", Side.ENEMY: "The enemy"}


class PlayView:
    """Prints one person's game on one console; everything shown comes from that person's view."""

    def __init__(self, console: Console, hydrator: CardHydrator, *, plain: bool) -> None:
        self.console = console
        self.hydrator = hydrator
        self.plain = plain or needs_plain(console, BOARD_WIDTH)
        self.place = tile_naming(plain=self.plain)

    def header(self, view: GameState, decks: BySide[NamedDeck], opponent: str, seed: int) -> None:
        self.console.print(Text(f"Queen's Blood against {opponent}", style="bold"))
        self.say(f"Rules: {view.ruleset}. Seed: {seed}. {_begins(view.first)}")
        for side in Side:
            self.say(f"{_OWNERS[side]}: {decks[side].title} ({decks[side].code})")
        self.say("'?' lists what you can type.")

    def events(self, entries: Iterable[LogEntry]) -> None:
        """What happened since the person was last asked, with a heading for every turn."""
        told: tuple[int, Side] | None = None
        for entry in entries:
            if told != (entry.turn, entry.side):
                told = (entry.turn, entry.side)
                mark = "" if self.plain else f"{SIDE_MARKS[entry.side]} "
                heading = f"{mark}Turn {entry.turn}, {_OWNERS[entry.side].lower()}:"
                self.console.print()
                self.console.print(Text(heading, SIDE_STYLES[entry.side]))
            say(self.console, narrate(entry.event, self.hydrator, self.place))

    def board(self, view: GameState) -> None:
        self.console.print()
        self.console.print(BoardView(self.hydrator, plain=self.plain).render(view.board))

    def hand(self, view: GameState) -> None:
        """The own cards, numbered, with the tiles where each can go."""
        held, left = view.hands[Side.ENEMY], view.decks
        self.say(
            f"Turn {view.turn}. The enemy holds {counted(len(held), 'card')} and draws from {len(left[Side.ENEMY])}; "
            f"you draw from {len(left[Side.YOU])}. Your hand:"
        )
        cards = view.hands[Side.YOU].cards
        width = max((len(card.name) for card in cards), default=0)
        for number, card in enumerate(cards, 1):
            say(self.console, f"{number:>2}  {card.name:<{width}}  {self._facts(card, view)}".rstrip(), indent=0)
        if not cards:
            self.say("  no card")

    def _facts(self, card: Card, view: GameState) -> str:
        need = "replaces a card" if card.replaces else f"rank {card.rank}"
        facts = f"{need}, power {card.power}"
        if any(view.mulligan_open):
            return facts
        tiles = view.legality.legal_tiles(view.board, Side.YOU, card)
        return f"{facts}: {' '.join(map(self.place, tiles)) if tiles else 'nowhere now'}"

    def ending(self, state: GameState, words: str) -> None:
        self.console.print()
        for line in lane_lines(state.score()):
            say(self.console, line)
        self.console.print(Text(words, style="bold"))

    def say(self, text: str) -> None:
        for line in text.splitlines():
            say(self.console, line.lstrip(), indent=len(line) - len(line.lstrip()))


def _begins(first: Side) -> str:
    return "You begin." if first is Side.YOU else "The enemy begins."

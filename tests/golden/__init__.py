"""Golden playthroughs: whole games as readable text, so that a change of behaviour shows as a diff.

``python -m tests.golden`` (or ``make golden``) writes them anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random

from rich.console import Console

from gamekit.record import replay
from gamekit.sides import BySide
from qb_app.asking.decks import NamedDeck, choose_legal_deck, named
from qb_app.asking.players import parse_player
from qb_app.games.simulation import Simulation
from qb_app.terminal.board import BOARD_WIDTH, BoardView
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game import QueensBlood
from qb_engine.geometry import Side
from qb_engine.narration import narrate_log
from qb_engine.ruleset import Ruleset

FOLDER = Path(__file__).parent / "playthroughs"
REGENERATE = "python -m tests.golden"
RANDOM_DECK = "random"


@dataclass(frozen=True)
class GoldenGame:
    """One game by what decides it; a deck ``random`` is drawn by the seed from all cards of the game."""

    name: str
    ruleset: Ruleset
    decks: tuple[str, str]
    agents: tuple[str, str]
    seed: int
    first: Side = Side.YOU

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def text(self) -> str:
        """The record, everything that happened, and the last board."""
        game = QueensBlood()
        you, enemy = (self._deck(text, side, game.hydrator) for text, side in zip(self.decks, Side, strict=True))
        agents = BySide(*map(parse_player, self.agents))
        simulation = Simulation(game, self.ruleset, BySide(you, enemy), agents, self.first)
        record = simulation.play(self.seed)
        last = replay(game, record)
        page = StringIO()
        Console(file=page, width=BOARD_WIDTH, color_system=None).print(BoardView(game.hydrator).render(last.board))
        board = "\n".join(line.rstrip() for line in page.getvalue().splitlines())
        return "\n".join([record.to_text(), *narrate_log(last.log, game.hydrator), "", board, ""])

    def _deck(self, text: str, side: Side, hydrator: CardHydrator) -> NamedDeck:
        if text != RANDOM_DECK:
            return choose_legal_deck(text, self.ruleset, hydrator)
        ids = [card.id for card in hydrator.deck_cards()]
        return named(tuple(Random(f"golden {self.seed} {side}").sample(ids, self.ruleset.deck_size)), hydrator)


_GREEDY, _RANDOM = "greedy", "random"
_ANY = (RANDOM_DECK, RANDOM_DECK)

# The seeds of the random decks were chosen because many kinds of changes happen in these games.
GAMES = (
    GoldenGame("rebirth-starter-shinra", Ruleset.REBIRTH, ("starter", "shinra"), (_GREEDY, _GREEDY), 7),
    GoldenGame("rebirth-red-blight", Ruleset.REBIRTH, ("red xiii", "blight"), (_RANDOM, _GREEDY), 8, Side.ENEMY),
    GoldenGame("rebirth-geometry-trevor", Ruleset.REBIRTH, ("geometry", "trevor"), (_GREEDY, _RANDOM), 9),
    GoldenGame("rebirth-random-decks-254", Ruleset.REBIRTH, _ANY, (_GREEDY, _GREEDY), 254),
    GoldenGame("rebirth-random-decks-376", Ruleset.REBIRTH, _ANY, (_RANDOM, _RANDOM), 376),
    GoldenGame("rebirth-random-decks-79", Ruleset.REBIRTH, _ANY, (_GREEDY, _GREEDY), 79),
    GoldenGame("v2.2.4-starter-shinra", Ruleset.V2_2_4, ("starter", "shinra"), (_GREEDY, _GREEDY), 7),
    GoldenGame("v2.2.4-fair-game-blight", Ruleset.V2_2_4, ("fair game", "blight"), (_GREEDY, _RANDOM), 8, Side.ENEMY),
    GoldenGame("v2.2.4-random-decks-122", Ruleset.V2_2_4, _ANY, (_GREEDY, _GREEDY), 122),
    GoldenGame("v2.2.4-random-decks-33", Ruleset.V2_2_4, _ANY, (_RANDOM, _RANDOM), 33),
)

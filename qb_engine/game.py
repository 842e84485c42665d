"""Queen's Blood as a game of gamekit: where games start, how moves are written, and the fixed players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gamekit.agents import GreedyAgent, RandomAgent
from gamekit.quoting import quoted
from gamekit.sides import BySide, TwoSides
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import parse_deck
from qb_engine.errors import NotationError
from qb_engine.game_state import GameState
from qb_engine.geometry import AnySide, PerSide, Side, SideName
from qb_engine.models import HIDDEN, Decision, Move, Mulligan
from qb_engine.reader import parse_decision
from qb_engine.ruleset import Ruleset

SETUP_KEYS = ("ruleset", "behaviour", "you", "enemy", "first")
POSITION_KEY = "position"
"""Of the setup of a game that begins in the middle: where it stands, every card told. Decks then hold what each side
has on the board, in hand and in its deck."""


def setup_of(ruleset: Ruleset, you: str, enemy: str, first: AnySide = Side.YOU) -> dict[str, str]:
    """The setup of a game: rule set with its behaviour version, both decks as codes or lists, who begins."""
    return {
        "ruleset": str(ruleset),
        "behaviour": str(ruleset.behaviour),
        "you": you,
        "enemy": enemy,
        "first": Side(first).value,
    }


@dataclass(frozen=True)
class QueensBlood:
    """The rules as gamekit wants them; one hydrator serves all games started here."""

    hydrator: CardHydrator = field(default_factory=CardHydrator.shared)
    name: str = "queens-blood"
    version: int = 1
    sides: BySide[TwoSides] = PerSide(Side.YOU, Side.ENEMY)

    def start(self, setup: Mapping[str, str], seed: int) -> GameState:
        missing = [key for key in SETUP_KEYS if key not in setup]
        if missing:
            raise NotationError(f"the setup of a game lacks {', '.join(missing)}")
        ruleset = Ruleset.parse(setup["ruleset"])
        if setup["behaviour"] != str(ruleset.behaviour):
            raise NotationError(
                f"this game was played by version {setup['behaviour']} of {ruleset.name}, known is {ruleset.behaviour}"
            )
        if setup["first"] not in tuple(Side):
            raise NotationError(f"first must be Y or E, not {quoted(setup['first'])}")
        if POSITION_KEY in setup:
            return _standing_at(setup[POSITION_KEY], ruleset, self.hydrator)
        return GameState.start(
            parse_deck(setup["you"], self.hydrator),
            parse_deck(setup["enemy"], self.hydrator),
            seed,
            ruleset=ruleset,
            first=Side(setup["first"]),
            hydrator=self.hydrator,
        )

    def format_move(self, move: Decision) -> str:
        return str(move)

    def parse_move(self, text: str) -> Decision:
        return parse_decision(text, self.hydrator)


def _standing_at(text: str, ruleset: Ruleset, hydrator: CardHydrator) -> GameState:
    """The game at that position, which must be of the rule set and hide nothing."""
    state = GameState.parse(text, hydrator)
    if state.ruleset != ruleset:
        raise NotationError(f"this game is played under {ruleset}, its position is of {state.ruleset}")
    if any(HIDDEN in (*state.hands[side].as_card_ids(), *state.decks[side].remaining()) for side in Side):
        raise NotationError("a game can begin only at a position in which every card is told")
    return state


def sensible_moves(view: GameState) -> list[Decision]:
    """What a simple player considers: any mulligan, any placement, and the pass only when nothing can be placed."""
    moves = view.legal_moves()
    return [move for move in moves if move != Move.PASS] or moves


def score_margin(state: GameState, side: TwoSides | SideName) -> float:
    """How far that side leads if the game ended now; lanes' power breaks ties of the score below one point."""
    score = state.score()
    power = sum(lane.power_you - lane.power_enemy for lane in score.lanes)
    margin = score.margin + power / 1000
    return margin if Side(side) is Side.YOU else -margin


def greedy_moves(view: GameState) -> list[Decision]:
    """A greedy player keeps its hand, then weighs every placement and the pass."""
    moves = view.legal_moves()
    return [Mulligan()] if isinstance(moves[0], Mulligan) else moves


def random_player() -> RandomAgent[GameState, Decision]:
    """The fixed weak opponent: evenly among the sensible moves."""
    return RandomAgent(sensible_moves)


def greedy_player() -> GreedyAgent[GameState, Decision]:
    """The fixed stronger opponent: the best score right after the move."""
    return GreedyAgent(score_margin, greedy_moves)

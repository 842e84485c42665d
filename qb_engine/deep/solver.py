"""Exact answers: positions without secrets, endings that hold in every possible world, and puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qb_engine.chance import Chance
from qb_engine.deep.win_chance import deep_engine, searcher
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.errors import GameOverError, QueensBloodError, TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.kernel.door import KernelEngine
from qb_engine.models import HIDDEN, Move
from qb_engine.notation import TurnPhase

if TYPE_CHECKING:
    from qb_engine import _kernel

MAX_POSITIONS = 20_000_000
MAX_ORDERS = 10_000
ENDING_TILES = 5
"""With more empty tiles than this, worlds are not enumerated: they would not be solved in time."""
NOTHING_KNOWN = -1
"""The supposition that not even the enemy's hand is known, as a number of known draws."""
ENDING_WORLDS = 3_000
ENDING_POSITIONS = 400_000


class HiddenCardsError(QueensBloodError):
    """A position was to be solved that holds cards nobody knows."""


class TooLargeError(QueensBloodError):
    """The answer would take longer than was allowed."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Best play of both sides, both seeing everything; exact."""

    margin: int
    """Final margin of YOU."""
    line: tuple[Move, ...]


def solve(state: GameState, *, positions: int = MAX_POSITIONS) -> Solution:
    """Solve a position in which hands and the order of decks are known; a draw that is due is made first."""
    start = _known_start(state)
    engine = deep_engine(state.hydrator, state.ruleset)
    margin, line = _solved(engine, engine.state(start), positions)
    return Solution(margin, tuple(map(engine.move, line)))


def move_margins(state: GameState, *, positions: int = MAX_POSITIONS) -> Iterator[tuple[Move, int]]:
    """Every legal move with the final margin of YOU after it, both sides playing their best from there; exact.

    Moves are solved as they are asked for, each within so many positions.
    """
    start = _known_start(state)
    engine = deep_engine(state.hydrator, state.ruleset)
    packed = engine.state(start)
    for move in engine.legal_moves(packed):
        after = packed.clone()
        engine.play(after, move)
        over = engine.kernel.is_over(after)
        yield move, engine.unpack_state(after).score().margin if over else _solved(engine, after, positions)[0]


def _known_start(state: GameState) -> GameState:
    """The position at the next decision, in which nothing is hidden."""
    _refuse_hidden(state, list(Side), "there is no single best line; name them, or ask 'qbcoach coach --deep'")
    return ready(state)


def _solved(engine: KernelEngine, packed: _kernel.State, positions: int) -> tuple[int, list[tuple[int, int]]]:
    found = searcher(engine).solve(packed, positions)
    if found is None:
        raise TooLargeError(f"not solved within {positions:,} positions; allow more with --positions")
    return found


def solve_puzzle(state: GameState, *, positions: int = MAX_POSITIONS) -> tuple[tuple[Move, ...], ...]:
    """All orders of YOUR plays that beat a board which stands still; none proves that it cannot be beaten.

    Each order ends with the play that takes the lead; a board that is beaten already has one order, without a play.
    """
    _refuse_hidden(state, [Side.YOU], "a puzzle cannot be solved without them; name every card of yours")
    start = ready(state)
    if start.side_to_act is not Side.YOU:
        raise TurnOrderError("a puzzle is played by you alone, so it must be your turn: write Y behind the lanes")
    engine = deep_engine(state.hydrator, state.ruleset)
    orders = searcher(engine).puzzle(engine.state(start), MAX_ORDERS, positions)
    if orders is None:
        raise TooLargeError(
            f"not solved within {positions:,} positions and {MAX_ORDERS:,} winning orders; --positions allows more"
        )
    return tuple(tuple(map(engine.move, order)) for order in orders)


def _refuse_hidden(state: GameState, sides: list[Side], sentence: str) -> None:
    for side in sides:
        if HIDDEN in (*state.hands[side].as_card_ids(), *state.decks[side].remaining()):
            whose = "your cards" if side is Side.YOU else "the enemy's cards"
            raise HiddenCardsError(f"not all of {whose} are known, and {sentence}")


def ready(state: GameState) -> GameState:
    """The position at the next decision about a card: a turn is handed over and its draw made where that is due."""
    if state.is_over:
        raise GameOverError("the game is over; there is nothing left to solve")
    if any(state.mulligan_open):
        raise TurnOrderError("the opening hands come first: keep them or mulligan, then solve")
    if state.phase is TurnPhase.PLAY:
        return state
    start = state.clone()
    if start.phase is TurnPhase.END:
        start.end_turn()
    if start.is_over:
        raise GameOverError("the game is over; there is nothing left to solve")
    start.draw_start_of_turn()
    return start


def solve_ending(
    worlds: BeliefWorlds, *, most_worlds: int = ENDING_WORLDS, positions: int = ENDING_POSITIONS
) -> dict[Move, Chance]:
    """The exact chance of every move of YOURS that has one; empty while the ending is too large.

    More and more is supposed known: nothing, the enemy's hand, the next cards of the decks. The first supposition under
    which no unknown card can be played decides.
    """
    view = worlds.told
    empty = sum(occupant is None for occupant in view.board.occupants)
    if view.side_to_act is not Side.YOU:
        return {}
    engine = deep_engine(view.hydrator, view.ruleset)
    pools = worlds.pool_rows(engine)
    state = engine.state(view)
    most_draws = max(len(view.decks[side]) for side in Side) if empty <= ENDING_TILES else NOTHING_KNOWN
    for draws in range(NOTHING_KNOWN, most_draws + 1):
        found = searcher(engine).endings(state, pools, draws, most_worlds, positions)
        if found is not None:
            return {engine.move(move): Chance.certain(*row) for move, row in found if row is not None}
    return {}

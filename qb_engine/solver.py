"""Exact answers: positions without secrets, endings that hold in every possible world, and puzzles."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.belief_worlds import BeliefWorlds
from qb_engine.chance import Chance
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, Side
from qb_engine.models import HIDDEN, Move
from qb_engine.win_chance import deep_engine, searcher

MAX_POSITIONS = 20_000_000
MAX_ORDERS = 10_000
ENDING_TILES = 5
"""Endings with more empty tiles than this are not tried: they would not be solved in time."""
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
    """Solve a position in which hands and the order of decks are known."""
    hidden = [side for side in Side if HIDDEN in (*state.hands[side].as_card_ids(), *state.decks[side].remaining())]
    if hidden:
        raise HiddenCardsError(
            f"the cards of {hidden[0].name} are not all known, so there is no single best line; "
            "name every card in hands and decks, or ask 'qbcoach coach --deep'"
        )
    engine = deep_engine(state.hydrator, state.ruleset)
    found = searcher(engine).solve(engine.state(state), positions)
    if found is None:
        raise TooLargeError(f"not solved within {positions:,} positions; allow more with --positions")
    margin, line = found
    return Solution(margin, tuple(map(engine.move, line)))


def solve_puzzle(state: GameState, *, positions: int = MAX_POSITIONS) -> tuple[tuple[Move, ...], ...]:
    """All orders of YOUR plays that beat a board which stands still; none proves that it cannot be beaten."""
    engine = deep_engine(state.hydrator, state.ruleset)
    orders = searcher(engine).puzzle(engine.state(state), MAX_ORDERS, positions)
    if orders is None:
        raise TooLargeError(f"not solved within {positions:,} positions and {MAX_ORDERS:,} winning orders")
    return tuple(tuple(map(engine.move, order)) for order in orders)


def solve_ending(
    worlds: BeliefWorlds, *, most_worlds: int = ENDING_WORLDS, positions: int = ENDING_POSITIONS
) -> dict[Move, Chance]:
    """The exact chance of every move of YOURS that has one; empty while the ending is too large.

    More and more is supposed known: nothing, the enemy's hand, the next cards of the decks. The first supposition under
    which no unknown card can be played decides.
    """
    view = worlds.view
    empty = sum(occupant is None for occupant in view.board.occupants)
    if view.side_to_act is not Side.YOU or empty > ENDING_TILES:
        return {}
    engine = deep_engine(view.hydrator, view.ruleset)
    pools = [
        (pool.weight, engine.indexes(pool.known), engine.indexes(pool.rest), pool.unknown) for pool in worlds.pools
    ]
    state = engine.state(view)
    for draws in range(-1, TILE_COUNT):
        found = searcher(engine).endings(state, pools, draws, most_worlds, positions)
        if found is not None:
            return {engine.move(move): Chance.certain(*row) for move, row in found if row is not None}
        if draws >= max(len(view.decks[side]) for side in Side):
            break
    return {}

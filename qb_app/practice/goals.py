"""What a task of a lesson asks for, as conditions that the rules engine checks.

The moves that a task accepts are never written down: they are all legal moves after which every condition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.geometry import LANE_NAMES, Side, Tile
from qb_engine.models import Move


class GoalError(QueensBloodError):
    """A task asks for something that no condition knows."""


class Tried(NamedTuple):
    """A move of yours in a position, and the game right after it."""

    before: GameState
    move: Move
    after: GameState


Condition = Callable[[Tried, Any], bool]


@dataclass(frozen=True, slots=True)
class Goal:
    """Conditions by name, each with what it is about."""

    parts: tuple[tuple[str, Any], ...]

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Goal:
        unknown = [name for name in raw if name not in CONDITIONS]
        if unknown or not raw:
            known = ", ".join(CONDITIONS)
            raise GoalError(f"a goal is made of conditions, and {unknown or 'none'} is none of them: {known}")
        return cls(tuple(raw.items()))

    def missing(self, tried: Tried) -> tuple[tuple[str, Any], ...]:
        """The conditions that do not hold after the move."""
        return tuple(part for part in self.parts if not CONDITIONS[part[0]](tried, part[1]))

    def accepted(self, state: GameState) -> tuple[Move, ...]:
        """Every legal move that meets it."""
        return tuple(move for move in legal_moves(state) if not self.missing(tried(state, move)))


def legal_moves(state: GameState) -> tuple[Move, ...]:
    return tuple(move for move in state.legal_moves() if isinstance(move, Move))


def tried(state: GameState, move: Move) -> Tried:
    after = state.clone()
    after.play(move)
    return Tried(state, move, after)


def _power(state: GameState, tile: Tile) -> int:
    return state.effect_engine.compute_effective_power(state.board, *tile)


def _holds(state: GameState, tile: Tile, side: Side) -> bool:
    occupant = state.board.occupants[tile.index]
    return occupant is not None and occupant.side is side


def _played_card(tried: Tried, card_id: str) -> bool:
    return tried.move.card == card_id


def _played_on(tried: Tried, tile: str) -> bool:
    return tried.move.tile == Tile.parse(tile)


def _yours(tried: Tried, tiles: list[str]) -> bool:
    """They become yours by the move."""
    found = [Tile.parse(tile).index for tile in tiles]
    before, after = tried.before.board.owners, tried.after.board.owners
    return all(before[index] is not Side.YOU and after[index] is Side.YOU for index in found)


def _rank(tried: Tried, ranks: Mapping[str, int]) -> bool:
    """Empty tiles of yours with at least so many pawns."""
    board = tried.after.board
    found = {Tile.parse(tile).index: least for tile, least in ranks.items()}
    return all(
        board.owners[index] is Side.YOU and board.occupants[index] is None and board.rank(index) >= least
        for index, least in found.items()
    )


def _leads(tried: Tried, lane: str) -> bool:
    return tried.after.score().lanes[LANE_NAMES.index(lane)].winner is Side.YOU


def _margin(tried: Tried, least: int) -> bool:
    return tried.after.score().margin >= least


def _wins(tried: Tried, wanted: bool) -> bool:
    """The game is over, and won."""
    return (tried.after.is_over and tried.after.score().winner is Side.YOU) is wanted


def _power_at_least(tried: Tried, powers: Mapping[str, int]) -> bool:
    """Cards of yours with at least that power."""
    found = [(Tile.parse(tile), least) for tile, least in powers.items()]
    return all(_holds(tried.after, tile, Side.YOU) and _power(tried.after, tile) >= least for tile, least in found)


def _power_at_most(tried: Tried, powers: Mapping[str, int]) -> bool:
    """Cards of the enemy that are still there, with at most that power."""
    found = [(Tile.parse(tile), most) for tile, most in powers.items()]
    return all(_holds(tried.after, tile, Side.ENEMY) and _power(tried.after, tile) <= most for tile, most in found)


def _destroyed(tried: Tried, tiles: list[str]) -> bool:
    """Cards of the enemy that are gone."""
    found = [Tile.parse(tile) for tile in tiles]
    return all(_holds(tried.before, tile, Side.ENEMY) and not _holds(tried.after, tile, Side.ENEMY) for tile in found)


def _replaced(tried: Tried, tile: str) -> bool:
    """The move was made onto your own card there."""
    return _holds(tried.before, Tile.parse(tile), Side.YOU) and _played_on(tried, tile)


CONDITIONS: dict[str, Condition] = {
    "card": _played_card,
    "on": _played_on,
    "yours": _yours,
    "rank": _rank,
    "leads": _leads,
    "margin": _margin,
    "wins": _wins,
    "power_at_least": _power_at_least,
    "power_at_most": _power_at_most,
    "destroyed": _destroyed,
    "replaced": _replaced,
}

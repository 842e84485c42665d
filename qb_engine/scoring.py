"""Strict scoring: who leads each lane by effective power, and what that is worth. Pure and read-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from qb_engine.board_state import BoardState
from qb_engine.effects import AddLoserScore, CountedSide, ScoreBonus
from qb_engine.errors import OffBoardError
from qb_engine.geometry import COLUMNS, LANES, TILES, AnySide, Side, as_owner
from qb_engine.ruleset import LoserScore, Ruleset


class PowerTeller(Protocol):
    """All that scoring asks of an effect engine."""

    def compute_effective_power(self, board: BoardState, lane: int, col: int) -> int: ...


@dataclass(frozen=True, slots=True)
class LaneScore:
    lane_index: int
    power_you: int
    power_enemy: int
    winner: Side | None
    lane_points: int
    """The winner's lane power plus what card effects add for winning the lane; 0 on a draw."""

    if TYPE_CHECKING:  # what it may be made of; it always holds a Side

        def __init__(
            self, lane_index: int, power_you: int, power_enemy: int, winner: AnySide | None, lane_points: int
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "winner", as_owner(self.winner))


class LaneScores(tuple[LaneScore, ...]):
    """The lanes top to bottom: a fixed value that equals a list of the same scores as well as a tuple."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, tuple(other) if isinstance(other, list) else other)

    __hash__ = tuple.__hash__


@dataclass(frozen=True, slots=True)
class MatchScore:
    lanes: LaneScores
    total_you: int
    total_enemy: int
    winner: Side | None
    margin: int
    """``total_you - total_enemy``."""

    if TYPE_CHECKING:  # likewise

        def __init__(
            self,
            lanes: Sequence[LaneScore],
            total_you: int,
            total_enemy: int,
            winner: AnySide | None,
            margin: int,
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "lanes", LaneScores(self.lanes))
        object.__setattr__(self, "winner", as_owner(self.winner))


def compute_lane_power(board: BoardState, effect_engine: PowerTeller, lane_index: int) -> LaneScore:
    """The score of one lane if the game ended now."""
    if not 0 <= lane_index < LANES:
        raise OffBoardError(f"lane {lane_index} is off the board; lanes are 0-{LANES - 1}")
    return _lane_score(board, _powers(board, effect_engine), lane_index)


def compute_match_score(board: BoardState, effect_engine: PowerTeller) -> MatchScore:
    """The score of the match if the game ended now."""
    return score_powers(board, _powers(board, effect_engine))


def _powers(board: BoardState, effect_engine: PowerTeller) -> list[int]:
    return [
        0 if board.occupants[tile.index] is None else effect_engine.compute_effective_power(board, tile.lane, tile.col)
        for tile in TILES
    ]


def score_powers(board: BoardState, powers: list[int]) -> MatchScore:
    """The score of the match, given the effective power of every tile."""
    return match_score([_lane_score(board, powers, lane) for lane in range(LANES)])


def match_score(lanes: Sequence[LaneScore]) -> MatchScore:
    """The score of the match, given its lanes."""
    total_you = sum(lane.lane_points for lane in lanes if lane.winner is Side.YOU)
    total_enemy = sum(lane.lane_points for lane in lanes if lane.winner is Side.ENEMY)
    return MatchScore(lanes, total_you, total_enemy, _leader(total_you, total_enemy), total_you - total_enemy)


def _leader(you: int, enemy: int) -> Side | None:
    if you == enemy:
        return None
    return Side.YOU if you > enemy else Side.ENEMY


def _lane_score(board: BoardState, powers: list[int], lane: int) -> LaneScore:
    you = enemy = 0
    for index in range(lane * COLUMNS, (lane + 1) * COLUMNS):
        occupant = board.occupants[index]
        if occupant is not None:
            if occupant.side is Side.YOU:
                you += powers[index]
            else:
                enemy += powers[index]
    winner = _leader(you, enemy)
    if winner is None:
        return LaneScore(lane, you, enemy, None, 0)
    points = max(you, enemy) + _lane_bonus(board, lane, winner)
    if _winner_takes_loser_score(board, winner):
        points += min(you, enemy)
    return LaneScore(lane, you, enemy, winner, points)


def _lane_bonus(board: BoardState, lane: int, winner: Side) -> int:
    return sum(
        ability.op.amount
        for occupant in board.occupants[lane * COLUMNS : (lane + 1) * COLUMNS]
        if occupant is not None and occupant.side is winner
        for ability in occupant.card.abilities
        if isinstance(ability.op, ScoreBonus)
    )


def _winner_takes_loser_score(board: BoardState, winner: Side) -> bool:
    return any(
        isinstance(ability.op, AddLoserScore) and _benefits(ability.op, occupant.side is winner, board.ruleset)
        for occupant in board.occupants
        if occupant is not None and occupant.card.abilities
        for ability in occupant.card.abilities
    )


def _benefits(op: AddLoserScore, winner_owns_card: bool, ruleset: Ruleset) -> bool:
    if op.side is CountedSide.BOTH:
        return winner_owns_card or ruleset.loser_score_to is LoserScore.LANE_WINNER
    return winner_owns_card == (op.side is CountedSide.ALLIES)

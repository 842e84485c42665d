"""LanePowerEvaluator v2.1: strict lane scores, and a heuristic value of a position.

    laneValue(L) = diff(L) + 2.0 stability(L) + 1.5 access(L) + 1.0 effect(L)        eval = sum over the three lanes

Each factor is a weighted sum of named features. A feature rates one side in one lane between 0 and 1; the factor is
the difference of both sides' ratings, so exchanging the sides negates it, and its bound is the sum of its weights.
``WEIGHTS`` is the one page of numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from qb_engine.board_state import MAX_RANK, BoardState
from qb_engine.effects import Target
from qb_engine.geometry import COLUMNS, LANES, TILE_COUNT, AnySide, Side
from qb_engine.powers import Powers, powers
from qb_engine.scoring import MatchScore, score_powers

STABILITY_WEIGHT = 2.0
ACCESS_WEIGHT = 1.5
EFFECT_WEIGHT = 1.0

# Sixteenths and their parts, so that the sums below hold exactly in floating point.
WEIGHTS = MappingProxyType(
    {
        # stability, sum 1: how well the lane withstands what comes next
        "reinforcement": 0.8125,
        "lead": 0.0625,
        "occupancy": 0.03125,
        "toughness": 0.03125,
        "independence": 0.03125,
        "control": 0.03125,
        # access, sum 1: whether the side can go on playing into the lane
        "open_tiles": 0.875,
        "open_rank": 0.0625,
        "entry_points": 0.0625,
        # effect, sum 0.5: what continuous effects promise for cards still to come
        "promised_power": 0.50,
    }
)
STABILITY = ("reinforcement", "lead", "occupancy", "toughness", "independence", "control")
ACCESS = ("open_tiles", "open_rank", "entry_points")
EFFECT = ("promised_power",)

# How much of a thing counts in full. Played games decided: a side that keeps an open tile in a lane can go on there,
# and one that runs out of tiles loses; valuing the first tile steeply beats valuing all of them alike.
ENOUGH_PAWNS = 2
ENOUGH_OPEN_TILES = 1
ENOUGH_ENTRY_POINTS = 2
SAFE_LEAD = 4
TOUGH_POWER = 4  # a power of two, so that sums of its fractions do not depend on the order of tiles
ENOUGH_PROMISE = 8


@dataclass(frozen=True, slots=True)
class Score:
    """A number that knows whose it is; ``for_side`` is the only way to read it, so a sign cannot be mixed up."""

    for_you: float

    def for_side(self, side: AnySide) -> float:
        return self.for_you if Side(side) is Side.YOU else -self.for_you


@dataclass(frozen=True, slots=True)
class LaneEvaluation:
    """Everything about one lane; factors and values are from YOUR side."""

    lane_index: int
    diff: int
    stability: float
    access: float
    effect: float

    @property
    def value(self) -> float:
        return self.diff + STABILITY_WEIGHT * self.stability + ACCESS_WEIGHT * self.access + EFFECT_WEIGHT * self.effect


@dataclass(frozen=True, slots=True)
class BoardEvaluation:
    lanes: tuple[LaneEvaluation, ...]
    score: MatchScore
    """The strict score."""
    powers: list[int]
    """Effective power per tile index, 0 where no card lies."""

    @property
    def value(self) -> Score:
        top, mid, bot = self.lanes
        return Score(top.value + mid.value + bot.value)


@dataclass(frozen=True)
class LanePowerEvaluator:
    """Strict and heuristic values of a board; pure."""

    def evaluate(self, board: BoardState) -> BoardEvaluation:
        facts = _Facts(board, powers(board))
        lanes = tuple(_evaluate_lane(facts, lane) for lane in range(LANES))
        return BoardEvaluation(lanes, score_powers(board, facts.powers.power), facts.powers.power)


class _Facts:
    """What the features ask about a board, gathered once; lists are indexed by side number, then lane or tile."""

    def __init__(self, board: BoardState, current: Powers) -> None:
        self.board = board
        self.powers = current
        self.cards: list[list[list[int]]] = [[[] for _ in range(LANES)] for _ in Side]
        self.open: list[list[list[int]]] = [[[] for _ in range(LANES)] for _ in Side]
        self.free: list[list[int]] = [[] for _ in range(LANES)]
        for index in range(TILE_COUNT):
            lane, occupant, owner = index // COLUMNS, board.occupants[index], board.owners[index]
            if occupant is not None:
                self.cards[occupant.side.index][lane].append(index)
            elif owner is not None:
                self.open[owner.index][lane].append(index)
            else:
                self.free[lane].append(index)
        self.promise = _promises(board)


def _promises(board: BoardState) -> list[list[int]]:
    """Per side and tile: the power that auras now in force would give a card of that side arriving there."""
    promise = [[0] * TILE_COUNT for _ in Side]
    for source, occupant in enumerate(board.occupants):
        if occupant is None or occupant.card.aura is None:
            continue
        target, amount = occupant.card.aura
        own, other = occupant.side.index, 1 - occupant.side.index
        for index in occupant.card.affected_tiles(source, occupant.side):
            if target is not Target.AFFECTED_ENEMIES:
                promise[own][index] += amount
            if target is not Target.AFFECTED_ALLIES:
                promise[other][index] += amount
    return promise


def _reinforcement(facts: _Facts, side: int, lane: int) -> float:
    """Ability to reinforce next turn: pawns on own open tiles."""
    pawns = sum(facts.board.rank(index) for index in facts.open[side][lane])
    return min(1.0, pawns / ENOUGH_PAWNS)


def _lead(facts: _Facts, side: int, lane: int) -> float:
    """A lead that takes the lane: its height, a lead of ``SAFE_LEAD`` counting in full."""
    own, other = (sum(facts.powers.power[i] for i in facts.cards[who][lane]) for who in (side, 1 - side))
    return min(1.0, max(0, own - other) / SAFE_LEAD)


def _occupancy(facts: _Facts, side: int, lane: int) -> float:
    """Share of the lane's tiles that hold own cards."""
    return len(facts.cards[side][lane]) / COLUMNS


def _toughness(facts: _Facts, side: int, lane: int) -> float:
    """Low risk of destruction: how far own cards, on average, stand from dying to a single blow; 0 without cards."""
    tiles = facts.cards[side][lane]
    if not tiles:
        return 0.0
    return sum(min(1.0, max(0, facts.powers.power[index]) / TOUGH_POWER) for index in tiles) / len(tiles)


def _independence(facts: _Facts, side: int, lane: int) -> float:
    """Structural soundness: share of the own lane power that does not hang on the continuous effects of other cards."""
    tiles = facts.cards[side][lane]
    total = sum(facts.powers.power[index] for index in tiles)
    if total <= 0:
        return 0.0
    borrowed = sum(max(0, facts.powers.aura[index]) for index in tiles)
    return max(0.0, 1.0 - borrowed / total)


def _control(facts: _Facts, side: int, lane: int) -> float:
    """Geometric resilience: share of the lane's tiles under own cards or own pawns."""
    return (len(facts.cards[side][lane]) + len(facts.open[side][lane])) / COLUMNS


def _open_tiles(facts: _Facts, side: int, lane: int) -> float:
    """How many of the lane's tiles are own, empty and have pawns."""
    return min(1.0, sum(facts.board.rank(index) > 0 for index in facts.open[side][lane]) / ENOUGH_OPEN_TILES)


def _open_rank(facts: _Facts, side: int, lane: int) -> float:
    """The best rank on which a card could be played in the lane."""
    return max((facts.board.rank(index) for index in facts.open[side][lane]), default=0) / MAX_RANK


def _entry_points(facts: _Facts, side: int, lane: int) -> float:
    """Long-term ways in: own tiles or cards beside a tile of the lane that is still free or the opponent's."""
    own = {*facts.cards[side][lane], *facts.open[side][lane]}
    contested = [*facts.free[lane], *facts.open[1 - side][lane]]
    reachable = sum(1 for index in contested if index - 1 in own or index + 1 in own)
    return min(1.0, reachable / ENOUGH_ENTRY_POINTS)


def _promised_power(facts: _Facts, side: int, lane: int) -> float:
    """Power promised to cards the side can still play in the lane, half of it on tiles nobody owns; harm counts 0."""
    mine = sum(max(0, facts.promise[side][index]) for index in facts.open[side][lane])
    harm_to_other = sum(max(0, -facts.promise[1 - side][index]) for index in facts.open[1 - side][lane])
    neutral = sum(max(0, facts.promise[side][index]) for index in facts.free[lane])
    return min(1.0, (mine + harm_to_other + neutral / 2) / ENOUGH_PROMISE)


_FEATURES: dict[str, Callable[[_Facts, int, int], float]] = {
    "reinforcement": _reinforcement,
    "lead": _lead,
    "occupancy": _occupancy,
    "toughness": _toughness,
    "independence": _independence,
    "control": _control,
    "open_tiles": _open_tiles,
    "open_rank": _open_rank,
    "entry_points": _entry_points,
    "promised_power": _promised_power,
}


def _factor(facts: _Facts, names: tuple[str, ...], lane: int) -> float:
    total = 0.0
    for name in names:
        feature = _FEATURES[name]
        total += WEIGHTS[name] * (feature(facts, 0, lane) - feature(facts, 1, lane))
    return total


def _evaluate_lane(facts: _Facts, lane: int) -> LaneEvaluation:
    own, other = (sum(facts.powers.power[index] for index in facts.cards[side.index][lane]) for side in Side)
    return LaneEvaluation(
        lane_index=lane,
        diff=own - other,
        stability=_factor(facts, STABILITY, lane),
        access=_factor(facts, ACCESS, lane),
        effect=_factor(facts, EFFECT, lane),
    )

"""How the enemy plays, as far as chances depend on it: how ready it is to wait, and how often it slips.

Waiting is passing in the opening although a card can be placed. Both numbers start from what is usual and move with
what an opponent's own turns have shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from math import sqrt
from statistics import fmean, variance

from qb_engine.board_state import BoardState
from qb_engine.chance import Z_95

OPENING_TILES = 8
"""With at least so many empty tiles the game is in its opening; the kernel counts the same."""
USUAL_WAITS = 0.03
"""In ten recorded real matches, some 37 opening turns of the enemy, it never waited. Who knew nothing before expects a
wait in (0 + 1) of (37 + 2) turns then, 2.6 %."""
USUAL_TURNS = 20
"""The usual share counts for so many turns: five matches of an opponent of your own say as much."""
LEAST_TURNS = 40
"""With fewer turns a strength is not told. What a turn gives away scatters by 17 %, so that the mean of 40 is known to
5 % either way, and a player who always plays at random gives away 8 % more than one who never does."""
STRENGTH_NODES = 2_000
"""Worlds that are searched before and after every turn that is judged; the table below was measured with as many."""
GIVEN_BY_SLIPS = ((0.0, 0.010), (0.1, 0.022), (0.25, 0.050), (0.5, 0.068), (0.75, 0.083), (1.0, 0.090))
"""Slips, and how a turn of such a player changes YOUR chance on average; measured by ``python -m bench.temper``."""
EVEN = GIVEN_BY_SLIPS[0][1]
"""The turns of an enemy as strong as the search; nearly 0, as it should be."""


class Origin(StrEnum):
    """What a readiness to wait was taken from."""

    USUAL = "usual"
    TURNS = "turns"
    TOLD = "told"
    CUSTOM = "custom"
    """Of this program's own players, who do not wait in the opening."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How this enemy plays; the standard enemy never slips."""

    waits: float = USUAL_WAITS
    """Share of the worlds in which it may wait."""
    slips: float = 0.0
    """Share of its moves that it plays at random."""
    origin: Origin = Origin.USUAL
    turns: int = 0
    """Opening turns of it that were seen."""
    waited: int = 0
    """In so many of them it waited."""

    @staticmethod
    def seen(turns: int, waited: int) -> Temper:
        """The usual readiness, updated by what its turns have shown."""
        if not turns:
            return Temper()
        share = (USUAL_WAITS * USUAL_TURNS + waited) / (USUAL_TURNS + turns)
        return Temper(share, origin=Origin.TURNS, turns=turns, waited=waited)

    def told(self, waits: float) -> Temper:
        """The same enemy, of whom somebody says how ready it is to wait."""
        return replace(self, waits=waits, origin=Origin.TOLD)

    def slipping(self, slips: float) -> Temper:
        return replace(self, slips=slips)


NEVER_WAITS = Temper(0.0, origin=Origin.CUSTOM)
"""This program's own players."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How much an enemy's moves gave away, and the share of random moves under which a player gives away as much."""

    turns: int
    given: float
    """Of your chance, on average over its turns, more than an enemy as strong as the search does."""
    low: float
    """95 % interval of it, from here to ``high``."""
    high: float

    @property
    def slips(self) -> float:
        return slips_of(self.given)

    @property
    def slips_low(self) -> float:
        return slips_of(self.low)

    @property
    def slips_high(self) -> float:
        return slips_of(self.high)

    @staticmethod
    def of(given: Sequence[float]) -> Strength | None:
        """From the change of YOUR chance by every turn of it; None while there are too few."""
        if len(given) < LEAST_TURNS:
            return None
        mean, reach = fmean(given) - EVEN, Z_95 * sqrt(variance(given) / len(given))
        return Strength(len(given), mean, mean - reach, mean + reach)


def slips_of(given: float) -> float:
    """The share of random moves that gives away so much a turn."""
    for (less, low), (more, high) in pairwise(GIVEN_BY_SLIPS):
        if EVEN + given <= high:
            return less + (more - less) * max(0.0, EVEN + given - low) / (high - low)
    return GIVEN_BY_SLIPS[-1][0]


def is_opening(board: BoardState, passes: int) -> bool:
    """Whether a pass would be a wait, if a card can be placed: nobody has just passed, and most tiles are empty."""
    return passes == 0 and sum(occupant is None for occupant in board.occupants) >= OPENING_TILES

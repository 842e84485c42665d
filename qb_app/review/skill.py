"""Skill apart from luck: the chance from the first figure to the result, step by step, each step with its cause.

The steps are differences of neighbours, so that the parts add up to the result less the start, whatever was searched.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import fsum


class Cause(StrEnum):
    YOU = "you"
    """The move you made against the best, within one search; never above 0."""
    ENEMY = "enemy"
    """The enemy's moves and what they revealed."""
    DRAWS = "draws"
    """Your cards as they came."""
    SEARCH = "search"
    """The same position by the next search, less its figure by the one before."""
    UNTOLD = "untold"
    """Corrections, giving up, and moves with a hand that was not told."""


@dataclass(frozen=True, slots=True)
class Skill:
    """The way of your chance, from the first figure to the last."""

    start: float
    end: float
    parts: dict[Cause, float]
    searches: int
    """How often one search followed another in the same position."""
    moved: float
    """How far such a search moved the figure, on average and either way."""


class Way:
    """Figures as they are found, each with what led to it."""

    def __init__(self) -> None:
        self.points: list[float] = []
        self._steps: list[tuple[Cause, float]] = []
        self._next = Cause.UNTOLD

    def reach(self, worth: float) -> float:
        """The next figure, caused by what was last said; how far it moved the chance."""
        step = worth - self.points[-1] if self.points else 0.0
        if self.points:
            self._steps.append((self._next, step))
        self.points.append(worth)
        return step

    def comes(self, cause: Cause) -> None:
        """What the next figure will be due to; what nobody told stays so until there is one."""
        self._next = cause

    @property
    def skill(self) -> Skill | None:
        if len(self.points) < 2:
            return None
        parts = {cause: fsum(step for one, step in self._steps if one is cause) for cause in Cause}
        searched = [abs(step) for cause, step in self._steps if cause is Cause.SEARCH]
        moved = fsum(searched) / len(searched) if searched else 0.0
        return Skill(self.points[0], self.points[-1], parts, len(searched), moved)

    @property
    def shown(self) -> tuple[float, ...]:
        """The figures in order; one that repeats the last only once."""
        return tuple(point for place, point in enumerate(self.points) if not place or point != self.points[place - 1])

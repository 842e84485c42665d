"""A winning chance: exact, or with interval and sample."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

from qb_engine.geometry import AnySide, Side

Z_95 = 1.959963984540054
HALF_A_WIN, NOTHING = 0.5, 0.0
"""What a draw can be worth."""
DRIFT, DRIFT_SAMPLE = 0.125, 10_000
"""How far a search forty times as long moves the figure of a move that was looked at in so many worlds: in 19 of 20
cases by less than this share of the spread of a single game. Measured by ``python -m bench.holding``; it falls with the
fourth root of the worlds."""


def _drift(points: float, sample: int) -> float:
    """How far more search may move a figure, to either side."""
    return DRIFT * sqrt(points * (1.0 - points)) * sqrt(sqrt(DRIFT_SAMPLE / sample))


def sharpened(points: float) -> float:
    """Points as good players make them, from the average over worlds; the order of moves stays the same.

    Good players turn small advantages into wins more often than the quick player whose games the network was fitted on.
    The odds of an average are raised to the power 1.5, which fits played games (``python -m bench.calibration --fit``)
    and needs roots alone, so that every machine tells the same figure.
    """
    for_you, against = points * sqrt(points), (1.0 - points) * sqrt(1.0 - points)
    return for_you / (for_you + against)


@dataclass(frozen=True, slots=True)
class Chance:
    """What a position or a move holds for YOU."""

    win: float
    draw: float
    loss: float
    low: float
    """95 % interval of the worth, from here to ``high``."""
    high: float
    sample: int
    """Worlds that were looked at; 0 for an exact chance."""
    exact: bool
    margin: float
    """Expected final margin, yours minus the enemy's."""
    draw_worth: float = HALF_A_WIN
    """What a draw is worth to YOU, in wins: a half, or nothing for those who must win."""

    @property
    def points(self) -> float:
        """Expected points: a win is 1, a draw a half."""
        return self.win + self.draw / 2

    @property
    def worth(self) -> float:
        """What moves are ranked by, and the figure that is shown: a win is 1, a draw what it is worth."""
        return self.win + self.draw_worth * self.draw

    def valued(self, draw_worth: float) -> Chance:
        """The same results where a draw is worth so much; the share of draws counts as known, so the interval moves."""
        shift = (draw_worth - self.draw_worth) * self.draw
        low, high = max(0.0, self.low + shift), min(1.0, self.high + shift)
        return replace(self, low=low, high=high, draw_worth=draw_worth)

    def for_side(self, side: AnySide) -> Chance:
        if Side(side) is Side.YOU:
            return self
        return Chance(
            win=self.loss,
            draw=self.draw,
            loss=self.win,
            low=1 - self.high,
            high=1 - self.low,
            sample=self.sample,
            exact=self.exact,
            margin=-self.margin,
            draw_worth=1 - self.draw_worth,
        )

    @staticmethod
    def certain(win: float, draw: float, loss: float, margin: float) -> Chance:
        points = win + draw / 2
        return Chance(win, draw, loss, points, points, 0, True, margin)

    @staticmethod
    def estimated(win: float, draw: float, loss: float, margin: float, squares: float, sample: int) -> Chance:
        """From sums over ``sample`` worlds; ``squares`` is the sum of squared points."""
        mean = min(1.0, (win + draw / 2) / sample)
        variance = max(0.0, squares / sample - mean * mean)
        # Worlds that agree by accident do not make a certainty: one that does not is added in thought.
        reach = Z_95 * sqrt((variance * sample + 0.25) / (sample + 1) / sample)
        points = sharpened(mean)
        below = points - sharpened(max(0.0, mean - reach))
        above = sharpened(min(1.0, mean + reach)) - points
        drift = _drift(points, sample)
        # Draws become rarer as the result becomes clearer.
        drawn = draw / sample * (points * (1 - points)) / (mean * (1 - mean)) if 0.0 < mean < 1.0 else draw / sample
        drawn = min(drawn, 2 * points, 2 * (1 - points))
        return Chance(
            win=points - drawn / 2,
            draw=drawn,
            loss=1 - points - drawn / 2,
            low=max(0.0, points - sqrt(below * below + drift * drift)),
            high=min(1.0, points + sqrt(above * above + drift * drift)),
            sample=sample,
            exact=False,
            margin=margin / sample,
        )

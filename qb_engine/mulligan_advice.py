"""Which cards of an opening hand to exchange: every choice tried in the same deals, with its winning chance."""

from __future__ import annotations

import os
from array import array
from dataclasses import dataclass
from math import sqrt

from qb_engine.belief_worlds import BeliefWorlds
from qb_engine.chance import Z_95
from qb_engine.errors import TurnOrderError
from qb_engine.geometry import Side
from qb_engine.models import CardId, Mulligan
from qb_engine.win_chance import deep_engine, searcher

DEFAULT_DEALS = 400


@dataclass(frozen=True, slots=True)
class MulliganChoice:
    """One way to mulligan, measured in games that the quick player played for both sides."""

    mulligan: Mulligan
    exchanged: tuple[CardId, ...]
    win: float
    draw: float
    loss: float
    gain: float
    """Points more than by keeping the hand, in the same deals."""
    gain_low: float
    """95 % interval of the gain, from here to ``gain_high``."""
    gain_high: float
    deals: int

    @property
    def points(self) -> float:
        return self.win + self.draw / 2


def advise_mulligan(
    worlds: BeliefWorlds, *, deals: int = DEFAULT_DEALS, threads: int | None = None
) -> tuple[MulliganChoice, ...]:
    """Every different choice, best first; those that exchange the same cards are listed once."""
    view = worlds.view
    if not view.mulligan_open[Side.YOU]:
        raise TurnOrderError("you have decided on your opening hand already; mulligan advice comes before that")
    engine = deep_engine(view.hydrator, view.ruleset)
    pools = worlds.pool_rows(engine)
    raw = searcher(engine).mulligans(engine.state(view), pools, worlds.seed, deals, threads or os.cpu_count() or 1)
    margins = array("h", raw)
    hand = view.hands[Side.YOU].as_card_ids()
    ways = 1 << len(hand)
    points = [[_points(margin) for margin in margins[way::ways]] for way in range(ways)]
    choices: dict[tuple[CardId, ...], MulliganChoice] = {}
    for way in range(ways):
        indices = tuple(index for index in range(len(hand)) if way >> index & 1)
        exchanged = tuple(sorted(hand[index] for index in indices))
        if exchanged not in choices:
            choices[exchanged] = _choice(Mulligan(indices), exchanged, points[way], points[0])
    return tuple(sorted(choices.values(), key=lambda choice: (-choice.points, len(choice.exchanged), choice.exchanged)))


def _points(margin: int) -> float:
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def _choice(
    mulligan: Mulligan, exchanged: tuple[CardId, ...], points: list[float], kept: list[float]
) -> MulliganChoice:
    deals = len(points)
    gains = [mine - theirs for mine, theirs in zip(points, kept, strict=True)]
    gain = sum(gains) / deals
    reach = Z_95 * sqrt(sum((each - gain) ** 2 for each in gains) / deals / deals)
    win, draw = points.count(1.0) / deals, points.count(0.5) / deals
    return MulliganChoice(mulligan, exchanged, win, draw, 1 - win - draw, gain, gain - reach, gain + reach, deals)

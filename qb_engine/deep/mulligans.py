"""Which cards of an opening hand to exchange: every choice tried in the same deals, with its winning chance."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from qb_engine.chance import Z_95
from qb_engine.coaching import check_hand_known
from qb_engine.deep.win_chance import deep_engine, searcher
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.errors import TurnOrderError
from qb_engine.geometry import Side
from qb_engine.kernel.door import LimitError
from qb_engine.models import HIDDEN, CardId, Mulligan

DEFAULT_DEALS = 400
HEATS = ((range(120), 8), (range(120, 400), 3), (range(400, 1_200), 1))
"""The deals of each heat, and how many choices are left after it."""
KEEP_ALL = 0
MOST_CARDS = 5
"""Every card more doubles the choices."""


class _Hope(NamedTuple):
    """Of YOU in one deal, as the kernel writes it."""

    win: float
    draw: float
    loss: float
    margin: float

    @property
    def points(self) -> float:
        return self.win + self.draw / 2


_HOPE = struct.Struct("4d")


@dataclass(frozen=True, slots=True)
class MulliganChoice:
    """One way to mulligan: what the judge says once the quick player has played on for both, mean of the deals."""

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
    hand = _OpeningHand(worlds, threads)
    ways = hand.different_ways()
    hopes = hand.try_out(list(ways.values()), range(deals))
    choices = [_choice(_mulligan(way), exchanged, hopes[way], hopes[KEEP_ALL]) for exchanged, way in ways.items()]
    return tuple(
        sorted(choices, key=lambda choice: (-round(choice.points, 9), len(choice.exchanged), choice.exchanged))
    )


def best_mulligan(worlds: BeliefWorlds, *, threads: int | None = None) -> Mulligan:
    """The choice with most points, found in heats: those that fall behind are not tried any further."""
    hand = _OpeningHand(worlds, threads)
    ways = list(hand.different_ways().items())
    points = {way: 0.0 for _, way in ways}
    for deals, kept in HEATS:
        for way, more in hand.try_out([way for _, way in ways], deals).items():
            points[way] += sum(hope.points for hope in more)
        ways = sorted(ways, key=lambda item: (-points[item[1]], len(item[0]), item[0]))[:kept]
    return _mulligan(ways[0][1])


class _OpeningHand:
    """YOUR hand before the decision. A way to mulligan is a number: one bit for each card that is exchanged."""

    def __init__(self, worlds: BeliefWorlds, threads: int | None) -> None:
        if not worlds.view.mulligan_open[Side.YOU]:
            raise TurnOrderError("you have decided on your opening hand already; mulligan advice comes before that")
        if len(worlds.view.hands[Side.YOU]) > MOST_CARDS:
            raise LimitError(f"opening hands of up to {MOST_CARDS} cards are tried")
        check_hand_known(worlds.view.hands[Side.YOU])
        self.worlds = worlds
        self.threads = threads or os.cpu_count() or 1

    def different_ways(self) -> dict[tuple[CardId, ...], int]:
        """The first way that exchanges each choice of cards; a card that is not known is never exchanged."""
        hand = self.worlds.view.hands[Side.YOU].as_card_ids()
        ways: dict[tuple[CardId, ...], int] = {}
        for way in range(1 << len(hand)):
            exchanged = tuple(sorted(hand[index] for index in _mulligan(way).indices))
            if HIDDEN not in exchanged:
                ways.setdefault(exchanged, way)
        return ways

    def try_out(self, ways: list[int], deals: range) -> dict[int, list[_Hope]]:
        """What each way leads to in each of these deals."""
        view = self.worlds.view
        engine = deep_engine(view.hydrator, view.ruleset)
        pools = self.worlds.pool_rows(engine)
        unseen = engine.indexes(self.worlds.unseen)
        raw = searcher(engine).mulligans(
            engine.state(view), pools, unseen, ways, self.worlds.seed, deals.start, len(deals), self.threads
        )
        hopes = [_Hope(*row) for row in _HOPE.iter_unpack(raw)]
        return {way: hopes[number :: len(ways)] for number, way in enumerate(ways)}


def _mulligan(way: int) -> Mulligan:
    return Mulligan(tuple(index for index in range(way.bit_length()) if way >> index & 1))


def _choice(mulligan: Mulligan, exchanged: tuple[CardId, ...], hopes: list[_Hope], kept: list[_Hope]) -> MulliganChoice:
    deals = len(hopes)
    gains = [mine.points - theirs.points for mine, theirs in zip(hopes, kept, strict=True)]
    gain = sum(gains) / deals
    reach = Z_95 * sqrt(sum((each - gain) ** 2 for each in gains) / deals / deals)
    win, draw = sum(hope.win for hope in hopes) / deals, sum(hope.draw for hope in hopes) / deals
    return MulliganChoice(mulligan, exchanged, win, draw, 1 - win - draw, gain, gain - reach, gain + reach, deals)

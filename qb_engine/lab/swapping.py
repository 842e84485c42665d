"""Changes of one card: the best that a deck has, what each of its cards is worth, and the way from one to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gamekit.match import Z_95
from gamekit.pairs import Pairs
from qb_engine.lab.deals import CHANGES
from qb_engine.lab.field import Field
from qb_engine.lab.pool import CardPool, Swap
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import Cards, Rung
from qb_engine.lab.workbench import Workbench
from qb_engine.models import CardId

CAUTION = 2.512 / Z_95
"""How much wider intervals are so that eight looks together err no more often than one (Pocock)."""


class Lead(NamedTuple):
    """How much more of the points one deck makes than another on the same deals, with the 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def cautious(self) -> Lead:
        """With an interval that holds for several leads, or several looks at one, together."""
        return Lead(
            self.mean, self.mean - CAUTION * (self.mean - self.low), self.mean + CAUTION * (self.high - self.mean)
        )


@dataclass(frozen=True, slots=True)
class SwapGain:
    """What a change of one card brings against the field."""

    out: CardId
    into: CardId
    gain: Lead


class Heat(NamedTuple):
    deals: int
    """Against a field of the usual size, as all numbers of deals here."""
    left: int
    """Changes that are played on after it."""


BEST = 5
HEATS = (Heat(1, 120), Heat(4, 24), Heat(20, BEST))
MEASURED = 40
"""Deals of the figures that are told, none of them seen before."""
SECTION = 1_000
"""Deals for one report, more than enough; the first are for the way."""
WAY_DEALS = 4
"""Deals in which the next change on the way to another deck is chosen."""


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What leaving out one copy of a card costs: the points lost with the best card found to take its place."""

    card: CardId
    instead: CardId
    cost: Lead


@dataclass(frozen=True)
class SwapReport:
    """What changes of one card would do to a deck."""

    best: tuple[SwapGain, ...]
    """Most gain first."""
    cards: tuple[CardWorth, ...]
    """Each card of the deck that may go, the dearest first."""

    @property
    def better(self) -> SwapGain | None:
        """The change that gains most, if any stands out. A single look is enough: a change for nothing does no harm."""
        others = (SwapGain(each.card, each.instead, _turned(each.cost)) for each in self.cards)
        shown = [swap for swap in (*self.best, *others) if swap.gain.mean * CAUTION > swap.gain.mean - swap.gain.low]
        return max(shown, key=lambda swap: swap.gain.mean, default=None)


@dataclass(frozen=True)
class Swapping:
    """Plays changes of decks against a field."""

    bench: Workbench
    rung: Rung
    field: Field

    def report(self, deck: Cards, pool: CardPool, number: int = 0) -> SwapReport:
        """The best changes, found in heats over all of them, and the best one for each card; measured on new deals.

        Reports of other numbers have other deals.
        """
        swaps, best = list(pool.swaps(deck)), list[Swap]()
        rest = CHANGES[(number + 1) * SECTION : (number + 2) * SECTION]
        for heat in HEATS:
            deals = self.field.deals(heat.deals)
            row, rest = rest[:deals], rest[deals:]
            points = dict(zip(swaps, self._points([swap.made_in(deck) for swap in swaps], row), strict=True))
            best = sorted(swaps, key=lambda swap: -points[swap])[: heat.left]
            swaps = list(dict.fromkeys([*best, *_best_of_each(points)]))
        mine, *theirs = self._results(
            [deck, *(swap.made_in(deck) for swap in swaps)], rest[: self.field.deals(MEASURED)]
        )
        gains = {swap: lead(self.field, other, mine).cautious for swap, other in zip(swaps, theirs, strict=True)}
        worths = [CardWorth(swap.out, swap.into, _turned(gains[swap])) for swap in _best_of_each(points)]
        return SwapReport(
            tuple(
                SwapGain(swap.out, swap.into, gains[swap]) for swap in sorted(best, key=lambda one: -gains[one].mean)
            ),
            tuple(sorted(worths, key=lambda worth: (-worth.cost.mean, worth.card))),
        )

    def games_of_report(self, deck: Cards, pool: CardPool) -> int:
        """How many games ``report`` plays, nearly."""
        count, deals = sum(1 for _ in pool.swaps(deck)), 0
        for heat in HEATS:
            deals += self.field.deals(heat.deals) * count
            count = min(count, heat.left)
        return 2 * len(self.field.decks) * (deals + self.field.deals(MEASURED) * (count + 1))

    def way(self, deck: Cards, goal: Cards) -> tuple[SwapGain, ...]:
        """Changes that lead from one deck to another, at every step the one that gains most."""
        steps = []
        chosen, told = self.field.deals(WAY_DEALS), self.field.deals(MEASURED)
        row, measured = CHANGES[:chosen], CHANGES[chosen : chosen + told]
        gone, come = Counter(deck) - Counter(goal), Counter(goal) - Counter(deck)
        while gone:
            swaps = [Swap(deck.index(out), out, into) for out in sorted(gone) for into in sorted(come)]
            if len(swaps) > 1:
                points = self._points([swap.made_in(deck) for swap in swaps], row)
                swaps = [swap for _, swap in sorted(zip(points, swaps, strict=True), key=lambda item: -item[0])]
            after = swaps[0].made_in(deck)
            mine, other = self._results([deck, after], measured)
            steps.append(SwapGain(swaps[0].out, swaps[0].into, lead(self.field, other, mine).cautious))
            gone, come = gone - Counter([swaps[0].out]), come - Counter([swaps[0].into])
            deck = after
        return tuple(steps)

    def _points(self, decks: Sequence[Cards], row: range) -> list[float]:
        shares = [[each.share for each in results] for results in self._results(decks, row)]
        return [self.field.mean(each) for each in shares]

    def _results(self, decks: Sequence[Cards], row: range) -> list[list[Results]]:
        return self.bench.each_against(self.rung, decks, self.field.cards, row)


def _best_of_each(points: dict[Swap, float]) -> list[Swap]:
    """The best change for every card that may go."""
    best: dict[CardId, Swap] = {}
    for swap in sorted(points, key=lambda one: -points[one]):
        best.setdefault(swap.out, swap)
    return list(best.values())


def _turned(gain: Lead) -> Lead:
    """What is lost by a change instead of what is gained."""
    return Lead(-gain.mean, -gain.high, -gain.low)


def lead(field: Field, mine: Sequence[Results], theirs: Sequence[Results]) -> Lead:
    """By the field's weights; a deal against all decks of the field, in both seats, is the unit."""
    return Lead(*pairs_in(field, mine).lead_over(pairs_in(field, theirs)))


def pairs_in(field: Field, results: Sequence[Results]) -> Pairs:
    """Points of a pair of games, the mean over the field, deal by deal."""
    scores = [each.pairs.scores for each in results]
    weights = [deck.weight for deck in field.decks]
    means = (sum(w * s for w, s in zip(weights, row, strict=True)) for row in zip(*scores, strict=True))
    return Pairs(tuple(means), 1 / sum(weight * weight for weight in weights))

"""Local search for a deck: several climbs side by side, each trying changes of one card in heats on the same deals.

In a step a climb draws changes by chance; those that do worst in the first deals are left, the rest is played on, and
the best of the last heat is made if it beats the deck as it stands on deals of that heat alone. Every step has deals of
its own. A climb that finds nothing looks more closely, then more widely, and then begins anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import NamedTuple

from qb_engine.lab.deals import SEARCH
from qb_engine.lab.field import Field, Objective, worth
from qb_engine.lab.pool import CardPool
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import Cards, Meeting, Rung
from qb_engine.lab.workbench import Workbench

CLIMBS = 4
"""Side by side."""
STARTS = 4
"""Of the given decks, the best; the other climbs begin by chance."""
START_DEALS = 12
"""Against a field of the usual size, in which the given decks are compared where there are more."""


class Heat(NamedTuple):
    candidates: int
    deals: int


HEATS = (Heat(60, 1), Heat(12, 3), Heat(4, 15))
ENOUGH = 4
"""Decks of a field against which one deal already says something; against fewer, heats have more deals."""
PATIENCE = 3
"""Steps without a better deck, each with twice the deals of the one before, after which a climb begins anew."""
DEALS_A_STEP = sum(heat.deals for heat in HEATS) * 2 ** (PATIENCE - 1)
STIRRED = 5
"""Cards that are changed by chance when a climb begins anew from the best deck so far."""


@dataclass
class Climb:
    """One deck on its way up."""

    deck: Cards
    rng: Random
    failures: int = 0
    points: float = 0.0
    """What the deck made in the last heat that it was played in."""


class Summit(NamedTuple):
    """Where a climb came to an end."""

    deck: Cards
    points: float


@dataclass
class Ascent:
    """The climbs of one search; ``step`` moves all of them once."""

    bench: Workbench
    rung: Rung
    field: Field
    objective: Objective
    pool: CardPool
    starts: Sequence[Cards]
    salt: str = ""
    """Another one gives the climbs another chance."""
    climbs: list[Climb] = dataclasses.field(default_factory=list)
    summits: list[Summit] = dataclasses.field(default_factory=list)
    _steps: int = 0
    _begun: int = 0

    def __post_init__(self) -> None:
        self.starts = self._best_starts()
        self.climbs = [self._begin() for _ in range(CLIMBS)]

    @property
    def best(self) -> Summit:
        """The best deck so far, by the games of the search itself."""
        standing = [Summit(climb.deck, climb.points) for climb in self.climbs]
        return max([*self.summits, *standing], key=lambda summit: summit.points)

    def found(self) -> list[Cards]:
        """Every deck that a climb ended or stands at, best first by the games of the search."""
        standing = [Summit(climb.deck, climb.points) for climb in self.climbs]
        ordered = sorted([*self.summits, *standing], key=lambda summit: -summit.points)
        return list(dict.fromkeys(summit.deck for summit in ordered))

    def step(self) -> None:
        usual = max(1, round(ENOUGH / len(self.field.decks)))
        scales = [usual * 2**climb.failures for climb in self.climbs]
        begin = self._steps * usual * DEALS_A_STEP % (len(SEARCH) - usual * DEALS_A_STEP)
        self._steps += 1
        tried = [self._changes(climb) for climb in self.climbs]
        sums: list[dict[Cards, list[Results]]] = [{} for _ in self.climbs]
        for heat, done in zip(HEATS, (0, *accumulate(heat.deals for heat in HEATS)), strict=False):
            deals = [range(begin + done * scale, begin + (done + heat.deals) * scale) for scale in scales]
            shown = self._play(tried, deals)
            for place, results in enumerate(shown):
                ranked = sorted(results, key=lambda deck: -self._worth(results[deck]))
                following = HEATS[HEATS.index(heat) + 1].candidates if heat is not HEATS[-1] else 1
                stays = self.climbs[place].deck
                tried[place] = [stays, *[deck for deck in ranked if deck != stays][:following]]
                sums[place] = results
        for climb, results, decks in zip(self.climbs, sums, tried, strict=True):
            self._settle(climb, results, decks)
        self.climbs = [self._again(climb) for climb in self.climbs]

    def _best_starts(self) -> list[Cards]:
        """Those that climbs begin from; the others were better measured than climbed from."""
        starts = list(dict.fromkeys(self.starts))
        if len(starts) <= STARTS:
            return starts
        results = self._play([starts], [SEARCH[-self.field.deals(START_DEALS) :]])[0]
        return sorted(starts, key=lambda deck: -self._worth(results[deck]))[:STARTS]

    def _changes(self, climb: Climb) -> list[Cards]:
        """The deck as it stands, and changes of it by one card."""
        every = list(self.pool.swaps(climb.deck))
        chosen = climb.rng.sample(every, min(HEATS[0].candidates, len(every)))
        return [climb.deck, *(swap.made_in(climb.deck) for swap in chosen)]

    def _play(self, tried: Sequence[Sequence[Cards]], deals: Sequence[range]) -> list[dict[Cards, list[Results]]]:
        others = self.field.cards
        meetings = [
            Meeting(deck, other, row)
            for decks, row in zip(tried, deals, strict=True)
            for deck in decks
            for other in others
        ]
        played = iter(self.bench.play(self.rung, meetings))
        return [{deck: [next(played) for _ in others] for deck in decks} for decks in tried]

    def _worth(self, results: Sequence[Results]) -> float:
        return worth(self.field, self.objective, [each.share for each in results])

    def _settle(self, climb: Climb, results: dict[Cards, list[Results]], decks: Sequence[Cards]) -> None:
        stays, best = (self._worth(results[deck]) for deck in (decks[0], decks[-1]))
        climb.points = max(stays, best)
        if best > stays:
            climb.deck, climb.failures = decks[-1], 0
        else:
            climb.failures += 1

    def _again(self, climb: Climb) -> Climb:
        if climb.failures < PATIENCE:
            return climb
        self.summits.append(Summit(climb.deck, climb.points))
        return self._begin()

    def _begin(self) -> Climb:
        """From the given decks first, then by chance, then from the best so far with some cards changed."""
        number = self._begun
        self._begun += 1
        rng = Random(f"climb/{self.bench.seed}/{self.salt}/{number}")
        if number < len(self.starts):
            return Climb(self.starts[number], rng)
        if not self.summits or number % 2:
            return Climb(self.pool.random_deck(rng), rng)
        deck = self.best.deck
        for _ in range(STIRRED):
            deck = rng.choice(list(self.pool.swaps(deck))).made_in(deck)
        return Climb(deck, rng)

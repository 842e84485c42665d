"""Looks at one position with several budgets, with all that went into their figures.

An interval can be fitted anew from what is written down here, without searching again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from unittest.mock import patch

from bench.run_log import Row
from qb_engine.chance import Chance
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game_state import GameState
from qb_engine.prediction import Observation

DIGITS = 6
ROOM = 2**64

Raw = dict[Chance, list[float]]
"""What each chance was estimated from: sums of win, draw, loss and margin, of squared points, and the sample."""


@dataclass(frozen=True)
class ReseededWorlds(BeliefWorlds):
    """The same worlds, searched from another seed. A tree of a search has the seed of the one before it plus one."""

    offset: int = 0

    @staticmethod
    def by(worlds: BeliefWorlds, offset: int) -> ReseededWorlds:
        return ReseededWorlds(worlds.view, worlds.pools, worlds.told, offset)

    @property
    def seed(self) -> int:
        return (super().seed + self.offset) % ROOM


@contextmanager
def recorded() -> Iterator[Raw]:
    """Write down, as long as this lasts, what chances are estimated from."""
    raw: Raw = {}
    estimated = Chance.estimated

    def noted(*figures: float, **named: float) -> Chance:
        chance = estimated(*figures, **named)  # type: ignore[arg-type]  # handed on as they came
        raw[chance] = [round(number, DIGITS) for number in (*figures, *named.values())]
        return chance

    with patch.object(Chance, "estimated", staticmethod(noted)):
        yield raw


def look_rows(coach: DeepCoach, view: GameState, seen: Observation, nodes: int) -> list[Row]:
    """Every move of YOURS as the coach ranks it."""
    with recorded() as raw:
        look = coach.look(view, seen, Budget(nodes))
        return [{"move": str(each.move), **_figures(each.chance, raw)} for each in look.moves]


def tree_rows(coach: DeepCoach, view: GameState, seen: Observation, nodes: int) -> list[dict[str, Row]]:
    """For each tree of the same search its figures of every move, before they are added up."""
    worlds = BeliefWorlds.of(view, seen, coach.coach.prediction)
    settings = coach.search.settings
    single = DeepSearch(replace(settings, trees=1), threads=1)
    found = []
    for tree in range(settings.trees):
        with recorded() as raw:
            result = single.run(ReseededWorlds.by(worlds, tree), Budget(-(-nodes // settings.trees)))
            found.append({str(each.move): _figures(each.chance, raw) for each in result.moves})
    return found


def _figures(chance: Chance, raw: Raw) -> Row:
    figures = {"points": chance.points, "low": chance.low, "high": chance.high, "margin": chance.margin}
    rounded = {name: round(value, DIGITS) for name, value in figures.items()}
    return {**rounded, "sample": chance.sample, "exact": chance.exact, "raw": raw.get(chance)}

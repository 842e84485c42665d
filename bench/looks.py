"""Looks at one position with several budgets, with all that went into their figures.

An interval can be fitted anew from what is written down here, without searching again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from bench.run_log import Row
from qb_engine.chance import Chance
from qb_engine.deep import search as deep_search
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.deep.win_chance import searcher
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game_state import GameState
from qb_engine.kernel.door import KernelEngine
from qb_engine.models import Move
from qb_engine.prediction import Observation

if TYPE_CHECKING:
    from qb_engine import _kernel

DIGITS = 6
ROOM = 2**64

Sums = dict[Move, list[float]]
"""What the kernel counted for each move: rounds, then sums of win, draw, loss, margin and squared points."""


@dataclass(frozen=True)
class ReseededWorlds(BeliefWorlds):
    """The same worlds, searched from another seed. A tree of a search has the seed of the one before it plus one."""

    offset: int = 0

    @staticmethod
    def by(worlds: BeliefWorlds, offset: int) -> ReseededWorlds:
        same = {each.name: getattr(worlds, each.name) for each in fields(BeliefWorlds)}
        return ReseededWorlds(**same, offset=offset)

    @property
    def seed(self) -> int:
        return (super().seed + self.offset) % ROOM


class _NotedRun:
    """A search of the kernel whose figures are written down when they are asked for."""

    def __init__(self, run: _kernel.SearchRun, engine: KernelEngine, sums: Sums) -> None:
        self._run, self._engine, self._sums = run, engine, sums

    def __getattr__(self, name: str) -> Any:
        return getattr(self._run, name)

    def figures(self) -> list[_kernel.FigureRow]:
        rows = self._run.figures()
        for pair, rounds, sums, squares in rows:
            self._sums[self._engine.move(pair)] = [rounds, *(round(each, DIGITS) for each in (*sums, squares))]
        return rows


class _NotedSearcher:
    def __init__(self, engine: KernelEngine, sums: Sums) -> None:
        self._engine, self._sums = engine, sums

    def search(self, *how: Any) -> _NotedRun:
        return _NotedRun(searcher(self._engine).search(*how), self._engine, self._sums)


@contextmanager
def noted() -> Iterator[Sums]:
    """Write down, as long as this lasts, what the kernel counts in a search."""
    sums: Sums = {}
    with patch.object(deep_search, "searcher", lambda engine: _NotedSearcher(engine, sums)):
        yield sums


def look_rows(coach: DeepCoach, view: GameState, seen: Observation, nodes: int) -> list[Row]:
    """Every move of YOURS as the coach ranks it; last, and marked, a wait that stands apart."""
    with noted() as sums:
        look = coach.look(view, seen, Budget(nodes))
    return [
        {"move": str(each.move), "apart": each is look.apart, **_figures(each.chance), "sums": sums[each.move]}
        for each in look.every
    ]


def tree_rows(coach: DeepCoach, view: GameState, seen: Observation, nodes: int) -> list[dict[str, list[float]]]:
    """For each tree of the same search what it counted for every move, before it is added up."""
    worlds = BeliefWorlds.of(view, seen, coach.coach.prediction)
    settings = coach._search.settings  # with what it believes of the enemy
    single = DeepSearch(replace(settings, trees=1), threads=1)
    found = []
    for tree in range(settings.trees):
        with noted() as sums:
            single.run(ReseededWorlds.by(worlds, tree), Budget(-(-nodes // settings.trees)))
        found.append({str(move): counted for move, counted in sums.items()})
    return found


def _figures(chance: Chance) -> Row:
    figures = {"points": chance.points, "low": chance.low, "high": chance.high, "margin": chance.margin}
    rounded = {name: round(value, DIGITS) for name, value in figures.items()}
    return {**rounded, "sample": chance.sample, "exact": chance.exact}

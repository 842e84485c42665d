"""Deep search on the kernel: rounds over belief worlds, within a budget, merged into one winning chance for every move.

With a budget in nodes the result depends on the view, the belief and the settings alone: not on the clock, on threads,
or on cards that the player cannot see. A node is one world walked down the tree.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from time import monotonic
from typing import TypedDict, Unpack

from qb_engine.chance import Chance
from qb_engine.deep.win_chance import deep_engine, searcher
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.geometry import Side
from qb_engine.kernel.door import KernelEngine
from qb_engine.kernel.words import agree, told
from qb_engine.models import Move
from qb_engine.notation import TurnPhase

STANDARD_NODES = 20_000
"""What an answer is searched with unless somebody asks for more or less; every surface of the product uses it."""
SEARCH_VERSION = 1
"""Rises whenever the same question and budget would get other figures; answers that were kept are then made anew."""
SLICE = 512
"""Rounds in every tree between two looks at the clock, at the callback and at whether to stop."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to search: so many nodes, which can be repeated to the byte, or so many seconds."""

    nodes: int | None = STANDARD_NODES
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.nodes is None) == (self.seconds is None):
            raise ValueError("a budget is either a number of nodes or a number of seconds")
        if (self.nodes is not None and self.nodes < 1) or (self.seconds is not None and self.seconds <= 0):
            raise ValueError("a budget must be more than nothing")


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How the tree grows; chosen by played games, see docs/deep.md."""

    exploration: float = 1.0
    temperature: float = 0.2
    glance_weight: float = 1.0
    mistakes: float = 0.0
    """Share of moves that the enemy is taken to play at random when all is lost, less the better you stand, none from
    even on. Chances that are told do without: they hold against the best replies."""
    slips: float = 0.0
    """Share of moves that the enemy is taken to play at random however you stand: an enemy of known weakness."""
    waits: float = 0.0
    """1 if YOU may pass in the opening although a card can be placed, 0 if you never wait."""
    enemy_waits: float = 0.0
    """Share of the worlds in which the enemy may wait in the opening."""
    draw_worth: float = 0.5
    """What a draw is worth to YOU: half a win, or nothing for those who must win."""
    trees: int = 2
    """Independent trees whose figures are added up; as many threads can work at once."""


_SETTINGS: tuple[str, ...] = told("SEARCH_SETTINGS")
agree("search setting", __name__, {field.name for field in fields(SearchSettings)} - {"trees"}, "search.hpp", _SETTINGS)


@dataclass(frozen=True, slots=True)
class SearchedMove:
    move: Move
    chance: Chance


@dataclass(frozen=True, slots=True)
class SearchResult:
    moves: tuple[SearchedMove, ...]
    """Best first. Moves that were hardly looked at stand behind those that were."""
    chance: Chance
    """Of the position: that of the best move on YOUR turn; else an average over worlds."""
    nodes: int
    lines: tuple[tuple[SearchedMove, ...], ...]
    """For each move: it and the moves that were looked at most after it."""


@dataclass(frozen=True, slots=True)
class Progress:
    nodes: int
    share: float
    """Of the budget that is used, 0 to 1."""


class Watching(TypedDict, total=False):
    """Who watches a search, and may call it off."""

    progress: Callable[[Progress], None] | None
    cancelled: Callable[[], bool] | None


def is_cancelled(watching: Watching) -> bool:
    cancelled = watching.get("cancelled")
    return cancelled is not None and cancelled()


LOOKED_AT = 0.25
"""A move with less than this share of the best's worlds was hardly looked at."""


@dataclass(eq=False)
class DeepSearch:
    """Searches the belief worlds of a position in which somebody is to place a card or pass."""

    settings: SearchSettings = field(default_factory=SearchSettings)
    threads: int = field(default_factory=lambda: os.cpu_count() or 1, kw_only=True)

    def run(self, worlds: BeliefWorlds, budget: Budget, **watching: Unpack[Watching]) -> SearchResult:
        """Search until the budget is used or ``cancelled`` says so; at least one slice is searched."""
        engine = deep_engine(worlds.view.hydrator, worlds.view.ruleset)
        settings = self.settings
        numbers = [getattr(settings, name) for name in _SETTINGS]
        pools = worlds.pool_rows(engine)
        state = engine.state(worlds.view)
        run = searcher(engine).search(state, pools, numbers, worlds.seed, settings.trees)
        began, rounds = monotonic(), 0
        wanted = None if budget.nodes is None else -(-budget.nodes // settings.trees)
        while True:
            step = SLICE if wanted is None else min(SLICE, wanted - rounds)
            run.run(step, min(self.threads, settings.trees))
            rounds += step
            used = rounds / wanted if wanted is not None else (monotonic() - began) / (budget.seconds or 1.0)
            if progress := watching.get("progress"):
                progress(Progress(rounds * settings.trees, min(1.0, used)))
            if used >= 1.0 or is_cancelled(watching):
                break
        own_turn = worlds.view.side_to_act is Side.YOU
        result = _result(engine, run.figures(), run.line, rounds * settings.trees, own_turn=own_turn)
        if worlds.view.phase is TurnPhase.DRAW:
            return replace(result, chance=_average(run.figures()))
        return result


Figures = tuple[tuple[int, int], int, tuple[float, float, float, float], float]


def _chance(figures: Figures) -> Chance:
    _, rounds, (win, draw, loss, margin), squares = figures
    return Chance.estimated(win, draw, loss, margin, squares, rounds)


def _result(
    engine: KernelEngine, rows: list[Figures], line: Callable[[int, int], list[Figures]], nodes: int, *, own_turn: bool
) -> SearchResult:
    looked = [row for row in rows if row[1] > 0]
    most = max(row[1] for row in looked)
    sign = 1 if own_turn else -1

    def order(item: tuple[Figures, Chance]) -> tuple[bool, float, float, int, tuple[int, int]]:
        row, chance = item
        return (
            row[1] < LOOKED_AT * most,
            -sign * round(chance.points, 9),
            -sign * round(chance.margin, 9),
            -row[1],
            row[0],
        )

    ranked = sorted(((row, _chance(row)) for row in looked), key=order)
    moves = tuple(SearchedMove(engine.move(row[0]), chance) for row, chance in ranked)
    lines = tuple(
        tuple(SearchedMove(engine.move(step[0]), _chance(step)) for step in line(*row[0])) for row, _ in ranked
    )
    return SearchResult(moves, moves[0].chance if own_turn else _average(looked), nodes, lines)


def _average(rows: list[Figures]) -> Chance:
    win, draw, loss, margin = (sum(row[2][i] for row in rows) for i in range(4))
    squares, sample = sum(row[3] for row in rows), sum(row[1] for row in rows)
    return Chance.estimated(win, draw, loss, margin, squares, sample)

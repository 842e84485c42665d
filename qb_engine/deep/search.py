"""Deep search on the kernel: rounds over belief worlds, within a budget, merged into one winning chance for every move.

With a budget in nodes the result depends on the view, the belief and the settings alone: not on the clock, on threads,
or on cards that the player cannot see. A node is one world walked down the tree.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from time import monotonic
from typing import TYPE_CHECKING, TypedDict, Unpack

from qb_engine.chance import Chance
from qb_engine.deep.playouts import read_prospect
from qb_engine.deep.win_chance import deep_engine, searcher
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.geometry import Side
from qb_engine.kernel.door import KernelEngine
from qb_engine.kernel.words import agree, told
from qb_engine.models import HIDDEN_CARD, Move
from qb_engine.notation import TurnPhase
from qb_engine.prospect import Prospect

if TYPE_CHECKING:
    from qb_engine import _kernel

STANDARD_NODES = 20_000
"""What an answer is searched with unless somebody asks for more or less; every surface of the product uses it."""
SEARCH_VERSION = 4
"""Rises whenever the same question and budget would get other figures; answers that were kept are then made anew."""
PLAYED_OUT = 64
"""Games that may follow are counted for every move, in so many worlds."""
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

    exploration: float = 0.7
    temperature: float = 0.2
    glance_weight: float = 1.0
    mistakes: float = 0.0
    """Share of moves that the enemy is taken to play at random when all is lost, less the better you stand, none from
    even on. Chances that are told do without: they hold against the best replies."""
    slips: float = 0.0
    """Share of moves that the enemy is taken to play at random however you stand: an enemy of known weakness."""
    waits: float = 0.0
    """1 if YOU may pass in the opening although a card can be placed; with 0 that is no move to choose from."""
    enemy_waits: float = 0.0
    """Share of the worlds in which the enemy may wait in the opening."""
    draw_worth: float = 0.5
    """What a draw is worth to YOU: half a win, or nothing for those who must win."""
    breadth: float = 0.25
    """How much further than elsewhere the search looks around among the moves of the position itself."""
    trees: int = 2
    """Independent trees whose figures are added up; as many threads can work at once."""


_SETTINGS: tuple[str, ...] = told("SEARCH_SETTINGS")
agree("search setting", __name__, {field.name for field in fields(SearchSettings)} - {"trees"}, "search.hpp", _SETTINGS)


@dataclass(frozen=True, slots=True)
class Line:
    """A game that may follow, in one of the likeliest worlds, to its end."""

    moves: tuple[Move, ...]
    """The move that was asked about first."""
    reply_share: float
    """Share of the worlds in which the second move is the answer to the first; 0 where the game ends at once."""


@dataclass(frozen=True, slots=True)
class SearchedMove:
    move: Move
    chance: Chance


@dataclass(frozen=True, slots=True)
class SearchResult:
    moves: tuple[SearchedMove, ...]
    """Best first, by the figures that are told."""
    chance: Chance
    """Of the position: that of the best move on YOUR turn; else an average over worlds."""
    nodes: int
    lines: tuple[Line, ...]
    """For each move, if they were asked for."""
    prospects: tuple[Prospect, ...] = ()
    """For each move, with the lines."""
    glimpse: tuple[SearchedMove, Prospect | None] | None = None
    """The move that was asked about, as it stood before it was looked at closely."""


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


UNSURE = 10
"""Worlds of an average kind that are added to those of every move in thought: a move that was hardly looked at is told
nearer to the average of all."""


@dataclass(eq=False)
class DeepSearch:
    """Searches the belief worlds of a position in which somebody is to place a card or pass."""

    settings: SearchSettings = field(default_factory=SearchSettings)
    threads: int = field(default_factory=lambda: os.cpu_count() or 1, kw_only=True)

    def run(
        self,
        worlds: BeliefWorlds,
        budget: Budget,
        *,
        lines: bool = False,
        asked: Move | None = None,
        **watching: Unpack[Watching],
    ) -> SearchResult:
        """Search until the budget is used or ``cancelled`` says so; at least one slice is searched.

        With ``lines`` every move comes with a game that may follow. A move that is ``asked`` about is looked at as
        closely as the best, whatever the budget; no other figure changes by that.
        """
        engine = deep_engine(worlds.view.hydrator, worlds.view.ruleset)
        settings = self.settings
        numbers = [getattr(settings, name) for name in _SETTINGS]
        pools = worlds.pool_rows(engine)
        state = engine.state(worlds.view)
        unseen = engine.indexes(worlds.unseen)
        run = searcher(engine).search(state, pools, unseen, numbers, worlds.seed, settings.trees)
        rounds = self._search(run, budget, watching)
        average = _sum(run.figures())
        closer, glimpse = 0, None
        if asked is not None and not is_cancelled(watching):
            glimpse = self._glimpse(engine, run, asked, average, worlds if lines else None)
            closer = run.look_closer(*engine.pair(asked), min(self.threads, settings.trees))
        ranked = _ranked(run.figures(), average, settings, own_turn=worlds.view.side_to_act is Side.YOU)
        own_choice = worlds.view.side_to_act is Side.YOU and worlds.view.phase is not TurnPhase.DRAW
        moves = tuple(SearchedMove(engine.move(row[0]), chance) for row, chance in ranked)
        return SearchResult(
            moves=moves,
            chance=moves[0].chance if own_choice else _settled(run.settled(), rounds, settings),
            nodes=rounds * settings.trees + closer,
            lines=tuple(_line(engine, run.line(*row[0])) for row, _ in ranked) if lines else (),
            prospects=_prospects(engine, run, [row[0] for row, _ in ranked], worlds) if lines else (),
            glimpse=glimpse,
        )

    def _glimpse(
        self, engine: KernelEngine, run: _kernel.SearchRun, move: Move, average: Figures, worlds: BeliefWorlds | None
    ) -> tuple[SearchedMove, Prospect | None] | None:
        """A move as it stands in the search; None if the search did not come to it. With worlds it is played out."""
        pair = engine.pair(move)
        row = next((row for row in run.figures() if row[0] == pair and row[1] > 0), None)
        if row is None:
            return None
        searched = SearchedMove(move, _told(row, average, self.settings))
        return searched, None if worlds is None else _prospects(engine, run, [pair], worlds)[0]

    def _search(self, run: _kernel.SearchRun, budget: Budget, watching: Watching) -> int:
        """Rounds made in every tree."""
        trees = self.settings.trees
        began, rounds = monotonic(), 0
        wanted = None if budget.nodes is None else -(-budget.nodes // trees)
        while True:
            step = SLICE if wanted is None else min(SLICE, wanted - rounds)
            run.run(step, min(self.threads, trees))
            rounds += step
            used = rounds / wanted if wanted is not None else (monotonic() - began) / (budget.seconds or 1.0)
            if progress := watching.get("progress"):
                progress(Progress(rounds * trees, min(1.0, used)))
            if used >= 1.0 or is_cancelled(watching):
                return rounds


Figures = tuple[tuple[int, int], int, tuple[float, float, float, float], float]
"""A move, its rounds, sums of win, draw, loss and margin, and the sum of squared points."""


def _chance(figures: Figures, draw_worth: float) -> Chance:
    _, rounds, (win, draw, loss, margin), squares = figures
    return Chance.estimated(win, draw, loss, margin, squares, rounds).valued(draw_worth)


def _settled(row: Figures, rounds: int, settings: SearchSettings) -> Chance:
    """Worlds in each of which the best move is made, told as so many as were searched."""
    move, worlds, sums, squares = row
    sample = rounds * settings.trees
    win, draw, loss, margin = (each * sample / worlds for each in sums)
    return _chance((move, sample, (win, draw, loss, margin), squares * sample / worlds), settings.draw_worth)


def _line(engine: KernelEngine, told: tuple[list[tuple[int, int]], float]) -> Line:
    moves, share = told
    return Line(tuple(map(engine.move, moves)), share)


def _prospects(
    engine: KernelEngine, run: _kernel.SearchRun, moves: list[tuple[int, int]], worlds: BeliefWorlds
) -> tuple[Prospect, ...]:
    """Games that may follow each move, in the same worlds for all."""
    known = {card.id for card in worlds.view.hands[Side.YOU].cards if card is not HIDDEN_CARD}
    hand = sorted(engine.indexes(sorted(known)))
    return tuple(read_prospect(run.prospect(*move, hand, PLAYED_OUT), hand, engine) for move in moves)


def _ranked(
    rows: list[Figures], average: Figures, settings: SearchSettings, *, own_turn: bool
) -> list[tuple[Figures, Chance]]:
    """Moves with what is told of them, best first for whoever is to act."""
    looked = [row for row in rows if row[1] > 0]
    sign = 1 if own_turn else -1

    def order(item: tuple[Figures, Chance]) -> tuple[float, float, int, tuple[int, int]]:
        row, chance = item
        return -sign * round(chance.worth, 9), -sign * round(chance.margin, 9), -row[1], row[0]

    return sorted(((row, _told(row, average, settings)) for row in looked), key=order)


def _told(row: Figures, average: Figures, settings: SearchSettings) -> Chance:
    return _chance(_drawn_in(row, average), settings.draw_worth)


def _drawn_in(row: Figures, average: Figures) -> Figures:
    """The row with some worlds of an average kind; the spread of its own."""
    move, rounds, sums, squares = row
    share = UNSURE / average[1]
    points = (sums[0] + sums[1] / 2) / rounds
    spread = max(0.0, squares / rounds - points * points)
    win, draw, loss, margin = (own + share * every for own, every in zip(sums, average[2], strict=True))
    total = rounds + UNSURE
    mean = (win + draw / 2) / total
    scale = rounds / total
    return move, rounds, (win * scale, draw * scale, loss * scale, margin * scale), (spread + mean * mean) * rounds


def _sum(rows: list[Figures]) -> Figures:
    win, draw, loss, margin = (sum(row[2][i] for row in rows) for i in range(4))
    return (-1, -1), sum(row[1] for row in rows), (win, draw, loss, margin), sum(row[3] for row in rows)

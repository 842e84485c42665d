"""The questions of the lab in full: each says all that its answer depends on, and can be stored and asked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from random import Random
from typing import Annotated, Literal, NamedTuple

import pydantic
from pydantic import TypeAdapter

from gamekit.crew import Crew, CrewError
from qb_app.fingerprint import fingerprint
from qb_app.lab.journal import StoredJournal
from qb_app.storage import Storage
from qb_app.storage.records import Document
from qb_engine.lab.building import BuildAnswer, BuildQuestion, build
from qb_engine.lab.deals import MATRIX
from qb_engine.lab.field import Field
from qb_engine.lab.matrix import Matrix, NamedCards, play_matrix
from qb_engine.lab.meta import Meta, Oracle, find_meta
from qb_engine.lab.pool import CardPool
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import Cards, Rung
from qb_engine.lab.swapping import Swapping, SwapReport
from qb_engine.lab.workbench import LabCancelledError, Workbench
from qb_engine.ruleset import Ruleset


class Progress(NamedTuple):
    """How far a run is."""

    games: int
    share: float | None
    """0 to 1; None where nobody can say."""
    best: Cards | None = None
    """The best deck so far, and its points in the games of the search."""
    points: float | None = None
    oracle: Oracle | None = None
    """The round of a meta run that was just finished."""


Watch = Callable[[Progress], None]


@dataclass(frozen=True)
class Desk:
    """What a run is played with."""

    bench: Workbench
    journal: StoredJournal
    watch: Watch
    spent: Callable[[], float]
    """Seconds since the run was begun or taken up."""


@dataclass(frozen=True)
class MatrixRun:
    ruleset: str
    seed: int
    player: str
    decks: tuple[NamedCards, ...]
    field: Field | None
    deals: int
    kind: Literal["matrix"] = "matrix"

    @property
    def games(self) -> int:
        rows = len(self.decks)
        cells = rows * (rows + 1) // 2 if self.field is None else rows * len(self.field.decks)
        return 2 * self.deals * cells

    def play(self, desk: Desk) -> Matrix:
        _watch_games(desk, self.games)
        return play_matrix(desk.bench, Rung.parse(self.player), self.decks, self.field, self.deals)


class DeckReport(NamedTuple):
    """A deck against a field, and its best changes."""

    against: tuple[Results, ...]
    swaps: SwapReport | None


@dataclass(frozen=True)
class DeckRun:
    ruleset: str
    seed: int
    player: str
    deck: NamedCards
    field: Field
    deals: int
    pool: CardPool | None
    """The cards of the changes; None where none are asked for."""
    kind: Literal["deck"] = "deck"

    def play(self, desk: Desk) -> DeckReport:
        bench, rung = desk.bench, Rung.parse(self.player)
        swapping = Swapping(bench, rung, self.field)
        swaps = 0 if self.pool is None else swapping.games_of_report(self.deck.cards, self.pool)
        _watch_games(desk, 2 * self.deals * len(self.field.decks) + swaps)
        against = tuple(bench.against(rung, self.deck.cards, self.field.cards, MATRIX[: self.deals]))
        if self.pool is None:
            return DeckReport(against, None)
        return DeckReport(against, swapping.report(self.deck.cards, self.pool))


@dataclass(frozen=True)
class BuildRun:
    ruleset: str
    seed: int
    question: BuildQuestion
    games: int | None
    """Of the search; None where it has a time instead."""
    seconds: float | None
    kind: Literal["build"] = "build"

    def play(self, desk: Desk) -> BuildAnswer:
        course = _BuildCourse(self, desk)
        desk.bench.watch = course.watch
        return build(desk.bench, self.question, course.enough, course.told)


class _BuildCourse:
    """When the search of a build ends, and how far the whole is."""

    def __init__(self, run: BuildRun, desk: Desk) -> None:
        self.run, self.desk = run, desk
        self.best: tuple[Cards, float] | None = None
        self.searched: int | None = None
        """Games of the search, once it is over."""
        question = run.question
        swapping = Swapping(desk.bench, question.rung, question.field)
        deck = question.starts[0].cards if question.starts else question.pool.random_deck(Random(0))
        self.after = round(_AFTER * swapping.games_of_report(deck, question.pool))

    def watch(self, games: int) -> None:
        deck, points = self.best or (None, None)
        search = self.searched or max(games, self._search_of(games))  # its last step goes beyond what was asked for
        self.desk.watch(Progress(games, min(1.0, games / max(1.0, search + self.after)), deck, points))

    def enough(self, games: int) -> bool:
        desk, most = self.desk, self.desk.journal.end or self.run.games
        if (desk.spent() < (self.run.seconds or 0.0)) if most is None else games < most:
            return False
        if most is None:
            desk.journal.end_after(games)
        self.searched = games
        return True

    def told(self, deck: Cards, points: float) -> None:
        self.best = (deck, points)
        self.watch(self.desk.bench.games)

    def _search_of(self, games: int) -> float:
        """How many games the search will have, at the pace so far if it has a time."""
        if (most := self.desk.journal.end or self.run.games) is not None:
            return most
        part = self.desk.spent() / (self.run.seconds or 1.0)
        return games / min(1.0, part) if part else float("inf")


@dataclass(frozen=True)
class MetaRun:
    ruleset: str
    seed: int
    player: str
    pool: CardPool
    starts: tuple[NamedCards, ...]
    rounds: int
    games: int
    """Of the search in each round."""
    kind: Literal["meta"] = "meta"

    def play(self, desk: Desk) -> Meta:
        done: list[Oracle] = []

        def watch(games: int) -> None:
            share = min(1.0, games / (self.rounds * self.games))
            desk.watch(Progress(games, share, oracle=done[-1] if done else None))

        desk.bench.watch = watch
        return find_meta(
            desk.bench, Rung.parse(self.player), self.pool, self.starts, self.rounds, self.games, told=done.append
        )


LabRun = MatrixRun | DeckRun | BuildRun | MetaRun
LabAnswer = Matrix | DeckReport | BuildAnswer | Meta
_RUN: TypeAdapter[LabRun] = TypeAdapter(Annotated[LabRun, pydantic.Field(discriminator="kind")])
_AFTER = 3.5
"""Games of a build after its search, nearly, in games of a report on changes: there are two or three of these."""


def run_document(run: LabRun) -> Document:
    """A run as it is stored."""
    found: Document = _RUN.dump_python(run, mode="json")
    return found


def read_run(document: Document) -> LabRun:
    return _RUN.validate_python(document)


def run_key(run: LabRun) -> str:
    """The same for the same question asked of the same engine."""
    told = {part: value for part, value in fingerprint().items() if part not in ("Python", "distributed", "qbcoach")}
    return sha256(dumps([run_document(run), told], sort_keys=True).encode()).hexdigest()


def open_journal(run: LabRun, storage: Storage, now: Callable[[], str]) -> StoredJournal:
    return StoredJournal(storage.games, run_key(run), run_document(run), now)


def play_run(
    run: LabRun,
    crew: Crew,
    journal: StoredJournal,
    watch: Watch,
    spent: Callable[[], float],
    cancelled: Callable[[], bool] = lambda: False,
) -> LabAnswer:
    """The answer; what was played is kept if the run is broken off, and of a run that is long in any case."""
    bench = Workbench(Ruleset.parse(run.ruleset), run.seed, crew, journal, cancelled=cancelled)
    try:
        answer = run.play(Desk(bench, journal, watch, spent))
    except (KeyboardInterrupt, LabCancelledError, CrewError):
        journal.flush()
        raise
    if journal.run_id is not None:
        journal.flush()
    return answer


def _watch_games(desk: Desk, total: int) -> None:
    desk.bench.watch = lambda games: desk.watch(Progress(games, min(1.0, games / max(1, total))))

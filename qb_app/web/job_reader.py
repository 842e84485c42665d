"""Jobs of the lab as they stand: what is stored of each, and what the queue knows of it."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from pydantic import ValidationError

from gamekit.quoting import quoted
from qb_app.documents.lab import LabDocument, MetaDocument
from qb_app.documents.lab_jobs import (
    BestDocument,
    JobDocument,
    JobRow,
    JobState,
    UnreadableAnswerError,
    best_of,
    best_so_far,
    job_title,
    stored_answer,
    stored_games,
)
from qb_app.errors import InputError
from qb_app.lab.journal import KIND, MOST_RUNS
from qb_app.lab.runs import LabRun, MetaRun, read_run, run_key
from qb_app.storage.errors import DatabaseDamagedError, NoSuchGameError
from qb_app.storage.records import GameInfo, StoredGame
from qb_app.storage.stores import Storage
from qb_app.web.lab_jobs import FINISHED, NOTHING_KNOWN, LabJobs, Standing, called_jobs
from qb_app.web.problems import Problem, problem_of

OTHER_VERSION = (
    "this was asked of another version of qbCoach, and only that one can go on with it; delete it, ask again"
)
UNKNOWN_TITLE = "a question of another version"


class Job(NamedTuple):
    """A job at one moment."""

    row: JobRow
    answer: LabDocument | None
    problem: Problem | None

    @property
    def document(self) -> JobDocument:
        return {**self.row, "answer": self.answer}


class _Sum(NamedTuple):
    """What a list tells of the log of a job."""

    version: int
    """Of the log that was summed up."""
    games: int
    best: BestDocument | None
    readable: bool
    """Whether its answer, if it has one, is of a form that this version knows."""


class JobReader:
    """Reads jobs; the sum of every log is kept, because a list is asked for often and logs are long."""

    def __init__(self, storage: Storage, jobs: LabJobs) -> None:
        self._games, self._jobs = storage.games, jobs
        self._sums: dict[str, _Sum] = {}

    def read(self, job_id: str) -> Job:
        # The queue first: a job that ends between the two looks is finished then, and never seems to be stopped.
        standing = self._jobs.standing(job_id)
        with called_jobs():
            info = self._games.info(KIND, job_id)
            answer = self._answer(job_id) if info.result == FINISHED else None
            row, problem = self._row(info, standing)
        return Job(row, answer, problem)

    def rows(self) -> list[JobRow]:
        """All, the newest first, without their answers."""
        standings = self._jobs.standings()
        infos = self._games.games(KIND, limit=2 * MOST_RUNS)
        known = self._sums
        self._sums = {info.game_id: known[info.game_id] for info in infos if info.game_id in known}
        rows = []
        for info in infos:
            with suppress(NoSuchGameError, DatabaseDamagedError):  # deleted meanwhile; what is broken hides no other
                rows.append(self._row(info, standings.get(info.game_id, NOTHING_KNOWN))[0])
        return rows

    def question(self, job_id: str) -> LabRun | None:
        """What is left to be played; None of a job that is finished. One that cannot go on is refused."""
        with called_jobs():
            info = self._games.info(KIND, job_id)
        if info.result == FINISHED:
            return None
        if (run := _run(info)) is None or not self._is_ours(info, run):
            raise InputError(OTHER_VERSION)
        return run

    def meta(self, job_id: str) -> tuple[MetaRun, MetaDocument]:
        """The question and the answer of a meta job; any other is refused."""
        with called_jobs():
            info = self._games.info(KIND, job_id)
            run, answer = _run(info), self._answer(job_id)
        if not isinstance(run, MetaRun):
            raise InputError(f"the job {quoted(job_id)} is no meta job, so it has found no mixture to keep as a field")
        if answer is None or answer["kind"] != "meta":
            raise InputError(f"the job {quoted(job_id)} has no answer yet; wait for it, or resume it if it was stopped")
        return run, answer

    def _answer(self, job_id: str) -> LabDocument | None:
        try:
            return stored_answer(self._games.read(KIND, job_id).entries)
        except UnreadableAnswerError:
            return None

    def _row(self, info: GameInfo, standing: Standing) -> tuple[JobRow, Problem | None]:
        run = _run(info)
        problem = self._problem(info, run, standing)
        state: JobState
        if problem is not None:
            state = "failed"
        else:
            state = "finished" if info.result == FINISHED else standing.state or "stopped"
        progress = standing.progress
        if state == "running" and progress is not None:
            games, best = progress.games, best_so_far(progress)
        else:
            games, best = self._sum(info).games, self._sum(info).best or (progress and best_so_far(progress))
        share = 1.0 if state == "finished" else progress.share if progress is not None else None
        row: JobRow = {
            "id": info.game_id,
            "kind": None if run is None else run.kind,
            "title": UNKNOWN_TITLE if run is None else job_title(run),
            "state": state,
            "games": games,
            "share": share,
            "best": best,
            "created_at": info.created_at,
            "updated_at": info.updated_at,
            "problem": None if problem is None else problem["detail"],
        }
        return row, problem

    def _problem(self, info: GameInfo, run: LabRun | None, standing: Standing) -> Problem | None:
        if info.result == FINISHED:
            return None if self._sum(info).readable else problem_of(InputError(OTHER_VERSION))
        if standing.state is not None:
            return None
        if run is None or not self._is_ours(info, run):
            return problem_of(InputError(OTHER_VERSION))
        return standing.problem

    def _is_ours(self, info: GameInfo, run: LabRun) -> bool:
        """Whether this version would play the same: the key of a run names the engine too."""
        known = self._games.made_with(KIND, run_key(run))
        return known is not None and known.game_id == info.game_id

    def _sum(self, info: GameInfo) -> _Sum:
        known = self._sums.get(info.game_id)
        if known is None or known.version != info.version:
            known = _summed(self._games.read(KIND, info.game_id)) if info.version else _Sum(0, 0, None, readable=True)
            self._sums[info.game_id] = known
        return known


def _summed(stored: StoredGame) -> _Sum:
    games = stored_games(stored.entries)
    try:
        return _Sum(stored.info.version, games, best_of(stored_answer(stored.entries)), readable=True)
    except UnreadableAnswerError:
        return _Sum(stored.info.version, games, None, readable=False)


def _run(info: GameInfo) -> LabRun | None:
    """The question; None where this version cannot read it."""
    try:
        return read_run(info.setup)
    except ValidationError:
        return None

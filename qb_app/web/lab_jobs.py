"""Long runs of the deck lab: they wait in one queue and are played one after the other, in a thread of their own.

They are not at the desk of the analyses, so that a run of an hour holds up no coach. Everything that was played stands
in the storage; what is known here alone is who waits and how far the one that runs has come.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Literal, NamedTuple

from gamekit.crew import CrewError, Processes
from qb_app.documents.lab_jobs import keep_answer
from qb_app.lab.journal import KIND, MOST_RUNS
from qb_app.lab.runs import LabRun, Progress, open_journal, play_run, run_key
from qb_app.live.times import utc_now
from qb_app.storage.errors import NoSuchGameError
from qb_app.storage.stores import Storage
from qb_app.web.desk import TooBusyError
from qb_app.web.problems import FORESEEN, Problem, problem, problem_of
from qb_engine.lab.workbench import LabCancelledError

FINISHED = "finished"
"""The result of a stored run that has its answer."""
_logger = logging.getLogger("qbcoach.web")


class Standing(NamedTuple):
    """What only this server knows of a job."""

    state: Literal["waiting", "running"] | None = None
    progress: Progress | None = None
    """The latest, also of a job that was stopped."""
    problem: Problem | None = None
    """Why it failed."""


NOTHING_KNOWN = Standing()


@contextmanager
def called_jobs() -> Iterator[None]:
    """What the storage does not find of the lab is called a job."""
    try:
        yield
    except NoSuchGameError as error:
        raise NoSuchGameError("job", error.game_id, error.close_ids) from None


@dataclass(eq=False)
class _Job:
    job_id: str
    run: LabRun
    crew: Processes
    stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        self.stopped.set()
        self.crew.stop()


class LabJobs:
    """The queue and its worker, which lives as long as there is something to play."""

    def __init__(self, storage: Storage, processes: int | None, most_waiting: int) -> None:
        self._storage, self._most_waiting = storage, most_waiting
        self._processes = processes or os.cpu_count() or 1
        self._door = threading.Lock()
        """Held while a job is let in; who looks at the others never waits for the storage."""
        self._lock = threading.Lock()
        self._waiting: dict[str, _Job] = {}
        self._running: _Job | None = None
        self._known: dict[str, Standing] = {}
        self._worker: threading.Thread | None = None
        self._closed = False

    def ask(self, run: LabRun) -> str:
        """Store the question and queue it; the same question is the same job. Its id."""
        with self._door:
            known = self._storage.games.made_with(KIND, run_key(run))
            if known is not None and known.result == FINISHED:
                return known.game_id
            if known is None:
                with self._lock:
                    self._check_room()
                    busy = self._busy()
                job_id = open_journal(run, self._storage, utc_now).create(spared=busy)
            else:
                job_id = known.game_id
            self._queue(job_id, run)
        return job_id

    def resume(self, job_id: str, run: LabRun) -> None:
        """Queue a stored run again; one that waits or runs already does so still."""
        with self._door:
            self._queue(job_id, run)

    def stop(self, job_id: str) -> None:
        """End its waiting or its run; what was played is kept."""
        with self._lock:
            waiting = self._waiting.pop(job_id, None)
            for job in (waiting, self._running):
                if job is not None and job.job_id == job_id:
                    job.stop()

    def forget(self, job_id: str) -> None:
        """Stop it, and delete all that was played."""
        self.stop(job_id)
        with called_jobs():
            self._storage.games.delete(KIND, job_id)
        with self._lock:
            self._known.pop(job_id, None)

    def standing(self, job_id: str) -> Standing:
        """How it stands in this server; asks no storage."""
        with self._lock:
            return self._standing(job_id)

    def standings(self) -> dict[str, Standing]:
        """Of every job that this server has heard of."""
        with self._lock:
            return {job_id: self._standing(job_id) for job_id in {**self._known, **self._waiting}}

    def close(self) -> None:
        """Stop everything, and take no more."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            if self._running is not None:
                self._running.stop()

    def wait(self, seconds: float) -> bool:
        """Until nothing is played any more, or so long; whether that is so."""
        with self._lock:
            worker = self._worker
        if worker is not None:
            worker.join(seconds)
        return worker is None or not worker.is_alive()

    def _standing(self, job_id: str) -> Standing:
        known, running = self._known.get(job_id, NOTHING_KNOWN), self._running
        if job_id in self._waiting:
            return known._replace(state="waiting", problem=None)
        if running is not None and running.job_id == job_id and not running.stopped.is_set():
            return known._replace(state="running", problem=None)
        return known

    def _busy(self) -> set[str]:
        """What waits or runs; the lock is held."""
        return {*self._waiting, *(() if self._running is None else (self._running.job_id,))}

    def _check_room(self) -> None:
        """Refuse another job where there is none; the lock is held."""
        if self._closed:
            raise TooBusyError("qbCoach is being shut down; start it again and repeat the request")
        if len(self._waiting) >= self._most_waiting:
            raise TooBusyError(
                f"{len(self._waiting)} jobs of the lab are waiting already; wait for one to end, or cancel one"
            )

    def _queue(self, job_id: str, run: LabRun) -> None:
        if self.standing(job_id).state is not None:
            return
        with self._lock:
            self._check_room()
            self._waiting[job_id] = _Job(job_id, run, Processes(self._processes))
            if self._worker is None:
                worker = threading.Thread(target=self._work, name="lab", daemon=True)
                worker.start()
                self._worker = worker

    # In the thread of the worker.

    def _work(self) -> None:
        while (job := self._next()) is not None:
            told = self._outcome(job)
            with self._lock:
                self._running = None
                if told is not None:
                    self._known[job.job_id] = self._known.get(job.job_id, NOTHING_KNOWN)._replace(problem=told)

    def _next(self) -> _Job | None:
        with self._lock:
            if not self._waiting:
                self._worker = None
                return None
            job = self._waiting.pop(next(iter(self._waiting)))
            self._running = job
            others = [(job_id, each) for job_id, each in self._known.items() if job_id != job.job_id]
            self._known = {**dict(others[-MOST_RUNS:]), job.job_id: NOTHING_KNOWN}
            return job

    def _outcome(self, job: _Job) -> Problem | None:
        """Why there is no answer; None where there is one, or where nobody wants one any more."""
        try:
            self._play(job)
        except (LabCancelledError, NoSuchGameError):
            return None
        except CrewError as error:
            return None if job.stopped.is_set() else problem(503, "crew", str(error))
        except FORESEEN as error:
            return problem_of(error)
        except Exception as error:
            _logger.error("a job of the lab failed", exc_info=error)
            return problem(
                500, "fault", "something went wrong inside qbCoach; what was played and stored before is kept"
            )
        return None

    def _play(self, job: _Job) -> None:
        journal, begun = open_journal(job.run, self._storage, utc_now), monotonic()
        if journal.run_id != job.job_id:
            raise NoSuchGameError(KIND, job.job_id)  # deleted since it was queued

        def watch(progress: Progress) -> None:
            with self._lock:
                if not job.stopped.is_set():
                    self._known[job.job_id] = Standing(progress=progress)

        with job.crew as crew:
            answer = play_run(job.run, crew, journal, watch, lambda: monotonic() - begun, job.stopped.is_set)
        keep_answer(job.run, answer, journal)

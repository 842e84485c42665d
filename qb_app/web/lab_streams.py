"""A job of the lab as a stream of events: progress, and one of answer, cancelled and problem.

The stream only looks at the job: closing it stops nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

from typing_extensions import TypedDict

from qb_app.documents.lab_jobs import BestDocument, JobRow, best_so_far
from qb_app.storage.errors import NoSuchGameError
from qb_app.web.job_reader import Job, JobReader
from qb_app.web.lab_jobs import LabJobs, Standing
from qb_app.web.problems import FORESEEN, problem_of
from qb_app.web.streams import ALIVE_SECONDS, PROGRESS_SECONDS, frame


class JobProgressEvent(TypedDict):
    games: int
    share: float | None
    """0 to 1; None where nobody can say."""
    best: BestDocument | None
    waiting: bool
    """Others come first; nothing is played yet."""


async def job_events(job: Job, jobs: LabJobs, reader: JobReader) -> AsyncIterator[bytes]:
    """From how the job stands now to its end; the storage is asked at both, the queue between them."""
    job_id, told, told_at = job.row["id"], _progress(job.row), monotonic()
    yield frame("progress", told)
    while job.row["state"] in ("waiting", "running"):
        await asyncio.sleep(PROGRESS_SECONDS)
        standing = jobs.standing(job_id)
        if standing.state is None:
            try:
                job = await asyncio.to_thread(reader.read, job_id)
            except FORESEEN as error:
                is_deleted = isinstance(error, NoSuchGameError)
                yield frame("cancelled", {}) if is_deleted else frame("problem", problem_of(error))
                return
            seen = _progress(job.row)
        else:
            seen = _seen(standing, told)
        if seen != told:
            told, told_at = seen, monotonic()
            yield frame("progress", told)
        elif monotonic() - told_at > ALIVE_SECONDS:
            told_at = monotonic()
            yield b": still here\n\n"
    yield _end(job)


def _progress(row: JobRow) -> JobProgressEvent:
    return {"games": row["games"], "share": row["share"], "best": row["best"], "waiting": row["state"] == "waiting"}


def _seen(standing: Standing, told: JobProgressEvent) -> JobProgressEvent:
    """The same by the queue alone."""
    waiting, progress = standing.state == "waiting", standing.progress
    if waiting or progress is None:
        return {**told, "waiting": waiting}
    return {"games": progress.games, "share": progress.share, "best": best_so_far(progress), "waiting": False}


def _end(job: Job) -> bytes:
    if job.problem is not None:
        return frame("problem", job.problem)
    return frame("answer", job.answer) if job.answer is not None else frame("cancelled", {})

"""How tests ask the deck lab over HTTP, and hold a job while it is played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import sleep
from typing import Any

import pytest

from gamekit.crew import Crew
from qb_app.documents.lab import field_document
from qb_app.lab import journal as journals
from qb_app.lab.fields import LIBRARY
from qb_app.lab.journal import StoredJournal
from qb_app.lab.reading import LabReader
from qb_app.lab.runs import LabAnswer, LabRun, Progress, Watch, open_journal, play_run
from qb_app.live.times import utc_now
from qb_app.storage import Storage
from qb_app.web import lab_jobs
from qb_app.web.settings import ApiSettings
from qb_engine.lab.workbench import LabCancelledError
from tests.qb_app.web.caller import Caller, calling
from tests.qb_app.web.serving import wait_until

JOBS = "/lab/jobs"
SETTINGS = ApiSettings(job_processes=1)
MATRIX = {"kind": "matrix", "decks": ["starter", "trevor"], "games": 400}
LATER = {**MATRIX, "seed": 1}
BUILD = {"kind": "build", "owned": True, "deck": "trevor", "before": "starter", "games": 500}
META = {"kind": "meta", "rounds": 1, "games": 200, "against": "saved"}


@contextmanager
def lab(storage: Storage, **settings: Any) -> Iterator[Caller]:
    """A caller whose jobs are stopped at the end, as those of a server are."""
    with calling(storage, replace(SETTINGS, **settings)) as api:
        try:
            yield api
        finally:
            jobs = api.app.state.service.jobs
            jobs.close()
            assert jobs.wait(60)


def ask(api: Caller, question: object) -> str:
    return str(api.ok("POST", JOBS, question)["id"])


def ended(api: Caller, job_id: str) -> Any:
    """The job once it neither waits nor runs."""
    wait_until(lambda: api.ok("GET", f"{JOBS}/{job_id}")["state"] not in ("waiting", "running"))
    return api.ok("GET", f"{JOBS}/{job_id}")


def answered(api: Caller, question: object) -> Any:
    """The job of a question, played to its end."""
    job = ended(api, ask(api, question))
    assert job["state"] == "finished", job
    return job


def play_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every job be stopped as soon as it runs."""

    def stop(*_: object) -> None:
        raise LabCancelledError

    monkeypatch.setattr(lab_jobs, "play_run", stop)


def stored_meta(storage: Storage) -> str:
    """The id of a meta job with an answer, the decks of the library, that nobody has played."""
    reader = LabReader(storage, "rebirth", 0)
    journal = open_journal(reader.meta(1, 200), storage, utc_now)
    decks = [
        {**deck, "tier": 1, "share": 0.5, "shares": []}
        for deck in field_document(reader.fields.choose(LIBRARY))["decks"]
    ]
    told = {"ruleset": "rebirth", "seed": 0, "player": "quick", "about_player": "", "kind": "meta", "rounds": []}
    journal.create()
    journal.close_with({**told, "decks": decks, "exploited": 0.0, "games_a_pair": 2, "all_games": 2})  # type: ignore[dict-item]
    assert journal.run_id is not None
    return journal.run_id


def tasks_of(storage: Storage, job_id: str) -> list[int]:
    """The numbers of the tasks that are stored of a job."""
    found = []
    for entry in storage.games.read(journals.KIND, job_id).entries:
        told: Any = entry.payload
        found += [task[0] for task in told.get("tasks", ())]
    return found


class Brake:
    """Holds whatever is played from so many games on, until it is let go or the job is stopped.

    With ``best`` it waits for a search to know its best deck so far.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, after: int = 1, *, best: bool = False) -> None:
        self.after, self.best = after, best
        self.reached, self.released = threading.Event(), threading.Event()
        monkeypatch.setattr(lab_jobs, "play_run", self.play)

    def wait(self) -> None:
        assert self.reached.wait(60)

    def play(
        self,
        run: LabRun,
        crew: Crew,
        journal: StoredJournal,
        watch: Watch,
        spent: Callable[[], float],
        cancelled: Callable[[], bool],
    ) -> LabAnswer:
        def held(progress: Progress) -> None:
            watch(progress)
            if progress.games >= self.after and (progress.best is not None or not self.best):
                self.reached.set()
                while not (self.released.is_set() or cancelled()):
                    sleep(0.001)

        return play_run(run, crew, journal, held, spent, cancelled)

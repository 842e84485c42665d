"""Jobs of the deck lab: how they wait, run, stop, go on and end, and what is kept of them."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from gamekit.crew import CrewError
from qb_app.lab import journal as journals
from qb_app.lab.journal import KIND
from qb_app.lab.reading import LabReader
from qb_app.lab.runs import LabAnswer
from qb_app.storage import NewEntry, Storage, open_storage
from qb_app.web import lab_jobs
from qb_app.web.job_reader import OTHER_VERSION
from qb_engine.lab import rungs
from qb_engine.lab.workbench import LabCancelledError
from qb_engine.library import library_decks
from tests.qb_app.conftest import Run
from tests.qb_app.lab.asked import fill
from tests.qb_app.web.caller import Caller
from tests.qb_app.web.conftest import needs_kernel
from tests.qb_app.web.lab_calls import (
    BUILD,
    JOBS,
    LATER,
    MATRIX,
    META,
    Brake,
    answered,
    ask,
    ended,
    lab,
    tasks_of,
)
from tests.qb_app.web.serving import wait_until

pytestmark = needs_kernel


def state_of(api: Caller, job_id: str) -> str:
    return str(api.ok("GET", f"{JOBS}/{job_id}")["state"])


@pytest.mark.parametrize(
    ("question", "command"),
    [
        (MATRIX, "matrix starter trevor --games 400"),
        (
            {"kind": "matrix", "decks": ["starter"], "against": "library", "player": "deep:2", "games": 2},
            "matrix starter --against library --player deep:2 --games 2",
        ),
        (
            {"kind": "deck", "deck": "starter", "against": "opponents", "owned": True},
            "deck starter --against opponents --owned",
        ),
        (
            {**BUILD, "keep": ["Titan"], "without": ["Zu"], "seed": 7},
            "build --owned --deck trevor --from starter --games 500 --keep Titan --without Zu --seed 7",
        ),
        (META, "meta --rounds 1 --games 200 --against saved"),
    ],
    ids=["matrix", "deep", "deck", "build", "meta"],
)
def test_an_answer_is_that_of_the_command_line(
    api: Caller, run: Run, question: dict[str, Any], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rungs, "_TASK_SECONDS", 0.3)
    with open_storage() as own:
        for each in (own, api.storage):
            fill(each)
            for deck in library_decks()[:2]:
                each.decks.save(deck.name, deck.card_ids, "rebirth")
    job = answered(api, question)
    told = json.loads(run("lab", *command.split(), "--processes", "1", "--json").stdout)
    assert job["answer"] == told
    assert (job["kind"], job["share"], job["problem"]) == (question["kind"], 1.0, None)
    (row,) = api.ok("GET", JOBS)["jobs"]
    assert row == {part: value for part, value in job.items() if part != "answer"}
    if question["kind"] == "build":
        assert row["best"] == {"code": told["deck"]["code"], "points": told["points"]["share"]}
        assert row["games"] == told["all_games"]


def test_a_job_waits_runs_and_ends(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    brake = Brake(monkeypatch)
    answer = api("POST", JOBS, MATRIX)
    first = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/v1{JOBS}/{first['id']}"
    assert (first["title"], first["answer"]) == ("2 decks against each other", None)
    brake.wait()
    second = ask(api, LATER)
    running = api.ok("GET", f"{JOBS}/{first['id']}")
    assert running["state"] == "running"
    assert 0 < running["games"] < 1200
    assert 0 < running["share"] < 1
    assert state_of(api, second) == "waiting"
    assert [(row["id"], row["state"]) for row in api.ok("GET", JOBS)["jobs"]] == [
        (second, "waiting"),
        (first["id"], "running"),
    ]
    brake.released.set()
    assert ended(api, first["id"])["state"] == "finished"
    done = ended(api, second)
    assert (done["state"], done["games"], done["answer"]["seed"]) == ("finished", 1200, 1)
    assert done["updated_at"] >= done["created_at"]


def test_the_best_deck_so_far_is_told(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(api.storage)
    brake = Brake(monkeypatch, best=True)
    job_id = ask(api, BUILD)
    brake.wait()
    best = api.ok("GET", f"{JOBS}/{job_id}")["best"]
    assert best["code"].startswith("QB1-")
    assert 0 < best["points"] <= 1
    stopped = api.ok("POST", f"{JOBS}/{job_id}/cancel")
    assert (stopped["state"], stopped["best"]) == ("stopped", best)


def test_the_same_question_is_the_same_job(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    brake = Brake(monkeypatch)
    with ThreadPoolExecutor(4) as threads:
        jobs = api.app.state.service.jobs
        first = ask(api, MATRIX)
        asked = api.app.state.service.job_reader.question(first)
        assert set(threads.map(lambda _: jobs.ask(asked), range(8))) == {first}
    brake.wait()
    assert ask(api, MATRIX) == first
    assert [row["state"] for row in api.ok("GET", JOBS)["jobs"]] == ["running"]
    brake.released.set()
    done = ended(api, first)
    assert ask(api, LATER) != first
    jobs.close()  # nothing can be queued any more
    assert api.ok("POST", JOBS, MATRIX) == done
    assert api.ok("POST", f"{JOBS}/{first}/resume") == done
    assert api.ok("POST", f"{JOBS}/{first}/cancel") == done


def test_a_cancelled_job_keeps_what_was_played_and_goes_on_there(
    api: Caller, monkeypatch: pytest.MonkeyPatch, storage: Storage
) -> None:
    whole = answered(api, MATRIX)["answer"]
    api.storage.games.delete(KIND, api.ok("GET", JOBS)["jobs"][0]["id"])
    brake = Brake(monkeypatch, after=500)
    job_id = ask(api, MATRIX)
    brake.wait()
    waiting = ask(api, LATER)
    assert api.ok("POST", f"{JOBS}/{waiting}/cancel")["state"] == "stopped"
    assert api.ok("POST", f"{JOBS}/{job_id}/cancel")["state"] == "stopped"
    assert api.app.state.service.jobs.wait(60)
    stopped = api.ok("GET", f"{JOBS}/{job_id}")
    kept = tasks_of(storage, job_id)
    assert stopped["games"] >= 500
    assert stopped["answer"] is None
    assert tasks_of(storage, waiting) == [], "what waits has played nothing"
    brake.released.set()
    assert api.ok("POST", f"{JOBS}/{job_id}/resume")["state"] in ("waiting", "running", "finished")
    assert ended(api, job_id)["answer"] == whole
    played = tasks_of(storage, job_id)
    assert played[: len(kept)] == kept
    assert len(played) == len(set(played)) > len(kept)
    assert state_of(api, waiting) == "stopped", "only what is asked for goes on"


def test_a_job_that_is_still_ending_can_be_resumed(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    brake = Brake(monkeypatch, after=500)
    job_id = ask(api, MATRIX)
    brake.wait()
    for _ in range(5):
        assert api.ok("POST", f"{JOBS}/{job_id}/cancel")["state"] == "stopped"
        assert api.ok("POST", f"{JOBS}/{job_id}/resume")["state"] in ("waiting", "running")
    brake.released.set()
    assert ended(api, job_id)["state"] == "finished"


def test_after_a_restart_a_job_is_stopped_and_goes_on_to_the_same_answer(
    storage: Storage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with open_storage(str(tmp_path / "other.db")) as other, lab(other) as undisturbed:
        whole = answered(undisturbed, MATRIX)["answer"]
    with monkeypatch.context() as patch, lab(storage) as before:
        brake = Brake(patch, after=500)
        running = ask(before, MATRIX)
        brake.wait()
        waiting = ask(before, LATER)
    with lab(storage) as after:
        assert [(row["id"], row["state"]) for row in after.ok("GET", JOBS)["jobs"]] == [
            (waiting, "stopped"),
            (running, "stopped"),
        ]
        assert after.ok("GET", f"{JOBS}/{running}")["games"] >= 500
        assert after.ok("POST", JOBS, MATRIX)["id"] == running, "asked again it goes on"
        assert ended(after, running)["answer"] == whole
        after.ok("POST", f"{JOBS}/{waiting}/resume")
        assert ended(after, waiting)["state"] == "finished"


def test_a_job_is_deleted_while_it_waits_runs_or_is_done(
    api: Caller, monkeypatch: pytest.MonkeyPatch, storage: Storage
) -> None:
    brake = Brake(monkeypatch)
    running = ask(api, MATRIX)
    brake.wait()
    waiting = ask(api, LATER)
    for job_id in (waiting, running):
        assert api("DELETE", f"{JOBS}/{job_id}").status_code == 204
        for method, more in (("GET", ""), ("POST", "/cancel"), ("POST", "/resume"), ("GET", "/stream"), ("DELETE", "")):
            told = api.refused(404, method, f"{JOBS}/{job_id}{more}")
            assert told.startswith(f"there is no job '{job_id}'")
    assert api.app.state.service.jobs.wait(60)
    assert storage.games.games(KIND) == (), "nothing of it comes back"
    brake.released.set()
    done = answered(api, MATRIX)["id"]
    assert done != running
    assert api("DELETE", f"{JOBS}/{done}").status_code == 204
    assert api.ok("GET", JOBS) == {"jobs": []}


def test_so_many_may_wait_and_no_more(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    with lab(storage, jobs_waiting=2) as api:
        brake = Brake(monkeypatch)
        running = ask(api, MATRIX)
        brake.wait()
        waiting = [ask(api, {**MATRIX, "seed": seed}) for seed in (1, 2)]
        answer = api("POST", JOBS, {**MATRIX, "seed": 3})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        told = "2 jobs of the lab are waiting already; wait for one to end, or cancel one"
        assert answer.json()["detail"] == told
        assert len(storage.games.games(KIND)) == 3, "what is refused is not stored"
        assert ask(api, {**MATRIX, "seed": 2}) == waiting[1], "who waits already may ask again"
        api.ok("POST", f"{JOBS}/{waiting[0]}/cancel")
        ask(api, {**MATRIX, "seed": 3})
        assert api.refused(503, "POST", f"{JOBS}/{waiting[0]}/resume") == told
        api.app.state.service.jobs.close()
        assert "is being shut down" in api.refused(503, "POST", JOBS, {**MATRIX, "seed": 4})
        assert state_of(api, running) == "stopped"


def test_what_waits_or_runs_is_not_dropped_for_a_newer_job(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "MOST_RUNS", 2)
    stopped = ask(api, {**MATRIX, "seed": 5})
    api.ok("POST", f"{JOBS}/{stopped}/cancel")
    assert api.app.state.service.jobs.wait(60)
    brake = Brake(monkeypatch)
    asked = [ask(api, {**MATRIX, "seed": seed}) for seed in range(3)]
    brake.wait()
    assert {row["id"] for row in api.ok("GET", JOBS)["jobs"]} == set(asked), "the stopped one makes room"
    brake.released.set()
    assert [ended(api, job_id)["state"] for job_id in asked] == ["finished"] * 3


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (CrewError("workers died 6 times in a row"), "workers died 6 times in a row"),
        (ZeroDivisionError("secret"), "something went wrong inside qbCoach; what was played and stored before is kept"),
    ],
)
def test_a_job_that_fails_says_why_and_can_be_resumed(
    api: Caller, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(lab_jobs, "play_run", fail)
        job = ended(api, ask(api, MATRIX))
        assert (job["state"], job["problem"], job["answer"]) == ("failed", sentence, None)
        assert api.ok("GET", JOBS)["jobs"][0]["problem"] == sentence
    resumed = api.ok("POST", f"{JOBS}/{job['id']}/resume")
    assert resumed["problem"] is None
    assert ended(api, job["id"])["state"] == "finished"


def test_a_crew_that_was_stopped_is_no_failure(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    brake = Brake(monkeypatch)

    def break_off(*arguments: Any) -> LabAnswer:
        try:
            return brake.play(*arguments)
        except LabCancelledError:
            raise CrewError("the work was stopped") from None

    monkeypatch.setattr(lab_jobs, "play_run", break_off)
    job_id = ask(api, MATRIX)
    brake.wait()
    api.ok("POST", f"{JOBS}/{job_id}/cancel")
    assert api.app.state.service.jobs.wait(60)
    assert api.ok("GET", f"{JOBS}/{job_id}")["problem"] is None
    assert state_of(api, job_id) == "stopped"


def test_a_server_that_ends_waits_until_what_was_played_is_stored(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    brake = Brake(monkeypatch)

    def late(*arguments: Any) -> LabAnswer:
        try:
            return brake.play(*arguments)
        finally:
            sleep(0.3)

    monkeypatch.setattr(lab_jobs, "play_run", late)
    with lab(storage) as api:

        async def scene() -> None:
            async with api.app.router.lifespan_context(api.app):
                jobs.ask(LabReader(storage, "rebirth", 0).matrix(["starter", "trevor"], None, "quick", 400))
                await asyncio.to_thread(brake.wait)

        jobs = api.app.state.service.jobs
        asyncio.run(scene())
        assert jobs.wait(0)


def test_a_run_that_another_program_plays_fails_with_the_reason(
    api: Caller, monkeypatch: pytest.MonkeyPatch, storage: Storage
) -> None:
    brake = Brake(monkeypatch)
    job_id = ask(api, MATRIX)
    brake.wait()
    version = storage.games.info(KIND, job_id).version
    storage.games.append(KIND, job_id, [NewEntry("note", {})], expected=version, at="2026-01-01")
    brake.released.set()
    assert "another program plays the same run just now" in ended(api, job_id)["problem"]


def test_what_another_version_asked_is_told_and_refused(api: Caller, storage: Storage) -> None:
    unreadable = storage.games.create(KIND, {"kind": "later"}, at="2026-01-01", key="a").game_id
    job = answered(api, MATRIX)
    setup = storage.games.info(KIND, job["id"]).setup
    older = storage.games.create(KIND, setup, at="2026-01-02", key="of another engine").game_id
    foreign = storage.games.create(KIND, setup, at="2026-01-03", key="b").game_id
    storage.games.append(KIND, foreign, [NewEntry("answer", {})], "finished", expected=0, at="2026-01-03")
    rows = {row["id"]: row for row in api.ok("GET", JOBS)["jobs"]}
    for job_id in (unreadable, older, foreign):
        assert (rows[job_id]["state"], rows[job_id]["problem"]) == ("failed", OTHER_VERSION)
        assert api.ok("GET", f"{JOBS}/{job_id}")["answer"] is None
    assert (rows[unreadable]["kind"], rows[unreadable]["title"]) == (None, "a question of another version")
    assert rows[job["id"]]["state"] == "finished"
    for job_id in (unreadable, older):
        assert api.refused(422, "POST", f"{JOBS}/{job_id}/resume") == OTHER_VERSION
    assert api("DELETE", f"{JOBS}/{unreadable}").status_code == 204


def test_runs_of_the_command_line_are_jobs_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run("lab", "matrix", "starter", "trevor", "--games", "400", "--processes", "1", "--json").stdout
    with open_storage() as storage, lab(storage) as api:
        (row,) = api.ok("GET", JOBS)["jobs"]
        assert (row["state"], row["games"]) == ("finished", 1200)
        assert api.ok("GET", f"{JOBS}/{row['id']}")["answer"] == json.loads(told)
        version = storage.games.info(KIND, row["id"]).version
        assert run("lab", "matrix", "starter", "trevor", "--games", "400", "--processes", "1", "--json").stdout == told
        assert storage.games.info(KIND, row["id"]).version == version, "asked again, nothing is stored again"
    monkeypatch.setattr(journals, "TOGETHER", 10_000)
    with open_storage() as storage:
        storage.games.delete(KIND, row["id"])
        run("lab", "matrix", "starter", "trevor", "--games", "400", "--processes", "1")
        assert storage.games.games(KIND) == (), "a short run leaves nothing behind"


def test_the_worker_comes_back_for_every_job(api: Caller) -> None:
    jobs = api.app.state.service.jobs
    for seed in range(3):
        answered(api, {**MATRIX, "games": 2, "seed": seed})
        wait_until(lambda: jobs.wait(0))

"""The deck lab: fields, the points of a deck at once, and long runs as jobs."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Query, Response
from fastapi.responses import StreamingResponse
from pydantic import Field
from typing_extensions import TypedDict

from gamekit.quoting import quoted
from qb_app.asking.choices import DEFAULT_RULESET
from qb_app.documents.lab import DeckPointsDocument, FieldDocument, deck_points_document, field_document, mixture_field
from qb_app.documents.lab_jobs import JobDocument, JobsDocument
from qb_app.lab.fields import KIND as FIELD
from qb_app.lab.fields import Fields
from qb_app.lab.runs import DeckReport, DeckRun, Desk, open_journal
from qb_app.live.times import utc_now
from qb_app.web.analysis import EventStreamResponse
from qb_app.web.desk import AnalysisCancelledError, Cancelled
from qb_app.web.etags import LOCATED
from qb_app.web.events import job_stream_response
from qb_app.web.lab_questions import JobQuestion, PointsQuestion
from qb_app.web.lab_streams import job_events
from qb_app.web.problems import not_found, problems
from qb_app.web.routers import PREFIX, api_router
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.streams import EVENT_STREAM, STREAM_HEADERS
from qb_app.web.texts import Body, NameInPath, RulesetText, StoredId, StoredIdText
from qb_engine.card_hydrator import normalised
from qb_engine.deep.win_chance import deep_engine
from qb_engine.lab.workbench import LabCancelledError, Workbench
from qb_engine.ruleset import Ruleset

router = api_router("lab")


class FieldsDocument(TypedDict):
    fields: list[FieldDocument]


class KeepFieldRequest(Body):
    job: Annotated[StoredIdText, Field(description="A meta job that is finished.")]
    replace: Annotated[bool, Field(description="Overwrite the field that has this name.")] = False


@router.get("/lab/fields", operation_id="list_fields", responses=problems(422))
def list_fields(
    service: ServiceDep,
    ruleset: Annotated[RulesetText, Query(description="Decks that it forbids are left out.")] = DEFAULT_RULESET,
) -> FieldsDocument:
    """Everything that a deck can be measured against; a field without a deck is left out."""
    fields = Fields(service.storage, Ruleset.parse(ruleset), service.hydrator)
    return {"fields": [field_document(field) for field in fields.all()]}


@router.put(
    "/lab/fields/{name:path}",
    operation_id="keep_field",
    responses={201: {"model": FieldDocument, "description": "Kept under a new name"}, **problems(404, 409, 422)},
)
def keep_field(name: NameInPath, body: KeepFieldRequest, service: ServiceDep, response: Response) -> FieldDocument:
    """Keep the mixture that a meta job has found as a field.

    Another field of that name is in the way unless it is to be replaced; the same field is not.
    """
    run, found = service.job_reader.meta(body.job)
    fields = Fields(service.storage, Ruleset.parse(run.ruleset), service.hydrator)
    field, known = mixture_field(name, run, found), fields.kept(name)
    if field != known:
        is_repeated = known is not None and replace(known, name=field.name) == field
        fields.keep(field, at=utc_now(), replace=body.replace or is_repeated)
    response.status_code = 201 if known is None else 200
    return field_document(field)


@router.delete("/lab/fields/{name:path}", operation_id="forget_field", status_code=204, responses=problems(404, 422))
def forget_field(name: NameInPath, service: ServiceDep) -> None:
    """Forget a field that was kept under a name; those that come with qbCoach stay."""
    if service.storage.games.made_with(FIELD, normalised(name)) is None:
        raise not_found(f"no field {quoted(name)} is kept; those that come with qbCoach cannot be forgotten")
    Fields(service.storage, Ruleset.parse(DEFAULT_RULESET), service.hydrator).forget(name)


@router.post("/lab/points", operation_id="measure_deck", responses=problems(422, 501, 503))
def measure_deck(body: PointsQuestion, service: ServiceDep, client: ClientDep) -> DeckPointsDocument:
    """The points of a deck against a field, in about a second; nothing is stored. Its best changes are a job."""
    run = body.run(service.storage)
    return deck_points_document(run, service.desk.run(client, lambda cancelled: _measured(run, service, cancelled)))


@router.post(
    "/lab/jobs",
    operation_id="create_job",
    status_code=201,
    responses={**LOCATED, **problems(422, 501, 503)},
)
def create_job(body: JobQuestion, service: ServiceDep, response: Response) -> JobDocument:
    """Store a question and queue it. The same question is the same job: one that was stopped goes on, one that is
    finished has its answer."""
    job_id = service.jobs.ask(body.run(service.storage))
    response.headers["Location"] = f"{PREFIX}/lab/jobs/{job_id}"
    return service.job_reader.read(job_id).document


@router.get("/lab/jobs", operation_id="list_jobs")
def list_jobs(service: ServiceDep) -> JobsDocument:
    """The newest first, without their answers; fifty are kept, those of the command line among them."""
    return {"jobs": service.job_reader.rows()}


@router.get("/lab/jobs/{job_id}", operation_id="read_job", responses=problems(404, 422))
def read_job(job_id: StoredId, service: ServiceDep) -> JobDocument:
    """A job as it stands, with its answer once it is finished."""
    return service.job_reader.read(job_id).document


@router.post("/lab/jobs/{job_id}/cancel", operation_id="cancel_job", responses=problems(404, 422))
def cancel_job(job_id: StoredId, service: ServiceDep) -> JobDocument:
    """Stop a job that waits or runs; what was played is kept. One that does neither stays as it is."""
    service.job_reader.read(job_id)
    service.jobs.stop(job_id)
    return service.job_reader.read(job_id).document


@router.post("/lab/jobs/{job_id}/resume", operation_id="resume_job", responses=problems(404, 422, 501, 503))
def resume_job(job_id: StoredId, service: ServiceDep) -> JobDocument:
    """Queue a stopped job again: it goes on where it was left, to the same answer. A finished one stays finished."""
    run = service.job_reader.question(job_id)
    if run is not None:
        deep_engine(service.hydrator, Ruleset.parse(run.ruleset))
        service.jobs.resume(job_id, run)
    return service.job_reader.read(job_id).document


@router.delete("/lab/jobs/{job_id}", operation_id="delete_job", status_code=204, responses=problems(404, 422))
def delete_job(job_id: StoredId, service: ServiceDep) -> None:
    """Stop a job and forget all that was played for it."""
    service.jobs.forget(job_id)


@router.get(
    "/lab/jobs/{job_id}/stream",
    operation_id="watch_job",
    response_class=EventStreamResponse,
    responses={200: job_stream_response(), **problems(404, 422)},
)
def watch_job(job_id: StoredId, service: ServiceDep) -> Response:
    """How far a job is, until its answer comes; closing the stream does not stop it."""
    told = job_events(service.job_reader.read(job_id), service.jobs, service.job_reader)
    return StreamingResponse(told, media_type=EVENT_STREAM, headers=STREAM_HEADERS)


def _measured(run: DeckRun, service: Service, cancelled: Cancelled) -> DeckReport:
    bench = Workbench(Ruleset.parse(run.ruleset), run.seed, cancelled=cancelled)
    journal = open_journal(run, service.storage, utc_now)  # it is not on the bench, so nothing is added to it
    try:
        return run.play(Desk(bench, journal, lambda progress: None, lambda: 0.0))
    except LabCancelledError:
        raise AnalysisCancelledError from None

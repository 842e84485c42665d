"""Looking back: on matches, duels, records, and positions with moves as shared links hold them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import Response
from pydantic import ConfigDict, Field

from qb_app import limits
from qb_app.asking.positions import EXAMPLE_POSITION
from qb_app.courses import Courses, again
from qb_app.documents.duels import DuelDocument
from qb_app.documents.progress import ProgressAnswer, progress_document
from qb_app.documents.summaries import RemarkDocument, remark_document
from qb_app.games.duels.duel import Duel
from qb_app.review.course import Course
from qb_app.web.analysis import EventStreamResponse
from qb_app.web.desk import Cancelled
from qb_app.web.duels import DUELS
from qb_app.web.etags import CREATED, IdempotencyKey
from qb_app.web.events import stream_response
from qb_app.web.positions import PositionText
from qb_app.web.problems import problems
from qb_app.web.questions import review_analysis, tracked
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.streams import Analysis, Report, open_stream
from qb_app.web.texts import Body, DeckText, LineText, OpponentText, Seed, StoredId
from qb_engine.deep.levels import LEVELS
from qb_engine.deep.win_chance import deep_engine

router = api_router("reviews")

_STREAM = stream_response("summary")


class RecordRequest(Body):
    record: Annotated[
        str, Field(max_length=limits.MOST_TEXT_BYTES, description="A game as 'qbcoach simulate --record' writes it.")
    ]


class LinesRequest(Body):
    """A position, what was entered after it, and what is known of the decks."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"position": EXAMPLE_POSITION, "lines": ["grasslands wolf m1", "e pass"]}]}
    )

    position: PositionText
    lines: Annotated[
        list[LineText],
        Field(min_length=1, max_length=limits.MOST_LINES, description="As in a match: 'zu m3', 'e pass', 'draw mu'."),
    ]
    opponent: OpponentText | None = Field(None, description="Who the enemy is in the game.")
    enemy_deck: DeckText | None = Field(None, description="The enemy's deck, if known.")


class AgainRequest(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"number": 3, "level": 5, "seed": 1}]})

    number: Annotated[
        int, Field(ge=1, le=limits.MOST_EVENTS, strict=True, description="The move before which the duel begins.")
    ]
    level: Annotated[int, Field(ge=1, le=len(LEVELS), strict=True)] | None = Field(
        None, description="How strong the enemy is; else as it was, or 5."
    )
    seed: Annotated[Seed, Field(description="Fills in the cards that nobody saw, and decides the enemy's luck.")]


@router.get(
    "/matches/{match_id}/summary",
    operation_id="summarise",
    response_class=EventStreamResponse,
    responses={200: _STREAM, **problems(404, 422, 503)},
)
def summarise(match_id: StoredId, service: ServiceDep, client: ClientDep) -> Response:
    """The look back: every move with its mark and the better one, where it turned, and skill apart from luck."""
    course = Courses(service.storage, service.tools).of_match(match_id)
    return open_stream(service.desk, client, review_analysis(course, service.advisor))


@router.get(
    "/duels/{duel_id}/summary",
    operation_id="summarise_duel",
    response_class=EventStreamResponse,
    responses={200: _STREAM, **problems(404, 422, 503)},
)
def summarise_duel(duel_id: StoredId, service: ServiceDep, client: ClientDep) -> Response:
    """The same of a duel; the enemy's moves are judged as it saw the game itself, once the duel is over."""
    course = Courses(service.storage, service.tools).of_duel(duel_id)
    return open_stream(service.desk, client, review_analysis(course, service.advisor))


@router.post(
    "/records/summary",
    operation_id="summarise_record",
    response_class=EventStreamResponse,
    responses={200: _STREAM, **problems(422, 503)},
)
def summarise_record(body: RecordRequest, service: ServiceDep, client: ClientDep) -> Response:
    """The same of a recorded game, as you saw it; one that does not play as recorded is refused."""
    course = Courses.of_record(body.record)
    return open_stream(service.desk, client, review_analysis(course, service.advisor))


@router.post(
    "/positions/summary",
    operation_id="summarise_position",
    response_class=EventStreamResponse,
    responses={200: _STREAM, **problems(404, 422, 503)},
)
def summarise_position(body: LinesRequest, service: ServiceDep, client: ClientDep) -> Response:
    """The same of a position and what was entered after it, as a shared link holds them; nothing is stored."""
    courses = Courses(service.storage, service.tools)
    course = courses.of_lines(body.position, body.lines, body.opponent, body.enemy_deck, files=False)
    return open_stream(service.desk, client, review_analysis(course, service.advisor))


@router.get("/matches/{match_id}/remark", operation_id="remark", responses=problems(404, 422, 503))
def remark(match_id: StoredId, service: ServiceDep, client: ClientDep) -> RemarkDocument:
    """A word on the last move, if it was costly: on yours right after it, on the enemy's once you can answer it."""
    session = service.look_at(match_id)
    found = service.desk.run(client, lambda _: session.questions.remark())
    return remark_document(found, session.game.hydrator, wanted=session.game.wants_remarks)


@router.get(
    "/progress",
    operation_id="read_progress",
    response_class=EventStreamResponse,
    responses={200: stream_response("progress"), **problems(422, 503)},
)
def read_progress(service: ServiceDep, client: ClientDep) -> Response:
    """Habits: what all your matches and duels gave away, by what it was about, by opponent, by deck, over time."""

    def work(report: Report, cancelled: Cancelled) -> ProgressAnswer:
        tools = replace(service.tools, track=lambda numbers: tracked(numbers, report, cancelled))
        return {"kind": "progress", **progress_document(Courses(service.storage, tools).progress())}

    return open_stream(service.desk, client, Analysis(work))


_AGAIN: dict[int | str, dict[str, Any]] = {**CREATED, **problems(404, 422, 501, 503)}


@router.post("/matches/{match_id}/again", operation_id="try_match_again", status_code=201, responses=_AGAIN)
def try_match_again(
    match_id: StoredId,
    body: AgainRequest,
    service: ServiceDep,
    client: ClientDep,
    response: Response,
    idempotency_key: IdempotencyKey = None,
) -> DuelDocument:
    """A duel that goes on from before a move of the match, its hidden cards filled in as the coach believes."""
    course = Courses(service.storage, service.tools).of_match(match_id)
    return DUELS.begin(service, client, response, idempotency_key, lambda: _again(course, body, service))


@router.post("/duels/{duel_id}/again", operation_id="try_duel_again", status_code=201, responses=_AGAIN)
def try_duel_again(
    duel_id: StoredId,
    body: AgainRequest,
    service: ServiceDep,
    client: ClientDep,
    response: Response,
    idempotency_key: IdempotencyKey = None,
) -> DuelDocument:
    """A duel that goes on from before a move of another, with the same cards."""
    course = Courses(service.storage, service.tools).of_duel(duel_id)
    return DUELS.begin(service, client, response, idempotency_key, lambda: _again(course, body, service))


def _again(course: Course, body: AgainRequest, service: Service) -> Duel:
    duel = Duel(service.hydrator, again(course, body.number, body.seed, body.level))
    deep_engine(service.hydrator, duel.start.ruleset)  # refuses before anything is stored
    return duel

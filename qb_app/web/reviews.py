"""Looking back: on matches, duels, records, and positions with moves as shared links hold them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Response
from pydantic import ConfigDict, Field

from qb_app import limits
from qb_app.asking.choices import Beginner
from qb_app.asking.positions import EXAMPLE_POSITION
from qb_app.courses import Courses, course_of_record_text
from qb_app.documents.progress import ProgressAnswer, progress_document
from qb_app.documents.summaries import RemarkDocument, remark_document
from qb_app.live.late_storage import LateStorage
from qb_app.live.shared import course_of_lines
from qb_app.live.start import prepare
from qb_app.web.analysis import EventStreamResponse
from qb_app.web.desk import Cancelled
from qb_app.web.events import stream_response
from qb_app.web.positions import PositionText, read_state
from qb_app.web.problems import problems
from qb_app.web.questions import review_analysis, tracked
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, ServiceDep
from qb_app.web.streams import Analysis, Report, open_stream
from qb_app.web.texts import Body, DeckText, LineText, OpponentText, StoredId

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
        Field(min_length=1, max_length=limits.MOST_EVENTS, description="As in a match: 'zu m3', 'e pass', 'draw mu'."),
    ]
    opponent: OpponentText | None = Field(None, description="Who the enemy is in the game.")
    enemy_deck: DeckText | None = Field(None, description="The enemy's deck, if known.")


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
    course = course_of_record_text(body.record, service.hydrator)
    return open_stream(service.desk, client, review_analysis(course, service.advisor))


@router.post(
    "/positions/summary",
    operation_id="summarise_position",
    response_class=EventStreamResponse,
    responses={200: _STREAM, **problems(404, 422, 503)},
)
def summarise_position(body: LinesRequest, service: ServiceDep, client: ClientDep) -> Response:
    """The same of a position and what was entered after it, as a shared link holds them; nothing is stored."""
    ruleset = str(read_state(body.position, service).ruleset)
    late = LateStorage(lambda: service.storage)
    setup = prepare(late, None, body.opponent, body.enemy_deck, Beginner.YOU, (), ruleset, files=False)
    course = course_of_lines(setup, body.position, body.lines, service.tools)
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

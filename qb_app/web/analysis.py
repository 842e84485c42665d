"""What is thought of a match: advice, deep advice, prediction."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Response

from gamekit.quoting import quoted
from qb_app.answers.outlook import look_ahead
from qb_app.asking.budgets import choose_budget
from qb_app.documents.advice import AdviceDocument, MulliganAdviceDocument
from qb_app.documents.outlooks import OutlookDocument, outlook_document
from qb_app.limits import LEAST_SECONDS, MOST_NODES, MOST_SECONDS
from qb_app.web.events import stream_response
from qb_app.web.problems import not_found, problems
from qb_app.web.questions import Against, AskedMove, MostMoves, Quick, Top, advice_analysis, advised, glance_analysis
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, ServiceDep
from qb_app.web.streams import EVENT_STREAM, open_stream
from qb_app.web.texts import StoredId
from qb_engine.deep.search import STANDARD_NODES

router = api_router("analysis")

Nodes = Annotated[
    int | None,
    Query(
        ge=1,
        le=MOST_NODES,
        description=f"Worlds to search, the same answer every time; else {STANDARD_NODES:,}.",
    ),
]
Seconds = Annotated[
    float | None, Query(ge=LEAST_SECONDS, le=MOST_SECONDS, description="Time to search, instead of nodes.")
]


class EventStreamResponse(Response):
    """For the description of the interface: what kind of answer a stream is."""

    media_type = EVENT_STREAM


@router.get("/matches/{match_id}/advice", operation_id="advise", responses=problems(404, 409, 422, 503))
def advise(
    match_id: StoredId,
    service: ServiceDep,
    client: ClientDep,
    top: Top = 5,
    quick: Quick = False,
    against: Against = False,
    move: AskedMove = None,
) -> AdviceDocument | MulliganAdviceDocument:
    """The best moves with the chance to win after each; on the opening hand, which cards to exchange."""
    questions = service.look_at(match_id).questions
    questions.check_hand()
    weakness = questions.strength if against else None
    question = questions.question if move is None else questions.question.asking(move)
    return advised(service, client, question, top, quick=quick, weakness=weakness)


@router.get("/matches/{match_id}/prediction", operation_id="predict", responses=problems(404, 409, 422))
def predict(match_id: StoredId, service: ServiceDep) -> OutlookDocument:
    """What the enemy may hold, what it may do next, and where that hurts."""
    return outlook_document(look_ahead(service.look_at(match_id).questions.question))


@router.get(
    "/matches/{match_id}/deep",
    operation_id="deepen",
    response_class=EventStreamResponse,
    responses={200: stream_response("advice", "mulligan"), **problems(404, 409, 422, 501, 503)},
)
def deepen(
    match_id: StoredId,
    service: ServiceDep,
    client: ClientDep,
    nodes: Nodes = None,
    seconds: Seconds = None,
    against: Against = False,
    move: AskedMove = None,
    top: MostMoves = None,
) -> Response:
    """The same as advice with all moves and a budget of your choice, as a stream that tells how far it has come."""
    budget = choose_budget(seconds, nodes)
    questions = service.look_at(match_id).questions
    questions.check_hand()
    weakness = questions.strength if against else None
    question = questions.question if move is None else questions.question.asking(move)
    return open_stream(service.desk, client, advice_analysis(service.advisor, question, budget, weakness, top))


@router.get(
    "/matches/{match_id}/glance",
    operation_id="glance",
    response_class=EventStreamResponse,
    responses={200: stream_response("glance"), **problems(404, 409, 422, 503)},
)
def glance(match_id: StoredId, service: ServiceDep, client: ClientDep) -> Response:
    """How things stand whoever is to act, your draw due or not: your chance, and what the enemy threatens most.

    A stream that tells how far it has come.
    """
    session = service.look_at(match_id)
    analysis = glance_analysis(service.advisor, session.questions.question, session.expects.value)
    return open_stream(service.desk, client, analysis)


@router.delete("/analyses/{analysis_id}", operation_id="cancel_analysis", status_code=204, responses=problems(404, 422))
def cancel_analysis(analysis_id: Annotated[str, Path(max_length=64)], service: ServiceDep) -> None:
    """Call off an analysis that waits or runs; its stream ends with ``cancelled``."""
    if not service.desk.cancel(analysis_id):
        raise not_found(f"there is no analysis {quoted(analysis_id)}; it may be finished already")

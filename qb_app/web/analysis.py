"""What is thought of a match: advice, deep advice, prediction, the look back."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from qb_app.answers.advice import Advice
from qb_app.answers.analyst import CoachAnalyst
from qb_app.answers.outlook import look_ahead
from qb_app.documents.advice import CoachDocument, PredictDocument, coach_document, predict_document
from qb_app.documents.events import stream_response
from qb_app.live.refusals import stale_hand
from qb_app.live.session import Session
from qb_app.web.deep_analysis import (
    DEFAULT_NODES,
    MOST_NODES,
    MOST_SECONDS,
    deep_analysis,
    read_budget,
    summary_analysis,
)
from qb_app.web.match_session import open_to_read, tools
from qb_app.web.matches import MatchId
from qb_app.web.problems import NotFoundError, problems
from qb_app.web.service import ClientDep, ServiceDep
from qb_app.web.streams import EVENT_STREAM, open_stream

router = APIRouter(tags=["analysis"])

Top = Annotated[int, Query(ge=1, le=50, description="So many moves, the best first.")]
Nodes = Annotated[
    int | None,
    Query(ge=1, le=MOST_NODES, description=f"Worlds to search; the same answer every time. Default {DEFAULT_NODES:,}."),
]
Seconds = Annotated[float | None, Query(ge=0.1, le=MOST_SECONDS, description="Time to search, instead of nodes.")]


class EventStreamResponse(Response):
    """For the description of the interface: what kind of answer a stream is."""

    media_type = EVENT_STREAM


@router.get("/matches/{match_id}/advice", operation_id="advise", responses=problems(404, 409, 422))
def advise(match_id: MatchId, service: ServiceDep, top: Top = 5) -> CoachDocument:
    """The best moves one ply ahead, with reasons, at once."""
    quick = replace(tools(service), analyst_for=CoachAnalyst)
    session = Session.look(service.storage.matches, match_id, quick)
    return coach_document(shortened(session.questions.advice, top))


def shortened(advice: Advice, top: int) -> Advice:
    """The same advice with ``top`` moves."""
    found = advice.recommendation
    return replace(advice, recommendation=replace(found, moves=found.moves[:top]))


@router.get("/matches/{match_id}/prediction", operation_id="predict", responses=problems(404, 409, 422))
def predict(match_id: MatchId, service: ServiceDep) -> PredictDocument:
    """What the enemy may hold, what it may do next, and where that hurts."""
    questions = open_to_read(service, match_id).questions
    return predict_document(look_ahead(questions.view, questions.enemy))


@router.get(
    "/matches/{match_id}/deep",
    operation_id="deepen",
    response_class=EventStreamResponse,
    responses={200: stream_response("deep", "mulligan"), **problems(404, 409, 422, 501, 503)},
)
def deepen(
    match_id: MatchId, service: ServiceDep, client: ClientDep, nodes: Nodes = None, seconds: Seconds = None
) -> Response:
    """Many moves ahead, with the chance to win after every move; on the opening hand, which cards to exchange."""
    budget = read_budget(nodes, seconds)
    session = open_to_read(service, match_id)
    game, questions = session.game, session.questions
    if not game.is_over and (game.draw_due or game.hidden_in_hand):
        raise stale_hand(game.hidden_in_hand, draw_due=game.draw_due)
    analysis = deep_analysis(questions.view, questions.enemy, budget, game.cards)
    return open_stream(service.desk, service.answers, client, analysis)


@router.get(
    "/matches/{match_id}/summary",
    operation_id="summarise",
    response_class=EventStreamResponse,
    responses={200: stream_response("summary"), **problems(404, 422, 503)},
)
def summarise(match_id: MatchId, service: ServiceDep, client: ClientDep) -> Response:
    """The look back: the chance to win before and after every move, where it turned, and what your moves cost."""
    session = open_to_read(service, match_id)
    analysis = summary_analysis(service.storage.matches, session, tools(service))
    return open_stream(service.desk, service.answers, client, analysis)


@router.delete("/analyses/{analysis_id}", operation_id="cancel_analysis", status_code=204, responses=problems(404, 422))
def cancel_analysis(analysis_id: Annotated[str, Path(max_length=64)], service: ServiceDep) -> None:
    """Call off an analysis that waits or runs; its stream ends with ``cancelled``."""
    if not service.desk.cancel(analysis_id):
        raise NotFoundError(f"there is no analysis '{analysis_id}'; it may be finished already")

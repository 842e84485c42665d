"""The puzzles of the game, with their boards where these are known."""

from __future__ import annotations

from fastapi import Response

from qb_app.documents.puzzles import PuzzlesDocument, puzzles_document
from qb_app.web.constants import constant_answer
from qb_app.web.etags import NOT_MODIFIED, IfNoneMatch
from qb_app.web.routers import api_router
from qb_app.web.service import ServiceDep
from qb_engine.deep.puzzles import puzzles

router = api_router("puzzles")


@router.get("/puzzles", operation_id="list_puzzles", response_model=PuzzlesDocument, responses=NOT_MODIFIED)
def list_puzzles(service: ServiceDep, if_none_match: IfNoneMatch = None) -> Response:
    """Every puzzle of the game, in its order; with its position it can be tried and solved."""
    return constant_answer(puzzles_document(puzzles(service.hydrator)), if_none_match)

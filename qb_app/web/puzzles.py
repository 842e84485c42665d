"""The puzzles of the game, with their boards where these are known."""

from __future__ import annotations

from fastapi import Response
from typing_extensions import TypedDict

from qb_app.documents.boards import BoardDocument, board_document
from qb_app.documents.puzzles import PuzzleRow, puzzles_document
from qb_app.web.constants import NOT_MODIFIED, constant_answer
from qb_app.web.etags import IfNoneMatch
from qb_app.web.routers import api_router
from qb_app.web.service import ServiceDep
from qb_engine.deep.puzzles import puzzles
from qb_engine.geometry import Side
from qb_engine.models import CardId

router = api_router("puzzles")


class PuzzleDocument(PuzzleRow):
    board: BoardDocument | None
    hand: list[CardId]
    """What you have to play; empty where it is not known."""


class PuzzleList(TypedDict):
    puzzles: list[PuzzleDocument]


@router.get("/puzzles", operation_id="list_puzzles", response_model=PuzzleList, responses=NOT_MODIFIED)
def list_puzzles(service: ServiceDep, if_none_match: IfNoneMatch = None) -> Response:
    """Every puzzle of the game, in its order; with its position it can be tried and solved."""
    known = puzzles(service.hydrator)
    document: PuzzleList = {
        "puzzles": [
            {
                **row,
                "board": board_document(puzzle.board.position.board) if puzzle.board else None,
                "hand": list(puzzle.board.position.hands[Side.YOU]) if puzzle.board else [],
            }
            for puzzle, row in zip(known, puzzles_document(known)["puzzles"], strict=True)
        ]
    }
    return constant_answer(document, if_none_match)

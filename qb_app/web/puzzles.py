"""Puzzles: those of the game, with their boards where these are known, and those to train with."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Response

from qb_app.documents.puzzles import PuzzlesDocument, TrainingPuzzleDocument, puzzles_document, training_document
from qb_app.limits import LONGEST_SEARCH
from qb_app.web.constants import constant_answer
from qb_app.web.etags import NOT_MODIFIED, IfNoneMatch
from qb_app.web.problems import not_found, problems
from qb_app.web.routers import api_router
from qb_app.web.service import ServiceDep
from qb_engine.deep.puzzles import PuzzleNameError, puzzles
from qb_engine.deep.training_puzzles import GRADES, find_puzzle_theme, find_training_puzzle, select_puzzles

router = api_router("puzzles")


@router.get(
    "/puzzles", operation_id="list_puzzles", response_model=PuzzlesDocument, responses=NOT_MODIFIED | problems(422)
)
def list_puzzles(
    service: ServiceDep,
    grade: Annotated[int | None, Query(ge=GRADES[0], le=GRADES[-1], examples=[3])] = None,
    theme: Annotated[str | None, Query(max_length=LONGEST_SEARCH, examples=["room"])] = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Every puzzle of the game, in its order; or puzzles to train with, of a grade or about a theme."""
    if grade is None and theme is None:
        return constant_answer(puzzles_document(puzzles(service.hydrator)), if_none_match)
    found = select_puzzles(grade, None if theme is None else find_puzzle_theme(theme))
    return constant_answer(puzzles_document((), found), if_none_match)


@router.get(
    "/puzzles/{puzzle_id}",
    operation_id="read_training_puzzle",
    response_model=TrainingPuzzleDocument,
    responses=NOT_MODIFIED | problems(404, 422),
)
def read_training_puzzle(
    service: ServiceDep,
    puzzle_id: Annotated[str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$", examples=["p0006"])],
    if_none_match: IfNoneMatch = None,
) -> Response:
    """A puzzle to train with, without its solution; its position can be solved."""
    try:
        puzzle = find_training_puzzle(puzzle_id)
    except PuzzleNameError as error:
        raise not_found(str(error)) from error
    return constant_answer(training_document(puzzle, service.hydrator), if_none_match)

"""What the solver found, as a document; nothing in it is estimated."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from qb_app.answers.solutions import LineStep, SolvedPosition, SolvedPuzzle
from qb_app.documents.boards import SIDES, BoardDocument, SideName, board_document
from qb_app.documents.moves import MoveDocument, move_document


class SolutionStep(MoveDocument):
    turn: int
    side: SideName
    board: BoardDocument
    """After the move."""


class SolutionDocument(TypedDict):
    format: str
    position: str
    exact: Literal[True]
    puzzle: bool
    """You play alone and must lead in the end."""
    title: str | None
    """Of a puzzle of the game."""
    reconstructed: str | None
    solvable: bool | None
    """Of a puzzle."""
    margin: int | None
    """Of a position: your final margin with best play of both sides."""
    result: Literal["win", "draw", "loss"] | None
    """Of a position, for you."""
    orders: list[list[MoveDocument]]
    """Winning orders of a puzzle, each up to the play that takes the lead."""
    order_count: int
    """How many there are, also where not all are listed."""
    line: list[SolutionStep]
    """The best line of a position, the first order of a puzzle."""
    end: str
    """The position after it."""
    board: BoardDocument
    """The board after it."""


def solution_document(solved: SolvedPosition | SolvedPuzzle, most_orders: int | None = None) -> SolutionDocument:
    """The solution; of a puzzle the first ``most_orders`` winning orders, or all."""
    asked, start, end = solved.exercise, solved.exercise.state, solved.end
    orders = solved.orders if isinstance(solved, SolvedPuzzle) else ()
    margin = solved.margin if isinstance(solved, SolvedPosition) else None
    board = asked.puzzle.board if asked.puzzle else None
    return {
        "format": "qbcoach-solution-1",
        "position": start.key(),
        "exact": True,
        "puzzle": asked.is_puzzle,
        "title": asked.puzzle.title if asked.puzzle else None,
        "reconstructed": board.reconstructed if board else None,
        "solvable": bool(orders) if asked.is_puzzle else None,
        "margin": margin,
        "result": None if margin is None else "win" if margin > 0 else "loss" if margin < 0 else "draw",
        "orders": [[move_document(move, start.hydrator) for move in order] for order in orders[:most_orders]],
        "order_count": len(orders),
        "line": [_step(step) for step in solved.steps],
        "end": end.key(),
        "board": board_document(end.board),
    }


def _step(step: LineStep) -> SolutionStep:
    return {
        **move_document(step.move, step.state.hydrator),
        "turn": step.turn,
        "side": SIDES[step.side],
        "board": board_document(step.state.board),
    }

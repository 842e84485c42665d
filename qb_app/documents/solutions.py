"""What the solver found, as documents."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.answers.solutions import SolvedPosition, SolvedPuzzle
from qb_app.documents.scores import ScoreDocument, score_document


class StepDocument(TypedDict):
    turn: int
    side: str
    move: str
    margin: int
    """If the game ended after this move."""


class SolutionDocument(TypedDict):
    format: str
    position: str
    exact: bool
    margin: int
    """Final margin of yours with best play of both sides."""
    result: str
    """``win``, ``draw`` or ``loss``, for you."""
    line: list[StepDocument]
    end: str
    score: ScoreDocument


class PuzzleDocument(TypedDict):
    format: str
    title: str | None
    position: str
    reconstructed: str | None
    exact: bool
    solvable: bool
    orders: list[list[str]]
    """Every winning order, each up to the play that takes the lead."""
    end: str
    """After the first winning order."""
    score: ScoreDocument


def solution_document(solved: SolvedPosition) -> SolutionDocument:
    return {
        "format": "qbcoach-solution-1",
        "position": solved.start.key(),
        "exact": True,
        "margin": solved.margin,
        "result": "win" if solved.margin > 0 else "loss" if solved.margin < 0 else "draw",
        "line": [
            {
                "turn": step.turn,
                "side": step.side.value,
                "move": str(step.move),
                "margin": step.state.score().margin,
            }
            for step in solved.steps
        ],
        "end": solved.end.key(),
        "score": score_document(solved.end.score()),
    }


def puzzle_document(solved: SolvedPuzzle) -> PuzzleDocument:
    puzzle = solved.question.puzzle
    return {
        "format": "qbcoach-puzzle-1",
        "title": puzzle.title if puzzle else None,
        "position": solved.question.state.key(),
        "reconstructed": puzzle.board.reconstructed if puzzle and puzzle.board else None,
        "exact": True,
        "solvable": bool(solved.orders),
        "orders": [[str(move) for move in order] for order in solved.orders],
        "end": solved.end.key(),
        "score": score_document(solved.end.score()),
    }

"""The puzzles of the game as documents."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from qb_engine.deep.puzzles import Puzzle
from qb_engine.notation import format_position


class PuzzleRow(TypedDict):
    number: int
    title: str
    group: str
    hint: str
    position: str | None
    """None where the board is not known."""
    reconstructed: str | None
    solution: list[str] | None


class PuzzlesDocument(TypedDict):
    puzzles: list[PuzzleRow]


def puzzles_document(puzzles: Sequence[Puzzle]) -> PuzzlesDocument:
    return {"puzzles": [_row(puzzle) for puzzle in puzzles]}


def _row(puzzle: Puzzle) -> PuzzleRow:
    board = puzzle.board
    return {
        "number": puzzle.number,
        "title": puzzle.title,
        "group": puzzle.group,
        "hint": puzzle.hint,
        "position": format_position(board.position) if board else None,
        "reconstructed": board.reconstructed if board else None,
        "solution": [str(move) for move in board.solution] if board else None,
    }

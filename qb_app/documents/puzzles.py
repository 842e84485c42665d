"""The puzzles of the game as documents."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from qb_app.documents.boards import BoardDocument, board_document
from qb_app.documents.moves import move_text
from qb_engine.deep.puzzles import Puzzle
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.notation import format_position


class PuzzleDocument(TypedDict):
    """All but number, title, group and hint is None, and the hand empty, where the board is not known."""

    number: int
    title: str
    group: str
    hint: str
    position: str | None
    reconstructed: str | None
    solution: list[str] | None
    """Moves in the notation: ``015 MID-3``."""
    board: BoardDocument | None
    hand: list[CardId]
    """What you have to play."""


class PuzzlesDocument(TypedDict):
    puzzles: list[PuzzleDocument]


def puzzles_document(puzzles: Sequence[Puzzle]) -> PuzzlesDocument:
    return {"puzzles": [_puzzle(puzzle) for puzzle in puzzles]}


def _puzzle(puzzle: Puzzle) -> PuzzleDocument:
    known = puzzle.board
    return {
        "number": puzzle.number,
        "title": puzzle.title,
        "group": puzzle.group,
        "hint": puzzle.hint,
        "position": format_position(known.position) if known else None,
        "reconstructed": known.reconstructed if known else None,
        "solution": [move_text(move) for move in known.solution] if known else None,
        "board": board_document(known.position.board) if known else None,
        "hand": list(known.position.hands[Side.YOU]) if known else [],
    }

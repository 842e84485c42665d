"""The puzzles of the game as a list."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text
from typing_extensions import TypedDict

from qb_app.terminal import say
from qb_engine.notation import format_position
from qb_engine.puzzles import Puzzle


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


def show_puzzles(console: Console, puzzles: Sequence[Puzzle]) -> None:
    """Every puzzle with its hint, by group; those that can be solved say so."""
    group = ""
    for puzzle in puzzles:
        if puzzle.group != group:
            group = puzzle.group
            console.print(Text(group, style="bold"))
        known = ("  board known", "green") if puzzle.board else ("", "")
        console.print(Text.assemble(f"{puzzle.number:>4}  ", puzzle.title, known))
        say(console, puzzle.hint, "dim", indent=6)
    playable = sum(puzzle.board is not None for puzzle in puzzles)
    say(console, f"{playable} of {len(puzzles)} can be solved, the others are known by title and hint only.", indent=0)

"""Puzzles as documents: those of the game, and those to train with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from typing_extensions import TypedDict

from qb_app.documents.boards import BoardDocument, board_document
from qb_app.documents.moves import move_text
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import Puzzle
from qb_engine.deep.sentences import puzzle_draws, puzzle_task
from qb_engine.deep.training_puzzles import PuzzleResult, TrainingPuzzle, training_puzzles
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.notation import format_position
from qb_engine.themes import Theme

FORMAT = "qbcoach-puzzles-2"
"""The first one knew the puzzles of the game alone, and had no name."""


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


class TrainingRow(TypedDict):
    """A puzzle to train with, in a list."""

    id: str
    grade: int
    """From 1, the easiest, to 8."""
    difficulty: float
    """What the grade is made of."""
    themes: list[Theme]
    """The clearest first."""
    result: Literal["win", "draw"]
    """What the one right move brings."""
    order: int
    """How many moves of yours the solution has, each the only one."""


class TrainingPuzzleDocument(TrainingRow):
    """A puzzle to train with, without its solution; nothing is hidden in it."""

    format: str
    task: str
    """What is to be found, in sentences."""
    position: str
    board: BoardDocument
    hand: list[CardId]
    enemy_hand: list[CardId]
    deck: list[CardId]
    """What you still draw, next card first."""
    enemy_deck: list[CardId]


class PuzzlesDocument(TypedDict):
    format: str
    puzzles: list[PuzzleDocument]
    """Those of the game; none where puzzles to train with are asked for by grade or theme."""
    training: list[TrainingRow]
    """Those asked for, the easiest first; none where neither grade nor theme is asked for."""
    grades: dict[str, int]
    """How many puzzles to train with there are of each grade."""
    themes: dict[str, int]


def puzzles_document(puzzles: Sequence[Puzzle], training: Sequence[TrainingPuzzle] = ()) -> PuzzlesDocument:
    everyone = training_puzzles()
    grades = Counter(puzzle.grade for puzzle in everyone)
    themes = Counter(theme for puzzle in everyone for theme in puzzle.themes)
    return {
        "format": FORMAT,
        "puzzles": [_puzzle(puzzle) for puzzle in puzzles],
        "training": [_row(puzzle) for puzzle in training],
        "grades": {str(grade): grades[grade] for grade in sorted(grades)},
        "themes": {theme.value: themes[theme] for theme in Theme if theme in themes},
    }


def training_document(puzzle: TrainingPuzzle, hydrator: CardHydrator) -> TrainingPuzzleDocument:
    state = puzzle.start(hydrator)
    position = state.position()
    decks = position.decks
    task = puzzle_task(len(puzzle.solution), won=puzzle.result is PuzzleResult.WIN, passed=state.passes > 0)
    return {
        **_row(puzzle),
        "format": "qbcoach-training-puzzle-1",
        "task": f"{task} {puzzle_draws(*map(len, decks))}",
        "position": puzzle.position,
        "board": board_document(state.board),
        "hand": list(position.hands[Side.YOU]),
        "enemy_hand": list(position.hands[Side.ENEMY]),
        "deck": list(decks[Side.YOU]),
        "enemy_deck": list(decks[Side.ENEMY]),
    }


def _row(puzzle: TrainingPuzzle) -> TrainingRow:
    return {
        "id": puzzle.id,
        "grade": puzzle.grade,
        "difficulty": round(puzzle.difficulty.points, 2),
        "themes": list(puzzle.themes),
        "result": puzzle.result.value,
        "order": len(puzzle.solution),
    }


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

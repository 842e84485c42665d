"""Puzzles as exercises: those to train with, and the boards of the game whose solution is known."""

from __future__ import annotations

from functools import cache

from qb_app.practice.exercise import Exercise, ExerciseKind, Line, Origin
from qb_app.practice.hints import hints_of
from qb_app.practice.sentences import board_task, board_title, puzzle_title
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import Puzzle, puzzles
from qb_engine.deep.sentences import puzzle_draws, puzzle_task
from qb_engine.deep.training_puzzles import PuzzleResult, TrainingPuzzle, training_puzzles
from qb_engine.models import Move
from qb_engine.notation import format_position
from qb_engine.themes import Theme

_BOARD = "board-"
BOARD_THEMES = (Theme.COMBINATION,)
"""A board that stands still is beaten by cards that help one another, in the right order."""


@cache
def puzzle_exercises() -> tuple[Exercise, ...]:
    """The boards of the game first, in its order, then the puzzles to train with, by id."""
    hydrator = CardHydrator.shared()
    boards = [_board(puzzle, hydrator) for puzzle in puzzles(hydrator) if puzzle.board is not None]
    return (*boards, *(_training(puzzle, hydrator) for puzzle in training_puzzles()))


def plays_alone(exercise: Exercise) -> bool:
    """Whether the enemy only passes: a board of the game stands still."""
    return exercise.exercise_id.startswith(_BOARD)


def _board(puzzle: Puzzle, hydrator: CardHydrator) -> Exercise:
    assert puzzle.board is not None
    lines = (_with_passes(puzzle.board.solution),)
    return Exercise(
        exercise_id=f"{_BOARD}{puzzle.number}",
        kind=ExerciseKind.PUZZLE,
        themes=BOARD_THEMES,
        position=format_position(puzzle.board.position),
        lines=lines,
        task=board_task(),
        hints=hints_of(BOARD_THEMES, lines, hydrator),
        origin=Origin(board_title(puzzle.title)),
        notes=(puzzle.board.reconstructed,),
    )


def _with_passes(moves: tuple[Move, ...]) -> Line:
    line = [step for move in moves for step in (move, Move.PASS)]
    return tuple(line[:-1])


def _training(puzzle: TrainingPuzzle, hydrator: CardHydrator) -> Exercise:
    return Exercise(
        exercise_id=puzzle.id,
        kind=ExerciseKind.PUZZLE,
        themes=puzzle.themes,
        position=puzzle.position,
        lines=(puzzle.line,),
        task=puzzle_task(
            len(puzzle.solution), won=puzzle.result is PuzzleResult.WIN, passed=" passes=1" in puzzle.position
        ),
        hints=hints_of(puzzle.themes, (puzzle.line,), hydrator),
        origin=Origin(puzzle_title(puzzle.id, puzzle.grade), grade=puzzle.grade),
        notes=(puzzle_draws(int(" deck=" in puzzle.position), int(" edeck=" in puzzle.position)),),
    )

"""What a user asks the solver, and its answer with every position on the way."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from qb_app.asking.positions import STDIN
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep import solver
from qb_engine.deep.puzzles import Puzzle, find_puzzle
from qb_engine.deep.training_puzzles import find_training_puzzle, is_training_id
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move


@dataclass(frozen=True)
class Exercise:
    state: GameState
    is_puzzle: bool
    puzzle: Puzzle | None = None
    """The puzzle of the game that was named, if one was."""


@dataclass(frozen=True)
class LineStep:
    """One move of a best line, and the game after it."""

    turn: int
    side: Side
    move: Move
    state: GameState


@dataclass(frozen=True)
class SolvedPosition:
    exercise: Exercise
    margin: int
    steps: tuple[LineStep, ...]
    """The best line."""

    @property
    def start(self) -> GameState:
        return solver.ready(self.exercise.state)

    @property
    def end(self) -> GameState:
        return self.steps[-1].state if self.steps else self.start


@dataclass(frozen=True)
class SolvedPuzzle:
    exercise: Exercise
    orders: tuple[tuple[Move, ...], ...]

    @cached_property
    def steps(self) -> tuple[LineStep, ...]:
        """The first winning order; the enemy only passes in between."""
        state, steps = solver.ready(self.exercise.state).clone(), []
        for move in self.orders[0] if self.orders else ():
            turn, side = state.turn, state.side_to_act
            state.play(move)
            if not state.is_over:
                state.play(Move.PASS)
            steps.append(LineStep(turn, side, move, state.clone()))
        return tuple(steps)

    @property
    def end(self) -> GameState:
        """After the first winning order; as it stands when there is none."""
        return self.steps[-1].state if self.steps else solver.ready(self.exercise.state)


def choose_exercise(words: Sequence[str], hydrator: CardHydrator, *, puzzle: bool) -> Exercise:
    """Read what the user wrote: a text with lanes is a position, any other a puzzle by name or id.

    In a puzzle to train with the enemy plays on, so it is solved as a position.
    """
    text = " ".join(words)
    if text == STDIN:
        text = sys.stdin.read()
    if "/" in text:
        return Exercise(GameState.parse(text, hydrator), puzzle)
    if is_training_id(text):
        return Exercise(find_training_puzzle(text).start(hydrator), False)
    found = find_puzzle(text, hydrator)
    if found.board is None:
        raise InputError(f"the board of '{found.title}' is not known, only its hint: {found.hint}")
    return Exercise(GameState.from_position(found.board.position, hydrator), True, found)


def solve_position(exercise: Exercise, positions: int) -> SolvedPosition:
    solution = solver.solve(exercise.state, positions=positions)
    state, steps = solver.ready(exercise.state).clone(), []
    for move in solution.line:
        turn, side = state.turn, state.side_to_act
        state.play(move)
        steps.append(LineStep(turn, side, move, state.clone()))
    return SolvedPosition(exercise, solution.margin, tuple(steps))


def solve_puzzle(exercise: Exercise, positions: int) -> SolvedPuzzle:
    return SolvedPuzzle(exercise, solver.solve_puzzle(exercise.state, positions=positions))

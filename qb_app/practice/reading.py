"""An answer as it is typed: moves of yours, each read where the ones before it lead."""

from __future__ import annotations

from collections.abc import Sequence

from qb_app.asking.moves import read_move
from qb_app.errors import InputError
from qb_app.practice.exercise import Exercise, Verdict
from qb_app.practice.sentences import after_the_answer, not_on_the_way
from qb_engine.geometry import Side
from qb_engine.models import Move


def read_answer(exercise: Exercise, texts: Sequence[str]) -> tuple[Move, ...]:
    """Moves of yours in order; what the rules forbid is refused, and so is what follows the end of an answer."""
    moves: tuple[Move, ...] = ()
    for text in texts:
        if moves and exercise.judge(moves) is not Verdict.ON_THE_WAY:
            raise InputError(after_the_answer(len(moves)))
        moves = (*moves, read_next(exercise, moves, text))
    return moves


def read_beginning(exercise: Exercise, texts: Sequence[str]) -> tuple[Move, ...]:
    """Moves that are right so far, with more to come; others are refused."""
    moves = read_answer(exercise, texts)
    if moves and exercise.judge(moves) is not Verdict.ON_THE_WAY:
        raise InputError(not_on_the_way())
    return moves


def read_next(exercise: Exercise, moves: Sequence[Move], text: str) -> Move:
    """The move that follows these, which are on the way."""
    state = exercise.after(moves)
    move = read_move(text, state.hands[Side.YOU].cards, exercise.hydrator)
    state.clone().play(move)
    return move

"""What is wrong with a wrong move: the enemy's best answer on the board, and what it costs. Computed, never guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from qb_app.answers.advisor import Advisor
from qb_app.answers.question import Question
from qb_app.practice import sentences
from qb_app.practice.exercise import Exercise, ExerciseKind
from qb_app.practice.goals import tried
from qb_app.practice.puzzles import plays_alone
from qb_app.practice.shelf import find_task
from qb_app.review.lines import steps_of
from qb_engine.deep.solver import TooLargeError, solve
from qb_engine.deep.win_chance import DeepSearchUnavailableError
from qb_engine.game_state import GameState
from qb_engine.geometry import TileNaming
from qb_engine.models import Move
from qb_engine.narration import move_name
from qb_engine.scoring import MatchScore
from qb_engine.wording import chance_words

SOLVED_POSITIONS = 2_000_000
"""A puzzle that takes more is not refuted on the spot; those that are shipped take far less."""
Asking = Callable[[Exercise], Question]
"""The question of a position of one's own, with what was known of the enemy."""


@dataclass(frozen=True)
class Refutation:
    sentence: str
    """What the move costs."""
    board: GameState
    """After your move, and after the enemy's answer where there is one."""
    reply: Move | None = None


def refute(
    exercise: Exercise, moves: Sequence[Move], advisor: Advisor, ask: Asking, place: TileNaming = str
) -> Refutation:
    """Answer the last of these moves, which is wrong; those before it are on the way."""
    start, move, after = exercise.after(moves[:-1]), moves[-1], exercise.played(moves)
    if exercise.kind is ExerciseKind.LESSON:
        return _unmet(exercise, start, move, after, place)
    if plays_alone(exercise):
        return Refutation(sentences.no_order_left(), after)
    with suppress(DeepSearchUnavailableError, TooLargeError):
        if exercise.kind is ExerciseKind.PUZZLE:
            return _solved(exercise, moves, start, after, place)
        return _searched(exercise, move, advisor, ask(exercise), place)
    return Refutation(sentences.not_refuted(), after)


def proven(exercise: Exercise, moves: Sequence[Move]) -> str | None:
    """How the game ends after these right moves of a puzzle, with best play; None where nothing is to be proven."""
    if exercise.kind is not ExerciseKind.PUZZLE or plays_alone(exercise):
        return None
    with suppress(DeepSearchUnavailableError, TooLargeError):
        state = exercise.played(moves)
        end = state.score() if state.is_over else _best_end(state)
        return sentences.proven(sentences.game_ends(end))
    return None


def _unmet(exercise: Exercise, start: GameState, move: Move, after: GameState, place: TileNaming) -> Refutation:
    task = find_task(exercise)
    assert task is not None
    condition, value = task.goal.missing(tried(start, move))[0]
    return Refutation(sentences.missing(condition, value, place), after)


def _solved(
    exercise: Exercise, moves: Sequence[Move], start: GameState, after: GameState, place: TileNaming
) -> Refutation:
    """Both sides see everything, so what the best answer makes of it is exact."""
    best = sentences.game_ends(_best_end(start))
    if after.is_over:
        return Refutation(sentences.ends_exactly(sentences.game_ends(after.score()), best), after)
    line = solve(after, positions=SOLVED_POSITIONS).line
    result, reply = sentences.game_ends(_end_of(after, line)), line[0]
    board = after.clone()
    board.play(reply)
    named = move_name(reply, exercise.hydrator, place)
    return Refutation(sentences.refuted_exactly(named, result, best), board, reply)


def _best_end(start: GameState) -> MatchScore:
    return _end_of(start, solve(start, positions=SOLVED_POSITIONS).line)


def _end_of(state: GameState, line: Sequence[Move]) -> MatchScore:
    end = state.clone()
    for move in line:
        end.play(move)
    return end.score()


def _searched(exercise: Exercise, move: Move, advisor: Advisor, question: Question, place: TileNaming) -> Refutation:
    """By the answer that the coach gives in the position, asked about this move."""
    look = advisor.look(question.asking(move))
    made = next(one for one in look.every if one.move == move)
    best = next(one for one in look.every if one.move in exercise.accepted)
    steps = steps_of(question.view, made.line)[:2]
    reply = steps[1].move if len(steps) > 1 else None
    named = None if reply is None else move_name(reply, exercise.hydrator, place)
    chances = chance_words(made.chance), chance_words(best.chance)
    board = GameState.parse(steps[-1].position, exercise.hydrator)
    return Refutation(sentences.refuted_by_search(named, *chances), board, reply)

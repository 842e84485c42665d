"""A wrong move is answered by what is wrong with it: recomputed here from the solver and the rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from qb_app.answers.advisor import Advisor
from qb_app.answers.question import Question
from qb_app.asking.positions import EXAMPLE_POSITION
from qb_app.practice import refutation
from qb_app.practice.exercise import Exercise, ExerciseKind, Verdict
from qb_app.practice.goals import legal_moves
from qb_app.practice.puzzles import plays_alone, puzzle_exercises
from qb_app.practice.refutation import proven, refute
from qb_app.practice.shelf import find_lesson
from qb_engine.deep.search import Budget
from qb_engine.deep.solver import move_margins, solve
from qb_engine.deep.win_chance import DeepSearchUnavailableError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, long_name
from qb_engine.kernel import door as kernel
from qb_engine.models import Move
from qb_engine.narration import move_name
from qb_engine.wording import chance_words

needs_kernel = pytest.mark.skipif(not kernel.available, reason="the kernel is not built")
PUZZLES = [one for one in puzzle_exercises() if not plays_alone(one)][:3]
DRAWN = "p1799"
"""A puzzle that is drawn with the right move."""
PASSED = [one for one in puzzle_exercises() if not plays_alone(one) and one.start.passes]
"""The enemy has just passed."""


def never(exercise: Exercise) -> Question:
    raise AssertionError("nothing is hidden, so nobody is asked")


@needs_kernel
@pytest.mark.parametrize("exercise", PUZZLES, ids=lambda one: one.exercise_id)
def test_a_wrong_move_in_a_puzzle_meets_the_best_answer(exercise: Exercise) -> None:
    start = exercise.start
    margins = dict(move_margins(start))
    best = max(margins.values())
    for move in legal_moves(start):
        if exercise.judge((move,)) is not Verdict.WRONG:
            continue
        found = refute(exercise, (move,), Advisor(), never)
        assert margins[move] < best
        after = exercise.played((move,))
        if found.reply is None:
            assert after.is_over
            continue
        assert f"answers: {move_name(found.reply, exercise.hydrator)}." in found.sentence
        assert found.board.passes == (1 + after.passes if found.reply.is_pass else 0)
        reached = found.board.score().margin if found.board.is_over else solve(found.board).margin
        assert reached == margins[move], "the answer is a best one"
        break  # one for each puzzle; more would only take longer


@needs_kernel
def test_with_hidden_cards_the_coach_answers_with_its_own_figures() -> None:
    question = Question.about(GameState.parse(EXAMPLE_POSITION).observe(Side.YOU), files=False)
    advisor = Advisor(budget=Budget(200))
    best = advisor.look(question).moves[0].move
    mistake = replace(PUZZLES[0], kind=ExerciseKind.MISTAKE, position=question.view.key(), lines=((best,),))
    wrong = next(move for move in legal_moves(question.view) if not move.is_pass and move != best)
    found = refute(mistake, (wrong,), advisor, lambda _: question)
    looked = {one.move: one for one in advisor.look(question.asking(wrong)).every}
    assert found.reply == looked[wrong].line[1]
    reply = move_name(found.reply, mistake.hydrator)
    told = f"The enemy's likely answer is {reply}: your chance to win is {chance_words(looked[wrong].chance)} then,"
    assert found.sentence == f"{told} with the right move it is {chance_words(looked[best].chance)}."
    before = len([one for one in question.view.board.occupants if one])
    placed = len([one for one in found.board.board.occupants if one])
    assert placed == before + 1 + (not found.reply.is_pass)


@needs_kernel
def test_results_are_told_as_they_are_solved() -> None:
    exercise = PUZZLES[0]
    found = refute(exercise, (Move.PASS,), Advisor(), never)
    answered = r"The enemy answers: .+\. From there, with best play, (the enemy wins|it is a draw,) \d+–\d+"
    assert re.fullmatch(rf"{answered}; with the right move you win \d+–\d+\.", found.sentence)


@needs_kernel
def test_a_draw_is_told_as_a_whole_clause() -> None:
    drawn = next(one for one in puzzle_exercises() if one.exercise_id == DRAWN)
    found = refute(
        drawn, (next(move for move in legal_moves(drawn.start) if move not in drawn.accepted),), Advisor(), never
    )
    assert re.search(r"the enemy wins \d+–\d+; with the right move it is a draw, (\d+)–\1\.$", found.sentence)
    told = proven(drawn, drawn.lines[0][::2])
    assert told is not None
    assert re.fullmatch(r"From here, with best play, it is a draw, (\d+)–\1\.", told)


@needs_kernel
def test_a_game_that_a_wrong_pass_ends_is_told_as_it_ends() -> None:
    passed = next(one for one in PASSED if one.judge((Move.PASS,)) is Verdict.WRONG)
    found = refute(passed, (Move.PASS,), Advisor(), never)
    ends = r"The game is over: (the enemy wins|it is a draw,) \d+–\d+"
    assert re.fullmatch(rf"{ends}; with the right move (you win|it is a draw,) \d+–\d+\.", found.sentence)


@needs_kernel
def test_a_right_answer_is_proven_by_how_the_game_ends() -> None:
    for exercise in PUZZLES:
        end = exercise.played(exercise.lines[0][::2])
        margin = end.score().margin if end.is_over else solve(end).margin
        told = proven(exercise, exercise.lines[0][::2])
        assert told is not None
        assert ("you win" in told) == (margin > 0)
    board = next(one for one in puzzle_exercises() if plays_alone(one))
    assert proven(board, board.lines[0][::2]) is None
    assert proven(find_lesson("spread").tasks[0].exercise, (Move.PASS,)) is None


def test_a_task_says_what_the_move_does_not_do() -> None:
    task = find_lesson("spread").tasks[0].exercise
    found = refute(task, (Move.parse("005 T1"),), Advisor(), never, long_name)
    assert (found.sentence, found.reply) == ("That does not make MID-2 yours.", None)
    assert found.board.board.occupants[0] is not None


def test_a_board_that_stands_still_has_no_order_left() -> None:
    board = next(one for one in puzzle_exercises() if plays_alone(one))
    found = refute(board, (Move.parse("023 T1"),), Advisor(), never)
    assert (found.reply, found.sentence.split(",")[0]) == (
        None,
        "From here your other cards cannot turn the board any more",
    )


def test_without_the_kernel_the_move_is_still_told_as_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_: object, **__: object) -> None:
        raise DeepSearchUnavailableError("no kernel")

    monkeypatch.setattr(refutation, "solve", unavailable)
    found = refute(PUZZLES[0], (Move.PASS,), Advisor(), never)
    assert found.sentence.startswith("Why cannot be shown here")
    assert found.board.passes == 1

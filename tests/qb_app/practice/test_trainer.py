"""The trainer: answers are stored before they are told, count once, and say when an exercise comes back."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from gamekit.glicko import Standing
from qb_app.practice.choosing import Wish
from qb_app.practice.exercise import Exercise, ExerciseKind, Verdict
from qb_app.practice.memory import AGAIN_AFTER, Outcome, read_time
from qb_app.practice.progress import PlayerRating, Progress, advanced
from qb_app.practice.puzzles import plays_alone, puzzle_exercises
from qb_app.practice.rating import BEGINNER, GRADES, POINTS_A_GRADE, graded, met
from qb_app.practice.shelf import find_lesson
from qb_app.practice.trainer import Trainer
from qb_app.storage import Storage
from qb_engine.models import Move
from qb_engine.themes import Theme
from tests.qb_app.practice.conftest import START, Clock


def task(place: int = 0) -> Exercise:
    return find_lesson("place").tasks[place].exercise


def puzzle() -> Exercise:
    return next(one for one in puzzle_exercises() if not plays_alone(one))


def right(exercise: Exercise) -> tuple[Move, ...]:
    return exercise.lines[0][::2]


WRONG = (Move.PASS,)


def test_a_right_answer_is_stored_and_comes_back_in_days(trainer: Trainer) -> None:
    answered = trainer.answer(task(), right(task()))
    assert (answered.verdict, answered.counted, answered.rating) == (Verdict.RIGHT, True, None)
    assert answered.due is not None
    assert answered.due > START + timedelta(days=5)
    practice = trainer.practice()
    assert practice.version == 1
    progress = practice.of(task())
    assert progress is not None
    assert (progress.answers, progress.right, progress.memory.due) == (1, 1, answered.due)


def test_a_wrong_answer_comes_back_in_the_same_sitting(trainer: Trainer, clock: Clock) -> None:
    assert trainer.answer(task(), WRONG).due == START + AGAIN_AFTER
    assert trainer.practice().due() == ()
    clock.wait(minutes=10)
    assert trainer.practice().due() == (task(),)
    assert trainer.practice().next() == task()


def test_trying_again_at_once_is_kept_and_changes_nothing(trainer: Trainer, storage: Storage, clock: Clock) -> None:
    first = trainer.answer(task(), WRONG)
    clock.wait(minutes=1)
    again = trainer.answer(task(), right(task()), hints=1)
    assert (again.verdict, again.counted, again.due) == (Verdict.RIGHT, False, first.due)
    assert [one.document["verdict"] for one in storage.practice.attempts()] == ["wrong", "right"]
    clock.wait(minutes=9)
    later = trainer.answer(task(), right(task()))
    assert later.counted
    assert later.due is not None
    assert later.due > clock.now + timedelta(hours=12)


def test_hints_bring_it_back_sooner(storage: Storage, clock: Clock) -> None:
    trainer = Trainer(storage.practice, clock)
    plain, hinted = trainer.answer(task(), right(task())), trainer.answer(task(1), right(task(1)), hints=1)
    assert plain.due is not None
    assert hinted.due is not None
    assert hinted.due < plain.due


def test_giving_up_counts_as_wrong(trainer: Trainer) -> None:
    answered = trainer.answer(task(), (), gave_up=True)
    assert (answered.verdict, answered.gave_up, answered.due) == (Verdict.WRONG, True, START + AGAIN_AFTER)


def test_moves_that_are_on_the_way_store_nothing(trainer: Trainer) -> None:
    board = next(one for one in puzzle_exercises() if plays_alone(one))
    answered = trainer.answer(board, right(board)[:1])
    assert (answered.verdict, answered.due) == (Verdict.ON_THE_WAY, None)
    assert trainer.practice().version == 0
    assert trainer.answer(board, right(board)).verdict is Verdict.RIGHT


def test_an_answer_that_is_sent_again_counts_once(trainer: Trainer, clock: Clock) -> None:
    first = trainer.answer(task(), WRONG, key="k")
    clock.wait(days=1)
    assert trainer.answer(task(), WRONG, key="k") == first
    assert trainer.answer(task(), right(task()), key="k") == first
    assert trainer.practice().version == 1


def test_answers_from_several_places_at_once_are_all_kept(trainer: Trainer, storage: Storage) -> None:
    tasks = [task.exercise for name in ("place", "spread", "ranks", "take") for task in find_lesson(name).tasks]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda one: trainer.answer(one, right(one)), tasks * 3))
    attempts = storage.practice.attempts()
    assert [one.seq for one in attempts] == list(range(1, 25))
    counted = [one.exercise_id for one in attempts if one.document["counted"]]
    assert sorted(counted) == sorted(one.exercise_id for one in tasks)


def test_what_stands_follows_from_the_attempts(trainer: Trainer, storage: Storage, clock: Clock) -> None:
    """Replaying the log gives every row beside it."""
    exercises = [task(), puzzle(), task(1), puzzle(), task()]
    for place, exercise in enumerate(exercises):
        trainer.answer(exercise, WRONG if place % 2 else right(exercise), hints=place % 3)
        clock.wait(days=3.5)
    known = {one.exercise_id: one for one in exercises}
    progress, player = dict[str, Progress](), PlayerRating()
    for attempt in storage.practice.attempts():
        document: Any = attempt.document
        if document["counted"]:
            exercise = known[attempt.exercise_id]
            outcome = Outcome.HINTED if document["hints"] else Outcome.RIGHT
            outcome = outcome if document["verdict"] == "right" else Outcome.WRONG
            before = progress.get(exercise.exercise_id)
            progress[exercise.exercise_id], player = advanced(exercise, before, player, outcome, read_time(attempt.at))
    practice = trainer.practice()
    assert practice.progress == progress
    assert practice.player == player
    assert player.exercises == 1


# Ratings


def test_grades_lie_evenly_around_the_centre_and_a_player_begins_low() -> None:
    grades = [graded(grade).rating for grade in range(1, GRADES + 1)]
    assert [later - sooner for sooner, later in itertools.pairwise(grades)] == [POINTS_A_GRADE] * 7
    assert sum(grades) / GRADES == 1500
    assert grades[0] < BEGINNER.rating < grades[3]


@pytest.mark.parametrize("grade", [1, 4, 8])
def test_who_solves_a_puzzle_rises_and_the_puzzle_falls(grade: int) -> None:
    player, hard = Standing(1400, 100), graded(grade)
    after = {outcome: met(player, hard, outcome, timedelta()) for outcome in Outcome}
    own = [after[outcome][0].rating for outcome in (Outcome.WRONG, Outcome.HINTED, Outcome.RIGHT)]
    theirs = [after[outcome][1].rating for outcome in (Outcome.WRONG, Outcome.HINTED, Outcome.RIGHT)]
    assert own == sorted(own)
    assert theirs == sorted(theirs, reverse=True)
    assert own[0] < 1400 < own[2]
    assert theirs[2] < hard.rating < theirs[0]


def test_the_interval_narrows_answer_by_answer_and_widens_with_rest() -> None:
    player, reach = BEGINNER, list[float]()
    for _ in range(12):
        player, _ = met(player, graded(3), Outcome.RIGHT, timedelta())
        reach.append(player.reach)
    assert reach == sorted(reach, reverse=True)
    rested, _ = met(player, graded(3), Outcome.HINTED, timedelta(days=3000))
    busy, _ = met(player, graded(3), Outcome.HINTED, timedelta())
    assert rested.reach > busy.reach


def test_only_the_first_answer_to_a_puzzle_moves_ratings(trainer: Trainer, clock: Clock) -> None:
    first = trainer.answer(puzzle(), WRONG)
    assert first.rating is not None
    assert first.rating_before == BEGINNER.rating > first.rating.standing.rating
    clock.wait(days=1)
    again = trainer.answer(puzzle(), right(puzzle()))
    assert (again.counted, again.rating) == (True, None)
    assert trainer.practice().player.standing == first.rating.standing
    assert trainer.answer(task(), right(task())).rating is None


# The next exercise


def test_what_is_due_comes_before_what_is_new(trainer: Trainer, clock: Clock) -> None:
    for exercise in (task(), task(1)):
        trainer.answer(exercise, right(exercise))
        clock.wait(hours=30)
    clock.wait(days=60)
    assert trainer.practice().next() == task()  # the longest ago
    trainer.answer(task(), right(task()))
    assert trainer.practice().next() == task(1)
    trainer.answer(task(1), right(task(1)))
    following = trainer.practice().next()
    assert following is not None
    assert following.kind is ExerciseKind.PUZZLE


def test_the_same_attempts_time_and_seed_give_the_same_exercise(trainer: Trainer) -> None:
    chosen = [trainer.practice().next(seed=seed) for seed in range(8) for _ in range(2)]
    assert chosen[::2] == chosen[1::2]


def test_a_wish_is_kept_to(trainer: Trainer) -> None:
    for theme in (Theme.ROOM, Theme.TEMPO, Theme.LANES):
        found = trainer.practice().next(Wish(theme))
        assert found is not None
        assert theme in found.themes
    assert trainer.practice().next(Wish(kinds=(ExerciseKind.MISTAKE,))) is None
    assert trainer.practice().next(Wish(kinds=(ExerciseKind.LESSON,))) is None  # lessons are begun one by one


def test_what_is_skipped_does_not_come(trainer: Trainer) -> None:
    skipped: set[str] = set()
    while (found := trainer.practice().next(Wish(Theme.TEMPO), skipped=skipped)) is not None:
        assert found.exercise_id not in skipped
        skipped.add(found.exercise_id)
    assert skipped == {one.exercise_id for one in trainer.practice().new(Wish(Theme.TEMPO))}

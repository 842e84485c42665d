"""The command ``train``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from qb_app.answers.checks import check_engine
from qb_app.cli.exits import REFUSED
from qb_app.cli.options import JsonOption, PlainOption
from qb_app.cli.printing import show
from qb_app.cli.sessions import stored_tools
from qb_app.documents.training import exercise_document, exercises_document, lesson_document, training_document
from qb_app.errors import InputError
from qb_app.limits import MOST_SEED
from qb_app.live.times import utc_now
from qb_app.practice.choosing import EVERYTHING, Wish
from qb_app.practice.exercise import Exercise, ExerciseKind
from qb_app.practice.lessons import Lesson
from qb_app.practice.mistakes import Mistakes
from qb_app.practice.sentences import no_mistakes, one_wish_only
from qb_app.practice.shelf import find_lesson, find_theme
from qb_app.practice.trainer import DEFAULT_SEED, Trainer
from qb_app.storage import open_storage
from qb_app.terminal.console import open_console
from qb_app.terminal.training import Course, Sitting, TrainingView, show_standing
from qb_app.terminal.training_lists import show_exercises, show_lesson, show_overview
from qb_engine.card_hydrator import CardHydrator


def train(
    exercise: Annotated[
        str | None, typer.Argument(metavar="[EXERCISE]", help="One exercise by its id; '--puzzles --list' shows ids.")
    ] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="THEME", help="Only exercises about this: room, tempo, …")
    ] = None,
    lesson: Annotated[
        str | None, typer.Option(metavar="LESSON", help="The lesson of this number or name, from its beginning.")
    ] = None,
    puzzles: Annotated[bool, typer.Option("--puzzles", help="Only puzzles.")] = False,
    mistakes: Annotated[
        bool, typer.Option("--mistakes", help="Only your own mistakes; looks back on matches where that is needed.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List what there is and how it stands, and train nothing.")] = (
        False
    ),
    seed: Annotated[
        int, typer.Option(min=0, max=MOST_SEED, help="Decides between new exercises that are as good.")
    ] = DEFAULT_SEED,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    wish, chosen = _wish(theme, puzzles=puzzles, mistakes=mistakes), None if lesson is None else find_lesson(lesson)
    if sum((exercise is not None, chosen is not None, wish != EVERYTHING)) > 1:
        raise InputError(one_wish_only())
    reading = listed or json
    if not reading:
        check_engine(CardHydrator())
    with open_storage(reading=reading and not mistakes) as storage:  # what a look back finds is kept
        own = Mistakes(storage, stored_tools(storage))
        trainer = Trainer(storage.practice, utc_now, own.find() if mistakes else own.known())
        if exercise is not None:
            trainer.practice().shelf.find(exercise)
        if reading:
            _list(trainer, wish, chosen, exercise, json=json)
            return
        _sit_down(Course(trainer, wish, seed, chosen, exercise), own, plain=plain)


def _wish(theme: str | None, *, puzzles: bool, mistakes: bool) -> Wish:
    if puzzles and mistakes:
        raise InputError(one_wish_only())
    kinds: tuple[ExerciseKind, ...] = tuple(ExerciseKind)
    if puzzles or mistakes:
        kinds = (ExerciseKind.PUZZLE if puzzles else ExerciseKind.MISTAKE,)
    return Wish(None if theme is None else find_theme(theme), kinds)


def _list(trainer: Trainer, wish: Wish, lesson: Lesson | None, exercise: str | None, *, json: bool) -> None:
    practice = trainer.practice()
    if exercise is not None:
        one = practice.shelf.find(exercise)
        show(lambda: exercise_document(one, practice), lambda page: show_exercises(page, (one,), practice), json=json)
    elif lesson is not None:
        show(lambda: lesson_document(lesson, practice), lambda page: show_lesson(page, lesson, practice), json=json)
    elif wish == EVERYTHING:
        show(lambda: training_document(practice), lambda page: show_overview(page, practice), json=json)
    else:
        found: tuple[Exercise, ...] = practice.wanted(wish)
        show(lambda: exercises_document(found, practice), lambda page: show_exercises(page, found, practice), json=json)


def _sit_down(course: Course, own: Mistakes, *, plain: bool) -> None:
    view, practice = TrainingView(open_console(), plain=plain), course.practice
    anything = course.lesson is None and course.chosen is None and course.wish == EVERYTHING
    show_standing(view, practice, anything=anything)
    if course.wish.kinds == (ExerciseKind.MISTAKE,) and not practice.wanted(course.wish):
        view.say(no_mistakes())
        return
    sitting = Sitting(course, own.tools.advisor, own.question, view)
    sitting.train(lambda: input("Your move> "))
    if sitting.refused and not sys.stdin.isatty():  # whoever sits there has seen it
        raise typer.Exit(REFUSED)

"""What there is to train, and how it stands, as lists."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_app.practice import sentences
from qb_app.practice.choosing import Wish
from qb_app.practice.exercise import Exercise, ExerciseKind, worded
from qb_app.practice.lessons import Lesson, lessons
from qb_app.practice.trainer import Practice
from qb_app.terminal.console import say


def show_overview(console: Console, practice: Practice) -> None:
    """Lessons, themes and kinds, with what is due."""
    player = practice.player
    say(console, sentences.due_words(len(practice.due()), len(practice.new())), "bold", indent=0)
    words = sentences.rating_words(player.standing.rating, player.standing.reach, player.exercises)
    say(console, words, indent=0)
    rows = [_lesson_row(lesson, practice) for lesson in lessons()]
    _print(console, ("Lesson", "Name", "", "Exercises", "Done"), rows, right=(0, 3, 4))
    themes = [
        (
            one.theme.value,
            sentences.theme_name(one.theme),
            *_counts(practice, Wish(one.theme)),
            _share(one.right, one.answers),
        )
        for one in practice.themes
    ]
    _print(console, ("Theme", "", "Due", "New", "Right at once"), themes, right=(2, 3, 4))
    kinds = [(sentences.kind_name(kind), *_counts(practice, Wish(kinds=(kind,)))) for kind in ExerciseKind]
    _print(console, ("Kind", "Due", "New"), kinds, right=(1, 2))


def show_lesson(console: Console, lesson: Lesson, practice: Practice) -> None:
    say(console, sentences.lesson_title(lesson.number, lesson.title), "bold", indent=0)
    say(console, worded(lesson.text), indent=0)
    show_exercises(console, practice.shelf.tasks_of(lesson), practice)


def show_exercises(console: Console, exercises: Sequence[Exercise], practice: Practice) -> None:
    rows = [
        (one.exercise_id, one.origin.title, ", ".join(one.themes), exercise_state(one, practice)) for one in exercises
    ]
    _print(console, ("Id", "Exercise", "Themes", "State"), rows)


def exercise_state(exercise: Exercise, practice: Practice) -> str:
    found = practice.of(exercise)
    day = None if found is None else found.memory.due.date().isoformat()
    return sentences.state_words(day, is_due=practice.is_due(exercise))


def _lesson_row(lesson: Lesson, practice: Practice) -> tuple[str, ...]:
    tasks = practice.shelf.tasks_of(lesson)
    known = (practice.of(task) for task in tasks)
    done = sum(one is not None and one.right > 0 for one in known)
    return str(lesson.number), lesson.name, lesson.title, str(len(tasks)), str(done)


def _counts(practice: Practice, wish: Wish) -> tuple[str, str]:
    return str(len(practice.due(wish))), str(len(practice.new(wish)))


def _share(right: int, answers: int) -> str:
    return f"{right} of {answers}"


def _print(console: Console, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, title in enumerate(head):
        table.add_column(title, justify="right" if place in right else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    console.print()
    console.print(table)

"""All exercises, each found by its id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from gamekit.quoting import quoted
from qb_app.asking.names import resembling
from qb_app.errors import InputError
from qb_app.practice.exercise import Exercise, ExerciseKind
from qb_app.practice.lessons import Lesson, Task, lessons
from qb_app.practice.mistakes import kept_mistake
from qb_app.practice.progress import Progress
from qb_app.practice.puzzles import puzzle_exercises
from qb_app.practice.sentences import no_such_exercise, no_such_lesson, no_such_theme
from qb_engine.themes import Theme

THEMES = tuple(theme for theme in Theme if theme is not Theme.MULLIGAN)
"""What exercises are about: all but opening hands, which no single move answers."""
PUZZLES_A_LESSON = 3


class NoSuchExerciseError(InputError):
    """No exercise has this id."""


@dataclass(frozen=True)
class Shelf:
    """Lessons and puzzles as they are shipped, and the mistakes that are known."""

    mistakes: tuple[Exercise, ...] = ()

    @classmethod
    def holding(cls, mistakes: Iterable[Exercise], progress: Mapping[str, Progress]) -> Shelf:
        """With these mistakes, and those that were attempted once."""
        kept = [kept_mistake(one.kept) for one in progress.values() if one.kept is not None]
        every = {one.exercise_id: one for one in (*kept, *mistakes)}
        return cls(tuple(every.values()))

    @cached_property
    def by_id(self) -> Mapping[str, Exercise]:
        """Every exercise: tasks of lessons in their order, then puzzles, then mistakes."""
        tasks = [task.exercise for lesson in lessons() for task in lesson.tasks]
        return {one.exercise_id: one for one in (*tasks, *puzzle_exercises(), *self.mistakes)}

    def find(self, exercise_id: str) -> Exercise:
        found = self.by_id.get(exercise_id)
        if found is None:
            near = resembling(exercise_id, {one: one for one in self.by_id})
            raise NoSuchExerciseError(no_such_exercise(quoted(exercise_id), near[:2]))
        return found

    def of(self, theme: Theme | None = None, kinds: Iterable[ExerciseKind] = ExerciseKind) -> tuple[Exercise, ...]:
        """Exercises of these kinds that are about that theme among others."""
        wanted = frozenset(kinds)
        return tuple(
            one for one in self.by_id.values() if one.kind in wanted and (theme is None or theme in one.themes)
        )

    def tasks_of(self, lesson: Lesson) -> tuple[Exercise, ...]:
        """What is to be done in a lesson: its own tasks, or the easiest puzzles that are about its theme first."""
        if lesson.theme is None:
            return tuple(task.exercise for task in lesson.tasks)
        graded = [one for one in self.of(lesson.theme, [ExerciseKind.PUZZLE]) if one.origin.grade is not None]
        ordered = sorted(graded, key=lambda one: (one.origin.grade, one.themes[0] is not lesson.theme, one.exercise_id))
        return tuple(ordered[:PUZZLES_A_LESSON])


def find_lesson(given: str) -> Lesson:
    """The lesson of that number or name."""
    every = lessons()
    wanted = given.strip().casefold()
    for lesson in every:
        if wanted in (str(lesson.number), lesson.name):
            return lesson
    raise InputError(no_such_lesson(quoted(given), len(every)))


def find_task(exercise: Exercise) -> Task | None:
    """The task of a lesson that an exercise is."""
    tasks = (task for lesson in lessons() for task in lesson.tasks)
    return next((task for task in tasks if task.exercise.exercise_id == exercise.exercise_id), None)


def find_theme(given: str) -> Theme:
    wanted = given.strip().casefold()
    if wanted not in THEMES:
        raise InputError(no_such_theme(quoted(given), [theme.value for theme in THEMES]))
    return Theme(wanted)

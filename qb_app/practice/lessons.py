"""The lessons: the one reader of ``data/lessons.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from qb_app.practice.exercise import Exercise, ExerciseKind, Origin
from qb_app.practice.goals import Goal
from qb_app.practice.sentences import task_title
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.themes import Theme


class LessonDataError(QueensBloodError):
    """The lessons cannot be read; the message names the lesson and what is missing."""


@dataclass(frozen=True, slots=True)
class Task:
    """An exercise of a lesson, with what it asks for."""

    exercise: Exercise
    goal: Goal


@dataclass(frozen=True, slots=True)
class Lesson:
    """A short text and what is to be done after it: tasks of its own, or puzzles of its theme."""

    number: int
    name: str
    """Its own, unlike the theme, which a lesson on the rules may be named after."""
    title: str
    text: str
    tasks: tuple[Task, ...] = ()
    theme: Theme | None = None
    """Of a lesson on tactics, whose tasks are the easiest puzzles of that theme."""


@cache
def lessons() -> tuple[Lesson, ...]:
    """The rules first, then tactics by theme."""
    text = resources.files("qb_app.practice").joinpath("data/lessons.toml").read_text(encoding="utf-8")
    return read_lessons(text)


def read_lessons(text: str) -> tuple[Lesson, ...]:
    """Read lessons; whatever is missing or of the wrong kind is refused with its place."""
    raw = tomllib.loads(text)
    rules = [_rules(number, one) for number, one in enumerate(raw["lesson"], 1)]
    return (*rules, *(_tactics(number, one) for number, one in enumerate(raw["tactics"], len(rules) + 1)))


def _rules(number: int, raw: Mapping[str, Any]) -> Lesson:
    name = _text(raw, "name", f"lesson {number}")
    where = f"lesson '{name}'"
    title = _text(raw, "title", where)
    tasks = tuple(_tasks(number, name, title, raw.get("task", ())))
    if not tasks:
        raise LessonDataError(f"{where} has no task")
    return Lesson(number, name, title, _text(raw, "text", where), tasks)


def _tasks(number: int, name: str, title: str, raw: list[Mapping[str, Any]]) -> Iterator[Task]:
    for place, one in enumerate(raw, 1):
        where = f"lesson '{name}', task {place}"
        position, goal = _text(one, "position", where), Goal.read(one.get("goal", {}))
        accepted = goal.accepted(GameState.parse(position))
        if not accepted:
            raise LessonDataError(f"{where} cannot be done: no legal move meets its goal")
        yield Task(
            Exercise(
                exercise_id=f"lesson-{name}-{place}",
                kind=ExerciseKind.LESSON,
                themes=tuple(Theme(theme) for theme in one.get("themes", ())),
                position=position,
                lines=tuple((move,) for move in accepted),
                task=_text(one, "task", where),
                hints=(_text(one, "hint", where),),
                origin=Origin(task_title(number, title, place, len(raw)), lesson=number),
            ),
            goal,
        )


def _tactics(number: int, raw: Mapping[str, Any]) -> Lesson:
    where = f"lesson {number}"
    theme = Theme(_text(raw, "theme", where))
    return Lesson(number, f"tactics-{theme}", _text(raw, "title", where), _text(raw, "text", where), theme=theme)


def _text(raw: Mapping[str, Any], key: str, where: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LessonDataError(f"{where}: its {key} is missing")
    return value.strip()

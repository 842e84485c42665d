"""Which exercise comes next: what is due first, then what is new, near the player's strength and where it is weakest.

The same attempts, time and seed give the same exercise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from gamekit.glicko import Standing
from qb_app.practice.exercise import Exercise, ExerciseKind
from qb_app.practice.memory import retention
from qb_app.practice.progress import Progress
from qb_app.practice.rating import graded
from qb_engine.themes import Theme

NEW_KINDS = (ExerciseKind.PUZZLE, ExerciseKind.MISTAKE)
"""Tasks of lessons are begun with their lesson; once begun, they come back like all others."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player wants to train."""

    theme: Theme | None = None
    kinds: tuple[ExerciseKind, ...] = tuple(ExerciseKind)

    def fits(self, exercise: Exercise) -> bool:
        return exercise.kind in self.kinds and (self.theme is None or self.theme in exercise.themes)


EVERYTHING = Wish()


@dataclass(frozen=True, slots=True)
class ThemeStanding:
    """How the player did in a theme."""

    theme: Theme
    right: int
    answers: int

    @property
    def share(self) -> float:
        """Of answers that were right at once, drawn towards a half while there are few."""
        return (self.right + 1) / (self.answers + 2)


def theme_standings(
    exercises: Mapping[str, Exercise], progress: Mapping[str, Progress], themes: Iterable[Theme]
) -> tuple[ThemeStanding, ...]:
    """By the clearest theme of every exercise that was attempted."""
    found = {theme: ThemeStanding(theme, 0, 0) for theme in themes}
    for exercise_id, one in progress.items():
        exercise = exercises.get(exercise_id)
        theme = exercise.themes[0] if exercise is not None and exercise.themes else None
        if theme in found:
            before = found[theme]
            found[theme] = ThemeStanding(theme, before.right + one.right, before.answers + one.answers)
    return tuple(found.values())


def due_exercises(
    exercises: Iterable[Exercise], progress: Mapping[str, Progress], now: datetime
) -> tuple[Exercise, ...]:
    """Those that are due, the most forgotten first."""
    known = ((exercise, progress.get(exercise.exercise_id)) for exercise in exercises)
    due = [(exercise, one.memory) for exercise, one in known if one is not None and one.memory.due <= now]
    due.sort(key=lambda pair: (retention(pair[1], now), pair[1].due, pair[0].exercise_id))
    return tuple(exercise for exercise, _ in due)


def new_exercises(exercises: Iterable[Exercise], progress: Mapping[str, Progress]) -> tuple[Exercise, ...]:
    """Those that were never attempted and may be begun at any time."""
    return tuple(one for one in exercises if one.kind in NEW_KINDS and one.exercise_id not in progress)


def choose(
    exercises: Sequence[Exercise],
    progress: Mapping[str, Progress],
    player: Standing,
    weakest: Sequence[ThemeStanding],
    now: datetime,
    seed: str,
) -> Exercise | None:
    """The next of these exercises; None when nothing is due and nothing is new."""
    if due := due_exercises(exercises, progress, now):
        return due[0]
    fresh = new_exercises(exercises, progress)
    return min(fresh, key=_fitness(player, weakest, seed), default=None)


Fitness = tuple[int, bool, float, float, str]


def _fitness(player: Standing, weakest: Sequence[ThemeStanding], seed: str) -> Callable[[Exercise], Fitness]:
    """Least for the weakest theme, an own mistake before a puzzle, a puzzle near the player before one that is far."""
    rng = Random(f"practice/{seed}")
    drawn = {one.theme: rng.random() for one in weakest}
    order = sorted(weakest, key=lambda one: (one.share, drawn[one.theme]))
    places = {one.theme: place for place, one in enumerate(order)}

    def fitness(exercise: Exercise) -> Fitness:
        place = min((places.get(theme, len(places)) for theme in exercise.themes), default=len(places))
        grade = exercise.origin.grade
        far = 0.0 if grade is None else abs(graded(grade).rating - player.rating)
        luck = Random(f"practice/{seed}/{exercise.exercise_id}").random()
        return place, exercise.kind is not ExerciseKind.MISTAKE, far, luck, exercise.exercise_id

    return fitness

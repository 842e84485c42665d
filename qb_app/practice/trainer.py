"""The trainer: what is due, the next exercise, and every answer stored before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from qb_app.practice.choosing import (
    EVERYTHING,
    ThemeStanding,
    Wish,
    choose,
    due_exercises,
    new_exercises,
    theme_standings,
)
from qb_app.practice.exercise import Exercise, ExerciseKind, Verdict
from qb_app.practice.memory import Outcome, read_time, written_time
from qb_app.practice.mistakes import keep_mistake
from qb_app.practice.progress import PlayerRating, Progress, advanced, counts
from qb_app.practice.shelf import THEMES, Shelf
from qb_app.storage.errors import ConflictError
from qb_app.storage.stores import PracticeStore
from qb_engine.models import Move

DEFAULT_SEED = 0
_ATTEMPTS = 100
"""So many others may come between before an answer is given up."""


@dataclass(frozen=True)
class Practice:
    """What stands at one moment, after all attempts up to one."""

    version: int
    progress: Mapping[str, Progress]
    player: PlayerRating
    shelf: Shelf
    now: datetime

    def of(self, exercise: Exercise) -> Progress | None:
        """None for an exercise that was never attempted."""
        return self.progress.get(exercise.exercise_id)

    def is_due(self, exercise: Exercise) -> bool:
        found = self.of(exercise)
        return found is not None and found.memory.due <= self.now

    def wanted(self, wish: Wish) -> tuple[Exercise, ...]:
        return tuple(one for one in self.shelf.by_id.values() if wish.fits(one))

    def due(self, wish: Wish = EVERYTHING) -> tuple[Exercise, ...]:
        """The most forgotten first."""
        return due_exercises(self.wanted(wish), self.progress, self.now)

    def new(self, wish: Wish = EVERYTHING) -> tuple[Exercise, ...]:
        return new_exercises(self.wanted(wish), self.progress)

    @cached_property
    def themes(self) -> tuple[ThemeStanding, ...]:
        return theme_standings(self.shelf.by_id, self.progress, THEMES)

    def next(self, wish: Wish = EVERYTHING, seed: int = DEFAULT_SEED, skipped: Collection[str] = ()) -> Exercise | None:
        """What is due first, then what is new; None when there is neither."""
        themes = [one for one in self.themes if wish.theme in (None, one.theme)]
        left = [one for one in self.wanted(wish) if one.exercise_id not in skipped]
        drawn = f"{seed}/{self.version}"
        return choose(left, self.progress, self.player.standing, themes, self.now, drawn)


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of an answer; all of it follows from what was stored."""

    exercise_id: str
    verdict: Verdict
    gave_up: bool
    hints: int
    moves: tuple[Move, ...]
    counted: bool
    """Whether it says something of memory; trying again at once does not."""
    due: datetime | None
    """When the exercise comes back; None while more moves are asked for and nothing was stored."""
    rating: PlayerRating | None = None
    """The player's after it, where it moved."""
    rating_before: float | None = None

    def pack(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "gave_up": self.gave_up,
            "hints": self.hints,
            "moves": [str(move) for move in self.moves],
            "counted": self.counted,
            "due": None if self.due is None else written_time(self.due),
            "rating": None if self.rating is None else self.rating.pack(),
            "rating_before": self.rating_before,
        }

    @classmethod
    def unpack(cls, exercise_id: str, document: Mapping[str, Any]) -> Answered:
        due, rating = document["due"], document["rating"]
        return cls(
            exercise_id,
            Verdict(document["verdict"]),
            document["gave_up"],
            document["hints"],
            tuple(map(Move.parse, document["moves"])),
            document["counted"],
            None if due is None else read_time(due),
            None if rating is None else PlayerRating.unpack(rating),
            document["rating_before"],
        )


@dataclass(frozen=True)
class Trainer:
    """Reads and writes one player's practice; ``mistakes`` are the own ones that are known."""

    store: PracticeStore
    clock: Callable[[], str]
    mistakes: tuple[Exercise, ...] = ()

    def practice(self) -> Practice:
        standing = self.store.standing()
        progress = {key: Progress.unpack(document) for key, document in standing.progress.items()}
        player, shelf = PlayerRating.unpack(standing.rating), Shelf.holding(self.mistakes, progress)
        return Practice(standing.version, progress, player, shelf, read_time(self.clock()))

    def answer(
        self,
        exercise: Exercise,
        moves: Sequence[Move],
        *,
        hints: int = 0,
        gave_up: bool = False,
        key: str | None = None,
    ) -> Answered:
        """Judge your moves so far, and store what they were worth; one that was stored with this key is told again.

        Moves that are on the way are not stored: the answer is not finished. Giving up counts as wrong.
        """
        verdict = Verdict.WRONG if gave_up else exercise.judge(moves)
        if verdict is Verdict.ON_THE_WAY:
            return Answered(exercise.exercise_id, verdict, False, hints, tuple(moves), False, None)
        for _ in range(_ATTEMPTS):
            try:
                return self._store(exercise, verdict, tuple(moves), hints, gave_up, key)
            except ConflictError:  # another answer came between: this one counts after it
                continue
        return self._store(exercise, verdict, tuple(moves), hints, gave_up, key)

    def _store(
        self, exercise: Exercise, verdict: Verdict, moves: tuple[Move, ...], hints: int, gave_up: bool, key: str | None
    ) -> Answered:
        practice = self.practice()
        before, player, now = practice.of(exercise), practice.player, practice.now
        counted, after = counts(before, now), player
        if counted:
            progress, after = advanced(exercise, before, player, _outcome(verdict, hints), now)
            if exercise.kind is ExerciseKind.MISTAKE:
                progress = replace(progress, kept=keep_mistake(exercise))
        else:
            assert before is not None
            progress = before
        moved = after is not player
        made = Answered(
            exercise.exercise_id,
            verdict,
            gave_up,
            hints,
            moves,
            counted,
            progress.memory.due,
            after if moved else None,
            player.standing.rating if moved else None,
        )
        rating = after.pack() if moved else None
        stored = self.store.add(
            exercise.exercise_id,
            made.pack(),
            progress.pack(),
            rating,
            expected=practice.version,
            at=written_time(now),
            key=key,
        )
        return Answered.unpack(stored.exercise_id, stored.document)


def _outcome(verdict: Verdict, hints: int) -> Outcome:
    if verdict is Verdict.WRONG:
        return Outcome.WRONG
    return Outcome.HINTED if hints else Outcome.RIGHT

"""What stands of an exercise and of the player after all attempts, and how the storage keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from gamekit.glicko import Standing
from qb_app.practice.exercise import Exercise
from qb_app.practice.memory import Memory, Outcome, read_time, remembered, written_time
from qb_app.practice.rating import BEGINNER, graded, met, rest_between


@dataclass(frozen=True, slots=True)
class Progress:
    """Of one exercise that was attempted."""

    memory: Memory
    right: int = 0
    """Answers that counted and were right at once."""
    answers: int = 0
    """All answers that counted."""
    rating: Standing | None = None
    """How hard it has shown itself; None where it has no grade."""
    kept: Mapping[str, Any] | None = None
    """The exercise itself where nothing else keeps it."""

    @classmethod
    def unpack(cls, document: Mapping[str, Any]) -> Progress:
        memory, rating = document["memory"], document["rating"]
        times = {name: read_time(memory[name]) for name in ("due", "seen")}
        return cls(
            Memory(**{**memory, **times}),
            document["right"],
            document["answers"],
            None if rating is None else Standing(**rating),
            document["kept"],
        )

    def pack(self) -> dict[str, Any]:
        times = {name: written_time(getattr(self.memory, name)) for name in ("due", "seen")}
        return {
            "memory": {**asdict(self.memory), **times},
            "right": self.right,
            "answers": self.answers,
            "rating": None if self.rating is None else asdict(self.rating),
            "kept": self.kept,
        }


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How strong the player is, by the graded exercises that were answered."""

    standing: Standing = BEGINNER
    exercises: int = 0
    at: datetime | None = None
    """Of the last answer that counted for it."""

    @classmethod
    def unpack(cls, document: Mapping[str, Any] | None) -> PlayerRating:
        if document is None:
            return cls()
        return cls(Standing(**document["standing"]), document["exercises"], read_time(document["at"]))

    def pack(self) -> dict[str, Any]:
        assert self.at is not None
        return {"standing": asdict(self.standing), "exercises": self.exercises, "at": written_time(self.at)}


def counts(progress: Progress | None, at: datetime) -> bool:
    """Whether an answer says anything of memory: the exercise is new, or was due. Trying again at once does not."""
    return progress is None or progress.memory.due <= at


def advanced(
    exercise: Exercise, progress: Progress | None, player: PlayerRating, outcome: Outcome, at: datetime
) -> tuple[Progress, PlayerRating]:
    """Both after an answer that counts. Only the first one to a graded exercise moves ratings: later ones know it."""
    memory = remembered(None if progress is None else progress.memory, outcome, at)
    right = outcome is Outcome.RIGHT
    if progress is not None:
        return (
            replace(progress, memory=memory, right=progress.right + right, answers=progress.answers + 1),
            player,
        )
    if exercise.origin.grade is None:
        return Progress(memory, int(right), 1), player
    hard = graded(exercise.origin.grade)
    standing, hard = met(player.standing, hard, outcome, rest_between(player.at, at))
    return Progress(memory, int(right), 1, hard), PlayerRating(standing, player.exercises + 1, at)

"""When an exercise comes back: shortly before it is likely to be forgotten, by the FSRS model of memory.

The library's own chance is switched off and the time is handed in, so the same answers at the same times give the
same days.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

RETENTION = 0.9
"""An exercise comes back when the chance that it is still known has fallen to this."""
AGAIN_AFTER = timedelta(minutes=10)
"""What was wrong comes back in the same session."""
_SAME_CARD = 1
"""The library counts cards by the clock unless they have a number; ours are told apart by exercises."""


class Outcome(StrEnum):
    """How an answer went."""

    RIGHT = "right"
    """At once."""
    HINTED = "hinted"
    """Right, after hints."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Memory:
    """How well an exercise is known after its last answer."""

    state: int
    step: int | None
    stability: float
    """Days until the chance that it is known falls to nine in ten."""
    difficulty: float
    due: datetime
    seen: datetime


def read_time(text: str) -> datetime:
    """A time of the storage."""
    return datetime.fromisoformat(text).astimezone(UTC)


def written_time(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def remembered(memory: Memory | None, outcome: Outcome, at: datetime) -> Memory:
    """How well it is known after one more answer; None before the first."""
    card, _ = _scheduler().review_card(_card(memory, at), _rating(memory, outcome), at)
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(int(card.state), card.step, card.stability, card.difficulty, card.due, at)


def retention(memory: Memory, at: datetime) -> float:
    """The chance that it is still known."""
    return _scheduler().get_card_retrievability(_card(memory, at), at)


def _rating(memory: Memory | None, outcome: Outcome) -> Rating:
    """What is right at first sight was known before, and need not come back soon."""
    from fsrs import Rating

    match outcome:
        case Outcome.RIGHT:
            return Rating.Easy if memory is None else Rating.Good
        case Outcome.HINTED:
            return Rating.Hard
        case Outcome.WRONG:
            return Rating.Again


def _card(memory: Memory | None, at: datetime) -> Card:
    from fsrs import Card, State

    if memory is None:
        return Card(_SAME_CARD, due=at)
    return Card(
        _SAME_CARD, State(memory.state), memory.step, memory.stability, memory.difficulty, memory.due, memory.seen
    )


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=RETENTION,
        learning_steps=(AGAIN_AFTER,),
        relearning_steps=(AGAIN_AFTER,),
        enable_fuzzing=False,
    )

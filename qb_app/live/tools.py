"""What a session works with besides the store of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from qb_app.answers.analyst import AnalystFor, best_analyst

if TYPE_CHECKING:
    from qb_app.storage.stores import OpponentStore

Track = Callable[[Sequence[int]], Iterable[int]]


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def untracked(numbers: Sequence[int]) -> Iterable[int]:
    return numbers


@dataclass(frozen=True, slots=True)
class Tools:
    opponents: OpponentStore | None = None
    """Without it nothing is learned of opponents."""
    analyst_for: AnalystFor = best_analyst
    clock: Callable[[], str] = utc_now
    track: Track = untracked
    """Shows how far a long answer has come."""
    busy: Callable[[], AbstractContextManager[object]] = nullcontext
    """Shows that an answer is being computed."""

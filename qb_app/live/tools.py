"""What a session works with besides the store of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from qb_app.answers.advisor import Advisor
from qb_app.live.times import utc_now
from qb_app.storage.stores import MatchStore, OpponentStore
from qb_engine.geometry import TileNaming

Track = Callable[[Sequence[int]], Iterable[int]]


def untracked(numbers: Sequence[int]) -> Iterable[int]:
    return numbers


@dataclass(frozen=True, slots=True)
class Tools:
    opponents: OpponentStore | None = None
    """Without it nothing is learned of opponents."""
    matches: MatchStore | None = None
    """Earlier matches; without them nothing is known of how opponents play."""
    advisor: Advisor = field(default_factory=Advisor)
    """Whoever answers what is best, and how the match will end."""
    clock: Callable[[], str] = utc_now
    track: Track = untracked
    """Shows how far a long answer has come."""
    busy: Callable[[], AbstractContextManager[object]] = nullcontext
    """Shows that an answer is being computed."""
    place: TileNaming = str
    """How tiles are named in what is told."""

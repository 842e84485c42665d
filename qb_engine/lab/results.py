"""What decks got of their games: half points deal by deal, starting and following apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gamekit.match import Tally
from gamekit.pairs import Pairs


@dataclass(frozen=True)
class Results:
    """Games of one deck against another: for every deal the half points when starting, then when following."""

    halves: bytes
    mirror: bool = False
    """Whether the deck played against itself."""

    def __add__(self, more: Results) -> Results:
        return Results(self.halves + more.halves, self.mirror)

    @property
    def games(self) -> int:
        return len(self.halves)

    @cached_property
    def share(self) -> float:
        """Part of all points."""
        return _share(self.halves)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the share, by pairs; a deck makes exactly the half against itself."""
        return (0.5, 0.5) if self.mirror else self.pairs.interval()

    @property
    def started(self) -> Tally:
        """The games in which the deck began."""
        return _tally(self.halves[::2])

    @property
    def followed(self) -> Tally:
        return _tally(self.halves[1::2])

    @property
    def pairs(self) -> Pairs:
        """Points of each deal, both seats together."""
        return Pairs(tuple((first + second) / 2 for first, second in self.deals()))

    def deals(self) -> Iterable[tuple[int, int]]:
        return zip(self.halves[::2], self.halves[1::2], strict=True)

    def swapped(self) -> Results:
        """The same games for the other deck, which followed where this one began."""
        return Results(bytes(2 - half for deal in self.deals() for half in reversed(deal)), self.mirror)

    def mirrored(self) -> Results:
        """Of a deck against itself: the seat is all that differs, so what one side gets the other loses.

        Of every deal one game counts, for both sides; the share is a half, and what starting is worth stays.
        """
        found = bytearray()
        for place, (first, second) in enumerate(self.deals()):
            found += bytes((2 - second, second) if place % 2 else (first, 2 - first))
        return Results(bytes(found), mirror=True)


def _share(halves: bytes) -> float:
    return sum(halves) / (2 * len(halves))


def _tally(halves: bytes) -> Tally:
    return Tally(halves.count(2), halves.count(1), halves.count(0))

"""The two sides of a game, and values held once for each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Self, TypeVar

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class TwoSides(StrEnum):
    """Base of an enum naming the two sides of a game; a subclass defines exactly two members."""

    _index: int
    _other: Self

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        members = list(cls)
        if len(members) not in (0, 2):
            raise TypeError(f"{cls.__name__} must define exactly two sides, not {len(members)}")
        for index, member in enumerate(members):
            # Stored once because games ask for both in their innermost loops.
            member._index = index
            member._other = members[1 - index]

    # A side is a str for the sake of its text form only, so hiding str.index loses nothing.
    @property
    def index(self) -> int:  # type: ignore[override]
        """0 for the side defined first, 1 for the other."""
        return self._index

    @property
    def other(self) -> Self:
        return self._other


# No slots: on Python 3.11 a frozen generic dataclass with slots fails when called as BySide[int](1, 2).
@dataclass(frozen=True, eq=False)
class BySide(Generic[T_co]):
    """One value for each side, in the order in which the sides are defined."""

    first: T_co
    second: T_co

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BySide) and (self.first, self.second) == (other.first, other.second)

    def __hash__(self) -> int:
        return hash((self.first, self.second))

    def __getitem__(self, side: TwoSides) -> T_co:
        return self.second if _place(side) else self.first

    def __iter__(self) -> Iterator[T_co]:
        yield self.first
        yield self.second

    def replaced(self, side: TwoSides, value: U) -> "BySide[T_co | U]":
        return BySide(self.first, value) if _place(side) else BySide(value, self.second)

    def map(self, f: Callable[[T_co], U]) -> "BySide[U]":
        return BySide(f(self.first), f(self.second))

    def swapped(self) -> "BySide[T_co]":
        return BySide(self.second, self.first)


def _place(side: TwoSides) -> int:
    """0 or 1; the text of a side says nothing here, since each game has texts of its own."""
    try:
        return side._index
    except AttributeError:
        raise TypeError(f"{side!r} is no side; values held by side are asked for by a member of TwoSides") from None

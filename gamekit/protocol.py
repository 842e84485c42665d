"""What a game must offer so that it can be played, recorded and checked."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from gamekit.sides import BySide, TwoSides

MoveT = TypeVar("MoveT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended; a winner of None is a draw."""

    points: BySide[int]
    winner: TwoSides | None

    def share(self, side: TwoSides) -> float:
        """1.0 for a win of that side, 0.5 for a draw, 0.0 for a loss."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.winner is side else 0.0


class GameState(Protocol[MoveT]):
    """A position of a running or finished game, advanced in place by `play`."""

    @property
    def to_move(self) -> TwoSides | None:
        """The side that must move, None once the game is over."""

    def legal_moves(self) -> list[MoveT]:
        """Every legal move once, in a pinned order; empty only once the game is over."""

    def play(self, move: MoveT) -> object:
        """Make the move; an illegal one raises a ValueError and changes nothing."""

    def clone(self) -> Self:
        """An equal state that shares nothing changeable with this one."""

    def outcome(self) -> Outcome | None:
        """The outcome, None while the game is running."""

    def observe(self, side: TwoSides) -> Self:
        """A separate state holding only what that side may know.

        When the side is to move, the view has the same legal moves as the real state. What playing
        one does to the view where hidden things decide is up to the game; it may raise a ValueError.
        """

    def key(self) -> str:
        """Canonical text of the whole state: two states are equal if and only if their keys are."""


# A bound cannot mention another type variable, so that a state fits its moves is checked where both are known.
StateT = TypeVar("StateT", bound=GameState[Any])
StateT_co = TypeVar("StateT_co", bound=GameState[Any], covariant=True)


class Game(Protocol[StateT_co, MoveT]):
    """The rules: where games start and how moves are written."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Version of the behaviour: raised whenever an old record could replay differently."""

    @property
    def sides(self) -> BySide[TwoSides]: ...

    def start(self, setup: Mapping[str, str], seed: int) -> StateT_co:
        """The first position; setup and seed alone determine it and all chance that follows."""

    def format_move(self, move: MoveT) -> str: ...

    def parse_move(self, text: str) -> MoveT:
        """The move that `format_move` writes as this text; malformed text raises a ValueError saying why."""

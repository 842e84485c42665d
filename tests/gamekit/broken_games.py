"""The toy game with one promise broken at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Self

from gamekit.protocol import Outcome
from gamekit.sides import BySide, TwoSides
from tests.gamekit.toy_game import HIDDEN, NOTHING, PASS, Take, ToyGame, ToyState


class NeverDecided(ToyState):
    def outcome(self) -> Outcome | None:
        return None


class DecidedEarly(ToyState):
    def outcome(self) -> Outcome | None:
        return Outcome(self.taken, None)


class MovesAfterTheEnd(ToyState):
    def legal_moves(self) -> list[Take]:
        return super().legal_moves() or [Take(PASS)]


class Stuck(ToyState):
    def legal_moves(self) -> list[Take]:
        return [move for move in super().legal_moves() if move.card != PASS]


class ShiftingOrder(ToyState):
    turned = False

    def legal_moves(self) -> list[Take]:
        self.turned = not self.turned
        return super().legal_moves()[:: -1 if self.turned else 1]


class LookingCosts(ToyState):
    def legal_moves(self) -> list[Take]:
        self.taken = self.taken.map(lambda stones: stones + 1)
        return super().legal_moves()


class Doubled(ToyState):
    def legal_moves(self) -> list[Take]:
        return super().legal_moves() * 2


class ForgetfulClone(ToyState):
    def clone(self) -> Self:
        return type(self)(self.heap, self.hands, NOTHING, self.mover, self.passes)


class UnlikeClone(ToyState):
    """Its clones look the same but win a stone more with each move."""

    bonus = 0

    def clone(self) -> Self:
        twin = super().clone()
        twin.bonus = 1
        return twin

    def play(self, move: Take) -> None:
        mover = self.mover
        super().play(move)
        self.taken = self.taken.replaced(mover, self.taken[mover] + self.bonus)


class SameClone(ToyState):
    def clone(self) -> Self:
        return self

    def observe(self, side: TwoSides) -> Self:
        return type(self)(self.heap, self.hands, self.taken, self.mover, self.passes)


class LeadingClone(ToyState):
    """It follows its clones."""

    leader: ToyState | None = None

    def clone(self) -> Self:
        twin = super().clone()
        twin.leader = self
        return twin

    def play(self, move: Take) -> None:
        super().play(move)
        if self.leader is not None:
            self.leader.heap = self.heap

    def observe(self, side: TwoSides) -> Self:
        view = super().observe(side)
        view.leader = None
        return view


class FollowingClone(ToyState):
    """Its clones follow it."""

    def clone(self) -> Self:
        twin = super().clone()
        self.__dict__.setdefault("twins", []).append(twin)
        return twin

    def play(self, move: Take) -> None:
        super().play(move)
        for twin in self.__dict__.get("twins", []):
            twin.heap = self.heap


class BlindView(ToyState):
    def observe(self, side: TwoSides) -> Self:
        view = self.clone()
        view.hands = BySide((HIDDEN,), (HIDDEN,))
        return view


class OtherTurnView(ToyState):
    def observe(self, side: TwoSides) -> Self:
        view = self.clone()
        view.mover, view.hands = view.mover.other, view.hands.swapped()
        return view if view.to_move is not side else self.clone()


class FadingView(ToyState):
    def observe(self, side: TwoSides) -> Self:
        view = super().observe(side)
        view.taken = view.taken.map(lambda stones: stones + 1)
        return view


class NoView(ToyState):
    def observe(self, side: TwoSides) -> Self:
        return self


class SpoilingView(ToyState):
    def observe(self, side: TwoSides) -> Self:
        view = super().observe(side)
        self.hands = view.hands
        return view


class RefusesPass(ToyState):
    def play(self, move: Take) -> None:
        if move.card == PASS:
            raise ValueError("no passing")
        super().play(move)


class TakesAnything(ToyState):
    def play(self, move: Take) -> None:
        if move in self.legal_moves():
            super().play(move)


class TakesAnythingAfterTheEnd(ToyState):
    def play(self, move: Take) -> None:
        if self.to_move is not None:
            super().play(move)


class WrongError(ToyState):
    def play(self, move: Take) -> None:
        if move not in self.legal_moves():
            raise KeyError(move)
        super().play(move)


class TouchedByRefusal(ToyState):
    def play(self, move: Take) -> None:
        if move not in self.legal_moves():
            self.taken = NOTHING.map(lambda stones: stones - 1)
        super().play(move)


class Endless(ToyState):
    def play(self, move: Take) -> None:
        super().play(move)
        self.passes = 0


class OneNotation(ToyGame):
    def format_move(self, move: Take) -> str:
        return "take 1"


class Unreadable(ToyGame):
    def format_move(self, move: Take) -> str:
        return super().format_move(move).upper()


class Counting(ToyGame):
    """Base of games that differ from start to start."""

    def __init__(self) -> None:
        super().__init__()
        self.starts = count()


class UnrepeatableDeal(Counting):
    def start(self, setup: Mapping[str, str], seed: int) -> ToyState:
        return super().start(setup, seed + next(self.starts))


class UnrepeatableScore(Counting):
    def start(self, setup: Mapping[str, str], seed: int) -> ToyState:
        state = super().start(setup, seed)
        state.taken = BySide(next(self.starts), 0)
        return state


class Renamed(Counting):
    def start(self, setup: Mapping[str, str], seed: int) -> ToyState:
        self.name = f"toy {next(self.starts)}"
        return super().start(setup, seed)


@dataclass(frozen=True)
class Whispered(Take):
    """A move with a part that neither its text nor its equality shows."""

    extra: int = field(default=0, compare=False)


class Whispering(ToyState):
    def legal_moves(self) -> list[Take]:
        return [Whispered(move.card, 1) for move in super().legal_moves()]

    def play(self, move: Take) -> None:
        mover = self.mover
        super().play(move)
        if isinstance(move, Whispered):
            self.hands = self.hands.replaced(mover, self.hands[mover] + (HIDDEN,) * move.extra)


class WhisperGame(ToyGame):
    def __init__(self) -> None:
        super().__init__(Whispering)

    def parse_move(self, text: str) -> Take:
        return Whispered(super().parse_move(text).card)

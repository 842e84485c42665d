"""A take-away game with secret hands, small enough to follow by hand.

The sides take turns playing one of their secret cards, which takes that many stones from a heap.
Who has no card that fits must pass; an empty heap or two passes in a row end the game. More stones win.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Self

from gamekit.protocol import Outcome
from gamekit.sides import BySide, TwoSides

PASS = 0
HIDDEN = 99
NOTHING = BySide(0, 0)


class Seat(TwoSides):
    NORTH = "N"
    SOUTH = "S"


@dataclass(frozen=True, slots=True)
class Take:
    card: int


class IllegalTakeError(ValueError):
    pass


@dataclass
class ToyState:
    heap: int
    hands: BySide[tuple[int, ...]]
    taken: BySide[int] = NOTHING
    mover: Seat = Seat.NORTH
    passes: int = 0

    @property
    def to_move(self) -> Seat | None:
        return self.mover if self.heap and self.passes < 2 else None

    def legal_moves(self) -> list[Take]:
        if self.to_move is None:
            return []
        fitting = sorted({card for card in self.hands[self.mover] if card <= self.heap})
        return [Take(card) for card in fitting or [PASS]]

    def play(self, move: Take) -> None:
        if move not in self.legal_moves():
            raise IllegalTakeError(f"card {move.card} cannot be played now")
        if move.card != PASS:
            hand = list(self.hands[self.mover])
            hand.remove(move.card)
            self.hands = self.hands.replaced(self.mover, tuple(hand))
        self.heap -= move.card
        self.taken = self.taken.replaced(self.mover, self.taken[self.mover] + move.card)
        self.passes = self.passes + 1 if move.card == PASS else 0
        self.mover = self.mover.other

    def clone(self) -> Self:
        return type(self)(self.heap, self.hands, self.taken, self.mover, self.passes)

    def outcome(self) -> Outcome | None:
        if self.to_move is not None:
            return None
        north, south = self.taken
        if north == south:
            return Outcome(self.taken, None)
        return Outcome(self.taken, Seat.NORTH if north > south else Seat.SOUTH)

    def observe(self, side: TwoSides) -> Self:
        view = self.clone()
        hidden = Seat(side).other
        view.hands = self.hands.replaced(hidden, (HIDDEN,) * len(self.hands[hidden]))
        return view

    def key(self) -> str:
        return f"{self.heap} {list(self.hands)} {list(self.taken)} {self.mover} {self.passes}"


class ToyGame:
    name = "toy"
    version = 1
    sides = BySide(Seat.NORTH, Seat.SOUTH)

    def __init__(self, state_type: type[ToyState] = ToyState) -> None:
        self.state_type = state_type

    def start(self, setup: Mapping[str, str], seed: int) -> ToyState:
        """Setup: "heap" and "hand", the number of stones and of cards for each side."""
        rng = Random(f"toy {seed}")
        size = int(setup.get("hand", "4"))
        hands = BySide(*(tuple(sorted(rng.randint(1, 4) for _ in range(size))) for _ in range(2)))
        return self.state_type(int(setup.get("heap", "12")), hands)

    def format_move(self, move: Take) -> str:
        return "pass" if move.card == PASS else f"take {move.card}"

    def parse_move(self, text: str) -> Take:
        verb, _, card = text.partition(" ")
        if text == "pass":
            return Take(PASS)
        if verb != "take" or card not in ("1", "2", "3", "4"):
            raise ValueError(f'a move is "pass" or "take 1" to "take 4", not "{text}"')
        return Take(int(card))

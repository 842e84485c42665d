"""What the log of a game holds besides the changes of a play."""

from __future__ import annotations

from typing import NamedTuple, Self

from qb_engine.changes import Change
from qb_engine.geometry import AnySide, Side
from qb_engine.models import HIDDEN, CardId
from qb_engine.scoring import MatchScore


class OpeningHand(NamedTuple):
    cards: tuple[CardId, ...]


class Mulliganed(NamedTuple):
    """The side exchanged this many cards of its opening hand (0: it kept the hand)."""

    exchanged: int


class CardDrawn(NamedTuple):
    card: CardId


class DrawMissed(NamedTuple):
    """The deck was empty at the start of the turn."""


class Passed(NamedTuple):
    pass


class GameEnded(NamedTuple):
    score: MatchScore


Event = Change | OpeningHand | Mulliganed | CardDrawn | DrawMissed | Passed | GameEnded


class _LogEntry(NamedTuple):
    turn: int
    side: Side
    """Whose turn it was."""
    event: Event


class LogEntry(_LogEntry):
    __slots__ = ()

    def __new__(cls, turn: int, side: AnySide, event: Event) -> Self:
        return tuple.__new__(cls, (turn, side if side.__class__ is Side else Side(side), event))

    def seen_by(self, side: AnySide) -> LogEntry:
        """The entry with the cards hidden that the other player drew."""
        if Side(side) is self.side:
            return self
        match self.event:
            case OpeningHand(cards):
                return self._replace(event=OpeningHand((HIDDEN,) * len(cards)))
            case CardDrawn():
                return self._replace(event=CardDrawn(HIDDEN))
        return self

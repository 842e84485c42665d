"""The log of a game between people and programs: what stands of it once turns were taken back.

Nothing in a log is ever changed. Taking back is an entry too, and a program's choice is never made a second time: it
stands in the log like a person's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from gamekit.sides import TwoSides
from qb_app.errors import InputError
from qb_app.storage.records import NewEntry, StoredEvent

TURN = "turn"
UNDO = "undo"
RESIGN = "resign"


class Turn(NamedTuple):
    """What one side did, as it stands in a record."""

    side: TwoSides
    text: str

    @property
    def entry(self) -> NewEntry:
        return NewEntry(TURN, {"side": self.side.value, "text": self.text})


def can_take_back(turns: Iterable[Turn], persons: Collection[TwoSides]) -> bool:
    return any(turn.side in persons for turn in turns)


def taken_back(turns: Sequence[Turn], persons: Collection[TwoSides], what: str = "decision") -> tuple[Turn, ...]:
    """The turns before the last one of a person; all that followed it goes with it."""
    for index in reversed(range(len(turns))):
        if turns[index].side in persons:
            return tuple(turns[:index])
    raise InputError(f"there is no {what} of yours to take back")


def standing(
    entries: Iterable[StoredEvent], sides: type[TwoSides], persons: Collection[TwoSides]
) -> tuple[tuple[Turn, ...], bool]:
    """The turns that stand, and whether the person has given up."""
    turns: tuple[Turn, ...] = ()
    resigned = False
    for entry in entries:
        if entry.kind == TURN:
            turns += (Turn(sides(str(entry.payload["side"])), str(entry.payload["text"])),)
        elif entry.kind == UNDO:
            turns = taken_back(turns, persons)
        else:
            resigned = True
    return turns, resigned

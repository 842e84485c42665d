"""The log of a game between persons and agents: what stands of it once turns were taken back.

Nothing in a log is ever changed. Taking back is an entry too, and an agent's choice is never made a second time: it
stands in the log like a person's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from gamekit.sides import TwoSides
from qb_app.errors import InputError
from qb_app.storage.errors import UnknownEntryError
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


class Standing(NamedTuple):
    turns: list[Turn]
    """Those that were not taken back."""
    resigned: bool = False


def standing(
    entries: Iterable[StoredEvent], kinds: Collection[str], sides: type[TwoSides], persons: Collection[TwoSides]
) -> Standing:
    """What stands of a log with entries of these kinds; any other entry is refused, whatever it may mean."""
    turns: list[Turn] = []
    resigned = False
    for entry in entries:
        if entry.kind not in kinds:
            raise UnknownEntryError(entry.seq, entry.kind)
        if entry.kind == TURN:
            turns.append(Turn(sides(str(entry.payload["side"])), str(entry.payload["text"])))
        elif entry.kind == UNDO:
            del turns[last_of([turn.side for turn in turns], persons) :]
        else:
            resigned = True
    return Standing(turns, resigned)


def last_of(movers: Sequence[TwoSides], persons: Collection[TwoSides], noun: str = "decision") -> int:
    """The place of the last turn of a person; all that followed it is taken back with it."""
    for index in reversed(range(len(movers))):
        if movers[index] in persons:
            return index
    raise InputError(f"there is no {noun} of yours to take back")

"""The log of a match read as what it means: which events stand after undo, redo and branches."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from qb_app import limits
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import format_command, parse_command
from qb_app.storage.errors import DatabaseDamagedError, UnknownEntryError
from qb_app.storage.records import StoredEvent

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log with what it says."""

    seq: int
    """Of the event that put it into its line."""
    command: c.Command
    at: str
    part: int = 0
    """Its place in a line that was revised: such an event enters anew all that comes after its first edit."""


@dataclass(frozen=True, slots=True)
class Line:
    """One course of the match: what stands, and what was undone, the next to redo last."""

    stands: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """All courses of a match. A value: ``after`` gives the next one."""

    lines: dict[str, Line] = field(default_factory=lambda: {MAIN: Line()})
    branch: str = MAIN
    version: int = 0

    @property
    def line(self) -> Line:
        return self.lines[self.branch]

    def after(self, entry: Entry) -> History:
        """The history once this entry is in the log; a revision of entries that the line does not have is refused."""
        line, command = self.line, entry.command
        match command:
            case c.Undo(times):
                line = _move(line, times, back=True)
            case c.Redo(times):
                line = _move(line, times, back=False)
            case c.Branch(name):
                lines = self.lines if name in self.lines else {**self.lines, name: Line(line.stands)}
                return History(lines, name, entry.seq)
            case c.Revise(edits):
                line = Line(tuple(_revised(line.stands, edits, entry)))
            case _:
                line = Line((*line.stands, entry))
        return replace(self, lines={**self.lines, self.branch: line}, version=entry.seq)

    @staticmethod
    def of(events: Iterable[StoredEvent]) -> History:
        history = History()
        for event in events:
            entry = read_event(event)
            try:
                history = history.after(entry)
            except InputError as error:  # kept as what no longer fits, so that it locks nobody out
                unread = c.Unreadable(format_command(entry.command), str(error))
                history = history.after(replace(entry, command=unread))
        return history


def _move(line: Line, times: int, *, back: bool) -> Line:
    """Go as many entries back or forth, or as many as there are."""
    source = line.stands if back else line.undone
    times = min(times, len(source))
    rest, moved = source[: len(source) - times], reversed(source[len(source) - times :])
    return Line(rest, (*line.undone, *moved)) if back else Line((*line.stands, *moved), rest)


class Step(NamedTuple):
    """One entry of a line that is revised, or one that comes in."""

    number: int
    """Of the entry; of one that comes in, that of the entry before which it does."""
    old: Entry | None
    edit: c.Edit | None

    def new(self, by: Entry) -> Entry | None:
        """What stands there after the revision ``by``; a changed entry keeps its time."""
        if self.edit is None:
            return self.old
        if self.edit.command is None:
            return None
        return replace(self.old or by, command=self.edit.command)


def steps(stands: Sequence[Entry], edits: Sequence[c.Edit]) -> list[Step]:
    """The line entry by entry with what is done to it; edits of what is not there, or twice of one, are refused."""
    found: list[Step] = []
    left = deque(edits)
    for number, old in enumerate((*stands, None), 1):
        while left and left[0].number == number and left[0].kind is c.EditKind.INSERT:
            found.append(Step(number, None, left.popleft()))
        if old is not None:
            edit = left.popleft() if left and left[0].number == number else None
            found.append(Step(number, old, edit))
        if left and left[0].number == number:
            break
    if left:
        raise _no_such_edit(left[0], len(stands))
    return found


def inverse(stands: Sequence[Entry], edits: Sequence[c.Edit]) -> c.Revise:
    """What takes these edits back, by the numbers of the line that they make."""
    back, number = list[c.Edit](), 1
    for step in steps(stands, edits):
        if step.old is None:
            back.append(c.Edit(c.EditKind.REMOVE, number))
        elif step.edit is not None:
            removed = step.edit.command is None
            back.append(c.Edit(c.EditKind.INSERT if removed else c.EditKind.CHANGE, number, step.old.command))
            number -= removed
        number += 1
    return c.Revise.of(back)


def _no_such_edit(edit: c.Edit, entries: int) -> InputError:
    if edit.number <= entries:
        return InputError(f"entry {edit.number} is changed or removed twice in one step; say once what it is to be")
    most = entries + (edit.kind is c.EditKind.INSERT)
    there = f"it goes up to {most}" if most else "no entry stands in it yet"
    return InputError(f"'{edit.kind} {edit.number}' finds no such entry in the log: {there}; 'log' lists them")


def _revised(stands: Sequence[Entry], edits: Sequence[c.Edit], by: Entry) -> Iterator[Entry]:
    """The line with these edits. All from the first of them on is entered anew by this event, at its old times.

    So what stands before an entry is told by its event and its place in it, in revised lines too.
    """
    entries = [entry for step in steps(stands, edits) if (entry := step.new(by)) is not None]
    if len(entries) > limits.MOST_EVENTS:
        raise InputError(f"a match takes {limits.MOST_EVENTS:,} entries at most, and this one would have more")
    kept = min(edit.number for edit in edits) - 1
    yield from stands[:kept]
    for place, entry in enumerate(entries[kept:]):
        yield replace(entry, seq=by.seq, part=place)


def read_event(event: StoredEvent) -> Entry:
    if event.kind not in c.KINDS:
        raise UnknownEntryError(event.seq, event.kind)
    text = event.payload.get("text")
    if not isinstance(text, str):
        raise DatabaseDamagedError(
            f"event {event.seq} of this match holds no entry; put a backup in place of the database"
        )
    return Entry(event.seq, _read_command(text), event.at)


def _read_command(text: str) -> c.Command:
    """What the text says today; an older version may have taken what is refused now."""
    try:
        command = parse_command(text)
    except InputError as error:
        return c.Unreadable(text, str(error))
    return command if command.kind else c.Unreadable(text, "it changes nothing")

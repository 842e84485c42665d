"""The log of a match read as what it means: which events stand after undo, redo and branches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import parse_command
from qb_app.storage.errors import DatabaseDamagedError, UnknownEntryError
from qb_app.storage.records import StoredEvent

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log with what it says."""

    seq: int
    command: c.Command
    at: str


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
        """The history once this entry is in the log."""
        line, command = self.line, entry.command
        match command:
            case c.Undo(times):
                line = _move(line, times, back=True)
            case c.Redo(times):
                line = _move(line, times, back=False)
            case c.Branch(name):
                lines = self.lines if name in self.lines else {**self.lines, name: Line(line.stands)}
                return History(lines, name, entry.seq)
            case _:
                line = Line((*line.stands, entry))
        return replace(self, lines={**self.lines, self.branch: line}, version=entry.seq)

    @staticmethod
    def of(events: Iterable[StoredEvent]) -> History:
        history = History()
        for event in events:
            history = history.after(read_event(event))
        return history


def _move(line: Line, times: int, *, back: bool) -> Line:
    """Go as many entries back or forth, or as many as there are."""
    source = line.stands if back else line.undone
    times = min(times, len(source))
    rest, moved = source[: len(source) - times], reversed(source[len(source) - times :])
    return Line(rest, (*line.undone, *moved)) if back else Line((*line.stands, *moved), rest)


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

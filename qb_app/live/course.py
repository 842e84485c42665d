"""A log as it grows: every entry is tried on the match as it stood when the entry was made."""

from __future__ import annotations

from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.live.history import MAIN, History, Line, read_event
from qb_app.live.setup import MatchSetup
from qb_app.storage.records import StoredEvent

_Place = tuple[int, int]
"""Of an entry: its event, and where it stands in that."""


class Course:
    """All that a log goes through, undone entries and branches too, each position computed once."""

    def __init__(self, setup: MatchSetup) -> None:
        self.history = History()
        self._setup = setup
        self._games: dict[_Place | None, LiveGame] = {None: LiveGame.replay(setup, ())}
        """By the last entry that stands: whatever is undone and done again, the same stands before it."""

    def add(self, event: StoredEvent) -> None:
        """Go on with an event; one that cannot be is refused, and nothing has changed."""
        entry = read_event(event)
        after = self.history.after(entry)
        if isinstance(entry.command, c.Revise):
            self._standing(after.line)
        elif after.line.stands[-1:] == (entry,):
            game = self._standing(self.history.line).fork()
            game.apply(entry.command)
            self._games[_last(after.line)] = game
        self.history = after

    @property
    def main(self) -> LiveGame:
        """What really happened, without the branches."""
        return self._standing(self.history.lines[MAIN])

    def _standing(self, line: Line) -> LiveGame:
        place = _last(line)
        if place not in self._games:
            self._games[place] = LiveGame.replay(self._setup, [entry.command for entry in line.stands])
        return self._games[place]


def _last(line: Line) -> _Place | None:
    return (line.stands[-1].seq, line.stands[-1].part) if line.stands else None

"""A log as it grows: every entry is tried on the match as it stood when the entry was made."""

from __future__ import annotations

from qb_app.live.game import LiveGame
from qb_app.live.history import MAIN, History, Line, read_event
from qb_app.live.setup import MatchSetup
from qb_app.storage.records import StoredEvent


class Course:
    """All that a log goes through, undone entries and branches too, each position computed once."""

    def __init__(self, setup: MatchSetup) -> None:
        self.history = History()
        self._games = {0: LiveGame.replay(setup, ())}
        """By the last event that stands: whatever is undone and done again, the same stands before it."""

    def add(self, event: StoredEvent) -> None:
        """Go on with an event; one that cannot be is refused, and nothing has changed."""
        entry = read_event(event)
        after = self.history.after(entry)
        if after.line.stands[-1:] == (entry,):
            game = self._standing(self.history.line).fork()
            game.apply(entry.command)
            self._games[entry.seq] = game
        self.history = after

    @property
    def main(self) -> LiveGame:
        """What really happened, without the branches."""
        return self._standing(self.history.lines[MAIN])

    def _standing(self, line: Line) -> LiveGame:
        return self._games[line.stands[-1].seq if line.stands else 0]

"""Where a match stands: its entries played again, up to the first that no longer fits.

Entries are refused before they are stored, but a log may be older than the rule that refuses one today. Such a log is
never changed: the match stands before that entry until it is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamekit.quoting import quoted
from qb_app.errors import InputError
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command
from qb_app.live.history import Entry
from qb_app.live.setup import MatchSetup
from qb_engine.errors import QueensBloodError


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first entry that is refused today."""

    number: int
    """Among the entries that stand, counted from 1."""
    text: str
    error: QueensBloodError | InputError
    behind: int
    """Entries that came after it."""

    @property
    def sentence(self) -> str:
        way = f"'undo {self.behind + 1}' takes it back with what came after" if self.behind else "'undo' takes it back"
        entry = f"entry {self.number} {quoted(self.text)}"
        mends = f"'change {self.number} …' or 'remove {self.number}' mends it"
        return f"{entry} no longer fits: {self.error}; the match stands before it: {mends}, and {way}"


@dataclass(frozen=True, slots=True)
class Standing:
    game: LiveGame
    misfit: Misfit | None


def stand(setup: MatchSetup, entries: Sequence[Entry]) -> Standing:
    """The match after these entries, or before the first of them that is refused."""
    game = LiveGame.replay(setup, ())
    for number, entry in enumerate(entries, 1):
        try:
            game.apply(entry.command)
        except (QueensBloodError, InputError) as error:
            before = LiveGame.replay(setup, [one.command for one in entries[: number - 1]])
            return Standing(before, Misfit(number, format_command(entry.command), error, len(entries) - number))
    return Standing(game, None)

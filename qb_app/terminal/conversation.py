"""The conversation of a live match: read a line, enter it, show what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from qb_app.live.outcome import Outcome
from qb_app.live.session import Session
from qb_app.storage.errors import StorageError
from qb_app.terminal.prompt import Reader

QUIT = frozenset({"quit", "exit", "q"})
NOTHING_LOST = "Nothing is lost: every entry is saved. 'quit' leaves, 'undo' takes the last entry back."

Show = Callable[["Session", Outcome], None]


def converse(session: Session, reader: Reader, show: Show, *, first: Sequence[str] = ()) -> None:
    """Enter the lines given, then those that are read, until there is none or the player leaves.

    Ctrl-C stops what is being computed or typed; what was entered before is in the store.
    """
    waiting = list(first)
    while True:
        try:
            line = waiting.pop(0) if waiting else reader.read(f"{session.expects}> ")
            if line.strip().casefold() in QUIT:
                return
            if line.strip():
                _take(session, line, show)
        except EOFError:
            return
        except KeyboardInterrupt:
            session.refresh()  # an entry may have been stored just before the key was pressed
            show(session, Outcome(lines=(NOTHING_LOST,)))


def _take(session: Session, line: str, show: Show) -> None:
    try:
        outcome = session.enter(line)
    except StorageError as error:
        outcome = Outcome(lines=(f"not saved: {error}",), refused=True)
    show(session, outcome)

"""One match whose log is held in memory, until it is known that all of it can be."""

from __future__ import annotations

from typing import Unpack

from qb_app.live.setup import MatchSetup
from qb_app.storage.errors import ConflictError
from qb_app.storage.records import Document, MatchInfo, Stamp, StoredEvent


class HeldMatch:
    """A MatchLog of its own."""

    def __init__(self, setup: MatchSetup, at: str) -> None:
        self._setup = setup
        self._at = at
        self.log: list[StoredEvent] = []

    def info(self, match_id: str) -> MatchInfo:
        of, last = self._setup, self.log[-1].at if self.log else self._at
        return MatchInfo(match_id, of.title, str(of.ruleset), of.opponent, None, len(self.log), self._at, last)

    def setup(self, match_id: str) -> Document:
        return self._setup.to_json()

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return tuple(self.log[after:])

    def append(self, match_id: str, kind: str, payload: Document, **stamp: Unpack[Stamp]) -> StoredEvent:
        if stamp["expected"] != len(self.log):
            raise ConflictError(match_id, stamp["expected"], len(self.log))
        self.log.append(StoredEvent(len(self.log) + 1, kind, payload, stamp["at"]))
        return self.log[-1]

    def has_key(self, match_id: str, key: str) -> bool:
        """Whoever holds it sends nothing twice."""
        return False

    def set_result(self, match_id: str, result: str | None) -> None:
        """The result follows from the log."""

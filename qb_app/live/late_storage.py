"""Storage that is opened when it is first needed.

The first prompt must not wait for a database, and a match without a single entry is not worth keeping: a new match is
created together with its first event.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Unpack

from qb_app.storage import open_storage
from qb_app.storage.records import Document, MatchFacts, MatchInfo, NewEntry, Stamp, StoredEvent
from qb_app.storage.stores import MatchStore, Storage


class LateStorage:
    """One storage for a command; ``get`` opens it."""

    def __init__(self, open_it: Callable[[], Storage] = open_storage) -> None:
        self._open = open_it
        self._storage: Storage | None = None

    def get(self) -> Storage:
        if self._storage is None:
            self._storage = self._open()
        return self._storage

    def __enter__(self) -> LateStorage:
        return self

    def __exit__(self, *_: object) -> None:
        if self._storage is not None:
            self._storage.close()


class NewMatch:
    """A store for one match that is not there yet; from its first event on it passes everything on."""

    def __init__(self, storage: LateStorage) -> None:
        self._storage = storage
        self._setup: Document = {}
        self._unstored: MatchFacts | None = None

    @property
    def _store(self) -> MatchStore:
        return self._storage.get().matches

    def create(self, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[MatchFacts]) -> MatchInfo:
        assert not entries, "it is the first entry that has it stored"
        match_id = facts["match_id"] = facts.get("match_id") or secrets.token_hex(4)
        self._setup, self._unstored = setup, facts
        return self.info(match_id)

    def info(self, match_id: str) -> MatchInfo:
        if (new := self._unstored) is None:
            return self._store.info(match_id)
        return MatchInfo(match_id, new["title"], new["ruleset"], new["opponent"], None, 0, new["at"], new["at"])

    def setup(self, match_id: str) -> Document:
        return self._setup

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return self._store.events(match_id, after) if self._unstored is None else ()

    def append(self, match_id: str, kind: str, payload: Document, **stamp: Unpack[Stamp]) -> StoredEvent:
        if (new := self._unstored) is None:
            return self._store.append(match_id, kind, payload, **stamp)
        self._store.create(self._setup, [NewEntry(kind, payload, stamp["at"], stamp.get("key"))], **new)
        self._unstored = None
        return StoredEvent(1, kind, payload, stamp["at"])

    def has_key(self, match_id: str, key: str) -> bool:
        return self._unstored is None and self._store.has_key(match_id, key)

    def set_result(self, match_id: str, result: str | None) -> None:
        self._store.set_result(match_id, result)

"""Storage that is opened when it is first needed.

The first prompt must not wait for a database, and a match without a single entry is not worth keeping: a new match is
created together with its first event.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from qb_app.storage import open_storage
from qb_app.storage.records import JsonValue, MatchInfo, StoredEvent

if TYPE_CHECKING:
    from qb_app.storage.stores import Storage


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
        self._setup: Mapping[str, JsonValue] = {}
        self._info: MatchInfo | None = None
        self._stored = False

    def create(
        self,
        setup: Mapping[str, JsonValue],
        *,
        title: str,
        ruleset: str,
        opponent: str | None,
        at: str,
        match_id: str | None = None,
    ) -> MatchInfo:
        self._setup = setup
        self._info = MatchInfo(match_id or secrets.token_hex(4), title, ruleset, opponent, None, 0, at, at)
        return self._info

    def info(self, match_id: str) -> MatchInfo:
        if self._info is not None and not self._stored:
            return self._info
        return self._storage.get().matches.info(match_id)

    def setup(self, match_id: str) -> Mapping[str, JsonValue]:
        return self._setup

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return self._storage.get().matches.events(match_id, after) if self._stored else ()

    def append(
        self,
        match_id: str,
        kind: str,
        payload: Mapping[str, JsonValue],
        *,
        expected: int,
        at: str,
        key: str | None = None,
    ) -> StoredEvent:
        store = self._storage.get().matches
        if not self._stored:
            info = self.info(match_id)
            store.create(
                self._setup,
                title=info.title,
                ruleset=info.ruleset,
                opponent=info.opponent,
                at=info.created_at,
                match_id=match_id,
            )
            self._stored = True
        return store.append(match_id, kind, payload, expected=expected, at=at, key=key)

    def has_key(self, match_id: str, key: str) -> bool:
        return self._stored and self._storage.get().matches.has_key(match_id, key)

    def set_result(self, match_id: str, result: str | None) -> None:
        self._storage.get().matches.set_result(match_id, result)

    def matches(
        self, *, opponent: str | None = None, limit: int = 50, after: str | None = None
    ) -> tuple[MatchInfo, ...]:
        return self._storage.get().matches.matches(opponent=opponent, limit=limit, after=after)

    def delete(self, match_id: str) -> None:
        self._storage.get().matches.delete(match_id)

"""Games that are played here, and their logs, in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Unpack

from qb_app.storage.database import Database
from qb_app.storage.errors import NoSuchGameError
from qb_app.storage.logs import Logs, info_query
from qb_app.storage.records import Document, GameFacts, GameInfo, NewEntry, Stamp, StoredGame
from qb_app.storage.tables import game_entries, games

_INFOS = info_query(GameInfo, games, game_entries, "entries")


class SqlGameStore:
    """The GameStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _logs(self, kind: str) -> Logs[GameInfo]:
        infos, missing = _INFOS.where(games.c.kind == kind), partial(NoSuchGameError, kind)
        return Logs(self._database, games, game_entries, GameInfo, infos, kind, missing)

    def create(
        self, kind: str, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[GameFacts]
    ) -> GameInfo:
        head = {"kind": kind, "result": facts.get("result"), "key": facts.get("key")}
        return self._logs(kind).create(facts.get("game_id"), setup, entries, facts["at"], **head)

    def made_with(self, kind: str, key: str) -> GameInfo | None:
        return self._logs(kind).made_with(key)

    def info(self, kind: str, game_id: str) -> GameInfo:
        return self._logs(kind).get(game_id)

    def read(self, kind: str, game_id: str) -> StoredGame:
        info, log = self._logs(kind).read(game_id)
        # The log is what counts, should it have grown since the info was read.
        return StoredGame(replace(info, entries=len(log), updated_at=log[-1].at if log else info.created_at), log)

    def append(
        self, kind: str, game_id: str, entries: Sequence[NewEntry], result: str | None = None, **stamp: Unpack[Stamp]
    ) -> int:
        known = self._logs(kind).append(game_id, entries, stamp, result=result)
        return self.info(kind, game_id).entries if known else stamp["expected"] + len(entries)

    def has_key(self, kind: str, game_id: str, key: str) -> bool:
        return self._logs(kind).has_key(game_id, key)

    def games(self, kind: str, *, limit: int = 50, after: str | None = None) -> tuple[GameInfo, ...]:
        return self._logs(kind).page(limit, after)

    def delete(self, kind: str, game_id: str) -> None:
        self._logs(kind).delete(game_id)

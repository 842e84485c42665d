"""Matches and their logs in the database."""

from __future__ import annotations

import re
from typing import Unpack

from sqlalchemy import select

from qb_app.storage.columns import name_key, pack_document, unpack_document
from qb_app.storage.database import Database
from qb_app.storage.errors import NoSuchMatchError
from qb_app.storage.logs import Logs, info_query
from qb_app.storage.records import Document, MatchFacts, MatchInfo, NewEntry, Stamp, StoredEvent
from qb_app.storage.tables import events, matches

_RESULT = re.compile(r"(Y|E|draw)\b.*")
_INFOS = info_query(MatchInfo, matches, events, "events")


def match_logs(database: Database) -> Logs[MatchInfo]:
    return Logs(database, matches, events, MatchInfo, _INFOS, "match", NoSuchMatchError)


class SqlMatchStore:
    """The MatchStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._logs = match_logs(database)

    def create(self, setup: Document, **facts: Unpack[MatchFacts]) -> MatchInfo:
        opponent = facts["opponent"]
        return self._logs.create(
            facts.get("match_id"),
            setup,
            (),
            facts["at"],
            title=facts["title"],
            ruleset=facts["ruleset"],
            opponent=opponent,
            opponent_key=None if opponent is None else name_key(opponent),
        )

    def info(self, match_id: str) -> MatchInfo:
        return self._logs.get(match_id)

    def setup(self, match_id: str) -> Document:
        with self._database.reading() as connection:
            packed = connection.scalar(select(matches.c.setup).where(matches.c.match_id == match_id))
            if packed is None:
                raise self._logs.no_such(connection, match_id)
        return unpack_document(packed)

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return self._logs.read(match_id, after)[1]

    def append(self, match_id: str, kind: str, payload: Document, **stamp: Unpack[Stamp]) -> StoredEvent:
        known = self._logs.append(match_id, [NewEntry(kind, payload)], stamp)
        return known or StoredEvent(stamp["expected"] + 1, kind, unpack_document(pack_document(payload)), stamp["at"])

    def has_key(self, match_id: str, key: str) -> bool:
        return self._logs.has_key(match_id, key)

    def set_result(self, match_id: str, result: str | None) -> None:
        if result is not None and not _RESULT.fullmatch(result):
            raise ValueError(f"a result is 'Y …', 'E …' or 'draw …', not {result!r}")
        self._logs.change(match_id, result=result)

    def matches(
        self, *, opponent: str | None = None, limit: int = 50, after: str | None = None
    ) -> tuple[MatchInfo, ...]:
        fitting = () if opponent is None else (matches.c.opponent_key == name_key(opponent),)
        return self._logs.page(limit, after, *fitting)

    def delete(self, match_id: str) -> None:
        self._logs.delete(match_id)

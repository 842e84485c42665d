"""Matches in the database: logs, and beside each what its opponent showed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Unpack

from sqlalchemy import Insert, insert, select

from qb_app.storage.database import Database
from qb_app.storage.errors import DatabaseDamagedError, NoSuchMatchError
from qb_app.storage.logs import Logs, info_query
from qb_app.storage.records import Document, MatchFacts, MatchInfo, NewEntry, Stamp, StoredEvent
from qb_app.storage.tables import events, matches, name_key, pack_cards, pack_document, sightings, unpack_document

_RESULT = re.compile(r"(Y|E|draw)\b.*")
_INFOS = info_query(MatchInfo, matches, events)


def match_logs(database: Database) -> Logs[MatchInfo]:
    return Logs(database, matches, events, MatchInfo, _INFOS, "match", NoSuchMatchError)


class SqlMatchStore:
    """The MatchStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._logs = match_logs(database)

    def create(self, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[MatchFacts]) -> MatchInfo:
        opponent, seen = facts["opponent"], facts.get("seen")
        opponent_key = None if opponent is None else name_key(opponent)

        def sighting(match_id: str) -> Sequence[Insert]:
            if opponent_key is None or not seen:
                return ()
            row = {"match_id": match_id, "opponent_key": opponent_key, "card_ids": pack_cards(seen)}
            return (insert(sightings).values(row),)

        return self._logs.create(
            facts.get("match_id"),
            setup,
            entries,
            facts["at"],
            sighting,
            title=facts["title"],
            ruleset=facts["ruleset"],
            opponent=opponent,
            opponent_key=opponent_key,
            result=_checked(facts.get("result")),
            key=facts.get("key"),
        )

    def made_with(self, key: str) -> MatchInfo | None:
        return self._logs.made_with(key)

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
        self._logs.change(match_id, result=_checked(result))

    def matches(
        self, *, opponent: str | None = None, limit: int = 50, after: str | None = None, until: str | None = None
    ) -> tuple[MatchInfo, ...]:
        fitting = () if opponent is None else (matches.c.opponent_key == name_key(opponent),)
        found = self._logs.page(limit, after, *fitting, until=until)
        damaged = self._damaged([info.match_id for info in found])
        return tuple(replace(info, damaged=info.match_id in damaged) for info in found)

    def delete(self, match_id: str) -> None:
        self._logs.delete(match_id)

    def _damaged(self, match_ids: Sequence[str]) -> set[str]:
        """Those of which the setup or an event cannot be read."""
        heads = select(matches.c.match_id, matches.c.setup).where(matches.c.match_id.in_(match_ids))
        logs = select(events.c.match_id, events.c.payload).where(events.c.match_id.in_(match_ids))
        with self._database.reading() as connection:
            packed = chain(connection.execute(heads), connection.execute(logs))
            return {match_id for match_id, text in packed if not _can_be_read(text)}


def _checked(result: str | None) -> str | None:
    if result is not None and not _RESULT.fullmatch(result):
        raise ValueError(f"a result is 'Y …', 'E …' or 'draw …', not {result!r}")
    return result


def _can_be_read(packed: str) -> bool:
    try:
        unpack_document(packed)
    except DatabaseDamagedError:
        return False
    return True

"""Matches and their logs in the database."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from qb_app.storage.columns import name_key, pack_document, unpack_document
from qb_app.storage.database import Database
from qb_app.storage.errors import AlreadyStoredError, ConflictError, NoSuchMatchError, StorageError
from qb_app.storage.ids import candidates
from qb_app.storage.records import JsonValue, MatchInfo, StoredEvent
from qb_app.storage.tables import events, matches

_RESULT = re.compile(r"(Y|E|draw)\b.*")
_HINTS_AMONG = 1000

_VERSION = (
    select(func.coalesce(func.max(events.c.seq), 0))
    .where(events.c.match_id == matches.c.match_id)
    .correlate(matches)
    .scalar_subquery()
)
_LAST_AT = (
    select(events.c.at)
    .where(events.c.match_id == matches.c.match_id)
    .order_by(events.c.seq.desc())
    .limit(1)
    .correlate(matches)
    .scalar_subquery()
)
_INFO = select(
    matches.c.match_id,
    matches.c.title,
    matches.c.ruleset,
    matches.c.opponent,
    matches.c.result,
    _VERSION.label("events"),
    matches.c.created_at,
    func.coalesce(_LAST_AT, matches.c.created_at).label("updated_at"),
)
_EVENT = select(events.c.seq, events.c.kind, events.c.payload, events.c.at)


class SqlMatchStore:
    """The MatchStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        row: dict[str, Any] = {
            "title": title,
            "ruleset": ruleset,
            "opponent": opponent,
            "opponent_key": None if opponent is None else name_key(opponent),
            "setup": pack_document(setup),
            "created_at": at,
        }
        for candidate in candidates(match_id, "match"):
            try:
                with self._database.writing() as connection:
                    connection.execute(insert(matches).values(match_id=candidate, **row))
            except IntegrityError:
                continue
            return MatchInfo(candidate, title, ruleset, opponent, None, 0, at, at)
        raise AlreadyStoredError(f"there is a match '{match_id}' already; choose another id")

    def info(self, match_id: str) -> MatchInfo:
        with self._database.reading() as connection:
            return _info(connection, match_id)

    def setup(self, match_id: str) -> Mapping[str, JsonValue]:
        with self._database.reading() as connection:
            packed = connection.scalar(select(matches.c.setup).where(matches.c.match_id == match_id))
            if packed is None:
                raise no_such_match(connection, match_id)
        return unpack_document(packed)

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        wanted = _EVENT.where(events.c.match_id == match_id, events.c.seq > after).order_by(events.c.seq)
        with self._database.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
            if not rows:
                _info(connection, match_id)
        return tuple(_event(row) for row in rows)

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
        packed = pack_document(payload)
        try:
            with self._database.writing() as connection:
                if known := _event_of(connection, match_id, key):
                    return known
                _check_version(connection, match_id, expected)
                row = {"match_id": match_id, "seq": expected + 1, "kind": kind, "payload": packed, "at": at, "key": key}
                connection.execute(insert(events).values(row))
        except IntegrityError:
            return self._after_lost_race(match_id, expected, key)
        return StoredEvent(expected + 1, kind, unpack_document(packed), at)

    def _after_lost_race(self, match_id: str, expected: int, key: str | None) -> StoredEvent:
        """Another writer came between looking and writing: perhaps with this very event, perhaps with another one."""
        with self._database.reading() as connection:
            if known := _event_of(connection, match_id, key):
                return known
            _check_version(connection, match_id, expected)
        raise StorageError(f"the event could not be added to match '{match_id}'; enter it again")

    def has_key(self, match_id: str, key: str) -> bool:
        with self._database.reading() as connection:
            return _event_of(connection, match_id, key) is not None

    def set_result(self, match_id: str, result: str | None) -> None:
        if result is not None and not _RESULT.fullmatch(result):
            raise ValueError(f"a result is 'Y …', 'E …' or 'draw …', not {result!r}")
        with self._database.writing() as connection:
            changed = connection.execute(update(matches).where(matches.c.match_id == match_id).values(result=result))
            if not changed.rowcount:
                raise no_such_match(connection, match_id)

    def matches(
        self, *, opponent: str | None = None, limit: int = 50, after: str | None = None
    ) -> tuple[MatchInfo, ...]:
        age = tuple_(matches.c.created_at, matches.c.match_id)
        wanted = _INFO.order_by(matches.c.created_at.desc(), matches.c.match_id.desc()).limit(limit)
        if opponent is not None:
            wanted = wanted.where(matches.c.opponent_key == name_key(opponent))
        with self._database.reading() as connection:
            if after is not None:
                last = _info(connection, after)
                wanted = wanted.where(age < tuple_(last.created_at, last.match_id))
            return tuple(MatchInfo(**row) for row in connection.execute(wanted).mappings())

    def delete(self, match_id: str) -> None:
        with self._database.writing() as connection:
            if not connection.execute(delete(matches).where(matches.c.match_id == match_id)).rowcount:
                raise no_such_match(connection, match_id)


def _info(connection: Connection, match_id: str) -> MatchInfo:
    row = connection.execute(_INFO.where(matches.c.match_id == match_id)).mappings().one_or_none()
    if row is None:
        raise no_such_match(connection, match_id)
    return MatchInfo(**row)


def _check_version(connection: Connection, match_id: str, expected: int) -> None:
    actual = _info(connection, match_id).events
    if actual != expected:
        raise ConflictError(match_id, expected, actual)


def _event_of(connection: Connection, match_id: str, key: str | None) -> StoredEvent | None:
    if key is None:
        return None
    wanted = _EVENT.where(events.c.match_id == match_id, events.c.key == key)
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else _event(row)


def no_such_match(connection: Connection, match_id: str) -> NoSuchMatchError:
    newest = select(matches.c.match_id).order_by(matches.c.created_at.desc()).limit(_HINTS_AMONG)
    known = list(connection.scalars(newest))
    return NoSuchMatchError(match_id, difflib.get_close_matches(match_id, known, n=3))


def _event(row: RowMapping) -> StoredEvent:
    return StoredEvent(row["seq"], row["kind"], unpack_document(row["payload"]), row["at"])

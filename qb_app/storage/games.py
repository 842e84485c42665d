"""Games that are played here, and their logs, in the database."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from qb_app.storage.columns import pack_document, unpack_document
from qb_app.storage.database import Database
from qb_app.storage.errors import AlreadyStoredError, ConflictError, NoSuchGameError, StorageError
from qb_app.storage.ids import candidates
from qb_app.storage.records import GameInfo, JsonValue, NewEntry, StoredEvent, StoredGame
from qb_app.storage.tables import game_entries, games

_HINTS_AMONG = 1000

_VERSION = (
    select(func.coalesce(func.max(game_entries.c.seq), 0))
    .where(game_entries.c.game_id == games.c.game_id)
    .correlate(games)
    .scalar_subquery()
)
_LAST_AT = (
    select(game_entries.c.at)
    .where(game_entries.c.game_id == games.c.game_id)
    .order_by(game_entries.c.seq.desc())
    .limit(1)
    .correlate(games)
    .scalar_subquery()
)
_INFO = select(
    games.c.game_id,
    games.c.kind,
    games.c.setup,
    games.c.result,
    _VERSION.label("entries"),
    games.c.created_at,
    func.coalesce(_LAST_AT, games.c.created_at).label("updated_at"),
)
_ENTRY = select(game_entries.c.seq, game_entries.c.kind, game_entries.c.payload, game_entries.c.at)


class SqlGameStore:
    """The GameStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self,
        kind: str,
        setup: Mapping[str, JsonValue],
        entries: Sequence[NewEntry] = (),
        *,
        at: str,
        result: str | None = None,
        key: str | None = None,
        game_id: str | None = None,
    ) -> GameInfo:
        row: dict[str, Any] = {"kind": kind, "setup": pack_document(setup), "result": result, "created_at": at}
        for candidate in candidates(game_id, kind):
            try:
                with self._database.writing() as connection:
                    connection.execute(insert(games).values(game_id=candidate, key=key, **row))
                    _add(connection, candidate, entries, 0, at, None)
                    return _info(connection, kind, candidate)
            except IntegrityError:  # the key was used before, or the id is taken
                if key is not None and (known := self.made_with(kind, key)):
                    return known
        raise AlreadyStoredError(f"there is a {kind} '{game_id}' already; choose another id")

    def made_with(self, kind: str, key: str) -> GameInfo | None:
        with self._database.reading() as connection:
            return _found(connection, _INFO.where(games.c.kind == kind, games.c.key == key))

    def info(self, kind: str, game_id: str) -> GameInfo:
        with self._database.reading() as connection:
            return _info(connection, kind, game_id)

    def read(self, kind: str, game_id: str) -> StoredGame:
        wanted = _ENTRY.where(game_entries.c.game_id == game_id).order_by(game_entries.c.seq)
        with self._database.reading() as connection:
            info = _info(connection, kind, game_id)
            log = tuple(_entry(row) for row in connection.execute(wanted).mappings())
        # A server may show an entry that came between the two queries; the log is what counts.
        return StoredGame(replace(info, entries=len(log), updated_at=log[-1].at if log else info.created_at), log)

    def append(
        self,
        kind: str,
        game_id: str,
        entries: Sequence[NewEntry],
        *,
        expected: int,
        at: str,
        result: str | None = None,
        key: str | None = None,
    ) -> int:
        try:
            with self._database.writing() as connection:
                if _has_key(connection, game_id, key):
                    return _info(connection, kind, game_id).entries
                _check_version(connection, kind, game_id, expected)
                _add(connection, game_id, entries, expected, at, key)
                connection.execute(update(games).where(games.c.game_id == game_id).values(result=result))
        except IntegrityError:
            return self._after_lost_race(kind, game_id, expected, key)
        return expected + len(entries)

    def _after_lost_race(self, kind: str, game_id: str, expected: int, key: str | None) -> int:
        """Another writer came between looking and writing: perhaps with these very entries, perhaps with others."""
        with self._database.reading() as connection:
            if _has_key(connection, game_id, key):
                return _info(connection, kind, game_id).entries
            _check_version(connection, kind, game_id, expected)
        raise StorageError(f"the entries could not be added to the {kind} '{game_id}'; make them again")

    def has_key(self, kind: str, game_id: str, key: str) -> bool:
        with self._database.reading() as connection:
            _info(connection, kind, game_id)
            return _has_key(connection, game_id, key)

    def games(self, kind: str, *, limit: int = 50, after: str | None = None) -> tuple[GameInfo, ...]:
        age = tuple_(games.c.created_at, games.c.game_id)
        wanted = _INFO.where(games.c.kind == kind).limit(limit)
        wanted = wanted.order_by(games.c.created_at.desc(), games.c.game_id.desc())
        with self._database.reading() as connection:
            if after is not None:
                last = _info(connection, kind, after)
                wanted = wanted.where(age < tuple_(last.created_at, last.game_id))
            return tuple(_game(row) for row in connection.execute(wanted).mappings())

    def delete(self, kind: str, game_id: str) -> None:
        gone = delete(games).where(games.c.kind == kind, games.c.game_id == game_id)
        with self._database.writing() as connection:
            if not connection.execute(gone).rowcount:
                raise _no_such_game(connection, kind, game_id)


def _add(
    connection: Connection, game_id: str, entries: Sequence[NewEntry], after: int, at: str, key: str | None
) -> None:
    """The key stands at the first entry; the others came with it."""
    rows = [
        {
            "game_id": game_id,
            "seq": after + number,
            "kind": entry.kind,
            "payload": pack_document(entry.payload),
            "at": at,
            "key": key if number == 1 else None,
        }
        for number, entry in enumerate(entries, 1)
    ]
    if rows:
        connection.execute(insert(game_entries), rows)


def _info(connection: Connection, kind: str, game_id: str) -> GameInfo:
    info = _found(connection, _INFO.where(games.c.kind == kind, games.c.game_id == game_id))
    if info is None:
        raise _no_such_game(connection, kind, game_id)
    return info


def _found(connection: Connection, wanted: Select[Any]) -> GameInfo | None:
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else _game(row)


def _check_version(connection: Connection, kind: str, game_id: str, expected: int) -> None:
    actual = _info(connection, kind, game_id).entries
    if actual != expected:
        raise ConflictError(game_id, expected, actual, kind=kind)


def _has_key(connection: Connection, game_id: str, key: str | None) -> bool:
    wanted = select(game_entries.c.seq).where(game_entries.c.game_id == game_id, game_entries.c.key == key)
    return key is not None and connection.scalar(wanted) is not None


def _no_such_game(connection: Connection, kind: str, game_id: str) -> NoSuchGameError:
    newest = select(games.c.game_id).where(games.c.kind == kind).order_by(games.c.created_at.desc())
    known = list(connection.scalars(newest.limit(_HINTS_AMONG)))
    return NoSuchGameError(kind, game_id, difflib.get_close_matches(game_id, known, n=3))


def _game(row: RowMapping) -> GameInfo:
    return GameInfo(**{**row, "setup": unpack_document(row["setup"])})


def _entry(row: RowMapping) -> StoredEvent:
    return StoredEvent(row["seq"], row["kind"], unpack_document(row["payload"]), row["at"])

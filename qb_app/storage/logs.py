"""Logs in the database: a head in one table, in another its entries, only ever added. Games are kept so."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Generic, TypeVar, Unpack

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    RowMapping,
    Select,
    Table,
    case,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from qb_app.storage.database import Database
from qb_app.storage.errors import (
    AlreadyStoredError,
    ConflictError,
    DatabaseDamagedError,
    NoSuchGameError,
    StorageError,
)
from qb_app.storage.ids import candidates
from qb_app.storage.records import (
    Document,
    GameFacts,
    GameInfo,
    MatchInfo,
    NewEntry,
    Stamp,
    StoredEvent,
    StoredGame,
)
from qb_app.storage.tables import game_entries, games, pack_document, unpack_document

_HINTS_AMONG = 1000
_FIRST_TIME = "1970"
_AFTER_ALL_TIMES = ":"
"""The character after 9: every time comes before it, and letters after it."""

Info = TypeVar("Info", MatchInfo, GameInfo)


def info_query(info: type[Info], heads: Table, entries: Table) -> Select[Any]:
    """All that ``info`` tells of a log."""
    own = _id(entries) == _id(heads)
    last_seq = select(func.coalesce(func.max(entries.c.seq), 0)).where(own).correlate(heads)
    last_at = select(entries.c.at).where(own).order_by(entries.c.seq.desc()).limit(1).correlate(heads)
    told: dict[str, ColumnElement[Any]] = {
        **dict(heads.c.items()),
        "version": last_seq.scalar_subquery(),
        "updated_at": func.coalesce(last_at.scalar_subquery(), heads.c.created_at),
    }
    return select(*(told[field.name].label(field.name) for field in fields(info) if field.name in told))


def _id(table: Table) -> ColumnElement[str]:
    return table.primary_key.columns[0]


@dataclass(frozen=True, slots=True)
class Logs(Generic[Info]):
    """The logs of one kind."""

    database: Database
    heads: Table
    entries: Table
    info: type[Info]
    infos: Select[Any]
    """An ``info_query``, of the rows that are of this kind."""
    noun: str
    missing: Callable[[str, Sequence[str]], StorageError]
    """Makes the error for an id that there is not, and the ones close to it."""

    def create(
        self,
        log_id: str | None,
        setup: Document,
        entries: Sequence[NewEntry],
        at: str,
        beside: Callable[[str], Sequence[Insert]] = lambda log_id: (),
        **head: str | None,
    ) -> Info:
        """All of it in one transaction, with what ``beside`` stores of the log elsewhere."""
        values = {**head, "setup": pack_document(setup), "created_at": at}
        for candidate in candidates(log_id, self.noun):
            try:
                with self.database.writing() as connection:
                    connection.execute(insert(self.heads).values({_id(self.heads).name: candidate, **values}))
                    self._add(connection, candidate, entries, 0, at)
                    for statement in beside(candidate):
                        connection.execute(statement)
                    return self._get(connection, candidate)
            except IntegrityError:  # the id is taken, or the key was used before
                if known := self.made_with(head.get("key")):
                    return known
        raise AlreadyStoredError(f"there is a {self.noun} '{log_id}' already; choose another id")

    def made_with(self, key: str | None) -> Info | None:
        """The log that was created with this key."""
        if key is None:
            return None
        with self.database.reading() as connection:
            row = connection.execute(self.infos.where(self.heads.c.key == key)).mappings().one_or_none()
        return None if row is None else self._made(row)

    def get(self, log_id: str) -> Info:
        with self.database.reading() as connection:
            return self._get(connection, log_id)

    def read(self, log_id: str, after: int = 0) -> tuple[Info, tuple[StoredEvent, ...]]:
        """The info, and the entries that follow number ``after``; a server may show newer ones than the info tells."""
        wanted = self._entries(log_id).where(self.entries.c.seq > after).order_by(self.entries.c.seq)
        with self.database.reading() as connection:
            return self._get(connection, log_id), tuple(map(_entry, connection.execute(wanted).mappings()))

    def append(self, log_id: str, entries: Sequence[NewEntry], stamp: Stamp, **head: str | None) -> StoredEvent | None:
        """Store all of these or none, with what they change in the head.

        Returns the entry that was stored with the same key before, if there is one; then nothing is added.
        """
        try:
            with self.database.writing() as connection:
                if known := self._known(connection, log_id, stamp):
                    return known
                key = stamp.get("key")  # at the first entry; the others came with it
                keyed = [entry._replace(key=None if number else key) for number, entry in enumerate(entries)]
                self._add(connection, log_id, keyed, stamp["expected"], stamp["at"])
                self._set(connection, log_id, head)
        except IntegrityError:
            # Another writer came between looking and writing: perhaps with the same entries, perhaps with others.
            with self.database.reading() as connection:
                if known := self._known(connection, log_id, stamp):
                    return known
            raise StorageError(f"nothing could be added to the {self.noun} '{log_id}'; enter it again") from None
        return None

    def has_key(self, log_id: str, key: str) -> bool:
        with self.database.reading() as connection:
            self._get(connection, log_id)
            return self._entry_with(connection, log_id, key) is not None

    def page(
        self, limit: int, after: str | None, *fitting: ColumnElement[bool], until: str | None = None
    ) -> tuple[Info, ...]:
        """The newest first; ``after`` is the last one of the page before.

        Those last whose time is none, lies before all computers, or after ``until``.
        """
        made, own_id = self.heads.c.created_at, _id(self.heads)
        can_be = (made >= _FIRST_TIME) & (made <= (until or _AFTER_ALL_TIMES))
        age = (case((can_be, 1), else_=0), made, own_id)
        order = [column.desc() for column in age]
        fits = self.infos.with_only_columns(own_id).where(*fitting)
        with self.database.reading() as connection:
            if after is not None:
                last = connection.execute(self.infos.with_only_columns(*age).where(own_id == after)).one_or_none()
                if last is None:
                    raise self.no_such(connection, after)
                fits = fits.where(tuple_(*age) < tuple_(*last))
            chosen = fits.order_by(*order).limit(limit).scalar_subquery()
            rows = connection.execute(self.infos.where(own_id.in_(chosen)).order_by(*order)).mappings()
            return tuple(map(self._listed, rows))

    def change(self, log_id: str, **head: str | None) -> None:
        with self.database.writing() as connection:
            self._get(connection, log_id)
            self._set(connection, log_id, head)

    def delete(self, log_id: str) -> None:
        with self.database.writing() as connection:
            own = self.infos.with_only_columns(_id(self.heads)).where(_id(self.heads) == log_id)
            if connection.scalar(own) is None:
                raise self.no_such(connection, log_id)
            connection.execute(delete(self.heads).where(_id(self.heads) == log_id))

    def no_such(self, connection: Connection, log_id: str) -> StorageError:
        newest = self.infos.with_only_columns(_id(self.heads)).order_by(self.heads.c.created_at.desc())
        known = list(connection.scalars(newest.limit(_HINTS_AMONG)))
        return self.missing(log_id, difflib.get_close_matches(log_id, known, n=3))

    def _get(self, connection: Connection, log_id: str) -> Info:
        row = connection.execute(self.infos.where(_id(self.heads) == log_id)).mappings().one_or_none()
        if row is None:
            raise self.no_such(connection, log_id)
        return self._made(row)

    def _made(self, row: RowMapping) -> Info:
        told: dict[str, Any] = dict(row)
        if "setup" in told:
            told["setup"] = unpack_document(told["setup"])
        return self.info(**told)

    def _listed(self, row: RowMapping) -> Info:
        """The same for a list, which one damaged row must not hide: its setup is empty then."""
        try:
            return self._made(row)
        except DatabaseDamagedError:
            return self.info(**{**row, "setup": {}})

    def _known(self, connection: Connection, log_id: str, stamp: Stamp) -> StoredEvent | None:
        """What was stored with this key before; otherwise the log must be at the version that the writer has seen."""
        known = self._entry_with(connection, log_id, stamp.get("key"))
        if known is None:
            version = self._get(connection, log_id).version
            if version != stamp["expected"]:
                raise ConflictError(log_id, stamp["expected"], version, kind=self.noun)
        return known

    def _entry_with(self, connection: Connection, log_id: str, key: str | None) -> StoredEvent | None:
        if key is None:
            return None
        row = connection.execute(self._entries(log_id).where(self.entries.c.key == key)).mappings().one_or_none()
        return None if row is None else _entry(row)

    def _entries(self, log_id: str) -> Select[Any]:
        one = self.entries.c
        return select(one.seq, one.kind, one.payload, one.at).where(_id(self.entries) == log_id)

    def _set(self, connection: Connection, log_id: str, head: Mapping[str, str | None]) -> None:
        if head:
            connection.execute(update(self.heads).where(_id(self.heads) == log_id).values(head))

    def _add(self, connection: Connection, log_id: str, entries: Sequence[NewEntry], after: int, at: str) -> None:
        """Entries that follow number ``after``."""
        rows = [
            {
                _id(self.entries).name: log_id,
                "seq": number,
                "kind": entry.kind,
                "payload": pack_document(entry.payload),
                "at": at if entry.at is None else entry.at,
                "key": entry.key,
            }
            for number, entry in enumerate(entries, after + 1)
        ]
        if rows:
            connection.execute(insert(self.entries), rows)


def _entry(row: RowMapping) -> StoredEvent:
    return StoredEvent(row["seq"], row["kind"], unpack_document(row["payload"]), row["at"])


_GAME_INFOS = info_query(GameInfo, games, game_entries)


class SqlGameStore:
    """The GameStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _logs(self, kind: str) -> Logs[GameInfo]:
        infos, missing = _GAME_INFOS.where(games.c.kind == kind), partial(NoSuchGameError, kind)
        return Logs(self._database, games, game_entries, GameInfo, infos, kind, missing)

    def create(
        self, kind: str, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[GameFacts]
    ) -> GameInfo:
        result, key = facts.get("result"), facts.get("key")
        return self._logs(kind).create(
            facts.get("game_id"), setup, entries, facts["at"], kind=kind, result=result, key=key
        )

    def made_with(self, kind: str, key: str) -> GameInfo | None:
        return self._logs(kind).made_with(key)

    def info(self, kind: str, game_id: str) -> GameInfo:
        return self._logs(kind).get(game_id)

    def read(self, kind: str, game_id: str) -> StoredGame:
        info, log = self._logs(kind).read(game_id)
        # The log is what counts, should it have grown since the info was read.
        return StoredGame(replace(info, version=len(log), updated_at=log[-1].at if log else info.created_at), log)

    def append(
        self, kind: str, game_id: str, entries: Sequence[NewEntry], result: str | None = None, **stamp: Unpack[Stamp]
    ) -> int:
        known = self._logs(kind).append(game_id, entries, stamp, result=result)
        return self.info(kind, game_id).version if known else stamp["expected"] + len(entries)

    def has_key(self, kind: str, game_id: str, key: str) -> bool:
        return self._logs(kind).has_key(game_id, key)

    def games(self, kind: str, *, limit: int = 50, after: str | None = None) -> tuple[GameInfo, ...]:
        return self._logs(kind).page(limit, after)

    def delete(self, kind: str, game_id: str) -> None:
        self._logs(kind).delete(game_id)

"""Practice in the database: the log of attempts, and beside it what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Unpack

from sqlalchemy import Connection, Row, func, insert, select
from sqlalchemy.exc import IntegrityError

from qb_app.storage.database import Database
from qb_app.storage.errors import ConflictError, DatabaseDamagedError
from qb_app.storage.records import Document, PracticeStanding, Stamp, StoredAttempt
from qb_app.storage.tables import attempts, exercise_progress, pack_document, player_ratings, unpack_document

PLAYER = "you"
"""There is one player so far; the table has room for more."""
_COLUMNS = (attempts.c.seq, attempts.c.exercise_id, attempts.c.document, attempts.c.at)


class SqlPracticeStore:
    """The PracticeStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standing(self) -> PracticeStanding:
        with self._database.reading() as connection:
            version = _version(connection)
            rows = connection.execute(select(exercise_progress).order_by(exercise_progress.c.exercise_id))
            progress = dict(_readable(rows))
            own = select(player_ratings.c.document).where(player_ratings.c.player == PLAYER)
            rating = connection.scalar(own)
        return PracticeStanding(version, progress, None if rating is None else unpack_document(rating))

    def attempts(self, after: int = 0) -> tuple[StoredAttempt, ...]:
        wanted = select(*_COLUMNS).where(attempts.c.seq > after).order_by(attempts.c.seq)
        with self._database.reading() as connection:
            return tuple(map(_attempt, connection.execute(wanted)))

    def attempt_with(self, key: str) -> StoredAttempt | None:
        with self._database.reading() as connection:
            return _known(connection, key)

    def add(
        self,
        exercise_id: str,
        attempt: Document,
        progress: Document,
        rating: Document | None,
        **stamp: Unpack[Stamp],
    ) -> StoredAttempt:
        made = StoredAttempt(stamp["expected"] + 1, exercise_id, attempt, stamp["at"])
        try:
            with self._database.writing() as connection:
                if known := _known(connection, stamp.get("key")):
                    return known
                if (version := _version(connection)) != stamp["expected"]:
                    raise _overtaken(stamp["expected"], version)
                self._insert(connection, made, stamp.get("key"), progress, rating)
        except IntegrityError:
            # Another writer came between looking and writing: perhaps with the same attempt, perhaps with another.
            with self._database.reading() as connection:
                if known := _known(connection, stamp.get("key")):
                    return known
                raise _overtaken(stamp["expected"], _version(connection)) from None
        return made

    def _insert(
        self, connection: Connection, made: StoredAttempt, key: str | None, progress: Document, rating: Document | None
    ) -> None:
        row = {"seq": made.seq, "exercise_id": made.exercise_id, "document": pack_document(made.document)}
        connection.execute(insert(attempts).values({**row, "at": made.at, "key": key}))
        stands: dict[str, object] = {"exercise_id": made.exercise_id, "document": pack_document(progress)}
        connection.execute(self._database.insert_or_replace(exercise_progress, stands))
        if rating is not None:
            rated: dict[str, object] = {"player": PLAYER, "document": pack_document(rating)}
            connection.execute(self._database.insert_or_replace(player_ratings, rated))


def _readable(rows: Iterable[Row[Any, Any]]) -> Iterator[tuple[str, Document]]:
    """What stands of each exercise; one that cannot be read counts as never attempted."""
    for row in rows:
        with suppress(DatabaseDamagedError):
            yield row.exercise_id, unpack_document(row.document)


def _version(connection: Connection) -> int:
    return connection.scalar(select(func.max(attempts.c.seq))) or 0


def _known(connection: Connection, key: str | None) -> StoredAttempt | None:
    if key is None:
        return None
    row = connection.execute(select(*_COLUMNS).where(attempts.c.key == key)).one_or_none()
    return None if row is None else _attempt(row)


def _attempt(row: Row[Any, Any, Any, Any]) -> StoredAttempt:
    return StoredAttempt(row.seq, row.exercise_id, unpack_document(row.document), row.at)


def _overtaken(expected: int, actual: int) -> ConflictError:
    return ConflictError("practice", expected, actual, kind="log")

"""Everything in a database at once: counted, written down, put back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from typing import BinaryIO, Self

from sqlalchemy import Connection, MetaData, Table, func, insert, select
from sqlalchemy.exc import IntegrityError

from gamekit.quoting import quoted
from qb_app.storage import schema
from qb_app.storage.backup import Backup, BackupHead, BackupRow, Value, write_backup
from qb_app.storage.database import Database
from qb_app.storage.errors import AlreadyStoredError, BackupError
from qb_app.storage.tables import is_text, metadata

_BATCH = 500
"""Rows that are in memory at a time."""
_LARGEST = 2**31 - 1
"""What an integer of every database can hold."""


class Vault:
    """The whole of one open database; closes at the end of a ``with`` block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self) -> dict[str, int]:
        """How many rows each table has."""
        with self._database.reading() as connection:
            return _count(connection)

    def write(self, file: BinaryIO) -> BackupHead:
        """Write everything down as it is at one moment; the same content gives the same bytes."""
        with self._database.reading() as connection:
            head = BackupHead(schema.CURRENT, _count(connection))
            write_backup(file, head, _all_rows(connection))
        return head

    def restore(self, backup: Backup, *, replace: bool) -> None:
        """Put what the backup holds in the place of everything, or change nothing.

        The rows go into tables of their own version, which are then upgraded like those of an old database. Without
        ``replace`` nothing may be stored yet.
        """
        with self._database.upgrading() as connection:
            if not replace and any(_count(connection).values()):
                raise AlreadyStoredError(
                    f"{self._database.name} is not empty, so the backup was not restored; --replace forgets what is"
                    " there and restores it"
                )
            metadata.drop_all(connection)
            schema.make_anew(connection, backup.head.schema)
            _insert_all(connection, backup)
            schema.migrate(connection, schema.CURRENT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()


def _count(connection: Connection) -> dict[str, int]:
    return {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in metadata.sorted_tables
    }


def _all_rows(connection: Connection) -> Iterator[tuple[str, Mapping[str, Value]]]:
    for table in metadata.sorted_tables:
        ordered = select(table).order_by(*table.primary_key).execution_options(yield_per=_BATCH)
        for row in connection.execute(ordered):
            yield table.name, row._asdict()


def _insert_all(connection: Connection, backup: Backup) -> None:
    made = MetaData()
    made.reflect(connection)
    tables = {name: table for name, table in made.tables.items() if name != schema.VERSION_TABLE}
    for name, rows in groupby(backup.rows(), key=lambda row: row.table):
        if name not in tables:
            first = next(rows)
            raise BackupError(
                f"line {first.line} of {backup.name} is of {quoted(name)}, which is no table of its version"
            )
        for batch in _batches(rows):
            _insert(connection, tables[name], batch, backup.name)


def _batches(rows: Iterable[BackupRow]) -> Iterator[list[BackupRow]]:
    rest = iter(rows)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _insert(connection: Connection, table: Table, batch: list[BackupRow], name: str) -> None:
    for row in batch:
        if not _fits(row.values, table):
            raise BackupError(
                f"line {row.line} of {name} does not fit the table '{table.name}' of its version; nothing was changed"
            )
    try:
        connection.execute(insert(table), [row.values for row in batch])
    except IntegrityError as error:
        raise BackupError(
            f"something in the lines {batch[0].line} to {batch[-1].line} of {name} is there twice or missing, or refers"
            " to what is not there; nothing was changed"
        ) from error


def _fits(values: Mapping[str, Value], table: Table) -> bool:
    """Whether these are the columns of the table, each with a value of its kind."""
    return values.keys() == set(table.columns.keys()) and all(
        _is_fit(values[column.name], column.type.python_type) for column in table.columns
    )


def _is_fit(value: object, kind: type) -> bool:
    if isinstance(value, str):
        return kind is str and is_text(value)
    return value is None or (type(value) is int and kind is int and abs(value) <= _LARGEST)

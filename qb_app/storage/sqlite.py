"""A database in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Insert, StaticPool, Table, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError

from qb_app.storage import sqlite_file
from qb_app.storage.database import WRITES, Database, primary_key
from qb_app.storage.errors import DatabaseDamagedError, StorageError
from qb_app.storage.tables import as_text, metadata
from qb_app.system_errors import cause

CACHE_KILOBYTES = 256
"""Of pages that a connection keeps; a server has many of them, and the system keeps the file in memory anyway."""
BUSY_SECONDS = 10.0
"""How long a writer waits for another one before it gives up."""


class SqliteDatabase(Database):
    """Write-ahead log, every commit flushed to the disk, one writer at a time."""

    backend = "sqlite"

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """With ``reading`` nothing can be written, and nothing needs to be."""
        self._path = path
        sqlite_file.check_whole(path)
        super().__init__(_engine(_reading_url(path) if reading else _url(path), reading=reading), str(path))

    @contextmanager
    def upgrading(self) -> Iterator[Connection]:
        """As above; references are checked at the end, since rebuilding a table would otherwise delete what refers to
        its rows."""
        with self._told(), self._engine.connect() as connection:
            connection.execution_options(**{WRITES: True})
            _run(connection, "PRAGMA foreign_keys=OFF")
            try:
                with connection.begin():
                    yield connection
                    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                        raise DatabaseDamagedError(f"the change of {self.name} would lose references and was undone")
            finally:
                _run(connection, "PRAGMA foreign_keys=ON")

    def wait_for_turn(self, connection: Connection) -> None:
        """A writing transaction is alone from its start."""

    def keep_copy(self, version: str) -> None:
        copy = self._path.with_name(f"{self._path.name}.schema-{version}")
        draft = copy.with_name(f"{copy.name}.{os.getpid()}.tmp")
        try:
            # A connection of its own, for the one that is about to upgrade cannot be copied from.
            with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(draft)) as target:
                source.backup(target)
            draft.replace(copy)
        except (sqlite3.Error, OSError) as error:
            reason = cause(error) if isinstance(error, OSError) else sqlite_file.explain(draft, error, BUSY_SECONDS)
            raise StorageError(
                f"{self.name} has to be upgraded, but its copy {copy} cannot be written ({reason}); nothing was changed"
            ) from error
        finally:
            draft.unlink(missing_ok=True)

    def settle(self) -> None:
        with self._told(), self._engine.connect() as connection:
            if _run(connection, "PRAGMA journal_mode") != "wal":
                _run(connection, "PRAGMA journal_mode=WAL")

    def insert_or_replace(self, table: Table, values: dict[str, object]) -> Insert:
        return insert(table).values(values).on_conflict_do_update(index_elements=primary_key(table), set_=values)

    def explain(self, error: DBAPIError) -> StorageError:
        return sqlite_file.explain(self._path, error.orig, BUSY_SECONDS)


class EmptyDatabase(SqliteDatabase):
    """What one who reads finds where nothing is stored yet: every table, no row, and no file."""

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        engine = _engine(URL.create("sqlite"), poolclass=StaticPool)
        Database.__init__(self, engine, name)
        with engine.begin() as connection:
            metadata.create_all(connection)
            connection.exec_driver_sql("PRAGMA query_only=ON")


def _url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def _reading_url(path: Path) -> URL:
    file, _, mode = sqlite_file.reading_address(path).partition("?")
    key, _, value = mode.partition("=")
    return URL.create("sqlite", database=file, query={"uri": "true", key: value})


def _engine(url: URL, *, reading: bool = False, **options: Any) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, **options)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says so, not where the driver guesses
        connection.text_factory = as_text  # one row with damaged text must not hide all others
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KILOBYTES}")
        if reading:
            connection.execute("PRAGMA query_only=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _run(connection: Connection, pragma: str) -> object:
    """Run a pragma that has no effect inside a transaction."""
    cursor = connection.connection.cursor()
    try:
        row = cursor.execute(pragma).fetchone()
    finally:
        cursor.close()
    return row and row[0]

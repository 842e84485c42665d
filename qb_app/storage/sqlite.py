"""A database in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Insert, Table, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError

from qb_app.storage.database import WRITES, Database, first_line, primary_key
from qb_app.storage.errors import (
    DatabaseBusyError,
    DatabaseDamagedError,
    DatabaseFullError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    StorageError,
)
from qb_app.storage.tables import as_text

BUSY_SECONDS = 10.0
"""How long a writer waits for another one before it gives up."""

_PRIMARY_CODE = 0xFF
_MAGIC = b"SQLite format 3\0"
_HEADER = 100


class SqliteDatabase(Database):
    """Write-ahead log, every commit flushed to the disk, one writer at a time."""

    backend = "sqlite"

    def __init__(self, path: Path) -> None:
        self._path = path
        _make_folder(path.parent)
        _check_whole(path)
        super().__init__(_engine(path), str(path))

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
                        raise DatabaseDamagedError(f"the upgrade of {self.name} would lose references and was undone")
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
            raise StorageError(
                f"{self.name} has to be upgraded, but its copy {copy} cannot be written ({_reason(error)});"
                " nothing was changed"
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
        code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE
        match code:
            case sqlite3.SQLITE_FULL:
                return DatabaseFullError(f"the disk of {self.name} is full; make room and enter it again")
            case sqlite3.SQLITE_IOERR:
                return DatabaseFullError(
                    f"the disk of {self.name} does not take the data ({first_line(error)}); check that it has room and"
                    " is in order, and enter it again"
                )
            case sqlite3.SQLITE_READONLY:
                return DatabaseReadOnlyError(f"{self.name} may only be read, not written; {_REMEDY}")
            case sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
                return self._cannot_open(error)
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                return _damaged(self._path, first_line(error))
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return DatabaseBusyError(
                    f"another program has kept {self.name} locked for {BUSY_SECONDS:g} seconds; wait until it is"
                    " done or close it, and enter it again"
                )
        return StorageError(f"{self.name} cannot be used: {first_line(error)}")

    def _cannot_open(self, error: DBAPIError) -> StorageError:
        if self._path.is_dir():
            return DatabaseUnreachableError(f"{self.name} is a folder; give the name of a file")
        if not os.access(self._path if self._path.exists() else self._path.parent, os.R_OK | os.W_OK):
            return DatabaseReadOnlyError(f"{self.name} cannot be written; {_REMEDY}")
        return DatabaseUnreachableError(f"{self.name} cannot be opened: {first_line(error)}")


def _reason(error: sqlite3.Error | OSError) -> str:
    """What went wrong, without its number."""
    return str(error.strerror if isinstance(error, OSError) else error)


_REMEDY = "allow it for the file and its folder, or choose another folder with QBCOACH_DATA"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseReadOnlyError(
            f"the folder {folder} cannot be made ({error.strerror}); choose another one with QBCOACH_DATA"
        ) from error


def _check_whole(path: Path) -> None:
    """Refuse a file that ends inside a page: SQLite would fill it up with zeros and not say a word.

    With a log beside it, such an end may be what a full disk left behind, and the log mends it.
    """
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return  # there is no file yet, or SQLite will say what is wrong with it
    if header.startswith(_MAGIC) and size % _page_size(header) and not _has_log(path):
        raise _damaged(path, "it ends in the middle of a page")


def _page_size(header: bytes) -> int:
    written = int.from_bytes(header[16:18], "big")
    return 1 << 16 if written <= 1 else written


def _has_log(path: Path) -> bool:
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size > 0
    except FileNotFoundError:
        return False


def _damaged(path: Path, reason: str) -> DatabaseDamagedError:
    return DatabaseDamagedError(
        f"{path} is damaged or no database ({reason}); it was left as it is, put a backup in its place or move it away"
        " to begin anew"
    )


def _engine(path: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says so, not where the driver guesses
        connection.text_factory = as_text  # one row with damaged text must not hide all others
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=FULL")

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

"""A database on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Engine, Insert, Table, create_engine, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from qb_app.storage.database import Database, first_line, primary_key
from qb_app.storage.errors import (
    DatabaseFullError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    StorageError,
)

CONNECT_SECONDS = 5
_UPGRADE_LOCK = 0x7162636F
"""A number of our own among the advisory locks of the server."""

_DISK_FULL = "53100"
_READ_ONLY = "25006"
_NO_RIGHT = "42501"
_GONE = ("08", "57")
"""Classes of states in which the server is lost or goes down."""


class PostgresDatabase(Database):
    """Durable as the server is set up: with ``synchronous_commit`` on, which is its default."""

    backend = "postgresql"

    def __init__(self, url: URL, *, reading: bool = False) -> None:
        """With ``reading`` the server refuses to write anything."""
        engine = _engine(url)
        if reading:
            engine = engine.execution_options(postgresql_readonly=True)
        super().__init__(engine, url.set(drivername="postgresql").render_as_string(hide_password=True))
        self._snapshots = engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._told(), self._snapshots.begin() as connection:
            yield connection

    def wait_for_turn(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _UPGRADE_LOCK})

    def keep_copy(self, version: str) -> None:
        """Backups of a server are its administrator's; an upgrade that fails is rolled back whole."""

    def settle(self) -> None:
        """Nothing: the server has its own settings."""

    def insert_or_replace(self, table: Table, values: dict[str, object]) -> Insert:
        return insert(table).values(values).on_conflict_do_update(index_elements=primary_key(table), set_=values)

    def explain(self, error: DBAPIError) -> StorageError:
        state = getattr(error.orig, "sqlstate", None)
        said = _told_by_server(error)
        if state == _DISK_FULL:
            return DatabaseFullError(f"the disk of the server {self.name} is full; make room and enter it again")
        if state == _READ_ONLY:
            return DatabaseReadOnlyError(f"{self.name} does not allow this user to write")
        if state == _NO_RIGHT:
            return DatabaseReadOnlyError(f"{self.name} does not allow this user to do that: {said}")
        if state is None or state.startswith(_GONE) or error.connection_invalidated:
            return DatabaseUnreachableError(
                f"{self.name} cannot be reached ({said}); check the address and that the server is running, then enter"
                " it again"
            )
        return StorageError(f"{self.name} cannot be used: {said}")


def _told_by_server(error: DBAPIError) -> str:
    """What was said last, without the steps of the driver that led there."""
    reason = first_line(error).rpartition("failed: ")[2].removeprefix("FATAL:").strip()
    return reason[:1].lower() + reason[1:]


def _engine(url: URL) -> Engine:
    address = url.set(drivername="postgresql+psycopg")
    try:
        # A connection that broke while nobody used it is replaced before the next transaction.
        return create_engine(
            address.difference_update_query(["connect_timeout"]),
            pool_pre_ping=True,
            connect_args={"connect_timeout": int(str(url.query.get("connect_timeout", CONNECT_SECONDS)))},
        )
    except ImportError as error:
        raise DatabaseUnreachableError(
            "PostgreSQL needs its driver, which is not installed; run: pip install 'qbcoach[postgres]'"
        ) from error

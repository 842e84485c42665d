"""A database on a PostgreSQL server."""

from __future__ import annotations

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
_READ_ONLY = {"25006", "42501"}
_GONE = ("08", "57")
"""Classes of states in which the server is lost or goes down."""


class PostgresDatabase(Database):
    """Durable as the server is set up: with ``synchronous_commit`` on, which is its default."""

    backend = "postgresql"

    def __init__(self, url: URL) -> None:
        super().__init__(_engine(url), url.set(drivername="postgresql").render_as_string(hide_password=True))

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
        said = first_line(error)
        if state == _DISK_FULL:
            return DatabaseFullError(f"the disk of the server {self.name} is full; make room and enter it again")
        if state in _READ_ONLY:
            return DatabaseReadOnlyError(f"{self.name} does not allow this user to write ({said})")
        if state is None or state.startswith(_GONE) or error.connection_invalidated:
            return DatabaseUnreachableError(
                f"{self.name} cannot be reached ({said}); check the address and that the server is running, then enter"
                " it again"
            )
        return StorageError(f"{self.name} cannot be used: {said}")


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

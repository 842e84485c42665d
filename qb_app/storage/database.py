"""An open database: transactions, and its failures told in one sentence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Literal

from sqlalchemy import Connection, Engine, Insert, Table
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError

from qb_app.storage.errors import StorageError

WRITES = "qbcoach_writes"
"""Marks a connection whose transactions are going to write."""


class Database(ABC):
    """What SQLite and PostgreSQL have in common. A transaction that leaves its block without an error is durable."""

    backend: ClassVar[Literal["sqlite", "postgresql"]]
    name: str
    """How messages call this database; holds no password."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.name = name
        self._engine = engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the data."""
        with self._told(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; a broken constraint leaves it as IntegrityError, for the caller to explain."""
        with self._told(), self._engine.connect() as connection:
            connection.execution_options(**{WRITES: True})
            with connection.begin():
                yield connection

    @contextmanager
    def upgrading(self) -> Iterator[Connection]:
        """A writing transaction that only one program has at a time."""
        with self.writing() as connection:
            self.wait_for_turn(connection)
            yield connection

    @abstractmethod
    def wait_for_turn(self, connection: Connection) -> None:
        """Return when no other program that waits for its turn is at work; the turn ends with the transaction."""

    @abstractmethod
    def keep_copy(self, version: str) -> None:
        """Save the data as they are before an upgrade, where that is up to this program."""

    @abstractmethod
    def settle(self) -> None:
        """Put a database whose tables are known to be ours into its mode of operation."""

    @abstractmethod
    def insert_or_replace(self, table: Table, values: dict[str, object]) -> Insert:
        """Insert a row in place of the one with the same primary key, in one statement."""

    @abstractmethod
    def explain(self, error: DBAPIError) -> StorageError:
        """The failure in one sentence."""

    @property
    def version(self) -> str:
        """That of the database itself, known once there was a connection."""
        return ".".join(map(str, self._engine.dialect.server_version_info or ()))

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise self.explain(error) from error
        except StatementError as error:
            if isinstance(error.orig, StorageError):
                raise error.orig from None
            raise


def primary_key(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def first_line(error: DBAPIError) -> str:
    """What the driver said, without the statement that SQLAlchemy adds."""
    lines = str(error.orig).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error.orig).__name__

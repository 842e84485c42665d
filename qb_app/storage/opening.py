"""Opening the storage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from qb_app.storage.errors import DatabaseUnreachableError
from qb_app.storage.location import database_location
from qb_app.storage.stores import Storage

if TYPE_CHECKING:
    from qb_app.storage.database import Database


def open_storage(url: str | None = None) -> Storage:
    """Open the database, and make or upgrade its tables where needed.

    ``url`` is ``postgresql://…``, ``sqlite:///…`` or the path of a file; without it QBCOACH_DATABASE counts, then the
    file ``qbcoach.db`` in the folder QBCOACH_DATA, then that file in the user's data folder.
    """
    # SQLAlchemy takes longer to load than everything else together; only who stores something pays for it.
    from qb_app.storage.answers import SqlAnswerStore
    from qb_app.storage.collection import SqlCollectionStore
    from qb_app.storage.decks import SqlDeckStore
    from qb_app.storage.logs import SqlGameStore
    from qb_app.storage.matches import SqlMatchStore
    from qb_app.storage.opponents import SqlOpponentStore
    from qb_app.storage.schema import bring_up_to_date

    database = _database(database_location(url))
    try:
        bring_up_to_date(database)
    except BaseException:
        database.close()
        raise
    return Storage(
        matches=SqlMatchStore(database),
        decks=SqlDeckStore(database),
        collection=SqlCollectionStore(database),
        opponents=SqlOpponentStore(database),
        games=SqlGameStore(database),
        answers=SqlAnswerStore(database),
        close=database.close,
        backend=database.backend,
    )


def _database(location: str | Path) -> Database:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    from qb_app.storage.sqlite import SqliteDatabase

    if isinstance(location, Path):
        return SqliteDatabase(location)
    try:
        url = make_url(location)
    except (ArgumentError, ValueError):
        raise DatabaseUnreachableError("the address of the database cannot be read; " + _EXAMPLES) from None
    match url.get_backend_name():
        case "sqlite" if url.database and url.database != ":memory:":
            return SqliteDatabase(Path(url.database))
        case "postgresql" | "postgres":
            from qb_app.storage.postgres import PostgresDatabase

            return PostgresDatabase(url)
    raise DatabaseUnreachableError(f"'{url.drivername}' is no database that qbCoach knows; {_EXAMPLES}")


_EXAMPLES = "write a path, sqlite:///path/to/file.db or postgresql://user:password@host/name"

"""Opening the storage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamekit.quoting import quoted
from qb_app.storage.errors import DatabaseReadOnlyError, DatabaseUnreachableError, SchemaError
from qb_app.storage.location import database_location, provide_folder, refuse_missing_folder
from qb_app.storage.stores import Storage

if TYPE_CHECKING:
    from qb_app.storage.database import Database
    from qb_app.storage.vault import Vault


def open_storage(url: str | None = None, *, reading: bool = False) -> Storage:
    """Open the database, and make or upgrade its tables where needed.

    ``url`` is ``postgresql://…``, ``sqlite:///…`` or the path of a file; without it QBCOACH_DATABASE counts, then the
    file ``qbcoach.db`` in the folder QBCOACH_DATA, then that file in the user's data folder.
    With ``reading`` nothing is made and nothing can be written: what is not there yet is empty, and a file or folder
    without permission to write is enough. Only tables of an older version are upgraded then too, where they can be.
    """
    # SQLAlchemy takes longer to load than everything else together; only who stores something pays for it.
    from qb_app.storage.answers import SqlAnswerStore
    from qb_app.storage.collection import SqlCollectionStore
    from qb_app.storage.decks import SqlDeckStore
    from qb_app.storage.logs import SqlGameStore
    from qb_app.storage.matches import SqlMatchStore
    from qb_app.storage.opponents import SqlOpponentStore
    from qb_app.storage.practice import SqlPracticeStore

    database = open_database(url, reading=reading)
    return Storage(
        matches=SqlMatchStore(database),
        decks=SqlDeckStore(database),
        collection=SqlCollectionStore(database),
        opponents=SqlOpponentStore(database),
        games=SqlGameStore(database),
        answers=SqlAnswerStore(database),
        practice=SqlPracticeStore(database),
        close=database.close,
        backend=database.backend,
        backend_version=database.version,
    )


def open_vault(url: str | None = None, *, reading: bool = False) -> Vault:
    """The same database for one who takes or puts back everything at once."""
    from qb_app.storage.vault import Vault

    return Vault(open_database(url, reading=reading))


def check_storage(url: str | None = None) -> None:
    """Refuse at once a file that could not be used later, without the time that opening takes."""
    from qb_app.storage.sqlite_file import look_through

    location = database_location(url)
    if isinstance(location, Path):
        refuse_missing_folder(location)
        look_through(location)


def open_database(url: str | None, *, reading: bool) -> Database:
    """The database with tables of the current version."""
    location = database_location(url)
    return _for_reading(location) if reading else _for_writing(location)


def _for_writing(location: str | Path) -> Database:
    from qb_app.storage.schema import bring_up_to_date

    if isinstance(location, Path):
        provide_folder(location)
    database = _database(location, reading=False)
    try:
        bring_up_to_date(database)
    except BaseException:
        database.close()
        raise
    return database


def _for_reading(location: str | Path) -> Database:
    from qb_app.storage import schema
    from qb_app.storage.sqlite import EmptyDatabase

    if isinstance(location, Path) and not location.exists():
        refuse_missing_folder(location)
        return EmptyDatabase(str(location))
    database = _database(location, reading=True)
    try:
        version = schema.version_of(database)
    except BaseException:
        database.close()
        raise
    if version == schema.CURRENT:
        return database
    database.close()
    if version is None:
        return EmptyDatabase(database.name)
    try:
        _for_writing(location).close()
    except DatabaseReadOnlyError as error:
        raise SchemaError(
            f"{database.name} has tables of an older version ({version}) and can only be read here, so they cannot be"
            " upgraded; open it once where it can be written"
        ) from error
    return _database(location, reading=True)


def _database(location: str | Path, *, reading: bool) -> Database:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    from qb_app.storage.sqlite import SqliteDatabase

    if isinstance(location, Path):
        return SqliteDatabase(location, reading=reading)
    try:
        url = make_url(location)
    except (ArgumentError, ValueError):
        raise DatabaseUnreachableError("the address of the database cannot be read; " + _EXAMPLES) from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        from qb_app.storage.postgres import PostgresDatabase

        return PostgresDatabase(url, reading=reading)
    raise DatabaseUnreachableError(f"{quoted(url.drivername)} is no database that qbCoach knows; {_EXAMPLES}")


_EXAMPLES = "write a path, sqlite:///path/to/file.db or postgresql://user:password@host/name"

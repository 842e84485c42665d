"""The version of the tables: made when missing, upgraded when older, refused when newer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qb_app.storage.errors import SchemaError

if TYPE_CHECKING:  # a look at the version of a file must not wait for SQLAlchemy
    from sqlalchemy import Connection

    from qb_app.storage.database import Database

CURRENT = "0005"
"""The last version under ``migrations``; written here too, so that a database in order is opened without Alembic."""
VERSION_TABLE = "qbcoach_schema"
MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(database: Database) -> None:
    """Leave tables of the current version, or raise and leave everything as it was."""
    version = version_of(database)
    database.settle()
    if version == CURRENT:
        return
    with database.upgrading() as connection:
        version = _version(connection, database.name)  # another program may have been quicker
        if version == CURRENT:
            return
        if version is not None:
            database.keep_copy(version)
        migrate(connection, CURRENT)


def version_of(database: Database) -> str | None:
    """The version of its tables; None where there are none, an error where they are not for this program."""
    with database.reading() as connection:
        return _version(connection, database.name)


def _version(connection: Connection, name: str) -> str | None:
    from sqlalchemy import inspect, text

    tables = inspect(connection).get_table_names()
    query = text(f"SELECT version_num FROM {VERSION_TABLE}")
    return known_version(name, tables, lambda: connection.execute(query).scalar())


def known_version(name: str, tables: Sequence[str], stored: Callable[[], object]) -> str | None:
    """The version that is stored in a database with these tables, which is not asked for where there are none."""
    if not tables:
        return None
    if VERSION_TABLE not in tables:
        raise SchemaError(f"{name} holds the data of another program; give qbCoach a database of its own")
    version = stored()
    if not isinstance(version, str) or not version.isdigit():
        raise SchemaError(f"{name} has tables of an unknown version ({version}); nothing was changed")
    if version > CURRENT:
        raise SchemaError(
            f"{name} was made by a newer qbCoach (its tables have version {version}, this one knows {CURRENT});"
            " upgrade qbCoach, nothing was changed"
        )
    return version


def make_anew(connection: Connection, version: str) -> None:
    """Empty tables of that version, where no other tables are left."""
    from sqlalchemy import text

    connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))
    migrate(connection, version)


def migrate(connection: Connection, version: str) -> None:
    """Bring tables of an older version to that one."""
    from alembic import command  # here, since only a new or an old database needs it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = VERSION_TABLE
    command.upgrade(config, version)

"""The version of the tables: made when missing, upgraded when older, refused when newer."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from qb_app.storage.database import Database
from qb_app.storage.errors import SchemaError

CURRENT = "0004"
"""The last version under ``migrations``; written here too, so that a database in order is opened without Alembic."""
VERSION_TABLE = "qbcoach_schema"
MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(database: Database) -> None:
    """Leave tables of the current version, or raise and leave everything as it was."""
    with database.reading() as connection:
        version = _version(connection, database.name)
    database.settle()
    if version == CURRENT:
        return
    with database.upgrading() as connection:
        version = _version(connection, database.name)  # another program may have been quicker
        if version == CURRENT:
            return
        if version is not None:
            database.keep_copy(version)
        _migrate(connection)


def _version(connection: Connection, name: str) -> str | None:
    """The version of the tables; None for a database without any."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if VERSION_TABLE not in tables:
        raise SchemaError(f"{name} holds the data of another program; give qbCoach a database of its own")
    version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if not isinstance(version, str) or not version.isdigit():
        raise SchemaError(f"{name} has tables of an unknown version ({version}); nothing was changed")
    if version > CURRENT:
        raise SchemaError(
            f"{name} was made by a newer qbCoach (its tables have version {version}, this one knows {CURRENT});"
            " upgrade qbCoach, nothing was changed"
        )
    return version


def _migrate(connection: Connection) -> None:
    from alembic import command  # here, since only a new or an old database needs it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = VERSION_TABLE
    command.upgrade(config, CURRENT)

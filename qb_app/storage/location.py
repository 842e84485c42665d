"""Where the data is: a URL, a file, or the usual folder of the platform."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote

from qb_app.storage.errors import DatabaseReadOnlyError, DatabaseUnreachableError
from qb_app.system_errors import cause

DATABASE_VARIABLE = "QBCOACH_DATABASE"
FOLDER_VARIABLE = "QBCOACH_DATA"
FILE_NAME = "qbcoach.db"
_FILE_URL = re.compile(r"sqlite:///(?P<path>[^?]+)(?:\?.*)?")


def data_folder() -> Path:
    """The folder for everything that the program keeps."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("qbcoach", appauthor=False)


def database_location(given: str | None = None) -> str | Path:
    """A server's URL as text, a file as a path: what is given, else what the environment says, else the usual file."""
    location = given or os.environ.get(DATABASE_VARIABLE)
    if not location:
        return data_folder() / FILE_NAME
    if (url := _FILE_URL.fullmatch(location)) and url["path"] != ":memory:":
        return Path(unquote(url["path"]))
    return location if "://" in location else Path(location).expanduser()


def missing_folder(path: Path) -> Path | None:
    """The folder of a file, where somebody named it and it is not there; the program's own is made when needed."""
    folder = path.parent
    return None if folder.is_dir() or folder == data_folder() else folder


def refuse_missing_folder(path: Path) -> None:
    if folder := missing_folder(path):
        raise DatabaseUnreachableError(
            f"the folder {folder} is missing, so {path.name} cannot be there; make the folder, or name a file in one"
            " that is there"
        )


def provide_folder(path: Path) -> None:
    """Leave a folder for the file, or refuse."""
    refuse_missing_folder(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseReadOnlyError(
            f"the folder {path.parent} cannot be made ({cause(error)}); choose another one with {FOLDER_VARIABLE}"
        ) from error

"""Where the data is: a URL, a file, or the usual folder of the platform."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE_VARIABLE = "QBCOACH_DATABASE"
FOLDER_VARIABLE = "QBCOACH_DATA"
FILE_NAME = "qbcoach.db"


def data_folder() -> Path:
    """The folder for everything that the program keeps."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("qbcoach", appauthor=False)


def database_location(given: str | None) -> str | Path:
    """A URL as text, a file as a path: what is given, else what the environment says, else the usual file."""
    location = given or os.environ.get(DATABASE_VARIABLE)
    if not location:
        return data_folder() / FILE_NAME
    return location if "://" in location else Path(location).expanduser()

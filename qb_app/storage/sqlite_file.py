"""An SQLite file before it is opened: whether it is sound, how it can be read, and its failures in one sentence.

Nothing here loads SQLAlchemy, so that a prompt need not wait for it.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from qb_app.storage.errors import (
    DatabaseBusyError,
    DatabaseDamagedError,
    DatabaseFullError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    StorageError,
)
from qb_app.storage.schema import VERSION_TABLE, known_version

LOG = "-wal"
"""What the name of the write-ahead log adds to that of its file."""
SMALL = 1 << 22
"""Bytes of a file that is looked through whole before it is used; that takes a few hundredths of a second."""
_LOOK_SECONDS = 1.0
_PRIMARY_CODE = 0xFF
_MAGIC = b"SQLite format 3\0"
_HEADER = 100
_REMEDY = "allow it for the file and its folder, or choose another folder with QBCOACH_DATA"


def reading_address(path: Path) -> str:
    """The URI under which the file is read without making anything that stays.

    A reader with all rights tidies up behind itself, as one with ``mode=ro`` cannot. Where the files of the log cannot
    be made and nothing stands in it, the file is read as it is.
    """
    address = f"{path.absolute().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=_LOOK_SECONDS)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        if _code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) and path.is_file():
            if has_log(path):
                raise DatabaseReadOnlyError(
                    f"the newest entries of {path} stand in {path.name}{LOG}, which can only be read in a folder that"
                    " can be written; copy both files into one"
                ) from error
            return f"{path.absolute().as_uri()}?immutable=1"
    return address


def look_through(path: Path) -> None:
    """Refuse a file that is damaged, not ours, newer, or cannot be written, as far as a short look shows."""
    if not path.exists():
        if not os.access(next(folder for folder in path.parents if folder.exists()), os.W_OK):
            raise DatabaseReadOnlyError(f"{path} cannot be written; {_REMEDY}")
        return
    check_whole(path)
    if not path.is_dir() and not _is_writable(path):
        raise DatabaseReadOnlyError(f"{path} cannot be written; {_REMEDY}")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_LOOK_SECONDS)) as found:
            found.execute("PRAGMA query_only=ON")
            tables = [name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            query = f"SELECT version_num FROM {VERSION_TABLE}"
            known_version(str(path), tables, lambda: next(found.execute(query), (None,))[0])
            told = found.execute("PRAGMA quick_check(1)").fetchone() if path.stat().st_size <= SMALL else ("ok",)
    except sqlite3.Error as error:
        found_wrong = explain(path, error, _LOOK_SECONDS)
        if isinstance(found_wrong, DatabaseBusyError):
            return  # whoever opens it waits longer
        raise found_wrong from error
    if told != ("ok",):
        raise damaged(path, "its pages do not fit together")


def check_whole(path: Path) -> None:
    """Refuse a file that ends inside a page: SQLite would fill it up with zeros and not say a word.

    With a log beside it, such an end may be what a full disk left behind, and the log mends it.
    """
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return  # there is no file yet, or SQLite will say what is wrong with it
    if header.startswith(_MAGIC) and size % _page_size(header) and not has_log(path):
        raise damaged(path, "it ends in the middle of a page")


def own_files(path: Path) -> set[Path]:
    """The file, and what SQLite keeps beside it."""
    return {path.with_name(f"{path.name}{end}") for end in ("", LOG, "-shm", "-journal")}


def has_log(path: Path) -> bool:
    """Whether entries stand beside the file that are not in it yet."""
    try:
        return path.with_name(f"{path.name}{LOG}").stat().st_size > 0
    except FileNotFoundError:
        return False


def explain(path: Path, error: BaseException | None, waited: float) -> StorageError:
    """What SQLite refused, in one sentence."""
    match _code(error):
        case sqlite3.SQLITE_FULL:
            return DatabaseFullError(f"the disk of {path} is full; make room and enter it again")
        case sqlite3.SQLITE_IOERR:
            return DatabaseFullError(
                f"the disk of {path} does not take the data; check that it has room and is in order, and enter it again"
            )
        case sqlite3.SQLITE_READONLY:
            return DatabaseReadOnlyError(f"{path} may only be read, not written; {_REMEDY}")
        case sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return _cannot_open(path)
        case sqlite3.SQLITE_CORRUPT:
            return damaged(path, "its pages do not fit together")
        case sqlite3.SQLITE_NOTADB:
            return damaged(path, "it does not begin like one")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseBusyError(
                f"another program has kept {path} locked for {waited:g} seconds; wait until it is done or close it, and"
                " enter it again"
            )
    return StorageError(f"{path} cannot be used: {error}")


def damaged(path: Path, reason: str) -> DatabaseDamagedError:
    return DatabaseDamagedError(
        f"{path} is damaged or no database ({reason}); it was left as it is, put a backup in its place or move it away"
        " to begin anew"
    )


def _cannot_open(path: Path) -> StorageError:
    if path.is_dir():
        return DatabaseUnreachableError(f"{path} is a folder; give the name of a file")
    if path.exists() and not os.access(path, os.R_OK):
        return DatabaseReadOnlyError(f"{path} cannot be read: permission denied; {_REMEDY}")
    if not _is_writable(path):
        return DatabaseReadOnlyError(f"{path} cannot be written; {_REMEDY}")
    return DatabaseUnreachableError(f"{path} cannot be opened; check that it is a file on a disk of this machine")


def _is_writable(path: Path) -> bool:
    """Whether the file, and its log beside it, can be written or made."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.R_OK | os.W_OK))


def _code(error: BaseException | None) -> int:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & _PRIMARY_CODE


def _page_size(header: bytes) -> int:
    written = int.from_bytes(header[16:18], "big")
    return 1 << 16 if written <= 1 else written

"""Files of the user: read whole, written whole or not at all."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from qb_app.errors import InputError
from qb_app.limits import MOST_TEXT_BYTES
from qb_app.system_errors import cause, shown_path

COMPRESSED = ".gz"
LONGEST_LINE = 1 << 26
_GZIP_MAGIC = b"\x1f\x8b"


def is_file(name: str) -> bool:
    """Whether a file is called so; what cannot be the name of one is none."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, most: int = MOST_TEXT_BYTES) -> bytes:
    """What is in a file of at most so many bytes; a larger one is not read, an endless one no further than that."""
    with path.open("rb") as file:
        content = b"" if (too_large := os.fstat(file.fileno()).st_size > most) else file.read(most + 1)
    if too_large or len(content) > most:
        raise InputError(f"{shown_path(path)} is too large: what is read here has {most:,} bytes at most")
    return content


def read_text(path: Path, most: int = MOST_TEXT_BYTES) -> str:
    """The text of a file, within that limit."""
    try:
        return read_bytes(path, most).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{shown_path(path)} is not a text file in UTF-8") from error


def read_stdin() -> str:
    """All that comes from there, within the limit of a file."""
    text = sys.stdin.read(MOST_TEXT_BYTES + 1)
    if len(text) > MOST_TEXT_BYTES:
        raise InputError(f"what comes from stdin is too large: {MOST_TEXT_BYTES:,} characters are read at most")
    return text


def read_lines(path: Path) -> Iterator[bytes]:
    """Its lines with their ends, unpacked where the file is compressed; never more than one of them in memory."""
    with path.open("rb") as packed:
        start = packed.read(len(_GZIP_MAGIC))
        packed.seek(0)
        file = cast("BinaryIO", gzip.GzipFile(fileobj=packed) if start == _GZIP_MAGIC else packed)
        try:
            while line := file.readline(LONGEST_LINE):
                yield line
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(f"{shown_path(path)} is cut short or damaged: it cannot be unpacked") from error


def check_writable(path: Path, *, force: bool) -> None:
    """Refuse a target that cannot be written."""
    if not path.parent.is_dir():
        raise InputError(f"{shown_path(path.parent)} is no folder, nothing can be written there")
    if path.is_dir():
        raise InputError(f"{shown_path(path)} is a folder, give the name of a file")
    if path.exists() and not force:
        raise InputError(f"{shown_path(path)} exists already, use --force to overwrite it")


def write_text(path: Path, text: str, *, force: bool) -> None:
    write_bytes(path, text.encode("utf-8"), force=force)


def write_bytes(path: Path, content: bytes, *, force: bool) -> None:
    with written(path, force=force) as file:
        file.write(content)


@contextmanager
def written(path: Path, *, force: bool) -> Iterator[BinaryIO]:
    """A file beside the target that takes its place at the end, so that a crash never leaves half a file."""
    check_writable(path, force=force)
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise InputError(f"{shown_path(path)} cannot be written: {cause(error)}") from error
    finally:
        _drop(draft)


@contextmanager
def written_packed(path: Path, *, force: bool) -> Iterator[BinaryIO]:
    """The same, compressed where the name ends in ``.gz``; the same content gives the same bytes."""
    with written(path, force=force) as file:
        if path.suffix != COMPRESSED:
            yield file
            return
        with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
            yield cast("BinaryIO", packed)


def _drop(draft: Path) -> None:
    try:
        draft.unlink(missing_ok=True)
    except OSError:
        return  # why it could not be made is told already

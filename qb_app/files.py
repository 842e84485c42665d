"""Files of the user: read whole, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from qb_app.errors import InputError


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not a text file in UTF-8") from error


def read_at_most(path: Path, most: int) -> bytes:
    """The content, or its beginning with one byte more than ``most``."""
    with path.open("rb") as file:
        return file.read(most + 1)


def check_writable(path: Path, *, force: bool) -> None:
    """Refuse a target that cannot be written."""
    if not path.parent.is_dir():
        raise InputError(f"{path.parent} is no folder, nothing can be written there")
    if path.is_dir():
        raise InputError(f"{path} is a folder, give the name of a file")
    if path.exists() and not force:
        raise InputError(f"{path} exists already, use --force to overwrite it")


def write_text(path: Path, text: str, *, force: bool) -> None:
    write_bytes(path, text.encode("utf-8"), force=force)


def write_bytes(path: Path, content: bytes, *, force: bool) -> None:
    """Write beside the target and rename, so that a crash never leaves half a file."""
    check_writable(path, force=force)
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)

"""Files of the user: read whole, written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gamekit.quoting import escaped, shortened
from qb_app.errors import InputError
from qb_app.limits import MOST_TEXT_BYTES

LONGEST_PATH = 200
"""Of a path that a refusal repeats."""


def is_file(name: str) -> bool:
    """Whether a file is called so; what cannot be the name of one is none."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def read_text(path: Path, most: int = MOST_TEXT_BYTES) -> str:
    """The text of a file of at most so many bytes; a larger one is not read, an endless one no further than that."""
    with path.open("rb") as file:
        content = b"" if (too_large := os.fstat(file.fileno()).st_size > most) else file.read(most + 1)
    if too_large or len(content) > most:
        raise InputError(f"{_shown(path)} is too large: a text that is read here has {most:,} bytes at most")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{_shown(path)} is not a text file in UTF-8") from error


def read_stdin() -> str:
    """All that comes from there, within the limit of a file."""
    text = sys.stdin.read(MOST_TEXT_BYTES + 1)
    if len(text) > MOST_TEXT_BYTES:
        raise InputError(f"what comes from stdin is too large: {MOST_TEXT_BYTES:,} characters are read at most")
    return text


def check_writable(path: Path, *, force: bool) -> None:
    """Refuse a target that cannot be written."""
    if not path.parent.is_dir():
        raise InputError(f"{_shown(path.parent)} is no folder, nothing can be written there")
    if path.is_dir():
        raise InputError(f"{_shown(path)} is a folder, give the name of a file")
    if path.exists() and not force:
        raise InputError(f"{_shown(path)} exists already, use --force to overwrite it")


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


def _shown(path: Path) -> str:
    return shortened(escaped(str(path)), LONGEST_PATH)

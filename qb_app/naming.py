"""What the user may call things, and write about them: the same in the terminal and over HTTP."""

from __future__ import annotations

from gamekit.quoting import has_controls, quoted
from qb_app.errors import InputError
from qb_app.limits import LONGEST_BRANCH, LONGEST_NAME, LONGEST_NOTE

LINE_ENDS = "\n\r\t"
_SIGNS = r"\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
ONE_LINE = rf"^[^\x00-\x1f{_SIGNS}]*$"
LINES = rf"^[^\x00-\x08\x0b\x0c\x0e-\x1f{_SIGNS}]*$"
"""As patterns, for programs; ``has_controls`` knows the rare ones too."""


def check_name(name: str) -> str:
    """The name of a deck or an opponent: it can be shown, typed, and found again by its address."""
    _check(name, "a name", LONGEST_NAME)
    if any(part in (".", "..") for part in name.strip().split("/")):  # browsers take these for a way up
        raise InputError(f"{quoted(name)} cannot be a name; write something with a letter or a digit")
    return name


def check_branch(name: str) -> str:
    """The name of a branch of a match."""
    return _check(name, "the name of a branch", LONGEST_BRANCH)


def check_note(note: str) -> str:
    """What is remembered of an opponent or of a match; it may have several lines."""
    _check(note.translate(dict.fromkeys(map(ord, LINE_ENDS), " ")), "a note", LONGEST_NOTE)
    return note


def check_line(text: str) -> str:
    """Anything else that is written on one line."""
    return _check(text, "it", len(text))


def _check(text: str, what: str, most: int) -> str:
    if len(text) > most:
        raise InputError(f"{quoted(text)} is too long: {what} has {most:,} characters at most, this one {len(text):,}")
    if has_controls(text):
        raise InputError(f"{quoted(text)} holds characters that cannot be shown; write {what} without them")
    return text

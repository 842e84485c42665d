"""Ids for what is stored: short enough to be typed, and no letter that looks like another."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from gamekit.quoting import quoted
from qb_app.storage.errors import UnfitValueError

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 8
_ATTEMPTS = 10
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def candidates(given: str | None, what: str) -> Iterator[str]:
    """The id that was chosen, or new ones; each next one is for the case that the one before is taken."""
    if given is not None:
        if not _ID.fullmatch(given):
            raise UnfitValueError(
                f"{quoted(given)} cannot be the id of a {what}; use up to 64 letters, digits, - and _"
            )
        yield given
        return
    for _ in range(_ATTEMPTS):
        yield "".join(_LETTERS[byte % len(_LETTERS)] for byte in os.urandom(_LENGTH))

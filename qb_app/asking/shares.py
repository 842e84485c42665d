"""A share that a user means: ``20%``, ``20 %`` or ``0.2``."""

from __future__ import annotations

import re

from gamekit.quoting import quoted
from qb_app.errors import InputError

_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)\s*(%)?")


def choose_share(text: str) -> float:
    """From 0 to 1; a number without a sign is a share already, so that 20 is none."""
    found = _SHARE.fullmatch(text.strip())
    part = float(found[1]) / (100 if found[2] else 1) if found else -1.0
    if not 0 <= part <= 1:
        raise InputError(f"{quoted(text)} is no share: write 20% or 0.2, from 0% to 100%")
    return part

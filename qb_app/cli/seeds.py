"""Seeds as options: refused before a game whose record could not be read again."""

from __future__ import annotations

from gamekit.quoting import quoted
from gamekit.record import SEEDS
from qb_app.errors import InputError


def checked_seed(seed: int | None) -> int | None:
    if seed is not None and seed not in SEEDS:
        raise InputError(f"a seed is {SEEDS}, not {quoted(seed)}")
    return seed

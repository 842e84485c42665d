"""The budget a user means: so many nodes, or so much time."""

from __future__ import annotations

import re

from gamekit.quoting import quoted
from qb_app.errors import InputError
from qb_engine.deep.search import Budget

MAX_SECONDS = 3600.0
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m)?")
_UNITS = {"ms": 0.001, "s": 1.0, None: 1.0, "m": 60.0}


def choose_budget(time: str | float | None, nodes: int | None) -> Budget | None:
    """What was asked for, None for the standard; a number of nodes gives the same answer every time."""
    if time is not None and nodes is not None:
        raise InputError("a search has one budget: give a time or a number of nodes, not both")
    if time is not None:
        return Budget(None, _seconds(time) if isinstance(time, str) else time)
    return None if nodes is None else Budget(nodes)


def _seconds(text: str) -> float:
    found = _TIME.fullmatch(text.strip())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"{quoted(text)} is no time to search: write 2s, 500ms or 1m, at most an hour")
    return seconds

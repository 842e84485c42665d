"""The question of a sequential test as a user writes it: ``0,20``."""

from __future__ import annotations

import re

from gamekit.quoting import quoted
from gamekit.sprt import Sprt
from qb_app.errors import InputError

MOST_LEAD = 1000
"""A lead beyond this, in Elo points, is no question: a single game would answer it."""
_LEADS = re.compile(r"\s*([+-]?\d{1,4}(?:\.\d{1,3})?)\s*,\s*([+-]?\d{1,4}(?:\.\d{1,3})?)\s*")


def choose_sprt(text: str) -> Sprt:
    """The test between two leads in Elo points."""
    found = _LEADS.fullmatch(text)
    if found is None:
        raise InputError(f"{quoted(text)} is no test: --sprt takes two leads in Elo points, such as 0,20")
    elo0, elo1 = float(found[1]), float(found[2])
    if not elo0 < elo1:
        raise InputError(
            f"--sprt takes the smaller lead first, so {elo1:g},{elo0:g} and not {text.strip()}"
            if elo0 > elo1
            else f"--sprt takes two different leads, not {elo0:g} twice"
        )
    if max(-elo0, elo1) > MOST_LEAD:
        raise InputError(f"--sprt takes leads from -{MOST_LEAD} to {MOST_LEAD} Elo points, not {text.strip()}")
    return Sprt(elo0, elo1)

"""The position a user means: one line of notation, given as arguments or on stdin, or the example."""

from __future__ import annotations

from collections.abc import Sequence

from qb_app.errors import InputError
from qb_app.files import read_stdin
from qb_engine.game_state import GameState
from qb_engine.geometry import Side

STDIN = "-"
EXAMPLE_POSITION = (
    "rebirth Y1[020],Y1[007],Y1,E1,E2[014]/Y2[008],Y2,-,E2[024],E2[107]/Y1[026],Y1,E1,E1[019],E1[025]"
    " Y turn=11 hand=003,001*2,006,008 ehand=?*4"
)
"""What ``--example`` stands for: a mid-game turn with a clear best move and several reasons."""


def choose_view(words: Sequence[str], *, example: bool) -> GameState:
    """The position as you see it: what it tells of the enemy's hidden cards is dropped right here."""
    if example == bool(words):
        raise InputError("give a position, '-' to read one from stdin, or --example, and only one of them")
    text = EXAMPLE_POSITION if example else " ".join(words)
    if text == STDIN:
        text = read_stdin()
    return GameState.parse(text).observe(Side.YOU)

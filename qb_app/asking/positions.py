"""The position a user means: one line of notation, given as arguments or on stdin, or the example."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from qb_app.asking.example import EXAMPLE_POSITION
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_state import GameState
from qb_engine.geometry import Side

STDIN = "-"


def choose_view(words: Sequence[str], *, example: bool, hydrator: CardHydrator) -> GameState:
    """The position as you see it: what it tells of the enemy's hidden cards is dropped right here."""
    if example == bool(words):
        raise InputError("give a position, '-' to read one from stdin, or --example, and only one of them")
    text = EXAMPLE_POSITION if example else " ".join(words)
    if text == STDIN:
        text = sys.stdin.read()
    return GameState.parse(text, hydrator).observe(Side.YOU)

"""How far every count, power and number may go; what is read from a text is refused beyond.

Nobody who plays the game comes near. The kernel's tables decide most of it, so that what can be written can be packed.
"""

from __future__ import annotations

from gamekit.ranges import Range
from gamekit.record import SEEDS
from qb_engine.geometry import TILE_COUNT

HAND = Range(0, 60)
DECK = Range(0, 60)
"""Cards that are left in a deck."""
COPIES = Range(1, 60)
"""Of one card in a list of cards."""

POWER_CHANGE = Range(-30_000, 30_000)
"""Lasting, by other cards or by the card itself."""
SHOWN_POWER = Range(1, 99)
"""Of a card on the screen of a match."""
SCORE = Range(0, 9_999)
"""Points on the screen of a match."""
PAWNS = Range(1, 3)
"""Of one side on a tile that has some."""
PAWN_CHANGE = Range(-99, 99)
"""The base of a tile, or what a card added to it."""
MOST_DELTAS = TILE_COUNT
"""On one tile: one of every card in play."""

NUMBER = Range(0, 59_999)
"""Of a card in play."""
NEXT_NUMBER = Range(1, NUMBER.high + 1)
TURN = Range(1, 10_000)
PASSES = Range(0, 2)
MULLIGANS = Range(0, 99)
SEED = SEEDS

TURNS_MISSED = Range(0, 60)
"""Turns of a match that nobody entered, read off a board or told."""
STEPS = Range(1, 10_000)
"""Entries of a match that are taken back at once, or entered again."""
PLACE = Range(1, 99)
"""In a list of moves."""
PERCENT = Range(0, 100)
"""Of all worlds."""

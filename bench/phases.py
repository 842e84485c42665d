"""How far a game has come, by the tiles that are empty; measurements tell their figures by it."""

from __future__ import annotations

from enum import StrEnum

from qb_engine import GameState

OPENING_TILES = 8
ENDING_TILES = 3


class Phase(StrEnum):
    OPENING = "opening (8 or more empty)"
    MIDDLE = "middle (4 to 7 empty)"
    ENDING = "ending (3 or fewer empty)"


def empty_tiles(state: GameState) -> int:
    return sum(occupant is None for occupant in state.board.occupants)


def phase_of(empty: int) -> Phase:
    if empty >= OPENING_TILES:
        return Phase.OPENING
    return Phase.MIDDLE if empty > ENDING_TILES else Phase.ENDING

"""The grid, its two sides, and distances on it."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from fleet_engine.errors import NotationError, OffGridError
from gamekit.quoting import quoted
from gamekit.sides import TwoSides

ROWS: Final = 11
COLUMNS: Final = 17
_POSITION = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})")


class Side(TwoSides):
    CREATOR = "creator"
    JOINER = "joiner"


class Position(NamedTuple):
    """A tile: rows count from the top, columns from the left, both from 0. Its text is ``5,7``."""

    row: int
    col: int

    @property
    def on_grid(self) -> bool:
        return 0 <= self.row < ROWS and 0 <= self.col < COLUMNS

    def __str__(self) -> str:
        return f"{self.row},{self.col}"

    @staticmethod
    def parse(text: str) -> Position:
        """Read ``5,7``; whether that lies on the grid is for the reader of the position to ask."""
        found = _POSITION.fullmatch(text)
        if found is None:
            raise NotationError(f"{quoted(text)} is no tile; write row and column as in '5,7'")
        return Position(int(found[1]), int(found[2]))


def require_on_grid(position: Position) -> Position:
    if not position.on_grid:
        raise OffGridError(
            f"tile {position} is off the grid; rows run from 0 to {ROWS - 1}, columns from 0 to {COLUMNS - 1}"
        )
    return position


def distance(a: Position, b: Position) -> int:
    """Steps along rows and columns, so that a diagonal step counts as two."""
    row, col = a
    other_row, other_col = b
    return abs(row - other_row) + abs(col - other_col)


@cache
def tiles_within(center: Position, radius: int) -> tuple[Position, ...]:
    """Every tile of the grid at most that far away, the center included, in row-major order."""
    return tuple(tile for tile in ALL_TILES if distance(tile, center) <= radius)


ALL_TILES: Final = tuple(Position(row, col) for row in range(ROWS) for col in range(COLUMNS))

"""Which tiles see each other past blocked ones. Ships never hide anything."""

from __future__ import annotations

from functools import lru_cache

from fleet_engine.geometry import Position, require_on_grid


@lru_cache(maxsize=8_192)
def has_line_of_sight(blocked: frozenset[Position], start: Position, end: Position) -> bool:
    """Whether ``start`` sees ``end``; not symmetric, because the line is walked from one end in whole tiles.

    Both ends must be free of blocked ground themselves.
    """
    require_on_grid(start)
    require_on_grid(end)
    if start in blocked:
        return False
    if start == end:
        return True
    return _is_clear(blocked, start, end)


def _is_clear(blocked: frozenset[Position], start: Position, end: Position) -> bool:
    """Walk from ``start`` to ``end``; every tile entered must be open, the end too."""
    rows, cols = abs(end.row - start.row), abs(end.col - start.col)
    down, right = _sign(end.row - start.row), _sign(end.col - start.col)
    error = cols - rows
    here = start
    while here != end:
        doubled = 2 * error  # every test of this step uses the value from before it
        if doubled == 0:
            if Position(here.row, here.col + right) in blocked and Position(here.row + down, here.col) in blocked:
                return False  # a corner closed on both sides; one closed side does not hide the diagonal
            here = Position(here.row + down, here.col + right)
            error += cols - rows
            if here in blocked:
                return False
            continue
        if doubled > -rows:
            error -= rows
            here = Position(here.row, here.col + right)
            if here in blocked:
                return False
        if doubled < cols:
            error += cols
            here = Position(here.row + down, here.col)
            if here in blocked:
                return False
    return True


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)

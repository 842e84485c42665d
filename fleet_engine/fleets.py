"""Fleets as they are deployed, and the checks that a fleet must pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from fleet_engine.errors import DeploymentZoneError, DuplicatePositionError, FleetCostError
from fleet_engine.geometry import ROWS, Position, Side
from fleet_engine.ships import Design, cost_of
from gamekit.sides import BySide

ZONES: Final = BySide(range(4), range(13, 17))
"""The columns in which each side may deploy, on all rows."""


class Deployed(NamedTuple):
    """A ship with its start tile."""

    id: int
    design: Design
    tile: Position


def fleet_cost(designs: Iterable[Design]) -> int:
    return sum(map(cost_of, designs))


def check_fleet(side: Side, fleet: Sequence[Deployed], cost_limit: int) -> None:
    """Refuse a fleet that stands outside its zone, stands on one tile twice, or costs too much."""
    for ship in fleet:
        if not is_in_zone(side, ship.tile):
            zone = ZONES[side]
            raise DeploymentZoneError(
                f"ship {ship.id} cannot start on {ship.tile}; the {side} deploys in columns {zone[0]} to {zone[-1]},"
                f" rows 0 to {ROWS - 1}"
            )
    tiles = [ship.tile for ship in fleet]
    if len(set(tiles)) < len(tiles):
        twice = next(tile for tile in tiles if tiles.count(tile) > 1)
        raise DuplicatePositionError(f"two ships are to start on {twice}; every ship needs a tile of its own")
    numbers = [ship.id for ship in fleet]
    if len(set(numbers)) < len(numbers):
        again = next(number for number in numbers if numbers.count(number) > 1)
        raise DuplicatePositionError(f"ship {again} was named twice; every ship starts once")
    cost = fleet_cost(ship.design for ship in fleet)
    if cost > cost_limit:
        raise FleetCostError(f"the fleet of the {side} costs {cost}; the limit of this game is {cost_limit}")


def is_in_zone(side: Side, tile: Position) -> bool:
    return tile.on_grid and tile.col in ZONES[side]

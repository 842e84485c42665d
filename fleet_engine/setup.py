"""Seeded random maps and fleets."""

from __future__ import annotations

from random import Random
from typing import Final

from fleet_engine.fleets import ZONES, Deployed
from fleet_engine.geometry import COLUMNS, ROWS, Position, Side
from fleet_engine.maps import GameMap, ScoringTile
from fleet_engine.ships import TIERS, Design, Level, Special, Weapon, cost_of

DEFAULT_COST_LIMIT: Final = 600
CHEAPEST: Final = cost_of(Design())
_MIDDLE: Final = COLUMNS // 2
_CONTESTED: Final = range(5, _MIDDLE + 1)
"""Columns of the left half in which random maps lay their points, out of both deployment zones."""
_VETERANS: Final = (0, 0, 0, 0, 10, 30, 100)
"""Kills of random ships: most have none."""


def random_map(rng: Random) -> GameMap:
    """A map that looks the same from both sides: blocked ground, repeatable points, and richer only-once tiles."""
    left = [Position(row, col) for row in range(ROWS) for col in range(2, _MIDDLE + 1)]
    blocked = rng.sample(left, rng.randint(6, 14))
    contested = [tile for tile in left if tile.col in _CONTESTED and tile not in blocked]
    chosen = rng.sample(contested, rng.randint(3, 5))
    scoring = [ScoringTile(tile, rng.randint(1, 3)) for tile in chosen[:-1]]
    scoring.append(ScoringTile(chosen[-1], rng.randint(3, 5), only_once=True))
    return GameMap.of(
        [*blocked, *map(_mirrored, blocked)],
        [*scoring, *(tile._replace(position=_mirrored(tile.position)) for tile in scoring)],
    )


def _mirrored(tile: Position) -> Position:
    return Position(tile.row, COLUMNS - 1 - tile.col)


def random_design(rng: Random) -> Design:
    """A ship with armor or shields, never both."""
    armor, shields = rng.choice(tuple(Level)), Level.NONE
    if rng.random() < 0.5:
        armor, shields = shields, armor
    accuracy, hull, speed = (rng.choice(TIERS) for _ in range(3))
    weapon, special = rng.choice(tuple(Weapon)), rng.choice(tuple(Special))
    return Design(weapon, armor, shields, special, accuracy, hull, speed, rng.choice(_VETERANS))


def random_fleet(rng: Random, side: Side, cost_limit: int = DEFAULT_COST_LIMIT) -> tuple[Deployed, ...]:
    """Random ships until the next one would cost too much, on random tiles of the side's zone.

    There is at least one ship if the limit allows the cheapest. The creator's ships have odd numbers and
    the joiner's even ones, so that no number is used twice.
    """
    if cost_limit < CHEAPEST:
        return ()
    zone = [Position(row, col) for row in range(ROWS) for col in ZONES[side]]
    rng.shuffle(zone)
    design = random_design(rng)
    while cost_of(design) > cost_limit:
        design = random_design(rng)
    fleet: list[Deployed] = []
    left = cost_limit
    while zone and cost_of(design) <= left:
        left -= cost_of(design)
        fleet.append(Deployed(1 + side.index + 2 * len(fleet), design, zone.pop()))
        design = random_design(rng)
    return tuple(fleet)

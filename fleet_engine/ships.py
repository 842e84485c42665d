"""What a ship is made of, and the figures that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from fleet_engine.errors import NotationError

BASE_HULL: Final = 100
BASE_MOVEMENT: Final = 3
BASE_COST: Final = 50
COST_VERSION: Final = 1
"""Version of the price tables below; a ship priced by another one must be priced anew before it is deployed."""


class Weapon(StrEnum):
    LASER = "laser"
    RAILGUN = "railgun"
    MISSILE = "missile"
    PLASMA = "plasma"


class Level(StrEnum):
    """How heavily a ship is armored or shielded."""

    NONE = "none"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class Special(StrEnum):
    NONE = "none"
    EMP = "emp"
    REPAIR = "repair"
    FLAK = "flak"


class WeaponFigures(NamedTuple):
    range: int
    damage: int
    movement: int
    cost: int


class ProtectionFigures(NamedTuple):
    reduction: int
    """Percentage taken off every hit."""
    movement: int
    cost: int


class SpecialFigures(NamedTuple):
    range: int
    strength: int
    movement: int
    cost: int


WEAPONS: Final = {
    Weapon.LASER: WeaponFigures(3, 50, 0, 25),
    Weapon.RAILGUN: WeaponFigures(6, 40, 0, 30),
    Weapon.MISSILE: WeaponFigures(4, 60, -1, 40),
    Weapon.PLASMA: WeaponFigures(2, 80, 0, 40),
}
ARMOR: Final = {
    Level.NONE: ProtectionFigures(0, 1, 0),
    Level.LIGHT: ProtectionFigures(15, 0, 5),
    Level.MEDIUM: ProtectionFigures(30, -1, 10),
    Level.HEAVY: ProtectionFigures(45, -2, 15),
}
SHIELDS: Final = {
    Level.NONE: ProtectionFigures(0, 1, 0),
    Level.LIGHT: ProtectionFigures(15, 1, 10),
    Level.MEDIUM: ProtectionFigures(30, 0, 20),
    Level.HEAVY: ProtectionFigures(45, -1, 30),
}
SPECIALS: Final = {
    Special.NONE: SpecialFigures(0, 0, 0, 0),
    Special.EMP: SpecialFigures(1, 1, 0, 10),
    Special.REPAIR: SpecialFigures(3, 40, 0, 20),
    Special.FLAK: SpecialFigures(3, 30, 0, 15),
}
TIERS: Final = range(3)
ACCURACY_RANGE: Final = (0, 25, 50)
HULL_POINTS: Final = (0, 10, 20)
SPEED_MOVEMENT: Final = (0, 1, 2)
TRAIT_COST: Final = (0, 10, 25)
RANK_KILLS: Final = (0, 10, 30, 100, 300, 1000)
RANK_BONUS: Final = (0, 10, 20, 30, 40, 50)


@dataclass(frozen=True, slots=True)
class Design:
    """Equipment, the three traits (each 0, 1 or 2) and the kills of a ship's whole life."""

    weapon: Weapon = Weapon.LASER
    armor: Level = Level.NONE
    shields: Level = Level.NONE
    special: Special = Special.NONE
    accuracy: int = 0
    hull: int = 0
    speed: int = 0
    kills: int = 0

    def __post_init__(self) -> None:
        for name, tier in (("accuracy", self.accuracy), ("hull", self.hull), ("speed", self.speed)):
            if tier not in TIERS:
                raise NotationError(f"the {name} of a ship is 0, 1 or 2, not {tier}")
        if self.kills < 0:
            raise NotationError(f"a ship has made 0 kills or more, not {self.kills}")


class Attributes(NamedTuple):
    """What a ship can do; worked out once, when its game starts."""

    movement: int
    range: int
    damage: int
    hull: int
    reduction: int
    """May exceed 100; a hit then does nothing."""


def rank(kills: int) -> int:
    """From 1 to 6."""
    return sum(kills >= needed for needed in RANK_KILLS)


@cache
def attributes_of(design: Design) -> Attributes:
    bonus = RANK_BONUS[rank(design.kills) - 1]
    weapon, armor, shields = WEAPONS[design.weapon], ARMOR[design.armor], SHIELDS[design.shields]
    movement = BASE_MOVEMENT + SPEED_MOVEMENT[design.speed] + weapon.movement
    movement += armor.movement + shields.movement + SPECIALS[design.special].movement
    reach = _raised(weapon.range, bonus)
    return Attributes(
        movement=_raised(max(0, movement), bonus),
        range=_raised(reach, ACCURACY_RANGE[design.accuracy]),
        damage=_raised(weapon.damage, bonus),
        hull=_raised(BASE_HULL + HULL_POINTS[design.hull], bonus),
        reduction=_raised(armor.reduction + shields.reduction, bonus),
    )


@cache
def cost_of(design: Design) -> int:
    traits = sum(TRAIT_COST[tier] for tier in (design.accuracy, design.hull, design.speed))
    equipment = WEAPONS[design.weapon].cost + ARMOR[design.armor].cost
    return BASE_COST + traits + equipment + SHIELDS[design.shields].cost + SPECIALS[design.special].cost


def loss_from(strength: int, reduction: int) -> int:
    """Hull that a hit of that strength takes from a ship with that reduction."""
    return strength - strength * min(reduction, 100) // 100


def _raised(figure: int, percent: int) -> int:
    return figure + figure * percent // 100

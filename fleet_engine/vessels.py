"""A ship in a game: what it is, and what has become of it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from fleet_engine.geometry import Position, Side
from fleet_engine.ships import Attributes, Design, attributes_of


class Vessel:
    """A ship on the board. Its number, side, design and attributes are fixed for the game."""

    __slots__ = ("attributes", "credit", "design", "hull", "id", "moved", "reactor", "side", "tile")

    def __init__(
        self,
        id: int,
        side: Side,
        design: Design,
        tile: Position,
        *,
        hull: int | None = None,
        reactor: int = 0,
        moved: bool = False,
        credit: int | None = None,
    ) -> None:
        self.id = id
        self.side = side
        self.design = design
        self.attributes: Attributes = attributes_of(design)
        self.tile = tile
        self.hull = self.attributes.hull if hull is None else hull
        self.reactor = reactor
        self.moved = moved
        self.credit = credit
        """The ship whose kill it would be."""

    def clone(self) -> Vessel:
        # Search clones whole games by the thousand; going through __init__ would cost twice as much.
        twin = Vessel.__new__(Vessel)
        twin.id, twin.side, twin.design, twin.attributes = self.id, self.side, self.design, self.attributes
        twin.tile, twin.hull, twin.reactor = self.tile, self.hull, self.reactor
        twin.moved, twin.credit = self.moved, self.credit
        return twin

    @property
    def is_disabled(self) -> bool:
        return self.hull == 0


class Departure(StrEnum):
    """How a ship left the board."""

    DESTROYED = "destroyed"
    FLED = "fled"


class GoneShip(NamedTuple):
    """A ship that is no longer on the board, and the tile on which it was last."""

    id: int
    side: Side
    design: Design
    tile: Position
    departure: Departure

"""What players can tell the game to do. Every command carries the seconds that passed since the one before it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fleet_engine.geometry import Position, Side


class Action(StrEnum):
    """What a ship does once it stands on its destination."""

    PASS = "pass"
    SHOOT = "shoot"
    RETREAT = "retreat"
    ASSIST = "assist"
    SPECIAL = "special"


class ShipOrder(NamedTuple):
    """An order to one ship of the player to move: where to go (None: stay), then what to do."""

    ship: int
    to: Position | None
    action: Action = Action.PASS
    target: int | None = None
    wait: int = 0


@dataclass(frozen=True, slots=True)
class Concession:
    """A side gives up; None stands for the side to move."""

    by: Side | None = None
    wait: int = 0


@dataclass(frozen=True, slots=True)
class TimeoutClaim:
    """The waiting player points out that the player to move is late."""

    wait: int


Command = ShipOrder | Concession | TimeoutClaim

"""The settings of a game, and ships in the hands of their owners: what holds before a game and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fleet_engine.battle import Terms
from fleet_engine.errors import SettingsError, ShipNotOwnedError, ShipUnavailableError
from fleet_engine.geometry import Side
from fleet_engine.maps import NO_MAP
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.ships import COST_VERSION, Design

TURN_TIMES: Final = range(300, 86_401)
COST_CAP: Final = 2000


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What the creator of a game chooses; out of bounds it is refused."""

    ruleset: FleetRuleset = FleetRuleset.PLAN
    turn_time: int = 300
    max_score: int = 30
    cost_limit: int = 600
    map_id: int = NO_MAP
    cost_cap: int = COST_CAP

    def __post_init__(self) -> None:
        if self.turn_time not in TURN_TIMES:
            raise SettingsError(
                f"a turn lasts {TURN_TIMES[0]} to {TURN_TIMES[-1]} seconds, {self.turn_time} is outside of that"
            )
        if self.cost_limit > self.cost_cap:
            raise SettingsError(f"the cost limit is {self.cost_limit}; no game may allow more than {self.cost_cap}")
        if self.max_score < 0:
            raise SettingsError(f"the maximum score is 0 or more, not {self.max_score}")

    def terms(self, first: Side) -> Terms:
        return Terms(self.ruleset, first, self.max_score, self.turn_time)


@dataclass(slots=True)
class OwnedShip:
    """A ship outside of any one game."""

    id: int
    owner: str
    design: Design
    cost_version: int = COST_VERSION
    fleet: int | None = None
    """The lobby in whose game it serves."""
    is_destroyed: bool = False

    def require_available(self, player: str) -> None:
        """Refuse to let that player deploy the ship, if there is a reason."""
        if self.owner != player:
            raise ShipNotOwnedError(f"ship {self.id} belongs to {self.owner}; {player} can deploy own ships only")
        if self.is_destroyed:
            raise ShipUnavailableError(f"ship {self.id} was destroyed; deploy one that is left")
        if self.fleet is not None:
            raise ShipUnavailableError(f"ship {self.id} serves in fleet {self.fleet}; deploy one that is free")
        if self.cost_version != COST_VERSION:
            raise ShipUnavailableError(
                f"ship {self.id} was priced by table {self.cost_version}; price it by table {COST_VERSION} first"
            )


@dataclass(slots=True)
class Tally:
    """Games that a player has won and lost; a draw is neither."""

    wins: int = 0
    losses: int = 0

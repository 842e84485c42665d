"""What a fleet game is begun with: rules as a record keeps them, the seed, and who plays each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fleet_engine.agents import Player, player_named
from gamekit.sides import BySide
from qb_app.games.seats import PERSON
from qb_app.storage.records import JsonValue


@dataclass(frozen=True, slots=True)
class FleetSetup:
    rules: Mapping[str, str]
    """The setup of the record."""
    seed: int
    players: BySide[str]
    """A person, or the name of an agent."""

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> FleetSetup:
        return FleetSetup(dict(document["rules"]), document["seed"], BySide(*document["players"]))

    def to_json(self) -> dict[str, JsonValue]:
        return {"rules": dict(self.rules), "seed": self.seed, "players": list(self.players)}

    def agents(self) -> BySide[Player | None]:
        return self.players.map(lambda name: None if name == PERSON else player_named(name))

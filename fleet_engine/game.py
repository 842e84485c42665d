"""The fleet game as a game of gamekit: where games start, and how commands are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from fleet_engine.battle import Terms
from fleet_engine.commands import Command
from fleet_engine.errors import DeploymentError, NotationError
from fleet_engine.fleets import Deployed, check_fleet
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Side
from fleet_engine.lobby import GameSettings
from fleet_engine.maps import GameMap
from fleet_engine.notation import (
    format_command,
    format_fleet,
    format_map,
    parse_command,
    parse_fleet,
    parse_map,
    parse_member,
    parse_number,
)
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.setup import DEFAULT_COST_LIMIT, random_fleet, random_map
from fleet_engine.vessels import Vessel
from gamekit.quoting import quoted
from gamekit.sides import BySide, TwoSides

RANDOM: Final = "random"
SETUP_KEYS: Final = (
    "ruleset",
    "behaviour",
    "map",
    "creator",
    "joiner",
    "first",
    "max_score",
    "turn_time",
    "cost_limit",
)


def setup_of(
    ruleset: FleetRuleset = FleetRuleset.PLAN,
    *,
    map: GameMap | None = None,
    creator: Iterable[Deployed] | None = None,
    joiner: Iterable[Deployed] | None = None,
    first: Side = Side.CREATOR,
    max_score: int = Terms().max_score,
    turn_time: int = Terms().turn_time,
    cost_limit: int = DEFAULT_COST_LIMIT,
) -> dict[str, str]:
    """The setup of a game; a map or a fleet that is not given is drawn from the seed."""
    return {
        "ruleset": str(ruleset),
        "behaviour": str(ruleset.behaviour),
        "map": RANDOM if map is None else format_map(map),
        "creator": RANDOM if creator is None else format_fleet(creator),
        "joiner": RANDOM if joiner is None else format_fleet(joiner),
        "first": first.value,
        "max_score": str(max_score),
        "turn_time": str(turn_time),
        "cost_limit": str(cost_limit),
    }


@dataclass(frozen=True)
class FleetGame:
    """The rules as gamekit wants them."""

    name: str = "fleet"
    version: int = 1
    sides: BySide[TwoSides] = BySide(Side.CREATOR, Side.JOINER)

    def start(self, setup: Mapping[str, str], seed: int) -> FleetState:
        missing = [key for key in SETUP_KEYS if key not in setup]
        if missing:
            raise NotationError(f"the setup of a game lacks {', '.join(missing)}")
        ruleset = FleetRuleset.parse(setup["ruleset"])
        if setup["behaviour"] != str(ruleset.behaviour):
            raise NotationError(
                f"this game was played by version {quoted(setup['behaviour'])} of {ruleset.name}, "
                f"known is {ruleset.behaviour}"
            )
        settings = GameSettings(
            ruleset,
            parse_number(setup["turn_time"], "the turn time"),
            parse_number(setup["max_score"], "the maximum score"),
            parse_number(setup["cost_limit"], "the cost limit"),
        )
        first = parse_member(Side, setup["first"], "the first player")
        ground = random_map(Random(f"{seed}/map")) if setup["map"] == RANDOM else parse_map(setup["map"])
        fleets = BySide(*(_fleet(side, setup[side], seed, settings.cost_limit) for side in Side))
        return begin(settings.terms(first), ground, fleets)

    def format_move(self, move: Command) -> str:
        return format_command(move)

    def parse_move(self, text: str) -> Command:
        return parse_command(text)


def begin(terms: Terms, ground: GameMap, fleets: BySide[tuple[Deployed, ...]], *, at: int = 0) -> FleetState:
    """The first position of a game between two checked fleets."""
    ships = [Vessel(ship.id, side, ship.design, ship.tile) for side in Side for ship in fleets[side]]
    return FleetState(terms, ground, ships, at=at)


def _fleet(side: Side, text: str, seed: int, cost_limit: int) -> tuple[Deployed, ...]:
    fleet = random_fleet(Random(f"{seed}/{side}"), side, cost_limit) if text == RANDOM else parse_fleet(text)
    if not fleet:
        raise DeploymentError(f"the {side} has no ship; a game needs at least one on each side")
    check_fleet(side, fleet, cost_limit)
    return fleet

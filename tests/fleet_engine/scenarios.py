"""The scenario file, and what its words mean to the engine."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from fleet_engine import errors
from fleet_engine.battle import Terms
from fleet_engine.commands import Action
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.maps import GameMap, ScoringTile
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.ships import Design, Level, Special, Weapon
from fleet_engine.vessels import Vessel
from fleet_engine.view import to_dict

RULESETS = {"A": FleetRuleset.PLAN, "C": FleetRuleset.RELEASED}

# Scenario S21 shows the flak array as it was built; its intended form has a test of its own.
VARIATIONS: dict[str, dict[str, Any]] = {"S21": {"flak_compounds": True}}

# The game behind the scenarios hands the turn on even after a command that ended it; here the first ending stops
# everything, so that the turn stays with the side whose command it was.
TURNS_AT_THE_END: dict[str, Side] = {"S25": Side.CREATOR}

# The scenarios name coarse errors; the engine tells them apart. "InvalidMove" covers many reasons.
REFUSALS: dict[str, tuple[type[errors.FleetError], ...]] = {
    "InvalidMove": (
        errors.GameOverError,
        errors.NotYourTurnError,
        errors.TooFarError,
        errors.OffGridError,
        errors.OccupiedError,
        errors.ActionError,
    ),
    "NotYourTurn": (errors.NotYourTurnError,),
    "NotInGame": (errors.NotInGameError,),
    "PositionOccupied": (errors.OccupiedError,),
    "InvalidPosition": (errors.OffGridError, errors.DeploymentZoneError),
    "ShipNotOwned": (errors.ShipNotOwnedError,),
    "ShipAlreadyMoved": (errors.ShipAlreadyMovedError,),
    # After a draw there is nothing to move; the engine says that the game is over.
    "ShipNotFound": (errors.ShipNotFoundError, errors.GameOverError),
    "TurnTimeoutNotReached": (errors.TimeoutNotReachedError,),
    "DuplicatePosition": (errors.DuplicatePositionError,),
    "InvalidFleetCost": (errors.FleetCostError,),
}


@cache
def scenario_file() -> dict[str, Any]:
    path = Path(__file__).parent.parent / "data" / "fleet_scenarios.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def design_of(ship: dict[str, Any]) -> Design:
    equipment, traits = ship["equipment"], ship["traits"]
    return Design(
        weapon=Weapon(equipment["weapon"]),
        armor=Level(equipment["armor"]),
        shields=Level(equipment["shields"]),
        special=Special(equipment["special"]),
        accuracy=traits["accuracy"],
        hull=traits["hull"],
        speed=traits["speed"],
        kills=ship["kills"],
    )


def start(setup: dict[str, Any], ruleset: FleetRuleset) -> FleetState:
    scoring = [ScoringTile(Position(t["row"], t["col"]), t["points"], t["only_once"]) for t in setup["scoring_tiles"]]
    ground = GameMap.of([Position(*tile) for tile in setup["blocked"]], scoring)
    ships = [
        Vessel(
            ship["id"],
            Side(ship["side"]),
            design_of(ship),
            Position(*ship["pos"]),
            hull=ship["attributes"]["hull"],
            reactor=ship["attributes"]["reactor"],
        )
        for ship in setup["ships"]
    ]
    terms = Terms(ruleset, Side(setup["first_player"]), setup["max_score"], setup["turn_time"])
    return FleetState(terms, ground, ships)


def do(state: FleetState, what: dict[str, Any], at: int) -> None:
    match what["type"]:
        case "move":
            to = Position(*what["to"])
            state.order(what["by"], what["ship"], to, Action(what["action"]), what.get("target"), at=at)
        case "flee":
            state.concede(what["by"], at=at)
        case "timeout":
            state.claim_timeout(what["by"], at=at)
        case other:
            raise AssertionError(other)


def expected_state(scenario: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    """What the scenario expects after a step."""
    expected: dict[str, Any] = step["expect"]
    if expected["winner"] is None or scenario["id"] not in TURNS_AT_THE_END:
        return expected
    return {**expected, "turn": TURNS_AT_THE_END[scenario["id"]]}


def seen(state: FleetState, expected: dict[str, Any]) -> dict[str, Any]:
    """The state in the words of the scenario, as far as clients can read it."""
    view = to_dict(state)
    found = {
        "round": view["round"],
        "turn": view["turn"],
        "winner": view["winner"],
        "result_recorded": view["winner"] is not None,
        "score": view["score"],
        "ships": {
            str(ship["id"]): {
                "pos": ship["position"],
                "hull": ship["hull"],
                "reactor": ship["reactor"],
                "moved": ship["moved"],
            }
            for ship in view["ships"]
        },
        "scoring_tiles": view["scoring"],
    }
    if "gone" in expected:
        found["gone"] = {str(ship["id"]): ship["status"] for ship in view["gone"]}
    return found

"""What clients read, as plain data that JSON can carry: the whole state, and events."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from fleet_engine.battle import Battle
from fleet_engine.events import Event
from fleet_engine.geometry import COLUMNS, ROWS, Position, Side
from fleet_engine.maps import ScoringTile, map_state
from fleet_engine.notation import format_design
from fleet_engine.ships import cost_of, rank
from fleet_engine.vessels import GoneShip, Vessel
from gamekit.sides import BySide


def to_dict(battle: Battle) -> dict[str, Any]:
    """Everything there is to know about a game; positions are ``[row, col]``."""
    terms = battle.terms
    ground = map_state(battle)
    ending = battle.ending
    state = {
        "ruleset": str(terms.ruleset),
        "grid": {"rows": ROWS, "columns": COLUMNS},
        "round": battle.round,
        "first": terms.first.value,
        "turn": battle.turn.value,
        "turn_time": terms.turn_time,
        "turn_started": battle.clock,
        "started": battle.started,
        "max_score": terms.max_score,
        "score": plain(battle.scores),
        "over": ending is not None,
        "winner": plain(ending.winner) if ending else None,
        "reason": ending.reason.value if ending else None,
        "blocked": plain(ground.blocked),
        "scoring": [scoring_dict(tile) for tile in ground.scoring],
        "ships": [vessel_dict(vessel) for side in Side for vessel in battle.fleet(side)],
        "active": plain(battle.fleets),
        "moved": {side.value: [ship.id for ship in battle.fleet(side) if ship.moved] for side in Side},
        "kills": {str(number): kills for number, kills in sorted(battle.kills.items())},
        "last_move": plain(battle.last_move._asdict()) if battle.last_move else None,
    }
    if terms.ruleset.lists_gone:
        state["gone"] = [gone_dict(ship) for ship in battle.gone.values()]
    return state


def vessel_dict(vessel: Vessel) -> dict[str, Any]:
    figures = vessel.attributes
    return {
        "id": vessel.id,
        "side": vessel.side.value,
        "position": list(vessel.tile),
        "hull": vessel.hull,
        "max_hull": figures.hull,
        "reactor": vessel.reactor,
        "moved": vessel.moved,
        "disabled": vessel.is_disabled,
        "credit": vessel.credit,
        "movement": figures.movement,
        "range": figures.range,
        "damage": figures.damage,
        "reduction": figures.reduction,
        "design": format_design(vessel.design),
        "special": vessel.design.special.value,
        "rank": rank(vessel.design.kills),
        "cost": cost_of(vessel.design),
    }


def gone_dict(ship: GoneShip) -> dict[str, Any]:
    return {
        "id": ship.id,
        "side": ship.side.value,
        "position": list(ship.tile),
        "status": ship.departure.value,
        "design": format_design(ship.design),
    }


def scoring_dict(tile: ScoringTile) -> dict[str, Any]:
    return {
        "row": tile.position.row,
        "col": tile.position.col,
        "points": tile.points,
        "only_once": tile.only_once,
    }


def event_dict(event: Event) -> dict[str, Any]:
    """The event's name and its fields."""
    return {"event": type(event).__name__, **plain(event._asdict())}


def plain(value: Any) -> Any:
    """Positions and other tuples as lists, named fields and sides as keys, enums as their values."""
    match value:
        case StrEnum():
            return value.value
        case BySide():
            return {side.value: plain(value[side]) for side in Side}
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case Position() | list():
            return [plain(item) for item in value]
        case tuple() if hasattr(value, "_asdict"):
            return plain(value._asdict())
        case tuple():
            return [plain(item) for item in value]
    return value

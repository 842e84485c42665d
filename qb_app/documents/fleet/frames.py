"""The fleet game frame by frame: the map, the start, and what each order made of it."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from fleet_engine.commands import ShipOrder
from fleet_engine.events import RoundScored
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import COLUMNS, ROWS, Side
from fleet_engine.maps import GameMap
from fleet_engine.notation import format_command
from fleet_engine.transcript import Step
from fleet_engine.vessels import Vessel
from qb_app.games.fleet.words import ending_sentence, told

FleetSide = Literal["creator", "joiner"]

SIDES: dict[Side, FleetSide] = {Side.CREATOR: "creator", Side.JOINER: "joiner"}


class FleetShip(TypedDict):
    id: int
    side: FleetSide
    row: int
    col: int
    hull: int
    max_hull: int
    reactor: int
    disabled: bool
    moved: bool
    movement: int
    range: int
    damage: int
    reduction: int
    """Percentage taken off every hit."""
    weapon: str
    special: str
    armor: str
    shields: str
    kills: int
    """In this game."""


class ScoringDocument(TypedDict):
    row: int
    col: int
    points: int
    only_once: bool


class PaymentDocument(ScoringDocument):
    side: FleetSide
    ship: int


class FleetScores(TypedDict):
    creator: int
    joiner: int


class FleetMove(TypedDict):
    """An order that was carried out: from where, to where, and what was done there."""

    ship: int
    start: list[int]
    end: list[int] | None
    """None for a retreat that needs no move."""
    action: str
    target: int | None


class FleetFrame(TypedDict):
    number: int
    """Of the order; 0 is the start."""
    side: FleetSide | None
    """Who gave it; None at the start."""
    round: int
    to_move: FleetSide | None
    scores: FleetScores
    max_score: int
    ships: list[FleetShip]
    scoring: list[ScoringDocument]
    """The tiles that still pay."""
    text: str
    """The order as it is recorded; empty at the start."""
    move: FleetMove | None
    """None at the start, and for what is no order to a ship."""
    events: list[str]
    """What it did, in words."""
    payments: list[PaymentDocument]
    """Who was paid for what, if it completed a round."""


class FleetMap(TypedDict):
    rows: int
    columns: int
    blocked: list[list[int]]
    """``[row, col]`` each."""
    scoring: list[ScoringDocument]
    """At the start."""


class FleetReplay(TypedDict):
    map: FleetMap
    frames: list[FleetFrame]
    """The start, then one after each order."""
    result: str
    """As the record has it; ``*`` while the game is running."""
    ending: str | None


def side_name(side: Side | None) -> FleetSide | None:
    return None if side is None else SIDES[side]


def replay_document(start: FleetState, steps: list[Step], result: str) -> FleetReplay:
    last = steps[-1].state if steps else start
    return {
        "map": map_document(start.map),
        "frames": [frame_document(start, None), *(frame_document(step.state, step) for step in steps)],
        "result": result,
        "ending": ending_sentence(last) if last.is_over else None,
    }


def map_document(ground: GameMap) -> FleetMap:
    return {
        "rows": ROWS,
        "columns": COLUMNS,
        "blocked": [list(tile) for tile in sorted(ground.blocked)],
        "scoring": _scoring(ground),
    }


def frame_document(state: FleetState, step: Step | None) -> FleetFrame:
    events = step.events if step else ()
    return {
        "number": step.number if step else 0,
        "side": side_name(step.side) if step else None,
        "round": state.round,
        "to_move": side_name(state.to_move),
        "scores": {"creator": state.scores.first, "joiner": state.scores.second},
        "max_score": state.terms.max_score,
        "ships": [_ship(vessel, state) for side in Side for vessel in state.fleet(side)],
        "scoring": _scoring(state.map),
        "text": format_command(step.move) if step else "",
        "move": _move(state) if step and isinstance(step.move, ShipOrder) else None,
        "events": told(events),
        "payments": [
            {
                "row": paid.position.row,
                "col": paid.position.col,
                "points": paid.points,
                "only_once": paid.only_once,
                "side": SIDES[paid.side],
                "ship": paid.ship,
            }
            for event in events
            if isinstance(event, RoundScored)
            for paid in event.payments
        ],
    }


def _move(state: FleetState) -> FleetMove | None:
    last = state.last_move
    if last is None:
        return None
    return {
        "ship": last.ship,
        "start": list(last.start),
        "end": None if last.end is None else list(last.end),
        "action": last.action.value,
        "target": last.target,
    }


def _ship(vessel: Vessel, state: FleetState) -> FleetShip:
    figures, design = vessel.attributes, vessel.design
    return {
        "id": vessel.id,
        "side": SIDES[vessel.side],
        "row": vessel.tile.row,
        "col": vessel.tile.col,
        "hull": vessel.hull,
        "max_hull": figures.hull,
        "reactor": vessel.reactor,
        "disabled": vessel.is_disabled,
        "moved": vessel.moved,
        "movement": figures.movement,
        "range": figures.range,
        "damage": figures.damage,
        "reduction": figures.reduction,
        "weapon": design.weapon.value,
        "special": design.special.value,
        "armor": design.armor.value,
        "shields": design.shields.value,
        "kills": state.kills.get(vessel.id, 0),
    }


def _scoring(ground: GameMap) -> list[ScoringDocument]:
    return [
        {"row": tile.position.row, "col": tile.position.col, "points": tile.points, "only_once": tile.only_once}
        for tile in ground.paying()
    ]

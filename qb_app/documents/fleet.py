"""The fleet game as documents: the map, one frame for each order, and the game as it stands."""

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
from qb_app.games.fleet_table import FleetTable
from qb_app.games.fleet_words import ending_sentence, told
from qb_app.storage.records import GameInfo

FleetSide = Literal["creator", "joiner"]
PlayerName = Literal["person", "random", "greedy", "search"]

SIDES: dict[Side, FleetSide] = {Side.CREATOR: "creator", Side.JOINER: "joiner"}
MOST_RECENT = 20
"""Frames that a document tells of what followed the last order of a person."""


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


class FleetDocument(TypedDict):
    id: str
    ruleset: str
    seed: int
    version: int
    """Entries in the log, those taken back too; also the ETag."""
    creator: PlayerName
    joiner: PlayerName
    your_side: FleetSide | None
    """The person's side; when both are persons the one to move, None when neither is."""
    to_move: FleetSide | None
    over: bool
    ending: str | None
    """The end as a sentence."""
    map: FleetMap
    frame: FleetFrame
    """As it stands."""
    recent: list[FleetFrame]
    """The last order of a person and what followed it, at most twenty; empty without persons."""
    log: list[str]
    """Every order that stands, with what it did."""
    can_undo: bool


class FleetRow(TypedDict):
    id: str
    ruleset: str
    seed: int
    creator: PlayerName
    joiner: PlayerName
    max_score: int
    result: str | None
    """``creator 30-12``, ``joiner 4-30`` or ``draw 30-30``; None while the game is running."""
    version: int
    created_at: str
    updated_at: str


class FleetPage(TypedDict):
    games: list[FleetRow]
    """The newest first."""
    next: str | None
    """What to send as ``after`` for the next page; None on the last one."""


class OrderDocument(TypedDict):
    text: str
    """Sent as it is, it gives the order."""
    ship: int
    to: list[int] | None
    """``[row, col]``; None to stay."""
    action: str
    target: int | None


class OrdersDocument(TypedDict):
    orders: list[OrderDocument]
    """By ship, then tile by tile."""


class FleetReplay(TypedDict):
    map: FleetMap
    frames: list[FleetFrame]
    """The start, then one after each order."""
    result: str
    """As the record has it; ``*`` while the game is running."""
    ending: str | None


def fleet_document(info: GameInfo, players: dict[Side, PlayerName], table: FleetTable) -> FleetDocument:
    state, mover = table.state, table.state.to_move
    persons = [side for side in Side if players[side] == "person"]
    yours = mover if len(persons) == len(Side) else (*persons, None)[0]
    recent = _recent(table, persons)
    return {
        "id": info.game_id,
        "ruleset": str(state.ruleset),
        "seed": table.seed,
        "version": info.entries,
        "creator": players[Side.CREATOR],
        "joiner": players[Side.JOINER],
        "your_side": None if yours is None else SIDES[yours],
        "to_move": None if mover is None else SIDES[mover],
        "over": state.is_over,
        "ending": ending_sentence(state) if state.is_over else None,
        "map": map_document(table.start.map),
        "frame": recent[-1] if recent else last_frame(table),
        "recent": recent[-MOST_RECENT:],
        "log": [_line(step) for step in table.steps],
        "can_undo": table.can_undo,
    }


def replay_document(start: FleetState, steps: list[Step], result: str) -> FleetReplay:
    last = steps[-1].state if steps else start
    return {
        "map": map_document(start.map),
        "frames": [_frame(start, None), *(_frame(step.state, step) for step in steps)],
        "result": result,
        "ending": ending_sentence(last) if last.is_over else None,
    }


def order_document(order: ShipOrder) -> OrderDocument:
    return {
        "text": format_command(order),
        "ship": order.ship,
        "to": None if order.to is None else list(order.to),
        "action": order.action.value,
        "target": order.target,
    }


def map_document(ground: GameMap) -> FleetMap:
    return {
        "rows": ROWS,
        "columns": COLUMNS,
        "blocked": [list(tile) for tile in sorted(ground.blocked)],
        "scoring": _scoring(ground),
    }


def last_frame(table: FleetTable) -> FleetFrame:
    return _frame(table.state, table.steps[-1] if table.steps else None)


def _recent(table: FleetTable, persons: list[Side]) -> list[FleetFrame]:
    own = [index for index, step in enumerate(table.steps) if step.side in persons]
    return [_frame(step.state, step) for step in table.steps[own[-1] :]] if own else []


def _frame(state: FleetState, step: Step | None) -> FleetFrame:
    events = step.events if step else ()
    return {
        "number": step.number if step else 0,
        "side": SIDES[step.side] if step else None,
        "round": state.round,
        "to_move": None if state.to_move is None else SIDES[state.to_move],
        "scores": {"creator": state.scores.first, "joiner": state.scores.second},
        "max_score": state.terms.max_score,
        "ships": [_ship(vessel, state) for side in Side for vessel in state.fleet(side)],
        "scoring": _scoring(state.map),
        "text": format_command(step.command) if step else "",
        "move": _move(state) if step and isinstance(step.command, ShipOrder) else None,
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


def _line(step: Step) -> str:
    return "; ".join([f"{step.side}: {format_command(step.command)}", *told(step.events)])

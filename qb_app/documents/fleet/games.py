"""A fleet game as it stands, the list of games, and the orders that can be given."""

from __future__ import annotations

from typing import Literal, cast

from typing_extensions import TypedDict

from fleet_engine.commands import ShipOrder
from fleet_engine.geometry import Side
from fleet_engine.notation import format_command
from fleet_engine.transcript import Step
from qb_app.documents.fleet.frames import FleetFrame, FleetMap, FleetSide, frame_document, map_document, side_name
from qb_app.games.fleet.setup import FleetSetup
from qb_app.games.fleet.table import FleetTable
from qb_app.games.fleet.words import told
from qb_app.storage.records import GameInfo

PlayerName = Literal["person", "random", "greedy", "search"]

MOST_RECENT = 20
"""Frames that a document tells of what followed the last order of a person."""


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


def fleet_document(info: GameInfo, table: FleetTable) -> FleetDocument:
    state, mover = table.state, table.state.to_move
    persons = [side for side in Side if side in table.persons]
    yours = mover if len(persons) == len(Side) else (*persons, None)[0]
    recent = _recent(table)
    return {
        "id": info.game_id,
        "ruleset": str(state.ruleset),
        "seed": table.setup.seed,
        "version": info.version,
        "creator": _player(table.setup, Side.CREATOR),
        "joiner": _player(table.setup, Side.JOINER),
        "your_side": side_name(yours),
        "to_move": side_name(mover),
        "over": state.is_over,
        "ending": table.ending if state.is_over else None,
        "map": map_document(table.start.map),
        "frame": recent[-1] if recent else frame_document(state, table.steps[-1] if table.steps else None),
        "recent": recent[-MOST_RECENT:],
        "log": [_line(step) for step in table.steps],
        "can_undo": table.can_undo,
    }


def fleet_row(info: GameInfo) -> FleetRow:
    setup = FleetSetup.from_json(info.setup)
    return {
        "id": info.game_id,
        "ruleset": setup.rules["ruleset"],
        "seed": setup.seed,
        "creator": _player(setup, Side.CREATOR),
        "joiner": _player(setup, Side.JOINER),
        "max_score": int(setup.rules["max_score"]),
        "result": info.result,
        "version": info.version,
        "created_at": info.created_at,
        "updated_at": info.updated_at,
    }


def order_document(order: ShipOrder) -> OrderDocument:
    return {
        "text": format_command(order),
        "ship": order.ship,
        "to": None if order.to is None else list(order.to),
        "action": order.action.value,
        "target": order.target,
    }


def _player(setup: FleetSetup, side: Side) -> PlayerName:
    return cast("PlayerName", setup.players[side])


def _recent(table: FleetTable) -> list[FleetFrame]:
    own = [index for index, step in enumerate(table.steps) if step.side in table.persons]
    return [frame_document(step.state, step) for step in table.steps[own[-1] :]] if own else []


def _line(step: Step) -> str:
    return "; ".join([f"{step.side}: {format_command(step.move)}", *told(step.events)])

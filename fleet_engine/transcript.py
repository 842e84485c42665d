"""A record told step by step: every command with its events and the scores after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fleet_engine.commands import Command, Concession
from fleet_engine.events import Event
from fleet_engine.game import FleetGame
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Side
from gamekit.record import Record, replay


class Step(NamedTuple):
    number: int
    side: Side
    """Whose turn it was, or who conceded out of turn."""
    move: Command
    events: tuple[Event, ...]
    state: FleetState
    """The game after it."""


def take_step(before: FleetState, move: Command, number: int) -> Step:
    """The command played and told; the state before it is not changed, a refusal raises."""
    side = before.turn
    if isinstance(move, Concession) and move.by is not None:
        side = move.by
    after = before.clone()
    return Step(number, side, move, tuple(after.play(move)), after)


def start_of(record: Record) -> FleetState:
    """The first position of a record, which is played through once to see that it holds."""
    replay(FleetGame(), record)
    return FleetGame().start(dict(record.setup), record.seed)


def steps_of(record: Record) -> Iterator[Step]:
    """The steps of a record that ``start_of`` accepts."""
    state = start_of(record)
    for number, text in enumerate(record.moves, 1):
        step = take_step(state, FleetGame().parse_move(text), number)
        state = step.state
        yield step

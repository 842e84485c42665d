"""A record told step by step: every command with its events and the scores after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fleet_engine.commands import Command, Concession
from fleet_engine.events import Event
from fleet_engine.game import FleetGame
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Side
from fleet_engine.notation import format_command
from fleet_engine.view import event_dict, plain, to_dict
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


def step_dict(step: Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "side": step.side.value,
        "command": format_command(step.move),
        "events": [event_dict(event) for event in step.events],
        "score": plain(step.state.scores),
    }


def transcript_dict(record: Record) -> dict[str, Any]:
    """The whole record as plain data: its text, the first position, all steps, the last position."""
    first = start_of(record)
    steps = list(steps_of(record))
    return {
        "record": record.to_text(),
        "result": record.result,
        "start": to_dict(first),
        "steps": [step_dict(step) for step in steps],
        "final": to_dict(steps[-1].state if steps else first),
    }

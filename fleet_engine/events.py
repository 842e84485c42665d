"""What a client is told about a command, in the order in which it happened; `GameUpdated` always comes last.

Scores appear in `RoundScored` and `GameEnded` only: no other command than the one that completes a round moves them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from fleet_engine.commands import Action
from fleet_engine.geometry import Position, Side
from gamekit.sides import BySide


class EndReason(StrEnum):
    ELIMINATION = "elimination"
    """A side had no ship with hull left when a ship was removed."""
    MAX_SCORE = "max_score"
    CONCESSION = "concession"
    TIMEOUT = "timeout"


class GameStarted(NamedTuple):
    first: Side


class ShipMoved(NamedTuple):
    """An order was carried out; a retreat that needs no move has no end tile."""

    ship: int
    start: Position
    end: Position | None
    action: Action
    target: int | None


class ShipHit(NamedTuple):
    ship: int
    by: int
    loss: int
    hull: int


class ShipDisabled(NamedTuple):
    ship: int
    by: int


class ReactorRose(NamedTuple):
    ship: int
    reactor: int


class ShipRepaired(NamedTuple):
    ship: int
    by: int
    hull: int


class ShipRammed(NamedTuple):
    ship: int
    by: int


class ShipFled(NamedTuple):
    ship: int
    position: Position


class ShipDestroyed(NamedTuple):
    """A ship is lost; ``credited`` is the ship whose kill it counts as."""

    ship: int
    position: Position
    credited: int | None


class AutoPassed(NamedTuple):
    """A late player's ships counted as moved."""

    side: Side
    ships: tuple[int, ...]


class Payment(NamedTuple):
    """One tile's points for the side whose ship stood on it when the round ended."""

    position: Position
    points: int
    only_once: bool
    ship: int
    side: Side


class RoundScored(NamedTuple):
    """A round is complete: who stood where and was paid, and the scores after it."""

    round: int
    payments: tuple[Payment, ...]
    scores: BySide[int]


class RoundStarted(NamedTuple):
    round: int
    first: Side


class GameEnded(NamedTuple):
    """A winner of None is a draw."""

    winner: Side | None
    reason: EndReason
    scores: BySide[int]


class GameUpdated(NamedTuple):
    """The command is done; the state can be read. ``turn`` is whose turn it is, or was when the game ended."""

    turn: Side


Event = (
    GameStarted
    | ShipMoved
    | ShipHit
    | ShipDisabled
    | ReactorRose
    | ShipRepaired
    | ShipRammed
    | ShipFled
    | ShipDestroyed
    | AutoPassed
    | RoundScored
    | RoundStarted
    | GameEnded
    | GameUpdated
)

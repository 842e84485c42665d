"""The data of a game, and the small steps from which all rules are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from fleet_engine.commands import Action
from fleet_engine.errors import DuplicatePositionError, SettingsError
from fleet_engine.events import EndReason, Event, GameEnded, ShipDestroyed, ShipFled
from fleet_engine.geometry import Position, Side, require_on_grid
from fleet_engine.maps import GameMap
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.vessels import Departure, GoneShip, Vessel
from gamekit.sides import BySide


class Terms(NamedTuple):
    """What the players agreed on before the game."""

    ruleset: FleetRuleset = FleetRuleset.PLAN
    first: Side = Side.CREATOR
    max_score: int = 30
    turn_time: int = 300
    """Seconds that a turn may last before the waiting player may act on it."""


class LastMove(NamedTuple):
    ship: int
    start: Position
    end: Position | None
    action: Action
    target: int | None
    time: int


class Ending(NamedTuple):
    winner: Side | None
    reason: EndReason


class Battle:
    """Everything a game consists of. Changes are noted in ``events``, which only holds those of the last command."""

    __slots__ = (
        "clock",
        "disabled",
        "ending",
        "events",
        "fleets",
        "gone",
        "grid",
        "kills",
        "last_move",
        "map",
        "round",
        "scores",
        "started",
        "terms",
        "turn",
        "vessels",
    )

    def __init__(self, terms: Terms, map: GameMap, vessels: Iterable[Vessel], *, at: int = 0) -> None:
        self.terms = terms
        self.map = map
        self.vessels: dict[int, Vessel] = {}
        self.grid: dict[Position, Vessel] = {}
        self.fleets: BySide[list[int]] = BySide([], [])
        """Ship numbers in the order of deployment; a ship that leaves is replaced by the last one."""
        self.disabled: list[int] = []
        """In the order in which they were disabled, with the same replacement."""
        self.gone: dict[int, GoneShip] = {}
        self.kills: dict[int, int] = {}
        """Kills made in this game."""
        self.scores = BySide(0, 0)
        self.round = 1
        self.turn: Side = terms.first
        self.started = at
        self.clock = at
        """When the turn began, which is when the last command was accepted."""
        self.last_move: LastMove | None = None
        self.ending: Ending | None = None
        self.events: list[Event] = []
        for vessel in vessels:
            self._launch(vessel)

    def _launch(self, vessel: Vessel) -> None:
        require_on_grid(vessel.tile)
        if vessel.id in self.vessels or vessel.tile in self.grid:
            raise DuplicatePositionError(
                f"ship {vessel.id} cannot start on {vessel.tile}; another ship has that number or stands there"
            )
        if not 0 <= vessel.hull <= vessel.attributes.hull:
            raise SettingsError(f"the hull of ship {vessel.id} is 0 to {vessel.attributes.hull}, not {vessel.hull}")
        self.vessels[vessel.id] = self.grid[vessel.tile] = vessel
        self.fleets[vessel.side].append(vessel.id)
        if vessel.is_disabled:
            self.disabled.append(vessel.id)

    def clone(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.terms, twin.map = self.terms, self.map
        twin.vessels = {number: vessel.clone() for number, vessel in self.vessels.items()}
        twin.grid = {vessel.tile: vessel for vessel in twin.vessels.values()}
        twin.fleets = BySide(self.fleets.first.copy(), self.fleets.second.copy())
        twin.disabled = self.disabled.copy()
        twin.gone = self.gone.copy()
        twin.kills = self.kills.copy()
        twin.scores, twin.round, twin.turn = self.scores, self.round, self.turn
        twin.started, twin.clock = self.started, self.clock
        twin.last_move, twin.ending = self.last_move, self.ending
        twin.events = []
        return twin

    @property
    def ruleset(self) -> FleetRuleset:
        return self.terms.ruleset

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    def fleet(self, side: Side) -> Iterator[Vessel]:
        """The side's ships on the board, in list order."""
        return (self.vessels[number] for number in self.fleets[side])

    def has_active(self, side: Side) -> bool:
        return any(vessel.hull for vessel in self.fleet(side))

    def can_move(self, side: Side) -> bool:
        """Whether the side has an active ship that has not moved in this round."""
        return any(vessel.hull and not vessel.moved for vessel in self.fleet(side))

    @property
    def is_round_complete(self) -> bool:
        return all(vessel.moved or not vessel.hull for vessel in self.vessels.values())

    def note(self, event: Event) -> None:
        self.events.append(event)

    def place(self, vessel: Vessel, tile: Position) -> None:
        del self.grid[vessel.tile]
        vessel.tile = tile
        self.grid[tile] = vessel

    def flee(self, vessel: Vessel) -> None:
        """The ship leaves the board and stays its owner's."""
        self.note(ShipFled(vessel.id, vessel.tile))
        self._remove(vessel, Departure.FLED)

    def destroy(self, vessel: Vessel) -> None:
        """The ship is lost, to the credit of the last ship that had it at its mercy."""
        self.note(ShipDestroyed(vessel.id, vessel.tile, vessel.credit))
        if vessel.credit is not None:
            self.kills[vessel.credit] = self.kills.get(vessel.credit, 0) + 1
        self._remove(vessel, Departure.DESTROYED)

    def _remove(self, vessel: Vessel, departure: Departure) -> None:
        del self.vessels[vessel.id], self.grid[vessel.tile]
        take_out(self.fleets[vessel.side], vessel.id)
        if vessel.is_disabled:
            take_out(self.disabled, vessel.id)
        self.gone[vessel.id] = GoneShip(vessel.id, vessel.side, vessel.design, vessel.tile, departure)
        for side in Side:
            if not self.has_active(side):
                self.end(side.other, EndReason.ELIMINATION)
                return

    def end(self, winner: Side | None, reason: EndReason) -> None:
        """End the game. Whoever removes ships or scores stops right after this, so that the first ending stands."""
        self.ending = Ending(winner, reason)
        self.note(GameEnded(winner, reason, self.scores))

    def pass_turn(self) -> None:
        """After a command that did not complete the round: the opponent's turn, unless only the mover can go on."""
        opponent = self.turn.other
        if self.can_move(opponent) or not self.has_active(self.turn):
            self.turn = opponent


def take_out(numbers: list[int], number: int) -> None:
    """Remove a ship from a list; the last one takes its place."""
    index = numbers.index(number)
    last = numbers.pop()
    if index < len(numbers):
        numbers[index] = last

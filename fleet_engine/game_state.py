"""FleetState: the game as a state machine. Every command either does what it says or raises and changes nothing."""

from __future__ import annotations

from fleet_engine import actions, damage
from fleet_engine.battle import Battle, LastMove
from fleet_engine.commands import Action, Command, Concession, ShipOrder, TimeoutClaim
from fleet_engine.errors import (
    ClockError,
    GameOverError,
    NotInGameError,
    NotYourTurnError,
    TimeoutNotReachedError,
)
from fleet_engine.events import AutoPassed, EndReason, Event, GameUpdated, ShipMoved, ShipRammed
from fleet_engine.geometry import Position, Side
from fleet_engine.legality import check_order, leaves_at_once, legal_orders, ram_victim, settled
from fleet_engine.round_end import end_round
from fleet_engine.ruleset import Timeout
from fleet_engine.state_notation import format_state, read_state
from fleet_engine.vessels import Vessel
from gamekit.protocol import Outcome
from gamekit.quoting import quoted
from gamekit.sides import TwoSides


class FleetState(Battle):
    """A running or finished game.

    ``play`` takes commands in the form in which they are recorded. ``order``, ``concede`` and ``claim_timeout``
    are the doors for clients: they check who calls, take the time of the call, and accept any form.
    """

    __slots__ = ()

    @property
    def to_move(self) -> Side | None:
        return None if self.is_over else self.turn

    def legal_moves(self) -> list[Command]:
        """The orders in the sequence of ``legal_orders``, then letting the time run out, then giving up.

        The last two are always there: a player whose ships are all disabled may have nothing else.
        """
        if self.is_over:
            return []
        return [*legal_orders(self), TimeoutClaim(self.terms.turn_time + 1), Concession()]

    def play(self, move: Command) -> list[Event]:
        """Carry out a command of the player to move, a concession, or a timeout claim of the waiting player."""
        self._require_running()
        if move.wait < 0:
            raise ClockError(f"a command cannot come {-move.wait} seconds before the last one; time only goes on")
        match move:
            case ShipOrder():
                vessel = check_order(self, move)
                self.events = []
                self._carry_out(vessel, move)
            case Concession():
                self.events = []
                self.end((move.by or self.turn).other, EndReason.CONCESSION)
            case TimeoutClaim():
                if move.wait <= self.terms.turn_time:
                    raise TimeoutNotReachedError(
                        f"the {self.turn} has used {move.wait} of {self.terms.turn_time} seconds;"
                        " a timeout can be claimed once more than that have passed"
                    )
                self.events = []
                self._time_out()
        self.clock += move.wait
        self.note(GameUpdated(self.turn))
        return self.events

    def order(
        self,
        by: str,
        ship: int,
        to: Position | None = None,
        action: Action = Action.PASS,
        target: int | None = None,
        *,
        at: int | None = None,
    ) -> list[Event]:
        """A player orders a ship at that time (None: the moment of the last command)."""
        caller = self._caller(by)
        if caller is not self.turn:
            raise NotYourTurnError(f"it is the turn of the {self.turn}; the {caller} must wait")
        return self.play(settled(self, ShipOrder(ship, to, action, target, self._wait(at))))

    def concede(self, by: str, *, at: int | None = None) -> list[Event]:
        """A player gives up, in or out of turn."""
        caller = self._caller(by)
        return self.play(Concession(None if caller is self.turn else caller, self._wait(at)))

    def claim_timeout(self, by: str, *, at: int | None = None) -> list[Event]:
        """The waiting player acts on the lateness of the player to move."""
        caller = self._caller(by)
        claim = TimeoutClaim(self._wait(at))
        if caller is self.turn and claim.wait > self.terms.turn_time:
            raise NotYourTurnError(f"the {caller} is the late player; only the {caller.other} may claim the timeout")
        return self.play(claim)

    @staticmethod
    def parse(text: str) -> FleetState:
        """The state whose ``key`` this is."""
        return read_state(text, FleetState)

    def outcome(self) -> Outcome | None:
        return None if self.ending is None else Outcome(self.scores, self.ending.winner)

    def observe(self, side: TwoSides) -> FleetState:
        """Both players see everything."""
        return self.clone()

    def key(self) -> str:
        return format_state(self)

    def _require_running(self) -> None:
        if self.is_over:
            raise GameOverError("the game is over; nothing more can be done in it")

    def _caller(self, name: str) -> Side:
        self._require_running()
        if name not in tuple(Side):
            raise NotInGameError(f"{quoted(name)} does not play in this game; only creator and joiner may act")
        return Side(name)

    def _wait(self, at: int | None) -> int:
        return 0 if at is None else at - self.clock

    def _carry_out(self, vessel: Vessel, order: ShipOrder) -> None:
        start = vessel.tile
        end = None if leaves_at_once(self, order.action) else (order.to or start)
        self.note(ShipMoved(vessel.id, start, end, order.action, order.target))
        self.last_move = LastMove(vessel.id, start, end, order.action, order.target, self.clock + order.wait)
        victim = None if order.to is None else ram_victim(self, vessel, order.to)
        if victim is not None:
            self._ram(vessel, victim)
        else:
            self._move(vessel, order.to)
            actions.perform(self, vessel, order.action, order.target)
        self._finish()

    def _move(self, vessel: Vessel, to: Position | None) -> None:
        if to is not None:
            self.place(vessel, to)
        vessel.moved = True

    def _ram(self, vessel: Vessel, victim: Vessel) -> None:
        """The victim flees, and the rammer takes its tile unless its own reactor fails."""
        self.note(ShipRammed(victim.id, vessel.id))
        tile = victim.tile
        self.flee(victim)
        if not self.is_over:
            damage.raise_reactor(self, vessel)
        if vessel.id in self.vessels:
            self._move(vessel, tile)

    def _time_out(self) -> None:
        late = self.turn
        if self.ruleset.timeout is Timeout.FORFEIT:
            self.end(late.other, EndReason.TIMEOUT)
            return
        passed = [vessel for vessel in self.fleet(late) if vessel.hull and not vessel.moved]
        for vessel in passed:
            vessel.moved = True
        self.note(AutoPassed(late, tuple(vessel.id for vessel in passed)))
        self._finish()

    def _finish(self) -> None:
        """After ships have moved: close the round if that completes it, else hand the turn on; an end stops both."""
        if self.is_over:
            return
        if self.is_round_complete:
            end_round(self)
        else:
            self.pass_turn()

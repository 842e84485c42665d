"""What a position is worth to a side, and which orders are worth a look. Heuristics with named weights, no rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fleet_engine.battle import Battle
from fleet_engine.commands import Action, Command, ShipOrder, TimeoutClaim
from fleet_engine.damage import CRITICAL
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import ALL_TILES, Position, Side, distance
from fleet_engine.legality import legal_orders
from fleet_engine.maps import GameMap
from fleet_engine.ships import SPECIALS, Special, cost_of, loss_from
from fleet_engine.vessels import Vessel
from gamekit.sides import TwoSides

# All weights are in points of the score.
WIN: Final = 1000.0
STANDING: Final = 0.8
"""For each point of a tile that an active ship holds: not sure until the round ends."""
SHIP: Final = 12.0
"""An active ship of average cost, half of it for being active and half for its hull."""
AVERAGE_COST: Final = 120
REACTOR: Final = 0.5
STEP: Final = 0.12
"""Each step that an active ship is away from the nearest tile that pays."""


def position_value(state: FleetState, side: TwoSides) -> float:
    """How well that side stands: score, tiles held, ships and their hull, nearness to points."""
    own = Side(side)
    if state.ending is not None:
        lead = (state.scores[own] - state.scores[own.other]) / 1000
        winner = state.ending.winner
        return lead if winner is None else lead + (WIN if winner is own else -WIN)
    value = float(state.scores[own] - state.scores[own.other])
    ground = _ground_values(state.map)
    for vessel in state.vessels.values():
        worth = _ship_value(vessel)
        if vessel.hull:
            worth += ground[vessel.tile]
        value += worth if vessel.side is own else -worth
    return value


def _ship_value(vessel: Vessel) -> float:
    weight = SHIP * cost_of(vessel.design) / AVERAGE_COST
    risk = REACTOR * vessel.reactor
    if vessel.is_disabled:
        return max(0.0, weight / 4 - risk)
    return weight * (0.5 + 0.5 * vessel.hull / vessel.attributes.hull) - risk


def sensible_orders(state: FleetState) -> list[Command]:
    """What a simple player considers: no retreat, no repair of a whole ship; without an order, letting time run out."""
    orders: list[Command] = [
        order
        for order in legal_orders(state)
        if order.action is Action.PASS or order.action is Action.SHOOT or not _is_pointless(state, order)
    ]
    return orders or [TimeoutClaim(state.terms.turn_time + 1)]


def _is_pointless(state: FleetState, order: ShipOrder) -> bool:
    if order.action is not Action.SPECIAL or order.target is None:
        return order.action is Action.RETREAT
    target = state.vessels[order.target]
    return target.side is state.turn and target.hull == target.attributes.hull


def shortlist(state: FleetState, length: int) -> list[Command]:
    """The sensible orders that promise most at first sight, best first; ties keep their sequence."""
    orders = sensible_orders(state)
    promise = _Promise(state)
    return sorted(orders, key=lambda order: -promise.of(order))[:length]


class _Promise:
    """Guesses at what orders gain, without carrying them out."""

    def __init__(self, state: FleetState) -> None:
        self.state = state
        self.ground = _ground_values(state.map)
        self.gains: dict[tuple[int, Action, int | None], float] = {}

    def of(self, order: Command) -> float:
        if not isinstance(order, ShipOrder):
            return 0.0
        vessel = self.state.vessels[order.ship]
        tile = order.to or vessel.tile
        gain = self.ground[tile] - self.ground[vessel.tile]
        if order.action is Action.PASS:
            return gain
        if order.action is Action.SPECIAL and vessel.design.special is Special.FLAK:
            return gain + _flak_gain(self.state, vessel, tile)
        # What the other actions do to their target does not depend on the tile they are done from.
        doing = (order.ship, order.action, order.target)
        if doing not in self.gains:
            self.gains[doing] = self._action_gain(vessel, order)
        return gain + self.gains[doing]

    def _action_gain(self, vessel: Vessel, order: ShipOrder) -> float:
        if order.target is None:
            return 0.0
        target = self.state.vessels[order.target]
        match order.action:
            case Action.SHOOT:
                return _shot_gain(vessel, target, self.ground)
            case Action.SPECIAL:
                return _special_gain(vessel, target)
        return -REACTOR


def _shot_gain(vessel: Vessel, target: Vessel, ground: dict[Position, float]) -> float:
    if target.is_disabled:
        return REACTOR
    loss = loss_from(vessel.attributes.damage, target.attributes.reduction)
    return _hit_gain(target, loss) + (ground[target.tile] if loss >= target.hull else 0)


def _hit_gain(target: Vessel, loss: int) -> float:
    weight = SHIP * cost_of(target.design) / AVERAGE_COST
    share = min(loss, target.hull) / target.attributes.hull
    return weight * (0.5 * share + (0.25 if loss >= target.hull else 0))


def _special_gain(vessel: Vessel, target: Vessel) -> float:
    special = vessel.design.special
    if special is Special.REPAIR:
        missing = target.attributes.hull - target.hull
        healed = min(SPECIALS[special].strength, missing) / target.attributes.hull
        return SHIP / 2 * healed + (SHIP / 2 if target.is_disabled else 0)
    return SHIP if target.reactor + 1 >= CRITICAL else REACTOR


def _flak_gain(state: Battle, vessel: Vessel, tile: Position) -> float:
    strength, reach = SPECIALS[Special.FLAK].strength, SPECIALS[Special.FLAK].range
    gain = 0.0
    for target in state.vessels.values():
        if target is not vessel and target.hull and distance(target.tile, tile) <= reach:
            harm = _hit_gain(target, loss_from(strength, target.attributes.reduction))
            gain += -harm if target.side is vessel.side else harm
    return gain


@lru_cache(maxsize=16)
def _ground_values(ground: GameMap) -> dict[Position, float]:
    """What standing on each tile is worth to an active ship: its points, or the nearness of others."""
    paying = [tile.position for tile in ground.paying()]
    away = {tile: min((distance(tile, goal) for goal in paying), default=0) for tile in ALL_TILES}
    return {tile: STANDING * ground.points_at(tile) - STEP * away[tile] for tile in ALL_TILES}

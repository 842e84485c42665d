"""Which orders a ship of the player to move may be given: the checks one by one, and the list of all that pass."""

from __future__ import annotations

from fleet_engine.actions import ASSIST_RANGE, check_action, is_in_sight
from fleet_engine.battle import Battle
from fleet_engine.commands import Action, ShipOrder
from fleet_engine.errors import (
    OccupiedError,
    ShipAlreadyMovedError,
    ShipDestroyedError,
    ShipDisabledError,
    ShipFledError,
    ShipNotFoundError,
    ShipNotOwnedError,
    TooFarError,
    UnsettledOrderError,
)
from fleet_engine.geometry import Position, distance, require_on_grid, tiles_within
from fleet_engine.notation import format_command
from fleet_engine.ruleset import Retreat
from fleet_engine.ships import SPECIALS, Special
from fleet_engine.vessels import Departure, Vessel


def settled(battle: Battle, order: ShipOrder) -> ShipOrder:
    """The one form in which the order is recorded.

    A move to the ship's own tile is a stay, a retreat that needs no move names no tile, and ramming
    leaves only the pass. The target is kept as it was sent.
    """
    vessel = battle.vessels.get(order.ship)
    if vessel is None or order.to is None:
        return order
    if order.to == vessel.tile or leaves_at_once(battle, order.action):
        return order._replace(to=None)
    if order.action is not Action.PASS and ram_victim(battle, vessel, order.to) is not None:
        return order._replace(action=Action.PASS)
    return order


def leaves_at_once(battle: Battle, action: Action) -> bool:
    """Whether the action is a retreat that any own ship may make where it stands."""
    return action is Action.RETREAT and battle.ruleset.retreat is Retreat.ANY_TIME


def ram_victim(battle: Battle, vessel: Vessel, tile: Position) -> Vessel | None:
    """The disabled enemy on that tile, where the rules let ships ram."""
    holder = battle.grid.get(tile)
    if holder is None or not battle.ruleset.ramming:
        return None
    return holder if holder.is_disabled and holder.side is not vessel.side else None


def check_order(battle: Battle, order: ShipOrder) -> Vessel:
    """The ship that is to carry out the order; an illegal order is refused with the first reason that applies."""
    vessel = _ordered_ship(battle, order.ship)
    if leaves_at_once(battle, order.action):
        _require_settled(battle, order)
        return vessel
    if vessel.is_disabled:
        raise ShipDisabledError(f"ship {vessel.id} is disabled and cannot act; repair it first")
    if vessel.moved:
        raise ShipAlreadyMovedError(f"ship {vessel.id} has moved in round {battle.round}; choose one that has not")
    if order.to is not None and order.to != vessel.tile:
        _check_destination(battle, vessel, order.to)
    _require_settled(battle, order)
    tile = vessel.tile if order.to is None else order.to
    check_action(battle, vessel, tile, order.action, order.target)
    return vessel


def _ordered_ship(battle: Battle, number: int) -> Vessel:
    ship = battle.vessels.get(number) or battle.gone.get(number)
    if ship is None:
        raise ShipNotFoundError(f"there is no ship {number} in this game; choose one of your own")
    gone = battle.gone.get(number)
    if gone is not None and gone.departure is Departure.DESTROYED:
        raise ShipDestroyedError(f"ship {number} was destroyed; choose one that is on the board")
    if ship.side is not battle.turn:
        raise ShipNotOwnedError(f"ship {number} belongs to the {ship.side}; the {battle.turn} is to move")
    if gone is not None:
        raise ShipFledError(f"ship {number} has fled from the board; choose one that is still there")
    return battle.vessels[number]


def _check_destination(battle: Battle, vessel: Vessel, to: Position) -> None:
    away = distance(vessel.tile, to)
    if away > vessel.attributes.movement:
        raise TooFarError(
            f"{to} is {away} tiles from ship {vessel.id} on {vessel.tile}; it moves up to {vessel.attributes.movement}"
        )
    require_on_grid(to)
    holder = battle.grid.get(to)
    if holder is not None and ram_victim(battle, vessel, to) is None:
        but = ", only disabled enemies can be rammed" if battle.ruleset.ramming else ""
        raise OccupiedError(f"ship {holder.id} holds {to}; move to a free tile{but}")


def _require_settled(battle: Battle, order: ShipOrder) -> None:
    form = settled(battle, order)
    if form != order:
        raise UnsettledOrderError(f"'{format_command(order)}' is recorded as '{format_command(form)}'; write that")


def legal_orders(battle: Battle) -> list[ShipOrder]:
    """Every order that the player to move may give, each once.

    By ship number; for each ship its destinations row by row with its own tile in its place, and on each
    the pass, the shots, the special and the assists by target number; the retreat comes last. A retreat
    after a move has the effect of one without, so only the latter is listed. Ramming is listed as a pass.
    """
    orders: list[ShipOrder] = []
    any_time = battle.ruleset.retreat is Retreat.ANY_TIME
    for number in sorted(battle.fleets[battle.turn]):
        vessel = battle.vessels[number]
        can_act = vessel.hull > 0 and not vessel.moved
        if can_act:
            _add_orders(battle, vessel, orders)
        if can_act or any_time:
            orders.append(ShipOrder(number, None, Action.RETREAT))
    return orders


def _add_orders(battle: Battle, vessel: Vessel, orders: list[ShipOrder]) -> None:
    number, reach = vessel.id, vessel.attributes.range
    near = vessel.attributes.movement
    shots = _targets(battle, vessel, near + reach, friends=False)
    special, special_reach, special_targets = _special_targets(battle, vessel)
    stranded = []
    if battle.ruleset.assist:
        friends = _targets(battle, vessel, near + ASSIST_RANGE, friends=True)
        stranded = [ship for ship in friends if ship.is_disabled]
    for tile in tiles_within(vessel.tile, near):
        holder = battle.grid.get(tile)
        if holder is not None and holder is not vessel:
            if ram_victim(battle, vessel, tile) is not None:
                orders.append(ShipOrder(number, tile))
            continue
        to = None if holder is vessel else tile
        orders.append(ShipOrder(number, to))
        orders += [
            ShipOrder(number, to, Action.SHOOT, target.id)
            for target in shots
            if distance(tile, target.tile) <= reach and is_in_sight(battle, tile, target.tile)
        ]
        if special is Special.FLAK:
            orders.append(ShipOrder(number, to, Action.SPECIAL))
        orders += [
            ShipOrder(number, to, Action.SPECIAL, target.id)
            for target in special_targets
            if target is vessel or distance(tile, target.tile) <= special_reach
        ]
        orders += [
            ShipOrder(number, to, Action.ASSIST, target.id)
            for target in stranded
            if distance(tile, target.tile) <= ASSIST_RANGE
        ]


def _special_targets(battle: Battle, vessel: Vessel) -> tuple[Special, int, list[Vessel]]:
    special = vessel.design.special
    reach = SPECIALS[special].range
    if special in (Special.NONE, Special.FLAK):
        return special, reach, []
    friends = special is Special.REPAIR
    return special, reach, _targets(battle, vessel, vessel.attributes.movement + reach, friends=friends)


def _targets(battle: Battle, vessel: Vessel, within: int, *, friends: bool) -> list[Vessel]:
    """Ships of one side that may come into reach, by number; of the own side also the ship itself."""
    side = vessel.side if friends else vessel.side.other
    ships = [battle.vessels[number] for number in sorted(battle.fleets[side])]
    return [ship for ship in ships if distance(vessel.tile, ship.tile) <= within]

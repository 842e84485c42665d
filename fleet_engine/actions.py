"""What ships do once they stand on their destination: the checks first, the effects apart from them."""

from __future__ import annotations

from collections.abc import Iterator

from fleet_engine import damage
from fleet_engine.battle import Battle
from fleet_engine.commands import Action
from fleet_engine.errors import (
    ActionUnknownError,
    NoLineOfSightError,
    NoSpecialError,
    OutOfRangeError,
    TargetMissingError,
    TargetNotFoundError,
    WrongTargetError,
)
from fleet_engine.geometry import Position, Side, distance
from fleet_engine.line_of_sight import has_line_of_sight
from fleet_engine.ships import SPECIALS, Special, loss_from
from fleet_engine.vessels import Vessel

ASSIST_RANGE = 1
SIGHT_FREE_RANGE = 1
"""Up to this distance a shot needs no line of sight."""


def check_action(battle: Battle, vessel: Vessel, tile: Position, action: Action, target: int | None) -> None:
    """Refuse what the ship could not do from that tile."""
    match action:
        case Action.SHOOT:
            _check_shot(battle, vessel, tile, _target(battle, action, target))
        case Action.ASSIST:
            _check_assist(battle, vessel, tile, target)
        case Action.SPECIAL:
            _check_special(battle, vessel, tile, target)


def perform(battle: Battle, vessel: Vessel, action: Action, target: int | None) -> None:
    """Carry out a checked action from the tile on which the ship now stands."""
    match action:
        case Action.SHOOT:
            _shoot(battle, vessel, _target(battle, action, target))
        case Action.RETREAT:
            battle.flee(vessel)
        case Action.ASSIST:
            battle.flee(_target(battle, action, target))
        case Action.SPECIAL:
            _use_special(battle, vessel, target)


def _target(battle: Battle, action: Action, number: int | None) -> Vessel:
    if number is None:
        raise TargetMissingError(f"'{action}' needs a target; name a ship, as in '{action} 7'")
    if number not in battle.vessels:
        raise TargetNotFoundError(f"ship {number} is not on the board; only ships on the board can be a target")
    return battle.vessels[number]


def _check_shot(battle: Battle, vessel: Vessel, tile: Position, target: Vessel) -> None:
    _require_side(target, vessel.side.other, "shots")
    _require_range(tile, target, vessel.attributes.range, "the weapon")
    if not is_in_sight(battle, tile, target.tile):
        raise NoLineOfSightError(
            f"blocked ground hides ship {target.id} on {target.tile} from {tile}; shoot from a tile with a clear line"
        )


def is_in_sight(battle: Battle, tile: Position, end: Position) -> bool:
    """Whether blocked ground leaves a shot between the tiles open."""
    return distance(tile, end) <= SIGHT_FREE_RANGE or has_line_of_sight(battle.map.blocked, tile, end)


def _check_assist(battle: Battle, vessel: Vessel, tile: Position, number: int | None) -> None:
    if not battle.ruleset.assist:
        raise ActionUnknownError(f"the rules '{battle.ruleset.name}' know no assist; retreat the disabled ship instead")
    target = _target(battle, Action.ASSIST, number)
    _require_side(target, vessel.side, "assists")
    if not target.is_disabled:
        raise WrongTargetError(f"ship {target.id} still has hull {target.hull}; only a disabled ship can be assisted")
    _require_range(tile, target, ASSIST_RANGE, "an assist")


def _check_special(battle: Battle, vessel: Vessel, tile: Position, number: int | None) -> None:
    special = vessel.design.special
    if special is Special.NONE:
        raise NoSpecialError(f"ship {vessel.id} carries no special equipment; let it shoot or pass")
    if special is Special.FLAK:
        return
    target = _target(battle, Action.SPECIAL, number)
    _require_side(target, vessel.side if special is Special.REPAIR else vessel.side.other, str(special))
    if target is not vessel:
        _require_range(tile, target, SPECIALS[special].range, str(special))


def _require_side(target: Vessel, side: Side, what: str) -> None:
    if target.side is not side:
        raise WrongTargetError(
            f"ship {target.id} belongs to the {target.side}; {what} can only be aimed at ships of the {side}"
        )


def _require_range(tile: Position, target: Vessel, reach: int, what: str) -> None:
    away = distance(tile, target.tile)
    if away > reach:
        raise OutOfRangeError(f"ship {target.id} is {away} tiles from {tile}; {what} reaches {reach}")


def _shoot(battle: Battle, vessel: Vessel, target: Vessel) -> None:
    if target.is_disabled:
        damage.raise_reactor(battle, target)
    else:
        loss = loss_from(vessel.attributes.damage, target.attributes.reduction)
        damage.hit(battle, target, vessel, loss)


def _use_special(battle: Battle, vessel: Vessel, number: int | None) -> None:
    special = vessel.design.special
    if special is Special.FLAK:
        _fire_flak(battle, vessel)
        return
    target = _target(battle, Action.SPECIAL, number)
    if special is Special.REPAIR:
        damage.repair(battle, target, vessel, SPECIALS[special].strength)
    else:
        target.credit = vessel.id
        damage.raise_reactor(battle, target)


def _fire_flak(battle: Battle, vessel: Vessel) -> None:
    for side in Side:
        strength = SPECIALS[Special.FLAK].strength
        for target in list(in_flak_range(battle, vessel, side)):
            loss = loss_from(strength, target.attributes.reduction)
            if battle.ruleset.flak_compounds:
                strength = loss
            target.credit = vessel.id
            if target.hull:
                damage.hit(battle, target, vessel, loss)


def in_flak_range(battle: Battle, vessel: Vessel, side: Side) -> Iterator[Vessel]:
    """The side's ships that the array of a ship would reach from where it stands, never that ship itself."""
    reach = SPECIALS[Special.FLAK].range
    return (ship for ship in battle.fleet(side) if ship is not vessel and distance(ship.tile, vessel.tile) <= reach)

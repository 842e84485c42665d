"""Hits, disabling, repair and reactors."""

from __future__ import annotations

from typing import Final

from fleet_engine.battle import Battle, take_out
from fleet_engine.events import ReactorRose, ShipDisabled, ShipHit, ShipRepaired
from fleet_engine.ruleset import ReactorDeath
from fleet_engine.vessels import Vessel

CRITICAL: Final = 3
"""The reactor count at which a ship is lost."""


def hit(battle: Battle, target: Vessel, by: Vessel, loss: int) -> None:
    """Take hull from an active ship; one that loses all of it is disabled, to the credit of the other."""
    taken = min(loss, target.hull)
    target.hull -= taken
    battle.note(ShipHit(target.id, by.id, taken, target.hull))
    if target.hull == 0:
        target.credit = by.id
        battle.disabled.append(target.id)
        if battle.ruleset.disabling_unmarks:
            target.moved = False
        battle.note(ShipDisabled(target.id, by.id))


def repair(battle: Battle, target: Vessel, by: Vessel, strength: int) -> None:
    """Give hull back, up to the maximum; a disabled ship is active again, its reactor stays as it is."""
    if target.is_disabled:
        take_out(battle.disabled, target.id)
    target.hull = min(target.hull + strength, target.attributes.hull)
    battle.note(ShipRepaired(target.id, by.id, target.hull))


def raise_reactor(battle: Battle, vessel: Vessel) -> None:
    """One step towards the end; where reactors kill at once, the last step destroys the ship."""
    vessel.reactor += 1
    battle.note(ReactorRose(vessel.id, vessel.reactor))
    if battle.ruleset.reactor_death is ReactorDeath.AT_ONCE and vessel.reactor >= CRITICAL:
        battle.destroy(vessel)

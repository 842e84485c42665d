"""Orders as they are typed, and their short forms."""

from __future__ import annotations

from fleet_engine.commands import Action, Command, ShipOrder, TimeoutClaim
from fleet_engine.game_state import FleetState
from fleet_engine.legality import settled
from fleet_engine.notation import parse_command


def read_command(text: str, state: FleetState) -> Command:
    """A typed command: the notation, or its short forms; put into the form in which it is recorded."""
    words = text.split()
    match words:
        case ["timeout"]:
            return TimeoutClaim(state.terms.turn_time + 1)
        case [ship] if ship.isdecimal():
            words = [ship, "stay", "pass"]
        case [ship, tile] if ship.isdecimal() and "," in tile:
            words = [ship, "move", tile, "pass"]
        case [ship, "move", tile]:
            words = [ship, "move", tile, "pass"]
        case [ship, "stay"]:
            words = [ship, "stay", "pass"]
        case [ship, tile, *action] if ship.isdecimal() and "," in tile:
            words = [ship, "move", tile, *action]
        case [ship, action, *target] if ship.isdecimal() and action in tuple(Action):
            words = [ship, "stay", action, *target]
    command = parse_command(" ".join(words))
    return settled(state, command) if isinstance(command, ShipOrder) else command

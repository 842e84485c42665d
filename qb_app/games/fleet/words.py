"""What happens in the fleet game, told in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from fleet_engine import events as ev
from fleet_engine.game_state import FleetState
from qb_app.figures import counted


def told(events: Iterable[ev.Event]) -> list[str]:
    """The sentences of a step, without those that the command or the summary of the round says already."""
    return [sentence for event in events if (sentence := event_sentence(event))]


def event_sentence(event: ev.Event) -> str:
    """What an event means to the players; empty where the command or the summary says it already."""
    match event:
        case ev.ShipHit(ship, _, loss, hull):
            return f"ship {ship} loses {loss}, hull {hull}"
        case ev.ShipDisabled(ship):
            return f"ship {ship} is disabled"
        case ev.ReactorRose(ship, reactor):
            return f"reactor of ship {ship} at {reactor}"
        case ev.ShipRepaired(ship, _, hull):
            return f"ship {ship} repaired to {hull}"
        case ev.ShipRammed(ship):
            return f"ship {ship} is rammed"
        case ev.ShipFled(ship, position):
            return f"ship {ship} flees from {position}"
        case ev.ShipDestroyed(ship, position):
            return f"ship {ship} is destroyed on {position}"
        case ev.AutoPassed(_, ships):
            return f"time ran out for {_numbers(ships)}"
    return ""


def ending_sentence(state: FleetState, dash: str = "–") -> str:
    """How the game ended, with the dash that stands between the scores."""
    ending = state.ending
    if ending is None:
        return "The game is not finished."
    scores = f"{state.scores.first}{dash}{state.scores.second}"
    if ending.winner is None:
        return f"A draw, {scores}."
    why = {
        ev.EndReason.MAX_SCORE: f"has reached {state.terms.max_score} points",
        ev.EndReason.ELIMINATION: "is left with the only fleet",
        ev.EndReason.CONCESSION: f"wins, the {ending.winner.other} gave up",
        ev.EndReason.TIMEOUT: f"wins, the {ending.winner.other} was late",
    }[ending.reason]
    return f"The {ending.winner} {why}: {scores} after {counted(state.round, 'round')}."


def _numbers(ships: Iterable[int]) -> str:
    named = ", ".join(map(str, ships))
    return f"ships {named}" if named else "no ship"

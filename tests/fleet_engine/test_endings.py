"""The first ending stops everything: no command hands the turn on once it has ended the game."""

from collections.abc import Callable

import pytest

from fleet_engine.events import GameUpdated
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Side
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.transcript import steps_of
from gamekit.record import Record
from tests.fleet_engine.positions import BOTH, PLAN, C, J, duel, game, go, ship, tile

OLD_RECORD = """\
[Game "fleet"]
[Version "1"]
[Setup "ruleset" "plan"]
[Setup "behaviour" "1"]
[Setup "map" "blocked=- scoring=-"]
[Setup "creator" "1:laser/none/none/none/000/0@5,2"]
[Setup "joiner" "2:laser/none/none/none/000/0@5,14"]
[Setup "first" "creator"]
[Setup "max_score" "30"]
[Setup "turn_time" "300"]
[Setup "cost_limit" "600"]
[Seed "1"]
[Result "joiner 0-0"]

1. 1 stay retreat
"""


def last_retreat(ruleset: FleetRuleset) -> FleetState:
    state = duel(ruleset)
    go(state, 1, action="retreat")
    return state


def last_ship_destroyed(ruleset: FleetRuleset) -> FleetState:
    """At once as released; by the plan at the end of the round, which the shot completes."""
    state = game(ship(1, C, "5,5"), ship(2, J, "5,6", hull=0, reactor=2), ruleset=ruleset)
    go(state, 1, action="shoot", target=2)
    return state


def friend_sent_home(_: FleetRuleset) -> FleetState:
    """A removal ends the game in the middle of a round: the joiner has no hull left."""
    state = game(ship(1, C, "5,5"), ship(3, C, "5,6", hull=0), ship(5, C, "0,0"), ship(2, J, "5,14", hull=0))
    go(state, 1, action="assist", target=3)
    return state


def points_reached(ruleset: FleetRuleset) -> FleetState:
    state = game(ship(1, C, "5,4"), ruleset=ruleset, scoring=(tile("5,6", 3),), max_score=3)
    go(state, 1, "5,6")
    return state


@pytest.mark.parametrize("ruleset", BOTH, ids=str)
@pytest.mark.parametrize("ended", [last_retreat, last_ship_destroyed, friend_sent_home, points_reached])
def test_the_command_that_ends_the_game_hands_the_turn_to_nobody(
    ended: Callable[[FleetRuleset], FleetState], ruleset: FleetRuleset
) -> None:
    state = ended(ruleset)
    assert state.is_over
    assert (state.turn, state.to_move) == (C, None)
    assert state.events[-1] == GameUpdated(C)


@pytest.mark.parametrize("ruleset", BOTH, ids=str)
@pytest.mark.parametrize("by", list(Side))
def test_giving_up_leaves_the_turn_where_it_is(by: Side, ruleset: FleetRuleset) -> None:
    state = duel(ruleset)
    assert state.concede(by)[-1] == GameUpdated(C)
    assert state.turn is C


def test_a_game_recorded_when_the_turn_was_still_handed_on_plays_to_the_same_result() -> None:
    """Nothing can follow an ending, so the same commands give the same result and the behaviour keeps its number."""
    (step,) = steps_of(Record.parse(OLD_RECORD))
    assert PLAN.behaviour == 1
    assert (step.state.turn, step.events[-1]) == (C, GameUpdated(C))

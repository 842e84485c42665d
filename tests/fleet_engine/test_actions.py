"""What actions, reactors, rams and removals do."""

import pytest

from fleet_engine.actions import in_flak_range
from fleet_engine.commands import Action, ShipOrder
from fleet_engine.events import EndReason, ShipMoved
from fleet_engine.geometry import Side
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.ships import Design, Level
from fleet_engine.vessels import Departure
from tests.fleet_engine.positions import BOTH, EMP, FLAK, LASER, PLAN, RELEASED, REPAIR, C, J, at, duel, game, go, ship

both_rulesets = pytest.mark.parametrize("ruleset", BOTH, ids=str)
HEAVY = Design(armor=Level.HEAVY)
FORTRESS = Design(armor=Level.HEAVY, shields=Level.HEAVY, kills=1000)


@both_rulesets
def test_a_shot_takes_damage_less_the_reduction(ruleset: FleetRuleset) -> None:
    state = game(ship(1, C, "5,4"), ship(2, J, "5,6", HEAVY), ruleset=ruleset)
    go(state, 1, action="shoot", target=2)
    assert state.vessels[2].hull == 100 - 28


@both_rulesets
def test_a_reduction_above_a_hundred_leaves_nothing_of_a_hit(ruleset: FleetRuleset) -> None:
    for action, target in (("shoot", 2), ("special", None)):
        state = game(ship(1, C, "5,4", FLAK), ship(2, J, "5,6", FORTRESS), ruleset=ruleset)
        assert state.vessels[2].attributes.reduction == 135
        go(state, 1, action=action, target=target)
        assert state.vessels[2].hull == 150


def test_flak_hits_each_target_apart_unless_it_compounds() -> None:
    ships = (
        ship(1, C, "5,5", FLAK),
        ship(3, C, "5,6", HEAVY),
        ship(5, C, "5,7"),
        ship(2, J, "6,5", HEAVY),
        ship(4, J, "6,6"),
        ship(6, J, "9,5"),
    )
    for compounds, hulls in ((False, [100, 83, 70, 83, 70, 100]), (True, [100, 83, 83, 83, 83, 100])):
        ruleset = PLAN.varied(flak_compounds=compounds)
        state = game(*(vessel.clone() for vessel in ships), ruleset=ruleset)
        assert [vessel.id for vessel in in_flak_range(state, state.vessels[1], J)] == [2, 4]
        go(state, 1, action="special")
        assert [state.vessels[number].hull for number in (1, 3, 5, 2, 4, 6)] == hulls
        assert [state.vessels[number].credit for number in (1, 3, 5, 2, 4, 6)] == [None, 1, 1, 1, 1, None]


@both_rulesets
def test_flak_leaves_disabled_ships_as_they_are_but_takes_the_credit(ruleset: FleetRuleset) -> None:
    ships = ship(1, C, "5,5", FLAK), ship(2, J, "5,6", hull=0, reactor=1), ship(4, J, "9,9")
    state = game(*ships, ruleset=ruleset)
    go(state, 1, action="special")
    assert (state.vessels[2].hull, state.vessels[2].reactor, state.vessels[2].credit) == (0, 1, 1)


@both_rulesets
def test_repair_revives_but_does_not_cool_the_reactor(ruleset: FleetRuleset) -> None:
    ships = ship(1, C, "5,5", REPAIR), ship(3, C, "5,7", hull=0, reactor=2), ship(2, J, "9,9")
    state = game(*ships, ruleset=ruleset)
    go(state, 1, action="special", target=3)
    assert (state.vessels[3].hull, state.vessels[3].reactor, state.disabled) == (40, 2, [])
    go(state, 2)
    go(state, 3)
    assert state.round == 2


@both_rulesets
def test_repair_stops_at_the_full_hull_and_works_on_oneself(ruleset: FleetRuleset) -> None:
    state = game(ship(1, C, "5,5", REPAIR, hull=90), ship(2, J, "9,9"), ruleset=ruleset)
    go(state, 1, "5,9", "special", 1)
    assert state.vessels[1].hull == 100


@pytest.mark.parametrize(("unmarks", "moves_again"), [(True, True), (False, False)])
def test_a_ship_repaired_in_the_round_of_its_disabling_moves_again_where_the_mark_is_lost(
    unmarks: bool, moves_again: bool
) -> None:
    ruleset = PLAN.varied(disabling_unmarks=unmarks)
    ships = ship(1, C, "5,5", hull=30), ship(3, C, "5,3", REPAIR), ship(2, J, "5,6"), ship(4, J, "9,9")
    state = game(*ships, ruleset=ruleset)
    go(state, 1)
    go(state, 2, action="shoot", target=1)
    go(state, 3, action="special", target=1)
    assert state.vessels[1].moved is not moves_again


@both_rulesets
def test_emp_works_on_healthy_ships_and_takes_the_credit(ruleset: FleetRuleset) -> None:
    state = game(ship(1, C, "5,5", EMP), ship(2, J, "5,6"), ship(4, J, "9,9"), ruleset=ruleset)
    go(state, 1, action="special", target=2)
    assert (state.vessels[2].hull, state.vessels[2].reactor, state.vessels[2].credit) == (100, 1, 1)


@pytest.mark.parametrize(("ruleset", "lost_in"), [(PLAN, 5), (RELEASED, 4)], ids=str)
def test_an_undisturbed_disabled_ship_is_lost_three_rounds_later(ruleset: FleetRuleset, lost_in: int) -> None:
    ships = ship(1, C, "5,5"), ship(2, J, "5,6", hull=50), ship(4, J, "9,9")
    state = game(*ships, ruleset=ruleset)
    go(state, 1, action="shoot", target=2)
    while 2 in state.vessels:
        go(state, 1 if state.turn is C else 4)
    # The plan destroys it when round 4 ends, the released game when round 4 begins.
    assert state.round == lost_in
    assert state.gone[2].departure is Departure.DESTROYED
    assert state.kills == {1: 1}


def test_shooting_a_disabled_ship_leaves_the_credit_where_it_was() -> None:
    ships = ship(1, C, "5,5"), ship(3, C, "5,7"), ship(2, J, "5,6", hull=50), ship(4, J, "9,9")
    state = game(*ships)
    go(state, 1, action="shoot", target=2)
    go(state, 4)
    go(state, 3, action="shoot", target=2)
    assert state.vessels[2].credit == 1


def test_ramming_drops_the_action_and_heats_the_rammer() -> None:
    ships = ship(1, C, "5,5"), ship(2, J, "5,6", hull=0), ship(4, J, "5,7")
    state = game(*ships, ruleset=RELEASED)
    events = go(state, 1, "5,6", "shoot", 4)
    assert events[0] == ShipMoved(1, at("5,5"), at("5,6"), Action.PASS, 4)
    assert (state.vessels[4].hull, state.vessels[1].reactor, state.vessels[1].moved) == (100, 1, True)
    assert state.gone[2].departure is Departure.FLED


def test_a_ram_that_ends_the_game_ends_it_once() -> None:
    ships = ship(1, C, "5,5", reactor=2), ship(3, C, "0,0", hull=0), ship(2, J, "5,6", hull=0)
    state = game(*ships, ruleset=RELEASED)
    go(state, 1, "5,6")
    assert state.ending == (C, EndReason.ELIMINATION)
    assert state.vessels[1].tile == at("5,6")


@both_rulesets
def test_disabling_the_last_fighting_ship_does_not_end_the_game(ruleset: FleetRuleset) -> None:
    state = game(ship(1, C, "5,5"), ship(2, J, "5,6", hull=10), ruleset=ruleset)
    go(state, 1, action="shoot", target=2)
    assert not state.is_over
    assert state.round == 2


@both_rulesets
def test_a_side_of_disabled_ships_loses_when_any_ship_is_removed(ruleset: FleetRuleset) -> None:
    state = game(ship(1, C, "5,5"), ship(3, C, "0,0"), ship(2, J, "5,6", hull=0), ruleset=ruleset)
    go(state, 3, action="retreat")
    assert state.ending == (C, EndReason.ELIMINATION)


@both_rulesets
def test_the_creator_is_looked_at_first_when_nobody_can_fight(ruleset: FleetRuleset) -> None:
    state = game(ship(1, C, "5,5"), ship(2, J, "5,6", hull=0), ruleset=ruleset)
    go(state, 1, action="retreat")
    assert state.ending == (J, EndReason.ELIMINATION)


def test_two_losses_in_one_sweep_end_the_game_at_the_first() -> None:
    ships = ship(1, C, "0,0", reactor=3), ship(2, J, "9,9", reactor=3), ship(4, J, "9,8", reactor=3)
    state = game(*ships)
    for number in (1, 2, 4):
        go(state, number)
    assert state.ending == (J, EndReason.ELIMINATION)
    assert set(state.gone) == {1}


@both_rulesets
def test_the_last_ship_takes_the_place_of_one_that_left(ruleset: FleetRuleset) -> None:
    ships = [ship(number, C, f"{number},0") for number in (1, 2, 3, 4)]
    state = game(*ships, ship(9, J, "9,16"), ruleset=ruleset)
    go(state, 2, action="retreat")
    assert state.fleets[C] == [1, 4, 3]


@both_rulesets
def test_a_late_move_is_accepted_while_nobody_has_claimed(ruleset: FleetRuleset) -> None:
    state = duel(ruleset)
    state.order(C, 1, at=10_000)
    assert (state.clock, state.turn) == (10_000, J)
    assert state.last_move is not None
    assert state.last_move.time == 10_000


@both_rulesets
def test_surplus_ships_are_played_in_a_row(ruleset: FleetRuleset) -> None:
    ships = ship(1, C, "0,0"), ship(2, J, "9,16"), ship(4, J, "8,16"), ship(6, J, "7,16", LASER)
    state = game(*ships, ruleset=ruleset)
    turns = []
    for number in (1, 2, 4, 6):
        turns.append(state.turn)
        go(state, number)
    assert turns == [C, J, J, J]
    assert state.round == 2


def test_by_the_plan_a_player_with_disabled_ships_only_is_passed_over_by_timeout() -> None:
    ships = ship(1, C, "5,5", hull=0), ship(2, J, "9,16")
    state = game(*ships)
    assert len(state.legal_moves()) == 2
    state.claim_timeout(J, at=301)
    assert state.turn is J
    go(state, 2)
    assert (state.round, state.turn, state.vessels[1].reactor) == (2, C, 1)


@pytest.mark.parametrize(
    ("design", "side", "hull", "away", "action"),
    [
        (LASER, J, 100, 8, Action.SHOOT),
        (EMP, J, 100, 6, Action.SPECIAL),
        (REPAIR, C, 50, 8, Action.SPECIAL),
        (LASER, C, 0, 6, Action.ASSIST),
    ],
)
def test_what_can_just_be_reached_is_listed_and_what_is_beyond_is_not(
    design: Design, side: Side, hull: int, away: int, action: Action
) -> None:
    for extra in (0, 1):
        target = ship(5, side, f"5,{1 + away + extra}", hull=hull)
        state = game(ship(1, C, "5,1", design), target, ship(2, J, "0,16"), ship(3, C, "0,0"))
        listed = [order for order in state.legal_moves() if isinstance(order, ShipOrder)]
        reached = ShipOrder(1, at("5,6"), action, 5) in listed
        assert reached is (extra == 0)
        assert any((order.ship, order.action, order.target) == (1, action, 5) for order in listed) is reached

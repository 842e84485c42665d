"""Every check of an order has its own refusal, in its order, and a refusal changes nothing."""

from collections.abc import Callable
from functools import partial

import pytest

from fleet_engine import errors
from fleet_engine.commands import Action, Command, Concession, ShipOrder, TimeoutClaim
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position
from fleet_engine.ruleset import FleetRuleset
from tests.fleet_engine.positions import BOTH, EMP, LASER, PLAN, RELEASED, REPAIR, C, J, at, duel, game, go, ship

both_rulesets = pytest.mark.parametrize("ruleset", BOTH, ids=str)


def refused(state: FleetState, error: type[errors.FleetError], act: Callable[[], object]) -> str:
    """The sentence of a refusal that must be of exactly that kind and leave the state alone."""
    before = state.key()
    with pytest.raises(errors.FleetError) as caught:
        act()
    assert type(caught.value) is error
    assert state.key() == before
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert not sentence.endswith(".")
    return sentence


def board(ruleset: FleetRuleset) -> FleetState:
    """The creator's 1 (laser), 3 (emp), 5 (repair) and disabled 7 against 2, 4 and disabled 6; 5,6 is blocked."""
    return game(
        ship(1, C, "5,4"),
        ship(3, C, "6,4", EMP),
        ship(5, C, "7,4", REPAIR),
        ship(7, C, "9,2", hull=0),
        ship(2, J, "5,7"),
        ship(4, J, "10,16"),
        ship(6, J, "7,5", hull=0),
        ruleset=ruleset,
        blocked=("5,6",),
    )


@both_rulesets
def test_after_the_end_everything_is_refused(ruleset: FleetRuleset) -> None:
    state = duel(ruleset)
    state.concede(C)
    refused(state, errors.GameOverError, lambda: state.order(J, 2))
    refused(state, errors.GameOverError, lambda: state.order(C, 1))
    refused(state, errors.GameOverError, lambda: state.concede(J))
    refused(state, errors.GameOverError, lambda: state.claim_timeout(J, at=99_999))
    refused(state, errors.GameOverError, lambda: state.order("stranger", 1))
    commands: list[Command] = [ShipOrder(2, None), Concession(), TimeoutClaim(99_999)]
    for command in commands:
        refused(state, errors.GameOverError, partial(state.play, command))


@both_rulesets
def test_strangers_and_the_waiting_player_may_not_order(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    refused(state, errors.NotInGameError, lambda: state.order("stranger", 1))
    refused(state, errors.NotInGameError, lambda: state.concede("stranger"))
    refused(state, errors.NotInGameError, lambda: state.claim_timeout("stranger", at=999))
    sentence = refused(state, errors.NotYourTurnError, lambda: state.order(J, 2))
    assert sentence == "it is the turn of the creator; the joiner must wait"


@both_rulesets
def test_a_timeout_needs_strictly_more_than_the_turn_time_and_the_waiting_player(ruleset: FleetRuleset) -> None:
    state = duel(ruleset)
    refused(state, errors.TimeoutNotReachedError, lambda: state.claim_timeout(J, at=300))
    refused(state, errors.TimeoutNotReachedError, lambda: state.claim_timeout(C, at=300))
    refused(state, errors.NotYourTurnError, lambda: state.claim_timeout(C, at=301))
    state.claim_timeout(J, at=301)


def test_time_does_not_run_backwards() -> None:
    state = duel()
    state.order(C, 1, at=50)
    refused(state, errors.ClockError, lambda: state.order(J, 2, at=49))
    refused(state, errors.ClockError, lambda: state.concede(J, at=0))
    refused(state, errors.ClockError, lambda: state.play(TimeoutClaim(-1)))


@both_rulesets
def test_a_ship_must_exist_and_be_ones_own(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    refused(state, errors.ShipNotFoundError, lambda: go(state, 99))
    refused(state, errors.ShipNotOwnedError, lambda: go(state, 2))
    refused(state, errors.ShipNotOwnedError, lambda: go(state, 6))


@both_rulesets
def test_a_disabled_ship_cannot_act(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    refused(state, errors.ShipDisabledError, lambda: go(state, 7))
    assert issubclass(errors.ShipDisabledError, errors.ShipDestroyedError)


def test_only_as_released_may_a_disabled_or_moved_ship_retreat() -> None:
    for number in (7, 1):
        plan, released = board(PLAN), board(RELEASED)
        for state in (plan, released):
            go(state, 1)
            go(state, 2)
        kind = errors.ShipDisabledError if number == 7 else errors.ShipAlreadyMovedError
        refused(plan, kind, partial(go, plan, number, action="retreat"))
        go(released, number, action="retreat")
        assert released.gone[number].departure == "fled"


@both_rulesets
def test_a_ship_moves_once_in_a_round(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    go(state, 1)
    go(state, 2)
    refused(state, errors.ShipAlreadyMovedError, lambda: go(state, 1))


def test_destroyed_and_fled_ships_are_told_apart() -> None:
    ships = ship(1, C, "5,4"), ship(3, C, "0,0"), ship(5, C, "1,0", hull=0, reactor=2), ship(2, J, "5,14")
    state = game(*ships, ruleset=RELEASED)
    go(state, 1, action="retreat")
    go(state, 2)
    go(state, 3)
    assert state.gone[5].departure == "destroyed"
    go(state, 2)
    refused(state, errors.ShipFledError, lambda: go(state, 1))
    refused(state, errors.ShipDestroyedError, lambda: go(state, 5))


@both_rulesets
def test_destinations_are_checked_for_distance_then_grid_then_ships(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    sentence = refused(state, errors.TooFarError, lambda: go(state, 1, "0,5"))
    assert sentence == "0,5 is 6 tiles from ship 1 on 5,4; it moves up to 5"
    refused(state, errors.TooFarError, lambda: go(state, 1, "99,99"))
    refused(state, errors.OffGridError, lambda: go(state, 1, "5,-1"))
    refused(state, errors.OccupiedError, lambda: go(state, 1, "6,4"))
    refused(state, errors.OccupiedError, lambda: go(state, 1, "5,7"))


@pytest.mark.parametrize("to", ["-1,2", "2,-1", "-251,4", "11,0", "10,17"])
def test_tiles_off_the_grid_are_never_entered(to: str) -> None:
    for where in ("0,2", "2,0", "10,0", "10,16", "5,4"):
        state = game(ship(1, C, where), ship(2, J, "5,14"))
        before = state.key()
        with pytest.raises((errors.OffGridError, errors.TooFarError)):
            go(state, 1, to)
        assert state.key() == before


def test_only_as_released_can_a_disabled_enemy_be_rammed() -> None:
    plan = board(PLAN)
    refused(plan, errors.OccupiedError, lambda: go(plan, 5, "7,5"))
    released = board(RELEASED)
    refused(released, errors.OccupiedError, lambda: go(released, 5, "9,2"))
    go(released, 5, "7,5")
    assert released.vessels[5].tile == at("7,5")


@both_rulesets
def test_shots_are_checked_for_target_side_range_and_sight(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    refused(state, errors.TargetMissingError, lambda: go(state, 1, action="shoot"))
    refused(state, errors.TargetNotFoundError, lambda: go(state, 1, action="shoot", target=99))
    refused(state, errors.WrongTargetError, lambda: go(state, 1, action="shoot", target=3))
    refused(state, errors.OutOfRangeError, lambda: go(state, 1, action="shoot", target=4))
    refused(state, errors.NoLineOfSightError, lambda: go(state, 1, action="shoot", target=2))
    go(state, 1, "4,6", "shoot", 2)


@both_rulesets
def test_specials_are_checked_for_equipment_side_and_range(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    refused(state, errors.NoSpecialError, lambda: go(state, 1, action="special", target=2))
    refused(state, errors.TargetMissingError, lambda: go(state, 3, action="special"))
    refused(state, errors.TargetNotFoundError, lambda: go(state, 3, action="special", target=99))
    refused(state, errors.WrongTargetError, lambda: go(state, 3, action="special", target=5))
    refused(state, errors.OutOfRangeError, lambda: go(state, 3, action="special", target=6))
    refused(state, errors.WrongTargetError, lambda: go(state, 5, action="special", target=6))
    refused(state, errors.OutOfRangeError, lambda: go(state, 5, action="special", target=7))


def test_assists_are_checked_for_rules_target_side_condition_and_distance() -> None:
    released = board(RELEASED)
    refused(released, errors.ActionUnknownError, lambda: go(released, 5, "9,3", "assist", 7))
    state = board(PLAN)
    refused(state, errors.TargetMissingError, lambda: go(state, 5, "9,3", "assist"))
    refused(state, errors.TargetNotFoundError, lambda: go(state, 5, "9,3", "assist", 99))
    refused(state, errors.WrongTargetError, lambda: go(state, 5, "7,4", "assist", 6))
    refused(state, errors.WrongTargetError, lambda: go(state, 5, "7,4", "assist", 3))
    refused(state, errors.OutOfRangeError, lambda: go(state, 5, "9,4", "assist", 7))
    go(state, 5, "9,3", "assist", 7)
    assert state.gone[7].departure == "fled"


@both_rulesets
def test_ships_that_left_are_no_targets(ruleset: FleetRuleset) -> None:
    ships = ship(1, C, "5,4"), ship(3, C, "6,6"), ship(2, J, "5,5"), ship(4, J, "9,9")
    state = game(*ships, ruleset=ruleset)
    go(state, 1)
    go(state, 2, action="retreat")
    refused(state, errors.TargetNotFoundError, lambda: go(state, 3, action="shoot", target=2))


@both_rulesets
def test_an_illegal_action_undoes_the_move_too(ruleset: FleetRuleset) -> None:
    state = board(ruleset)
    refused(state, errors.OutOfRangeError, lambda: go(state, 1, "5,5", "shoot", 4))
    assert state.vessels[1].tile == at("5,4")
    assert not state.vessels[1].moved


def test_records_take_each_order_in_one_form_only() -> None:
    state = board(RELEASED)
    for order, form in (
        (ShipOrder(1, at("5,4")), "1 stay pass"),
        (ShipOrder(1, at("5,5"), Action.RETREAT), "1 stay retreat"),
        (ShipOrder(5, at("7,5"), Action.SHOOT, 2), "5 move 7,5 pass 2"),
    ):
        sentence = refused(state, errors.UnsettledOrderError, partial(state.play, order))
        assert f"is recorded as '{form}'" in sentence
        twin = state.clone()
        twin.order(C, order.ship, order.to, order.action, order.target)


@both_rulesets
def test_off_grid_ships_and_shared_tiles_cannot_be_set_up(ruleset: FleetRuleset) -> None:
    with pytest.raises(errors.OffGridError):
        game(ship(1, C, "11,0"), ruleset=ruleset)
    with pytest.raises(errors.DuplicatePositionError):
        game(ship(1, C, "5,0"), ship(2, J, "5,0"), ruleset=ruleset)
    with pytest.raises(errors.SettingsError):
        game(ship(1, C, "5,0", LASER, hull=101), ruleset=ruleset)


def test_every_refusal_of_the_engine_is_one_kind() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert all(issubclass(kind, errors.FleetError) for kind in kinds)
    assert issubclass(errors.FleetError, ValueError)
    assert Position(0, 0).on_grid

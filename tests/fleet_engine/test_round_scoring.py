"""The tests that the plan of end-of-round scoring lists, and what follows from it."""

import pytest

from fleet_engine.events import EndReason, GameEnded, Payment, RoundScored
from fleet_engine.maps import map_state, scoring_positions
from fleet_engine.ruleset import FleetRuleset
from tests.fleet_engine.positions import BOTH, EMP, PLAN, RELEASED, C, J, at, duel, game, go, scores, ship, tile

both_rulesets = pytest.mark.parametrize("ruleset", BOTH, ids=str)


@both_rulesets
def test_points_come_only_when_the_round_completes(ruleset: FleetRuleset) -> None:
    state = duel(ruleset, scoring=(tile("5,6", 3),))
    assert not [event for event in go(state, 1, "5,6") if isinstance(event, RoundScored)]
    assert scores(state) == (0, 0)
    events = go(state, 2)
    assert scores(state) == (3, 0)
    assert RoundScored(1, (Payment(at("5,6"), 3, False, 1, C),), state.scores) in events


def test_landing_and_retreating_in_one_round_gives_nothing_by_the_plan() -> None:
    ships = ship(1, C, "5,4"), ship(3, C, "0,0"), ship(2, J, "5,14")
    state = game(*ships, scoring=(tile("5,6", 4, once=True),))
    go(state, 1, "5,6", "retreat")
    go(state, 2)
    go(state, 3)
    assert (state.round, scores(state)) == (2, (0, 0))
    assert scoring_positions(state) == (tile("5,6", 4, once=True),)


def test_landing_and_retreating_in_one_round_gives_nothing_as_released() -> None:
    ships = ship(1, C, "5,4"), ship(3, C, "0,0"), ship(2, J, "5,14"), ship(4, J, "9,14")
    state = game(*ships, ruleset=RELEASED, scoring=(tile("5,6", 4),))
    go(state, 1, "5,6")
    go(state, 2)
    go(state, 1, action="retreat")
    go(state, 4)
    go(state, 3)
    assert (state.round, scores(state)) == (2, (0, 0))


@both_rulesets
def test_an_only_once_tile_is_emptied_once_and_pays_once(ruleset: FleetRuleset) -> None:
    state = duel(ruleset, scoring=(tile("5,6", 4, once=True), tile("9,9", 2, once=True)))
    go(state, 1, "5,6")
    go(state, 2)
    assert scores(state) == (4, 0)
    assert scoring_positions(state) == (tile("9,9", 2, once=True),)
    for _ in range(2):
        go(state, 1 if state.turn is C else 2)
    assert (state.round, scores(state)) == (3, (4, 0))


@both_rulesets
def test_the_maximum_score_wins_at_the_end_of_the_round(ruleset: FleetRuleset) -> None:
    state = duel(ruleset, scoring=(tile("5,6", 5),), max_score=5)
    go(state, 1, "5,6")
    events = go(state, 2)
    assert GameEnded(C, EndReason.MAX_SCORE, state.scores) in events
    assert state.to_move is None
    assert (state.round, state.turn, [vessel.moved for vessel in state.vessels.values()]) == (1, J, [True, True])


def test_a_timeout_that_completes_the_round_still_scores() -> None:
    state = duel(PLAN, scoring=(tile("5,6", 3), tile("5,14", 2)))
    go(state, 1, "5,6")
    events = state.claim_timeout(C, at=301)
    assert [event.scores for event in events if isinstance(event, RoundScored)] == [state.scores]
    assert (state.round, scores(state)) == (2, (3, 2))


def test_a_timeout_as_released_forfeits_without_scoring() -> None:
    state = duel(RELEASED, scoring=(tile("5,6", 3),))
    go(state, 1, "5,6")
    state.claim_timeout(C, at=301)
    assert state.ending == (C, EndReason.TIMEOUT)
    assert scores(state) == (0, 0)


def test_the_scoring_view_gives_positions_and_amounts_in_row_major_order_and_nothing_else() -> None:
    scoring = (tile("9,9", 2, once=True), tile("0,16", 7), tile("0,3", 255), tile("4,4", 0))
    state = game(ship(1, C, "5,4"), ship(2, J, "5,14"), scoring=scoring, blocked=("1,1", "0,3"))
    paying = (tile("0,3", 255), tile("0,16", 7), tile("9,9", 2, once=True))
    assert scoring_positions(state) == paying
    assert map_state(state) == ((at("0,3"), at("1,1")), paying)


@both_rulesets
def test_a_repeatable_tile_pays_every_round(ruleset: FleetRuleset) -> None:
    state = duel(ruleset, scoring=(tile("5,4", 2),))
    for _ in range(6):
        go(state, 1 if state.turn is C else 2)
    assert (state.round, scores(state)) == (4, (6, 0))


@both_rulesets
def test_a_disabled_ship_is_not_paid_and_its_only_once_tile_stays(ruleset: FleetRuleset) -> None:
    ships = ship(1, C, "5,4"), ship(3, C, "5,6", hull=40), ship(2, J, "5,7")
    state = game(*ships, ruleset=ruleset, scoring=(tile("5,6", 4, once=True), tile("5,4", 1)))
    go(state, 1)
    go(state, 2, action="shoot", target=3)
    assert (state.round, scores(state)) == (2, (1, 0))
    assert tile("5,6", 4, once=True) in scoring_positions(state)


@both_rulesets
def test_several_ships_on_several_tiles_are_all_paid(ruleset: FleetRuleset) -> None:
    ships = ship(1, C, "5,4"), ship(3, C, "5,6"), ship(2, J, "9,9")
    scoring = (tile("5,4", 1), tile("5,6", 2), tile("9,9", 4))
    state = game(*ships, ruleset=ruleset, scoring=scoring)
    for number in (1, 2, 3):
        go(state, number)
    assert scores(state) == (3, 4)


def test_by_the_plan_a_healthy_ship_with_a_failing_reactor_is_paid_and_then_lost() -> None:
    ships = ship(1, C, "5,4", reactor=2), ship(3, C, "0,0"), ship(2, J, "5,5", EMP), ship(4, J, "9,9")
    for ruleset, paid in ((PLAN, 3), (RELEASED, 0)):
        state = game(*(vessel.clone() for vessel in ships), ruleset=ruleset, scoring=(tile("5,4", 3),))
        go(state, 1)
        go(state, 2, action="special", target=1)
        assert (1 in state.vessels) is (ruleset is PLAN)
        go(state, 3)
        go(state, 4)
        assert (state.round, scores(state)) == (2, (paid, 0))
        assert 1 not in state.vessels
        assert state.kills == {2: 1}


def test_by_the_plan_the_first_side_in_row_major_order_wins_and_the_rest_is_not_paid() -> None:
    ships = ship(1, C, "9,9"), ship(2, J, "2,2"), ship(3, C, "10,0")
    scoring = (tile("2,2", 5, once=True), tile("9,9", 9, once=True))
    state = game(*ships, scoring=scoring, max_score=5)
    for number in (1, 2, 3):
        go(state, number)
    assert state.ending == (J, EndReason.MAX_SCORE)
    assert scores(state) == (0, 5)
    assert scoring_positions(state) == (tile("9,9", 9, once=True),)


def test_as_released_both_sums_are_added_and_the_higher_wins() -> None:
    ships = ship(1, C, "9,9"), ship(2, J, "2,2")
    state = game(*ships, ruleset=RELEASED, scoring=(tile("2,2", 5), tile("9,9", 9)), max_score=5)
    go(state, 1)
    go(state, 2)
    assert state.ending == (C, EndReason.MAX_SCORE)
    assert scores(state) == (9, 5)


def test_equal_scores_at_the_maximum_are_a_draw_only_where_draws_are_known() -> None:
    ships = ship(1, C, "9,9"), ship(2, J, "2,2")
    for draws, winner in ((True, None), (False, C)):
        ruleset = RELEASED.varied(draws=draws)
        copies = (vessel.clone() for vessel in ships)
        state = game(*copies, ruleset=ruleset, scoring=(tile("2,2", 5), tile("9,9", 5)), max_score=5)
        go(state, 1)
        go(state, 2)
        assert state.ending == (winner, EndReason.MAX_SCORE)
        outcome = state.outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.points) == (winner, state.scores)


def test_an_elimination_that_completes_the_round_stops_before_the_scoring() -> None:
    ships = ship(1, C, "5,4"), ship(2, J, "5,5", hull=0, reactor=2)
    state = game(*ships, ruleset=RELEASED, scoring=(tile("5,4", 3),), max_score=3)
    events = go(state, 1, action="shoot", target=2)
    assert state.ending == (C, EndReason.ELIMINATION)
    assert (state.round, scores(state)) == (1, (0, 0))
    assert not [event for event in events if isinstance(event, RoundScored)]

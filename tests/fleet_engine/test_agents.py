"""The players: they finish games, play the same from the same seed, and are ranked as they should be."""

from random import Random

import pytest

from fleet_engine.agents import PLAYERS, Player, greedy_player, player_named, random_player, search_player
from fleet_engine.commands import Action, ShipOrder, TimeoutClaim
from fleet_engine.errors import NotationError
from fleet_engine.evaluation import position_value, sensible_orders, shortlist
from fleet_engine.game import FleetGame, setup_of
from fleet_engine.ruleset import FleetRuleset
from gamekit.match import SeriesResult, play_match, play_series
from gamekit.record import replay
from gamekit.sides import BySide
from tests.amounts import amount
from tests.fleet_engine.positions import BOTH, REPAIR, C, J, at, duel, game, ship, tile


def series(first: Player, second: Player, seeds: int) -> SeriesResult:
    return play_series(FleetGame(), [setup_of()], range(seeds), BySide(first, second), mirrored=True)


@pytest.mark.parametrize("ruleset", BOTH, ids=str)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_finishes_games_that_replay(name: str, ruleset: FleetRuleset) -> None:
    setup = setup_of(ruleset, max_score=12, cost_limit=300)
    agents = BySide(player_named(name), player_named("greedy"))
    record = play_match(FleetGame(), setup, 5, agents)
    assert replay(FleetGame(), record).is_over
    assert play_match(FleetGame(), setup, 5, agents).to_text() == record.to_text()


def test_greedy_beats_random() -> None:
    assert series(greedy_player(), random_player(), 6).interval()[0] > 0.5


@pytest.mark.slow
def test_search_beats_greedy() -> None:
    # Few games for the sake of time: docs/fleet.md has the figures of a longer series, with their interval.
    assert series(search_player(), greedy_player(), amount(2, 12)).share > 0.6


def test_unknown_players_are_refused() -> None:
    with pytest.raises(NotationError, match="known are random, greedy, search"):
        player_named("lucky")


@pytest.mark.parametrize("player", [greedy_player(), search_player()], ids=lambda player: str(player.name))
def test_good_players_take_points_and_finish_off_enemies(player: Player) -> None:
    state = duel(scoring=(tile("5,7", 3), tile("9,4", 1)))
    assert player.choose(state, Random(1)) == ShipOrder(1, at("5,7"))
    ships = ship(1, C, "5,4"), ship(2, J, "5,6", hull=50), ship(4, J, "10,16")
    shot = player.choose(game(*ships), Random(1))
    assert isinstance(shot, ShipOrder)
    assert (shot.action, shot.target) == (Action.SHOOT, 2)


def test_the_value_is_the_same_seen_from_the_other_side() -> None:
    state = FleetGame().start(setup_of(), 3)
    rng = Random(3)
    while not state.is_over:
        assert position_value(state, C) == pytest.approx(-position_value(state, J))
        state.play(random_player().choose(state, rng))
    assert abs(position_value(state, C)) > 900
    assert position_value(state, C) == pytest.approx(-position_value(state, J))


def test_pointless_orders_are_not_considered() -> None:
    state = game(ship(1, C, "5,4", REPAIR), ship(3, C, "5,5", hull=50), ship(2, J, "5,14"))
    orders = [order for order in sensible_orders(state) if isinstance(order, ShipOrder)]
    assert {order.action for order in orders} == {Action.PASS, Action.SPECIAL}
    assert {order.target for order in orders if order.action is Action.SPECIAL} == {3}
    assert len(shortlist(state, 7)) == 7


def test_without_any_ship_to_move_time_runs_out() -> None:
    state = game(ship(1, C, "5,4", hull=0), ship(2, J, "5,14"))
    assert sensible_orders(state) == [TimeoutClaim(301)]
    for name in PLAYERS:
        assert player_named(name).choose(state, Random(1)) == TimeoutClaim(301)

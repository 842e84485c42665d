"""Ships, lobbies and games of several players, from building a ship to the tally."""

from functools import partial

import pytest

from fleet_engine import errors
from fleet_engine.commands import Action
from fleet_engine.events import GameStarted
from fleet_engine.geometry import Position, Side
from fleet_engine.hall import Hall
from fleet_engine.lobby import GameSettings
from fleet_engine.maps import GameMap
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.ships import Design, rank
from tests.fleet_engine.positions import BOTH, EMP, LASER, PLAN, RELEASED, at, tile

SETTINGS = GameSettings(PLAN, max_score=5)


def hall_with_lobby(settings: GameSettings = SETTINGS) -> tuple[Hall, int]:
    hall = Hall()
    number = hall.open_lobby("ann", settings)
    hall.join(number, "bob")
    return hall, number


def deploy(hall: Hall, number: int, player: str, *tiles: str, design: Design = LASER) -> list[int]:
    ships = [hall.build_ship(player, design) for _ in tiles]
    hall.submit_fleet(number, player, ships, [at(where) for where in tiles], at=100)
    return ships


def running(settings: GameSettings = SETTINGS) -> tuple[Hall, int]:
    """Ann's ships 1 and 2 against Bob's 3 and 4; Ann begins."""
    hall, number = hall_with_lobby(settings)
    deploy(hall, number, "ann", "5,3", "6,3")
    deploy(hall, number, "bob", "5,13", "6,13")
    return hall, number


def test_the_second_fleet_starts_the_game_and_the_first_one_begins() -> None:
    hall = Hall()
    preset = hall.atlas.create(GameMap.of([at("1,1")], [tile("5,8", 2)]))
    number = hall.open_lobby("ann", GameSettings(RELEASED, 600, 9, 300, preset))
    hall.join(number, "bob")
    deploy(hall, number, "bob", "5,13")
    with pytest.raises(errors.GameNotFoundError, match="has not started"):
        hall.game(number)
    ship = hall.build_ship("ann", LASER)
    events = hall.submit_fleet(number, "ann", [ship], [at("5,3")], at=77)
    assert events == [GameStarted(Side.JOINER)]
    state = hall.game(number)
    assert (state.turn, state.started, state.clock, state.round) == (Side.JOINER, 77, 77, 1)
    assert (state.terms.turn_time, state.terms.max_score, state.ruleset) == (600, 9, RELEASED)
    assert state.map == hall.atlas.preset(preset)


def test_unknown_games_players_and_ships_are_refused() -> None:
    hall, number = running()
    for act in (
        partial(hall.order, 9, "ann", 1, at=100),
        partial(hall.concede, 9, "ann", at=100),
        partial(hall.claim_timeout, 9, "ann", at=100),
        partial(hall.join, 9, "ann"),
    ):
        with pytest.raises(errors.GameNotFoundError, match="there is no game 9"):
            act()
    for act in (
        partial(hall.order, number, "eve", 1, at=100),
        partial(hall.concede, number, "eve", at=100),
        partial(hall.claim_timeout, number, "eve", at=100),
    ):
        with pytest.raises(errors.NotInGameError, match="only ann and bob"):
            act()
    with pytest.raises(errors.NotYourTurnError):
        hall.order(number, "bob", 3, at=100)


def test_fleets_are_checked_before_they_count() -> None:
    hall, number = hall_with_lobby(GameSettings(cost_limit=150))
    mine, other = [hall.build_ship("ann", LASER) for _ in range(3)], hall.build_ship("bob", LASER)
    for ships, tiles, error in (
        ([mine[0], 99], ["0,0", "1,0"], errors.ShipNotFoundError),
        ([other], ["0,0"], errors.ShipNotOwnedError),
        ([mine[0]], ["0,4"], errors.DeploymentZoneError),
        ([mine[0]], ["11,0"], errors.DeploymentZoneError),
        (mine[:2], ["0,0", "0,0"], errors.DuplicatePositionError),
        ([mine[0], mine[0]], ["0,0", "0,1"], errors.DuplicatePositionError),
        (mine, ["0,0", "0,1", "0,2"], errors.FleetCostError),
        (mine[:2], ["0,0"], errors.DeploymentError),
        ([], [], errors.DeploymentError),
    ):
        with pytest.raises(error):
            hall.submit_fleet(number, "ann", ships, [at(where) for where in tiles], at=1)
    assert all(ship.fleet is None for ship in hall.ships.values())
    hall.submit_fleet(number, "ann", mine[:2], [at("0,0"), at("0,1")], at=1)
    with pytest.raises(errors.DeploymentError, match="already"):
        hall.submit_fleet(number, "ann", [mine[2]], [at("0,3")], at=1)


def test_ships_that_are_lost_busy_or_priced_by_an_old_table_cannot_be_deployed() -> None:
    hall, number = running()
    second = hall.open_lobby("ann", SETTINGS)
    with pytest.raises(errors.ShipUnavailableError, match="serves in fleet 1"):
        hall.submit_fleet(second, "ann", [1], [at("0,0")], at=1)
    hall.ships[1].fleet = None
    hall.ships[1].is_destroyed = True
    with pytest.raises(errors.ShipUnavailableError, match="was destroyed"):
        hall.submit_fleet(second, "ann", [1], [at("0,0")], at=1)
    hall.ships[2].fleet = None
    hall.ships[2].cost_version = 0
    with pytest.raises(errors.ShipUnavailableError, match="priced by table 0"):
        hall.submit_fleet(second, "ann", [2], [at("0,0")], at=1)
    assert number == 1


@pytest.mark.parametrize(
    ("turn_time", "max_score", "cost_limit"), [(299, 5, 600), (86_401, 5, 600), (300, 5, 2001), (300, -1, 600)]
)
def test_settings_have_bounds(turn_time: int, max_score: int, cost_limit: int) -> None:
    with pytest.raises(errors.SettingsError):
        GameSettings(PLAN, turn_time, max_score, cost_limit)


def test_a_lobby_wants_a_known_map_and_two_players() -> None:
    hall = Hall()
    with pytest.raises(errors.MapNotFoundError):
        hall.open_lobby("ann", GameSettings(map_id=3))
    number = hall.open_lobby("ann", SETTINGS)
    with pytest.raises(errors.SettingsError):
        hall.join(number, "ann")
    hall.join(number, "bob")
    with pytest.raises(errors.SettingsError):
        hall.join(number, "eve")


@pytest.mark.parametrize("ruleset", BOTH, ids=str)
def test_the_end_releases_the_ships_and_is_counted_once(ruleset: FleetRuleset) -> None:
    hall, number = running(GameSettings(ruleset))
    hall.order(number, "ann", 1, at=101)
    hall.concede(number, "ann", at=102)
    assert all(ship.fleet is None for ship in hall.ships.values())
    assert (hall.tallies["bob"].wins, hall.tallies["ann"].losses) == (1, 1)
    for act in (
        partial(hall.concede, number, "bob", at=103),
        partial(hall.claim_timeout, number, "bob", at=9999),
        partial(hall.order, number, "bob", 3, at=103),
    ):
        with pytest.raises(errors.GameOverError):
            act()
    assert (hall.tallies["bob"].wins, hall.tallies["bob"].losses) == (1, 0)


def test_a_fled_ship_is_free_at_once_and_what_befalls_it_later_stays() -> None:
    hall, number = running()
    hall.order(number, "ann", 1, action=Action.RETREAT, at=101)
    second = hall.open_lobby("ann", SETTINGS)
    hall.submit_fleet(second, "ann", [1], [at("0,0")], at=102)
    hall.ships[1].is_destroyed = True
    hall.order(number, "bob", 3, at=103)
    assert (hall.ships[1].fleet, hall.ships[1].is_destroyed) == (second, True)


def test_losses_and_kills_reach_the_owners() -> None:
    hall, number = hall_with_lobby(GameSettings(RELEASED))
    deploy(hall, number, "ann", "5,3", "6,3", design=Design(speed=2, kills=9, special=EMP.special))
    deploy(hall, number, "bob", "5,13", "0,13")
    state = hall.game(number)
    state.place(state.vessels[3], Position(5, 4))
    state.vessels[3].reactor = 2
    hall.order(number, "ann", 1, action=Action.SPECIAL, target=3, at=101)
    assert hall.ships[3].is_destroyed
    assert (hall.ships[1].design.kills, rank(hall.ships[1].design.kills)) == (10, 2)


def test_a_draw_is_nobodys_win() -> None:
    hall = Hall()
    preset = hall.atlas.create(GameMap.of(scoring=[tile("5,3", 5), tile("5,13", 5)]))
    number = hall.open_lobby("ann", GameSettings(RELEASED, max_score=5, map_id=preset))
    hall.join(number, "bob")
    deploy(hall, number, "ann", "5,3")
    deploy(hall, number, "bob", "5,13")
    hall.order(number, "ann", 1, at=101)
    hall.order(number, "bob", 2, at=102)
    assert hall.game(number).is_over
    assert hall.tallies == {}
    assert all(ship.fleet is None for ship in hall.ships.values())


def test_games_do_not_share_their_maps() -> None:
    hall = Hall()
    preset = hall.atlas.create(GameMap.of(scoring=[tile("5,3", 2, once=True)]))
    numbers = [hall.open_lobby("ann", GameSettings(PLAN, map_id=preset)) for _ in range(2)]
    for number in numbers:
        hall.join(number, "bob")
        deploy(hall, number, "ann", "5,3")
        deploy(hall, number, "bob", "5,13")
    hall.order(numbers[0], "ann", 1, at=101)
    hall.order(numbers[0], "bob", 2, at=102)
    assert [hall.game(number).map.points_at(at("5,3")) for number in numbers] == [0, 2]
    assert hall.atlas.preset(preset).points_at(at("5,3")) == 2

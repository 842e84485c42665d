"""The game on gamekit: conformance, setups, records, and what clients read."""

import json

import pytest

from fleet_engine.agents import greedy_player, random_player
from fleet_engine.commands import Concession, TimeoutClaim
from fleet_engine.errors import DeploymentError, FleetCostError, FleetError, NotationError, SettingsError
from fleet_engine.events import GameUpdated, RoundScored, RoundStarted, ShipMoved
from fleet_engine.fleets import Deployed
from fleet_engine.game import SETUP_KEYS, FleetGame, setup_of
from fleet_engine.geometry import Side
from fleet_engine.maps import GameMap
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.ships import Design
from fleet_engine.transcript import start_of, steps_of
from fleet_engine.view import event_dict, to_dict
from gamekit.match import play_match
from gamekit.sides import BySide
from tests.fleet_engine.positions import BOTH, PLAN, RELEASED, C, at, duel, game, go, ship, tile
from tests.gamekit.conformance import check_game


@pytest.mark.parametrize("ruleset", BOTH, ids=str)
def test_the_game_conforms(ruleset: FleetRuleset) -> None:
    setups = [
        setup_of(ruleset, max_score=10, cost_limit=300),
        setup_of(ruleset, max_score=4, cost_limit=170, first=Side.JOINER),
    ]
    check_game(FleetGame(), setups, range(5))


def test_a_setup_determines_the_game_and_can_be_spelled_out() -> None:
    ground = GameMap.of([at("5,8")], [tile("4,8", 3), tile("6,8", 5, once=True)])
    fleet = [Deployed(4, Design(), at("5,14")), Deployed(2, Design(), at("6,14"))]
    setup = setup_of(RELEASED, map=ground, creator=[Deployed(1, Design(), at("5,2"))], joiner=fleet, first=Side.JOINER)
    assert tuple(setup) == SETUP_KEYS
    state = FleetGame().start(setup, 1)
    assert state.key() == FleetGame().start(setup, 2).key()
    assert (state.map, state.turn, state.fleets) == (ground, Side.JOINER, BySide([1], [4, 2]))
    drawn = [FleetGame().start(setup_of(), seed).key() for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"ruleset": "house"}, NotationError),
        ({"behaviour": "0"}, NotationError),
        ({"first": "me"}, NotationError),
        ({"turn_time": "299"}, SettingsError),
        ({"turn_time": "86401"}, SettingsError),
        ({"cost_limit": "2001"}, SettingsError),
        ({"cost_limit": "0"}, DeploymentError),
        ({"creator": "-"}, DeploymentError),
        ({"map": "blocked=99,99 scoring=-"}, FleetError),
        ({"creator": "1:plasma/none/heavy/none/222/0@5,2", "cost_limit": "190"}, FleetCostError),
        ({"creator": "2:laser/none/none/none/000/0@5,2"}, FleetError),
    ],
)
def test_impossible_setups_are_refused(changes: dict[str, str], error: type[FleetError]) -> None:
    with pytest.raises(error):
        FleetGame().start(setup_of() | changes, 1)


def test_a_setup_that_lacks_something_is_refused() -> None:
    with pytest.raises(NotationError, match="lacks map"):
        FleetGame().start({key: text for key, text in setup_of().items() if key != "map"}, 1)


@pytest.mark.parametrize("ruleset", BOTH, ids=str)
def test_the_state_can_be_read_in_full_as_json(ruleset: FleetRuleset) -> None:
    scoring = (tile("5,6", 3),)
    ships = ship(1, C, "5,4"), ship(3, C, "9,0"), ship(2, Side.JOINER, "5,14")
    state = game(*ships, ruleset=ruleset, scoring=scoring, blocked=("0,0",))
    go(state, 3, action="retreat")
    view = json.loads(json.dumps(to_dict(state)))
    assert view["turn"] == "joiner"
    assert view["grid"] == {"rows": 11, "columns": 17}
    assert view["scoring"] == [{"row": 5, "col": 6, "points": 3, "only_once": False}]
    assert view["blocked"] == [[0, 0]]
    assert view["active"] == {"creator": [1], "joiner": [2]}
    assert view["moved"] == {"creator": [], "joiner": []}
    assert view["score"] == {"creator": 0, "joiner": 0}
    assert (view["over"], view["winner"], view["reason"]) == (False, None, None)
    end = None if ruleset is RELEASED else [9, 0]
    last = {"ship": 3, "start": [9, 0], "end": end, "action": "retreat", "target": None, "time": 0}
    assert view["last_move"] == last
    assert [vessel["id"] for vessel in view["ships"]] == [1, 2]
    assert view["ships"][0]["design"] == "laser/none/none/none/000/0"
    assert ("gone" in view) is ruleset.lists_gone
    if ruleset.lists_gone:
        assert [(gone["id"], gone["side"], gone["status"]) for gone in view["gone"]] == [(3, "creator", "fled")]


def test_events_tell_the_round_in_the_order_in_which_it_happened() -> None:
    state = duel(PLAN, scoring=(tile("5,6", 3),))
    assert [type(event) for event in go(state, 1, "5,6")] == [ShipMoved, GameUpdated]
    events = go(state, 2)
    assert [type(event) for event in events] == [ShipMoved, RoundScored, RoundStarted, GameUpdated]
    assert event_dict(events[1]) == {
        "event": "RoundScored",
        "round": 1,
        "payments": [{"position": [5, 6], "points": 3, "only_once": False, "ship": 1, "side": "creator"}],
        "scores": {"creator": 3, "joiner": 0},
    }
    assert json.dumps([event_dict(event) for event in events])


def test_a_transcript_shows_scores_moving_with_rounds_only() -> None:
    setup = setup_of(PLAN, max_score=12, cost_limit=300)
    record = play_match(FleetGame(), setup, 4, BySide(random_player(), greedy_player()))
    before = start_of(record).scores
    for step in steps_of(record):
        if step.state.scores != before:
            assert "RoundScored" in [event_dict(event)["event"] for event in step.events]
        before = step.state.scores
    assert step.state.is_over


@pytest.mark.parametrize("ruleset", BOTH, ids=str)
def test_the_last_two_moves_are_running_out_of_time_and_giving_up(ruleset: FleetRuleset) -> None:
    assert duel(ruleset).legal_moves()[-2:] == [TimeoutClaim(301), Concession()]


@pytest.mark.parametrize("by", list(Side))
@pytest.mark.parametrize("ruleset", BOTH, ids=str)
def test_either_side_may_give_up_at_any_time(ruleset: FleetRuleset, by: Side) -> None:
    state = duel(ruleset)
    state.concede(by)
    assert state.ending is not None
    assert state.ending.winner is by.other
    assert (state.legal_moves(), state.to_move) == ([], None)

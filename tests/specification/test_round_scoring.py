"""Programs written from the plan of end-of-round scoring alone; the names are those of the fleet game in Python."""

from fleet_engine.battle import Terms
from fleet_engine.commands import Action
from fleet_engine.events import EndReason, GameEnded, GameUpdated, RoundScored, ShipDestroyed
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.maps import GameMap, ScoringTile, map_state, scoring_positions
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.ships import Design, Special
from fleet_engine.vessels import Vessel
from fleet_engine.view import to_dict

LASER, EMP = Design(), Design(special=Special.EMP)
CREATOR, JOINER = Side.CREATOR, Side.JOINER
TILE = Position(5, 6)


def battle(*vessels: Vessel, scoring: list[ScoringTile], max_score: int = 100) -> FleetState:
    ground = GameMap.of([Position(8, 8)], scoring)
    return FleetState(Terms(FleetRuleset.PLAN, CREATOR, max_score), ground, vessels)


def duel(*scoring: ScoringTile, max_score: int = 100) -> FleetState:
    """Ship 1 of the creator can reach the tile 5,6; ship 2 of the joiner is far away."""
    ships = Vessel(1, CREATOR, LASER, Position(5, 4)), Vessel(2, JOINER, LASER, Position(5, 14))
    return battle(*ships, scoring=list(scoring), max_score=max_score)


def round_of(state: FleetState, *numbers: int) -> None:
    """Each of these ships stays where it is, by its owner's order."""
    for number in numbers:
        state.order(state.vessels[number].side, number)


def points(state: FleetState) -> tuple[int, int]:
    return state.scores[CREATOR], state.scores[JOINER]


def test_the_plan_is_the_default() -> None:
    """Goal: scoring runs only when a round completes."""
    assert Terms().ruleset == FleetRuleset.PLAN


def test_scores_change_only_when_the_round_completes() -> None:
    """Steps 2 and 6: landing brings nothing; when every ship has moved, the owner of the ship on the tile is paid."""
    state = duel(ScoringTile(TILE, 3))
    landed = state.order("creator", 1, TILE)
    assert points(state) == (0, 0)
    assert not any(isinstance(event, RoundScored) for event in landed)
    completed = state.order("joiner", 2)
    assert points(state) == (3, 0)
    assert state.round == 2
    assert any(isinstance(event, RoundScored) for event in completed)


def test_landing_and_retreating_gives_no_points() -> None:
    """Step 6, snapshot semantics: only ships that still stand there are paid, and the tile is not touched."""
    ships = [Vessel(1, CREATOR, LASER, Position(5, 4)), Vessel(3, CREATOR, LASER, Position(0, 0))]
    state = battle(*ships, Vessel(2, JOINER, LASER, Position(5, 14)), scoring=[ScoringTile(TILE, 4, only_once=True)])
    state.order("creator", 1, TILE, Action.RETREAT)
    round_of(state, 2, 3)
    assert (state.round, points(state)) == (2, (0, 0))
    assert scoring_positions(state) == (ScoringTile(TILE, 4, only_once=True),)


def test_a_ship_disabled_on_the_tile_gives_no_points() -> None:
    """Step 3: a disabled ship is skipped and its tile is not emptied."""
    ships = [Vessel(1, CREATOR, LASER, TILE, hull=40), Vessel(3, CREATOR, LASER, Position(0, 0))]
    state = battle(*ships, Vessel(2, JOINER, LASER, Position(5, 8)), scoring=[ScoringTile(TILE, 4, only_once=True)])
    round_of(state, 1)
    state.order("joiner", 2, None, Action.SHOOT, 1)
    round_of(state, 3)
    assert (state.round, points(state)) == (2, (0, 0))
    assert scoring_positions(state) == (ScoringTile(TILE, 4, only_once=True),)


def test_a_ship_destroyed_in_the_round_gives_no_points() -> None:
    """Step 3: a ship that has left the grid is not there to be paid."""
    ships = [Vessel(1, CREATOR, LASER, TILE, hull=0, reactor=3), Vessel(3, CREATOR, LASER, Position(0, 0))]
    state = battle(*ships, Vessel(2, JOINER, LASER, Position(9, 14)), scoring=[ScoringTile(TILE, 4)])
    round_of(state, 3, 2)
    assert 1 not in state.vessels
    assert points(state) == (0, 0)


def test_an_only_once_tile_pays_once() -> None:
    """Step 6: after scoring it is zeroed; the next round brings nothing from it."""
    state = duel(ScoringTile(TILE, 4, only_once=True))
    state.order("creator", 1, TILE)
    state.order("joiner", 2)
    assert points(state) == (4, 0)
    assert scoring_positions(state) == ()
    round_of(state, 1, 2)
    assert (state.round, points(state)) == (3, (4, 0))


def test_a_tile_without_a_ship_stays_as_it_is() -> None:
    """Design: tiles with no ship at round end are not called."""
    state = duel(ScoringTile(TILE, 4, only_once=True), ScoringTile(Position(9, 9), 2))
    round_of(state, 1, 2)
    assert (state.round, points(state)) == (2, (0, 0))
    assert len(scoring_positions(state)) == 2


def test_a_repeatable_tile_pays_every_round() -> None:
    """Design: only once is a property of the tile."""
    state = duel(ScoringTile(Position(5, 14), 2))
    round_of(state, 1, 2, 1, 2, 1, 2)
    assert (state.round, points(state)) == (4, (0, 6))


def test_the_maximum_score_ends_the_game_at_the_end_of_the_round() -> None:
    """Steps 3 and 6: win by end-of-round scoring; the other side loses."""
    state = duel(ScoringTile(TILE, 5), max_score=5)
    state.order("creator", 1, TILE)
    assert not state.is_over
    events = state.order("joiner", 2)
    assert state.ending == (CREATOR, EndReason.MAX_SCORE)
    assert any(isinstance(event, GameEnded) and event.winner == CREATOR for event in events)


def test_an_auto_pass_that_completes_the_round_is_scored() -> None:
    """Steps 5 and 6: a timeout passes for the late player; the round ends as any other."""
    state = duel(ScoringTile(TILE, 3))
    state.order("creator", 1, TILE, at=10)
    state.claim_timeout("creator", at=10 + state.terms.turn_time + 1)
    assert (state.round, points(state)) == (2, (3, 0))


def test_scoring_comes_before_the_rest_of_the_end_of_the_round() -> None:
    """Step 3: a ship with a critical reactor is paid, then destroyed; the first player opens the next round."""
    ships = [Vessel(1, CREATOR, LASER, TILE, reactor=2), Vessel(3, CREATOR, LASER, Position(0, 0))]
    state = battle(*ships, Vessel(2, JOINER, EMP, Position(5, 7)), scoring=[ScoringTile(TILE, 3)])
    round_of(state, 1)
    state.order("joiner", 2, None, Action.SPECIAL, 1)
    events = state.order("creator", 3)
    kinds = [type(event) for event in events]
    assert kinds.index(RoundScored) < kinds.index(ShipDestroyed)
    assert points(state) == (3, 0)
    assert 1 not in state.vessels
    assert (state.round, state.turn) == (2, CREATOR)
    assert not any(vessel.moved for vessel in state.vessels.values())


def test_reactors_of_disabled_ships_rise_at_the_end_of_the_round() -> None:
    """Step 3.3: the existing steps still run."""
    ships = [Vessel(1, CREATOR, LASER, TILE), Vessel(3, CREATOR, LASER, Position(0, 0), hull=0)]
    state = battle(*ships, Vessel(2, JOINER, LASER, Position(5, 14)), scoring=[])
    round_of(state, 1, 2)
    assert state.vessels[3].reactor == 1


def test_the_scoring_view_of_a_game() -> None:
    """Steps 1 and 6: row, column, points and only-once of each scoring tile, and no blocked ones."""
    state = duel(ScoringTile(Position(9, 2), 1), ScoringTile(TILE, 3, only_once=True))
    rows = [(tile.position.row, tile.position.col, tile.points, tile.only_once) for tile in scoring_positions(state)]
    assert rows == [(5, 6, 3, True), (9, 2, 1, False)]
    assert map_state(state).scoring == scoring_positions(state)
    assert map_state(state).blocked == (Position(8, 8),)


def test_the_scoring_view_changes_nothing() -> None:
    """Step 1: a view."""
    state = duel(ScoringTile(TILE, 3, only_once=True))
    before = state.key()
    scoring_positions(state)
    scoring_positions(state)
    assert state.key() == before


def test_clients_see_new_scores_with_the_move_that_completes_the_round() -> None:
    """Step 7: the state read after each update shows the scores of the last complete round."""
    state = duel(ScoringTile(TILE, 3))
    first = state.order("creator", 1, TILE)
    assert isinstance(first[-1], GameUpdated)
    assert to_dict(state)["score"] == {"creator": 0, "joiner": 0}
    second = state.order("joiner", 2)
    assert isinstance(second[-1], GameUpdated)
    assert to_dict(state)["score"] == {"creator": 3, "joiner": 0}


def test_both_sides_are_paid_in_one_round() -> None:
    """Goal: the owner of each active ship that is on a scoring position at round end."""
    state = duel(ScoringTile(TILE, 3), ScoringTile(Position(5, 13), 2))
    state.order("creator", 1, TILE)
    state.order("joiner", 2, Position(5, 13))
    assert points(state) == (3, 2)

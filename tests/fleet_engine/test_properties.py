"""What must hold whatever is played: seeded random commands, legal and illegal mixed."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleet_engine.battle import Battle
from fleet_engine.commands import Action, Command, Concession, ShipOrder, TimeoutClaim
from fleet_engine.errors import FleetError
from fleet_engine.events import GameEnded, GameUpdated, RoundScored
from fleet_engine.game import FleetGame, setup_of
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import ALL_TILES, COLUMNS, ROWS, Position, Side
from fleet_engine.legality import check_order
from fleet_engine.ruleset import FleetRuleset, ReactorDeath
from fleet_engine.setup import random_fleet, random_map
from fleet_engine.ships import Special, cost_of
from fleet_engine.transcript import steps_of
from fleet_engine.vessels import Vessel
from gamekit.record import Record, replay, result_text
from tests.amounts import amount
from tests.fleet_engine.positions import BOTH

COMMANDS = amount(2_000, 100_000)
seeds = st.integers(0, 10**6)
rulesets = st.sampled_from(BOTH)


def start(ruleset: FleetRuleset, seed: int, cost_limit: int = 400) -> FleetState:
    return FleetGame().start(setup_of(ruleset, max_score=25, cost_limit=cost_limit), seed)


def any_command(state: FleetState, rng: Random) -> Command:
    """Half of the time a listed command, else one put together blindly, which is mostly illegal."""
    listed = state.legal_moves()
    if listed and rng.random() < 0.5:
        # The last two would end most games at once.
        return rng.choice(listed[:-2] or listed)
    if rng.random() < 0.02:
        rare: list[Command] = [Concession(), Concession(rng.choice(list(Side))), TimeoutClaim(rng.randint(-5, 400))]
        return rng.choice(rare)
    numbers = [*state.vessels, *state.gone, 77]
    tile = Position(rng.randint(-2, ROWS + 1), rng.randint(-2, COLUMNS + 1))
    near = rng.choice(list(state.vessels.values())).tile if state.vessels else tile
    to = rng.choice([None, tile, near, Position(near.row + rng.randint(-2, 2), near.col + rng.randint(-2, 2))])
    return ShipOrder(
        rng.choice(numbers), to, rng.choice(list(Action)), rng.choice([None, *numbers]), rng.randint(-1, 9)
    )


def faults(state: FleetState) -> list[str]:
    """Everything that a state must not be."""
    vessels = state.vessels
    at_once = state.ruleset.reactor_death is ReactorDeath.AT_ONCE
    claims = {
        "two ships share a tile": len({vessel.tile for vessel in vessels.values()}) != len(vessels),
        "the grid and the ships differ": state.grid != {vessel.tile: vessel for vessel in vessels.values()},
        "a ship is off the grid": not all(vessel.tile.on_grid for vessel in vessels.values()),
        "a hull is out of bounds": not all(0 <= v.hull <= v.attributes.hull for v in vessels.values()),
        "the fleets and the ships differ": sorted([*state.fleets.first, *state.fleets.second]) != sorted(vessels),
        "a ship is in the wrong fleet": any(vessels[n].side is not s for s in Side for n in state.fleets[s]),
        "the disabled ships are not those without hull": sorted(state.disabled)
        != sorted(number for number, vessel in vessels.items() if vessel.hull == 0),
        "a ship is gone and here": bool(set(vessels) & set(state.gone)),
        "a failed reactor still runs": at_once and any(vessel.reactor >= 3 for vessel in vessels.values()),
        "a disabled ship counts as moved": any(v.moved and v.hull == 0 for v in vessels.values()),
        "a complete round goes on": not state.is_over and state.is_round_complete,
        "a running game lacks moves": (state.to_move is None) != (not state.legal_moves()),
    }
    return [claim for claim, is_true in claims.items() if is_true]


def everything(state: FleetState) -> dict[str, object]:
    """All that a state holds but its last events, read past its key and its views."""
    parts = {name: getattr(state, name) for name in Battle.__slots__ if name not in ("events", "grid", "vessels")}
    ships = {
        number: {name: getattr(vessel, name) for name in Vessel.__slots__} for number, vessel in state.vessels.items()
    }
    return {**parts, "vessels": ships, "grid": {tile: vessel.id for tile, vessel in state.grid.items()}}


def try_command(state: FleetState, command: Command) -> bool:
    """Play it if it is legal and check what must hold either way."""
    before, scores, number = state.key(), state.scores, state.round
    try:
        events = state.play(command)
    except FleetError:
        assert state.key() == before
        return False
    assert faults(state) == []
    scored = [event for event in events if isinstance(event, RoundScored)]
    assert isinstance(events[-1], GameUpdated)
    assert sum(isinstance(event, GameEnded) for event in events) == state.is_over
    if state.scores != scores:
        assert [event.scores for event in scored] == [state.scores]
        assert state.round == number + 1 or state.is_over
    if state.round != number:
        assert len(scored) == 1
    for event in scored:
        paid = {side: sum(payment.points for payment in event.payments if payment.side is side) for side in Side}
        assert all(state.scores[side] - scores[side] == paid[side] for side in Side)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", BOTH, ids=str)
def test_random_commands_never_leave_an_inconsistent_state(ruleset: FleetRuleset) -> None:
    rng = Random(f"commands {ruleset}")
    counts: Counter[bool] = Counter()
    state = start(ruleset, 0)
    assert faults(state) == []
    for number in range(COMMANDS):
        if state.is_over:
            state = start(ruleset, number)
        counts[try_command(state, any_command(state, rng))] += 1
    assert min(counts.values()) > COMMANDS / 5


@given(rulesets, seeds, st.integers(0, 10**6))
def test_a_full_replay_equals_the_live_state(ruleset: FleetRuleset, seed: int, chance: int) -> None:
    game, rng = FleetGame(), Random(chance)
    setup = setup_of(ruleset, max_score=15, cost_limit=300)
    state = game.start(setup, seed)
    moves: list[str] = []
    while not state.is_over and len(moves) < 60:
        command = any_command(state, rng)
        if try_command(state, command):
            moves.append(game.format_move(command))
    record = Record(
        game.name, game.version, tuple(sorted(setup.items())), seed, tuple(moves), result_text(state.outcome())
    )
    again = Record.parse(record.to_text())
    assert again == record
    assert replay(game, again).key() == state.key()
    assert everything(FleetState.parse(state.key())) == everything(state)
    assert everything(state.clone()) == everything(state)
    told = list(steps_of(record))
    assert [step.state.key() for step in told[-1:]] == [state.key() for _ in told[-1:]]


@given(rulesets, seeds)
def test_in_the_record_scores_change_only_with_the_command_that_completes_a_round(
    ruleset: FleetRuleset, seed: int
) -> None:
    game, rng = FleetGame(), Random(seed)
    setup = setup_of(ruleset, max_score=12, cost_limit=300)
    state = game.start(setup, seed)
    moves: list[str] = []
    while not state.is_over and len(moves) < 80:
        move = rng.choice(state.legal_moves()[:-2] or state.legal_moves())
        state.play(move)
        moves.append(game.format_move(move))
    result = result_text(state.outcome())
    record = Record(game.name, game.version, tuple(sorted(setup.items())), seed, tuple(moves), result)
    scores, number = game.start(setup, seed).scores, 1
    for step in steps_of(record):
        if step.state.scores != scores:
            assert any(isinstance(event, RoundScored) for event in step.events)
            assert step.state.round > number or step.state.is_over
        scores, number = step.state.scores, step.state.round


@given(rulesets, seeds)
def test_the_listed_orders_are_exactly_the_legal_ones(ruleset: FleetRuleset, seed: int) -> None:
    rng = Random(seed)
    state = start(ruleset, seed, 250)
    for _ in range(rng.randint(0, 30)):
        moves = state.legal_moves()[:-2]
        if not moves:
            break
        state.play(rng.choice(moves))
    if state.is_over:
        return
    listed = [move for move in state.legal_moves() if isinstance(move, ShipOrder)]
    assert len(set(listed)) == len(listed)
    numbers = list(state.vessels)
    tiles = [None, *ALL_TILES]
    accepted = {
        order
        for number, to, action, target in product(numbers, tiles, Action, [None, *numbers])
        if is_accepted(state, order := ShipOrder(number, to, action, target)) and not is_left_out(state, order)
    }
    assert accepted == set(listed)


def is_accepted(state: FleetState, order: ShipOrder) -> bool:
    try:
        check_order(state, order)
    except FleetError:
        return False
    return True


def is_left_out(state: FleetState, order: ShipOrder) -> bool:
    """Legal, but the same as a listed one: a retreat after a move, or a target where none is needed."""
    needless = order.action in (Action.PASS, Action.RETREAT)
    if order.action is Action.SPECIAL:
        needless = state.vessels[order.ship].design.special is Special.FLAK
    if needless and order.target is not None:
        return True
    return order.action is Action.RETREAT and order.to is not None


@given(seeds, st.integers(0, 2000))
def test_random_fleets_use_what_they_may_cost(seed: int, limit: int) -> None:
    for side in Side:
        fleet = random_fleet(Random(seed), side, limit)
        assert bool(fleet) is (limit >= 75)
        assert sum(cost_of(ship.design) for ship in fleet) <= limit


@given(seeds)
def test_random_maps_are_mirrored_and_random_fleets_can_be_deployed(seed: int) -> None:
    ground = random_map(Random(seed))
    assert ground == random_map(Random(seed))
    for tile in ALL_TILES:
        mirror = Position(tile.row, COLUMNS - 1 - tile.col)
        assert (tile in ground.blocked) == (mirror in ground.blocked)
        assert ground.points_at(tile) == ground.points_at(mirror)
    assert any(tile.only_once for tile in ground.paying())
    for side in Side:
        fleet = random_fleet(Random(seed), side, 500)
        assert fleet == random_fleet(Random(seed), side, 500)
        assert all(ship.design.armor == "none" or ship.design.shields == "none" for ship in fleet)
    # Starting a game refuses fleets that are too dear, out of their zone or on one tile.
    FleetGame().start(setup_of(cost_limit=500), seed)

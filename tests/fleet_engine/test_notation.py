"""Texts of commands, ships, fleets, maps, rule sets and whole games: what is written is read back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleet_engine.commands import Action, Command, Concession, ShipOrder, TimeoutClaim
from fleet_engine.errors import NotationError
from fleet_engine.fleets import Deployed
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.maps import GameMap, ScoringTile
from fleet_engine.notation import (
    format_command,
    format_design,
    format_fleet,
    format_map,
    parse_command,
    parse_design,
    parse_fleet,
    parse_map,
)
from fleet_engine.ruleset import FleetRuleset, Retreat
from fleet_engine.ships import Design, Level, Special, Weapon
from tests.fleet_engine.positions import BOTH, PLAN, duel

numbers = st.integers(0, 10**6)
on_grid = st.builds(Position, st.integers(0, 10), st.integers(0, 16))
anywhere = st.builds(Position, st.integers(-99, 99), st.integers(-99, 99))
tiers = st.integers(0, 2)
levels = st.sampled_from(Level)
designs = st.builds(
    Design, st.sampled_from(Weapon), levels, levels, st.sampled_from(Special), tiers, tiers, tiers, numbers
)
orders = st.builds(ShipOrder, numbers, st.none() | anywhere, st.sampled_from(Action), st.none() | numbers, numbers)
commands: st.SearchStrategy[Command] = st.one_of(
    orders, st.builds(Concession, st.none() | st.sampled_from(Side), numbers), st.builds(TimeoutClaim, numbers)
)
maps = st.builds(
    GameMap.of,
    st.lists(on_grid, max_size=8),
    st.lists(st.builds(ScoringTile, on_grid, st.integers(0, 255), st.booleans()), max_size=8),
)


@given(commands)
def test_commands_are_read_back(command: Command) -> None:
    assert parse_command(format_command(command)) == command


@given(designs)
def test_designs_are_read_back(design: Design) -> None:
    assert parse_design(format_design(design)) == design


@given(st.lists(st.builds(Deployed, numbers, designs, on_grid), max_size=5).map(tuple))
def test_fleets_are_read_back(fleet: tuple[Deployed, ...]) -> None:
    assert parse_fleet(format_fleet(fleet)) == fleet


@given(maps)
def test_maps_are_read_back(ground: GameMap) -> None:
    assert parse_map(format_map(ground)) == ground


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("3 move 5,7 shoot 12", ShipOrder(3, Position(5, 7), Action.SHOOT, 12)),
        ("3 stay pass", ShipOrder(3, None)),
        ("+42  3 stay   special 3", ShipOrder(3, None, Action.SPECIAL, 3, 42)),
        ("concede", Concession()),
        ("concede joiner", Concession(Side.JOINER)),
        ("+301 timeout", TimeoutClaim(301)),
    ],
)
def test_commands_read_as_the_manual_says(text: str, command: Command) -> None:
    assert parse_command(text) == command
    assert format_command(command) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is no command"),
        ("3", "is no command"),
        ("3 move 5,7", "is no tile|is no command"),
        ("3 move 5;7 pass", "'5;7' is no tile; write row and column as in '5,7'"),
        ("3 stay dance", "an action is one of pass, shoot, retreat, assist, special, not 'dance'"),
        ("x stay pass", "a ship must be a whole number from 0 to 999999999999999999, not 'x'"),
        ("3 stay shoot y", "a target must be a whole number"),
        ("3 stay shoot 1 2", "is no command"),
        ("+x timeout", "the seconds behind '\\+' must be a whole number"),
        ("-3 timeout", "is no command"),
        ("concede both", "a side is one of creator, joiner"),
        ("03 stay pass", "a ship must be a whole number"),
        ("9" * 30 + " stay pass", "a ship must be a whole number"),
    ],
)
def test_malformed_commands_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_command(text)


@pytest.mark.parametrize(
    "text",
    [
        "laser/none/none/none/000",
        "laser/none/none/none/003/0",
        "bow/none/none/none/000/0",
        "laser/none/none/none/000/x",
    ],
)
def test_malformed_designs_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_design(text)


@pytest.mark.parametrize(
    "text", ["", "blocked=-", "scoring=- blocked=-", "blocked=- scoring=1,1", "blocked=x scoring=-"]
)
def test_malformed_maps_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_map(text)


@pytest.mark.parametrize("text", ["1laser/none/none/none/000/0@5,2", "1:laser/none/none/none/000/0", ";"])
def test_malformed_fleets_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_fleet(text)


@pytest.mark.parametrize("changes", [{"accuracy": 3}, {"hull": -1}, {"kills": -1}])
def test_impossible_designs_cannot_be_made(changes: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        Design(**changes)


def test_rulesets_are_read_back_with_their_differences() -> None:
    varied = PLAN.varied(flak_compounds=True, retreat=Retreat.ANY_TIME)
    assert str(varied) == "plan{retreat=any_time,flak_compounds=yes}"
    for ruleset in (*BOTH, varied):
        assert FleetRuleset.parse(str(ruleset)) == ruleset


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("planned", "unknown ruleset 'planned'; known are plan and released"),
        ("plan{assist=no", "lacks its closing brace"),
        ("plan{luck=no}", "has no field 'luck'"),
        ("plan{assist=maybe}", "takes yes or no, not 'maybe'"),
        ("plan{retreat=never}", "takes after_moving or any_time, not 'never'"),
        ("plan{name=x}", "has no field 'name'"),
        ("plan{}", "has no field ''"),
    ],
)
def test_malformed_rulesets_are_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        FleetRuleset.parse(text)


def test_the_two_rulesets_differ_in_every_field_of_the_comparison() -> None:
    same = {"behaviour", "disabling_unmarks", "flak_compounds"}
    fields = vars(PLAN)
    assert {name for name in fields if fields[name] == vars(FleetRuleset.RELEASED)[name]} == same


def test_a_state_reads_as_the_manual_says() -> None:
    state = duel()
    state.order("creator", 1, Position(5, 6), at=12)
    text = (
        "plan round=1 turn=joiner first=creator score=0-0 max=100 time=300 clock=0-12 blocked=- scoring=-"
        " creator=1:laser/none/none/none/000/0@5,6+m joiner=2:laser/none/none/none/000/0@5,14"
        " last=1:5,4:5,6:pass:-:12"
    )
    assert state.key() == text
    assert FleetState.parse(text).key() == text


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("round=1 ", "", "lacks round"),
        ("round=1", "round=one", "the round must be a whole number"),
        ("turn=creator", "turn=nobody", "the side to move is one of creator, joiner"),
        ("blocked=-", "blocked=- luck=3", "has no part 'luck'"),
        ("000/0@5,4", "000/0@5,4+z", "is no ship in play"),
        ("scoring=-", "scoring=- disabled=1", "exactly the ships with hull 0"),
        ("scoring=-", "scoring=- last=1:2", "needs six parts"),
    ],
)
def test_malformed_states_are_refused(old: str, new: str, reason: str) -> None:
    text = duel().key()
    assert old in text
    with pytest.raises(NotationError, match=reason):
        FleetState.parse(text.replace(old, new))
    with pytest.raises(NotationError):
        FleetState.parse("")

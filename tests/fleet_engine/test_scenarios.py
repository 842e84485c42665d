"""Every case of the scenario file, with both rule sets where it has a run."""

from typing import Any

import pytest

from fleet_engine.fleets import Deployed, check_fleet
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.line_of_sight import has_line_of_sight
from fleet_engine.ships import Design, attributes_of, cost_of
from tests.fleet_engine.scenarios import (
    REFUSALS,
    RULESETS,
    VARIATIONS,
    design_of,
    do,
    expected_state,
    scenario_file,
    seen,
    start,
)

RUNS = [
    pytest.param(scenario, letter, id=f"{scenario['id']}-{letter}")
    for scenario in scenario_file()["scenarios"]
    for letter in scenario["runs"]
]


def test_the_file_is_complete() -> None:
    data = scenario_file()
    counts = {key: len(data[key]) for key in ("scenarios", "attribute_cases", "los_cases", "deployment_cases")}
    assert counts == {"scenarios": 18, "attribute_cases": 17, "los_cases": 5, "deployment_cases": 4}
    assert len(RUNS) == 34


@pytest.mark.parametrize(("scenario", "letter"), RUNS)
def test_scenario(scenario: dict[str, Any], letter: str) -> None:
    ruleset = RULESETS[letter].varied(**VARIATIONS.get(scenario["id"], {}))
    state = start(scenario["setup"], ruleset)
    for ship in scenario["setup"]["ships"]:
        figures = state.vessels[ship["id"]].attributes
        told = ship["attributes"]
        assert (figures.movement, figures.range, figures.damage) == tuple(
            told[key] for key in ("movement", "range", "damage")
        )
        assert (figures.hull, figures.reduction) == (told["max_hull"], told["reduction"])
    now = 0
    for step in scenario["runs"][letter]:
        if step["do"]["type"] == "advance":
            now += step["do"]["seconds"]
        elif step["legal"]:
            do(state, step["do"], now)
        else:
            before = state.key()
            with pytest.raises(REFUSALS[step["contract_error"]]):
                do(state, step["do"], now)
            assert state.key() == before
        if "expect" in step:
            expected = expected_state(scenario, step)
            assert seen(state, expected) == expected
            assert FleetState.parse(state.key()).key() == state.key()


@pytest.mark.parametrize("case", scenario_file()["attribute_cases"])
def test_attributes(case: dict[str, Any]) -> None:
    design = design_of(case)
    assert {**attributes_of(design)._asdict(), "cost": cost_of(design)} == case["expect"]


@pytest.mark.parametrize("case", scenario_file()["los_cases"])
def test_line_of_sight(case: dict[str, Any]) -> None:
    blocked = frozenset(Position(*tile) for tile in case["blocked"])
    for query in case["queries"]:
        assert has_line_of_sight(blocked, Position(*query["a"]), Position(*query["b"])) is query["clear"], query


@pytest.mark.parametrize("case", scenario_file()["deployment_cases"], ids=lambda case: str(case["title"]))
def test_deployment(case: dict[str, Any]) -> None:
    limit = 2000 if case["cost_limit"] is None else case["cost_limit"]

    def check_both() -> None:
        for side in Side:
            ships = [Deployed(number, Design(), Position(*tile)) for number, tile in enumerate(case[side], 1)]
            check_fleet(side, ships, limit)

    if case["legal"]:
        check_both()
    else:
        with pytest.raises(REFUSALS[case["contract_error"]]):
            check_both()

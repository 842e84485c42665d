"""Do intervals hold: the figures of one position, and the looks they are made of."""

from __future__ import annotations

from typing import Any

import pytest

from bench.holding import HoldingPlan, contradicts, held, knowledge_of, look_longer
from bench.knowledge import Knowledge
from bench.looks import ReseededWorlds, look_rows, tree_rows
from bench.phases import Phase, phase_of
from bench.run_log import Row
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget, DeepSearch
from tests.qb_engine.deep.games import HYDRATOR, game, needs_kernel, seen, worlds

COACH = DeepCoach(CoachingEngine.standard(HYDRATOR, belief=EqualBelief(HYDRATOR, limit=3)), DeepSearch(threads=1))


def move(name: str, points: float, *, apart: bool = False) -> dict[str, Any]:
    low, high = points - 0.05, points + 0.05
    return {"move": name, "apart": apart, "points": points, "low": low, "high": high, "exact": False}


def row(short: list[Row], long: list[Row]) -> Row:
    return {"known": True, "empty": 12, "looks": {"1": short, "40": long}}


def test_an_interval_holds_the_long_figure_of_the_same_move() -> None:
    found = held(row([move("a", 0.6), move("b", 0.5)], [move("b", 0.7), move("a", 0.64)]), 40)
    assert found.holds
    assert found.width == pytest.approx(0.1)
    assert found.drift == pytest.approx(0.04)
    assert found.lost == pytest.approx(0.06)
    assert found.phase is Phase.OPENING
    assert found.contradictions == 0
    assert not held(row([move("a", 0.6)], [move("a", 0.66)]), 40).holds


def test_order_against_number_is_noticed_in_every_look() -> None:
    wrong = [move("a", 0.5), move("pass", 0.6)]
    assert contradicts(wrong)
    assert not contradicts([move("a", 0.6), move("b", 0.6), move("c", 0.1)])
    assert held(row([move("a", 0.5)], wrong), 40).contradictions == 1


def test_a_wait_that_stands_apart_is_found_again_and_contradicts_nothing() -> None:
    apart = [move("a", 0.5), move("pass", 0.6, apart=True)]
    assert not contradicts(apart)
    found = held(row([move("pass", 0.61)], apart), 40)
    assert found.holds
    assert found.lost == 0.0
    placed = held(row([move("a", 0.5)], apart), 40)
    assert placed.lost == 0.0, "nobody was advised to wait"
    assert placed.lost_to_any == pytest.approx(0.1)


def test_phases_part_at_eight_and_at_three_empty_tiles() -> None:
    assert [phase_of(empty) for empty in (15, 8)] == [Phase.OPENING] * 2
    assert [phase_of(empty) for empty in (7, 4)] == [Phase.MIDDLE] * 2
    assert [phase_of(empty) for empty in (3, 0)] == [Phase.ENDING] * 2


def test_half_of_the_deals_of_every_kind_have_decks_known() -> None:
    for kind in range(4):
        assert [knowledge_of(seed) for seed in range(kind, 16, 4)] == [Knowledge.KNOWN, Knowledge.EQUAL] * 2


@needs_kernel
def test_a_look_has_the_figures_of_the_coach_and_all_that_was_counted_for_them() -> None:
    state = game(3, 4)
    rows = look_rows(COACH, state, seen(state, 3), 600)
    look = COACH.look(state, seen(state, 3), Budget(600))
    told = [(str(each.move), each.chance.points, each.chance.low, each.chance.high) for each in look.every]
    assert [each["move"] for each in rows] == [move for move, *_ in told]
    for each, (_, *figures) in zip(rows, told, strict=True):
        assert [each["points"], each["low"], each["high"]] == pytest.approx(figures, abs=1e-5)
        rounds, win, draw, loss, _, squares = each["sums"]
        assert rounds == each["sample"]
        assert win + draw + loss == pytest.approx(rounds, abs=1e-3)
        assert 0 <= squares <= rounds
    assert 300 <= sum(each["sums"][0] for each in rows) <= 600, "the later half counts"


@needs_kernel
def test_trees_add_up_to_the_look() -> None:
    state = game(3, 4)
    trees = tree_rows(COACH, state, seen(state, 3), 600)
    assert len(trees) == COACH.search.settings.trees
    for each in look_rows(COACH, state, seen(state, 3), 600):
        counted = zip(*(tree[each["move"]] for tree in trees if each["move"] in tree), strict=True)
        assert [sum(parts) for parts in counted] == pytest.approx(each["sums"], abs=1e-3)


@needs_kernel
def test_another_seed_searches_the_same_worlds_anew() -> None:
    here = worlds(game(3, 4), 3)
    first, second = (ReseededWorlds.by(here, offset) for offset in (0, 5))
    search = DeepSearch(threads=1)
    assert search.run(first, Budget(400)) == search.run(here, Budget(400))
    assert search.run(second, Budget(400)) != search.run(here, Budget(400))


@needs_kernel
@pytest.mark.parametrize("seed", [0, 4])
def test_a_position_is_looked_at_with_every_budget_and_the_same_again(seed: int) -> None:
    plan = HoldingPlan(seed, 100, 20, (1, 2))
    found = look_longer(plan)
    assert found == look_longer(plan)
    assert set(found["looks"]) == {"1", "2"}
    assert len(found["looks"]["1"]) > 1
    assert found["known"] == (seed == 0)
    assert held(found, 2).drift == pytest.approx(0.0, abs=1.0)

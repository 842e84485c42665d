"""The evaluator: its formula, bounds and symmetry, and what each named feature looks at. No tuned value is pinned."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from qb_engine import evaluation
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Pawns
from qb_engine.effect_engine import EffectEngine
from qb_engine.evaluation import ACCESS, EFFECT, STABILITY, WEIGHTS, LaneEvaluation, LanePowerEvaluator, Score
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, TILES, Side
from qb_engine.mirror import mirrored_board
from qb_engine.notation import parse_position
from qb_engine.powers import powers
from qb_engine.ruleset import Capture, Ruleset
from qb_engine.scoring import compute_match_score

HYDRATOR = CardHydrator()
EVALUATOR = LanePowerEvaluator()
RULESETS = (Ruleset.REBIRTH, Ruleset.V2_2_4)
BLANK = "-,-,-,-,-"


def board_of(lanes: str, ruleset: str = "rebirth") -> BoardState:
    return parse_position(f"{ruleset} {lanes} Y", HYDRATOR).board


# The formula.


def test_a_lane_is_its_differential_plus_the_weighted_factors() -> None:
    lane = LaneEvaluation(0, diff=3, stability=0.5, access=-0.25, effect=0.125)
    assert lane.value == pytest.approx(3 + 2.0 * 0.5 + 1.5 * -0.25 + 1.0 * 0.125)


def test_the_value_of_a_board_is_the_sum_of_its_lanes() -> None:
    found = EVALUATOR.evaluate(board_of("Y1[011],-,-,-,E1/Y2,-,Y1[013],-,E1[020]/Y1,-,-,E1[007],E3"))
    assert found.value.for_side(Side.YOU) == pytest.approx(sum(lane.value for lane in found.lanes))
    assert [lane.lane_index for lane in found.lanes] == [0, 1, 2]
    assert [lane.diff for lane in found.lanes] == [4, 1 - 3, -2]


def test_the_strict_score_and_the_powers_are_those_of_the_rules() -> None:
    board = board_of("Y1,Y1[005],-,-,E1[007]/Y1,Y1[013],-,-,E1/Y1[088],-,-,-,E1")
    found = EVALUATOR.evaluate(board)
    assert found.score == compute_match_score(board, EffectEngine(HYDRATOR))
    assert found.powers == EffectEngine(HYDRATOR).effective_powers(board)


def test_the_weights_of_each_factor_sum_to_its_bound_and_none_is_negative() -> None:
    assert sum(WEIGHTS[name] for name in STABILITY) == pytest.approx(1.0)
    assert sum(WEIGHTS[name] for name in ACCESS) == pytest.approx(1.0)
    assert sum(WEIGHTS[name] for name in EFFECT) == pytest.approx(0.5)
    assert sorted(WEIGHTS) == sorted((*STABILITY, *ACCESS, *EFFECT))
    assert min(WEIGHTS.values()) >= 0


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_the_start_of_a_game_favours_nobody(ruleset: Ruleset) -> None:
    found = EVALUATOR.evaluate(BoardState(ruleset))
    assert found.value.for_side(Side.YOU) == found.value.for_side(Side.ENEMY) == 0


def test_evaluating_changes_nothing() -> None:
    board = board_of("Y1[011],-,-,-,E1/Y2,-,Y1[013],-,E1[020]/Y1,-,-,E1[007],E3", "v2.2.4")
    before = board.clone()
    assert EVALUATOR.evaluate(board) == EVALUATOR.evaluate(board)
    assert board == before


# A score knows whose it is.


def test_a_score_is_read_from_a_side_and_is_negated_for_the_other() -> None:
    assert (Score(2.5).for_side(Side.YOU), Score(2.5).for_side(Side.ENEMY)) == (2.5, -2.5)


def test_scores_are_not_numbers_so_none_is_compared_or_added_without_a_side() -> None:
    mixes: tuple[Callable[[Any, Any], object], ...] = (operator.lt, operator.add, operator.sub)
    for mix in mixes:
        with pytest.raises(TypeError):
            mix(Score(1.0), Score(2.0))


def test_who_leads_with_more_power_has_the_positive_score() -> None:
    ahead = EVALUATOR.evaluate(board_of(f"Y1[114],-,-,-,E1/{BLANK}/{BLANK}")).value
    assert ahead.for_side(Side.YOU) > 0 > ahead.for_side(Side.ENEMY)


# Bounds and symmetry.


def positions_played(games: int) -> Iterator[BoardState]:
    ids = [card.id for card in HYDRATOR.deck_cards()]
    for seed in range(games):
        rng = Random(seed)
        decks = rng.sample(ids, 15), rng.sample(ids, 15)
        state = GameState.start(*decks, seed, ruleset=RULESETS[seed % 2], hydrator=HYDRATOR)
        while not state.is_over:
            state.play(rng.choice(sensible_moves(state)))
            yield state.board


def positions_entered(count: int) -> Iterator[BoardState]:
    """Boards as only a user can enter them: any card on any tile, any counters, owners by designation, odd powers."""
    rng, cards = Random(7), HYDRATOR.all()
    for number in range(count):
        board = BoardState(RULESETS[number % 2])
        for index in range(TILE_COUNT):
            side, high = rng.choice(list(Side)), rng.randint(0, 3)
            low = rng.randint(0, high) if board.ruleset.capture is Capture.STEPWISE else 0
            ranks = (high, low) if side is Side.YOU else (low, high)
            board.set_pawns(index, Pawns(side if high else None, *ranks))
            if rng.random() < 0.1:
                board.designate_owner(index, rng.choice(list(Side)))
            if rng.random() < rng.choice((0.2, 0.8)):
                placed = board.place_card(rng.choice(cards), rng.choice(list(Side)), *TILES[index])
                board.occupants[index] = placed._replace(lasting=rng.choice((0, 0, 3, 40)), own=rng.choice((0, 2)))
        while dead := [i for i, power in enumerate(powers(board).power) if power <= 0 and board.occupants[i]]:
            board.occupants[dead[0]] = None
        yield board


def check_bounds_and_symmetry(board: BoardState) -> None:
    """Two positions, the board and its mirror image; all callers together see 10,000."""
    here, there = EVALUATOR.evaluate(board), EVALUATOR.evaluate(mirrored_board(board))
    for lane, image in zip(here.lanes, there.lanes, strict=True):
        assert abs(lane.stability) <= 1
        assert abs(lane.access) <= 1
        assert abs(lane.effect) <= 0.5
        assert (lane.diff, lane.stability, lane.access, lane.effect) == (
            -image.diff,
            -image.stability,
            -image.access,
            -image.effect,
        )
    assert here.value.for_side(Side.YOU) == there.value.for_side(Side.ENEMY)


def test_factors_keep_their_bounds_and_exchanging_the_sides_negates_them_in_played_positions() -> None:
    checked = 0
    for board in positions_played(games=125):
        check_bounds_and_symmetry(board)
        checked += 1
    assert checked > 2400


def test_factors_keep_their_bounds_and_exchanging_the_sides_negates_them_on_entered_boards() -> None:
    for board in positions_entered(2600):
        check_bounds_and_symmetry(board)


# Features.

PAIRS: dict[str, list[tuple[str, str]]] = {
    "reinforcement": [("Y1,-,-,-,E1", "Y2,-,-,-,E1"), ("Y1,-,-,-,E1", "Y1,Y1,-,-,E1"), ("Y1,-,-,-,E2", "Y1,-,-,-,E1")],
    "lead": [("Y1[001],-,-,-,-", "Y1[007],-,-,-,-"), ("Y1[007],-,-,-,E1[001]", "Y1[007],-,-,-,-")],
    "occupancy": [("Y1[001],Y1,-,-,-", "Y1[001],Y1[001],-,-,-"), ("-,-,-,-,E1[001]", "-,-,-,-,E1")],
    "toughness": [("Y1[001],-,-,-,-", "Y1[002],-,-,-,-"), ("Y1,-,-,-,-", "Y1[001],-,-,-,-")],
    "independence": [(f"Y1[001],-,-,-,-/Y1[013],-,-,-,-/{BLANK}", f"Y1[001],-,-,-,-/Y1[001],-,-,-,-/{BLANK}")],
    "control": [("Y1,-,-,-,E1", "Y1,Y1,-,-,E1"), ("Y1,-,-,E1,E1", "Y1,-,-,-,E1")],
    "open_tiles": [
        ("-,-,-,-,E1", "Y1,-,-,-,E1"),
        ("-,Y1[001],-,-,E1", "-,Y1,-,-,E1"),
        ("Y0,-,-,-,-", "Y1,-,-,-,-"),
    ],
    "open_rank": [("Y1,-,-,-,E1", "Y2,-,-,-,E1"), ("Y1,-,-,-,E3", "Y1,-,-,-,E2")],
    "entry_points": [
        ("Y1,-,-,-,-", "Y1,-,Y1,-,-"),
        ("Y1[001],-,-,-,-", "-,Y1[001],-,-,-"),
        ("Y1,-,-,-,E1", "Y1,-,-,-,-"),
    ],
    "promised_power": [
        (f"Y1,-,-,-,-/Y1[001],-,-,-,-/{BLANK}", f"Y1,-,-,-,-/Y1[013],-,-,-,-/{BLANK}"),
        (f"-,-,-,-,-/Y1[013],-,-,-,-/{BLANK}", f"Y1,-,-,-,-/Y1[013],-,-,-,-/{BLANK}"),
        (f"-,-,-,-,-/Y1[001],-,-,-,-/{BLANK}", f"-,-,-,-,-/Y1[013],-,-,-,-/{BLANK}"),
        ("-,-,Y1[001],-,E1", "-,-,Y1[102],-,E1"),
    ],
}


def feature(name: str, lanes: str, monkeypatch: pytest.MonkeyPatch) -> float:
    """One feature of TOP, yours minus the enemy's: the factor it belongs to, when all other weights are 0."""
    monkeypatch.setattr(evaluation, "WEIGHTS", {**dict.fromkeys(WEIGHTS, 0.0), name: 1.0})
    lane = EVALUATOR.evaluate(board_of(lanes if "/" in lanes else f"{lanes}/{BLANK}/{BLANK}")).lanes[0]
    return {STABILITY: lane.stability, ACCESS: lane.access, EFFECT: lane.effect}[
        next(factor for factor in (STABILITY, ACCESS, EFFECT) if name in factor)
    ]


def test_every_feature_has_a_pair_of_positions() -> None:
    assert sorted(PAIRS) == sorted(WEIGHTS)


@pytest.mark.parametrize(
    ("name", "worse", "better"), [(name, *pair) for name, pairs in PAIRS.items() for pair in pairs]
)
def test_a_feature_rises_with_what_it_is_named_after(
    name: str, worse: str, better: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    low, high = feature(name, worse, monkeypatch), feature(name, better, monkeypatch)
    assert -1 <= low < high <= 1


def test_promised_power_on_a_tile_of_nobody_counts_half(monkeypatch: pytest.MonkeyPatch) -> None:
    owned = feature("promised_power", f"Y1,-,-,-,-/Y1[013],-,-,-,-/{BLANK}", monkeypatch)
    free = feature("promised_power", f"{BLANK}/Y1[013],-,-,-,-/{BLANK}", monkeypatch)
    assert free == pytest.approx(owned / 2)


def test_a_card_entered_with_a_power_below_zero_keeps_every_feature_in_its_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in WEIGHTS:
        assert -1 <= feature(name, "Y1[001-40],-,-,-,E1", monkeypatch) <= 1

"""Programs written from the engine text alone, scoring layer and §8: strict scores, factors, the value of a board."""

import pytest

from qb_engine import LanePowerEvaluator, LaneScore, MatchScore, compute_lane_power, compute_match_score
from tests.specification.boards import EFFECTS, START, game

BOARDS = [
    START,
    "Y1[020],Y1,-,-,E1/Y1,-,E2[015],-,E1/Y2,-,-,-,E1",
    "Y1[025],Y1[001],-,E1,E1/Y1,-,-,E2[011],E1/Y2,Y1,-,E1[023],E1",
    "Y3,Y2,Y2,Y1,E1/Y1[011],Y1[016],-,-,E1/E1,E2,E3,E1,E1",
]


def exchanged(tiles: str) -> str:
    """The same board with the sides exchanged: columns turned around, Y and E swapped."""
    lanes = [",".join(reversed(lane.split(","))) for lane in tiles.split("/")]
    return "/".join(lanes).translate(str.maketrans("YE", "EY"))


def test_the_scoring_calls_of_the_engine_text() -> None:
    """Scoring layer, API: a board, an effect engine, and for one lane its index."""
    board = game(BOARDS[2]).board
    lanes = [compute_lane_power(board, EFFECTS, lane_index) for lane_index in range(3)]
    score = compute_match_score(board, EFFECTS)
    assert lanes == [LaneScore(0, 4, 0, "Y", 4), LaneScore(1, 0, 4, "E", 4), LaneScore(2, 0, 3, "E", 3)]
    assert score == MatchScore(lanes, 4, 7, "E", -3)


@pytest.mark.parametrize("tiles", BOARDS)
def test_lane_differences_are_strict(tiles: str) -> None:
    """§8.1, §8.2: diffLane is your lane score minus the enemy's, after effects."""
    board = game(tiles).board
    lanes = LanePowerEvaluator().evaluate(board).lanes
    for lane, strict in zip(lanes, compute_match_score(board, EFFECTS).lanes, strict=True):
        assert lane.diff == strict.power_you - strict.power_enemy


@pytest.mark.parametrize("tiles", BOARDS)
def test_factors_are_bounded(tiles: str) -> None:
    """§8.3, §8.4, §8.5: stability and access lie in −1 to 1, the effect factor in −0.5 to 0.5."""
    for lane in LanePowerEvaluator().evaluate(game(tiles).board).lanes:
        assert -1.0 <= lane.stability <= 1.0
        assert -1.0 <= lane.access <= 1.0
        assert -0.5 <= lane.effect <= 0.5


def test_factors_tell_boards_apart() -> None:
    """§8.3 to §8.5: each factor answers to the board; none is a constant."""
    seen = [lane for tiles in BOARDS for lane in LanePowerEvaluator().evaluate(game(tiles).board).lanes]
    for factor in ("stability", "access", "effect"):
        assert len({getattr(lane, factor) for lane in seen}) > 1


@pytest.mark.parametrize("tiles", BOARDS)
def test_the_value_of_a_lane_is_a_sum(tiles: str) -> None:
    """§8.6, as settled: diff + 2.0·stability + 1.5·access + 1.0·effect."""
    for lane in LanePowerEvaluator().evaluate(game(tiles).board).lanes:
        expected = lane.diff + 2.0 * lane.stability + 1.5 * lane.access + 1.0 * lane.effect
        assert lane.value == pytest.approx(expected)


@pytest.mark.parametrize("tiles", BOARDS)
def test_the_value_of_a_board_is_the_sum_of_its_lanes(tiles: str) -> None:
    """§8.7: eval(board) = laneValue(TOP) + laneValue(MID) + laneValue(BOT)."""
    evaluation = LanePowerEvaluator().evaluate(game(tiles).board)
    assert evaluation.value.for_you == pytest.approx(sum(lane.value for lane in evaluation.lanes))


def test_positive_is_good_for_you() -> None:
    """§8.7: positive favours YOU, negative the ENEMY, and the start favours nobody."""
    yours = "Y1[020],Y1[011],-,-,E1/Y1[016],-,-,-,E1/Y1,-,-,-,E1"
    evaluate = LanePowerEvaluator().evaluate
    assert evaluate(game(yours).board).value.for_you > 0
    assert evaluate(game(exchanged(yours)).board).value.for_you < 0
    assert evaluate(game().board).value.for_you == pytest.approx(0)


@pytest.mark.parametrize("tiles", BOARDS)
def test_exchanging_the_sides_negates_every_factor(tiles: str) -> None:
    """§8.3 to §8.5, as settled."""
    there = LanePowerEvaluator().evaluate(game(tiles).board)
    back = LanePowerEvaluator().evaluate(game(exchanged(tiles)).board)
    for one, other in zip(there.lanes, back.lanes, strict=True):
        assert (one.diff, one.stability, one.access, one.effect) == pytest.approx(
            (-other.diff, -other.stability, -other.access, -other.effect)
        )
    assert there.value.for_you == pytest.approx(-back.value.for_you)


def test_evaluating_twice_gives_the_same() -> None:
    """§2: every module is deterministic."""
    board = game(BOARDS[2]).board
    assert LanePowerEvaluator().evaluate(board) == LanePowerEvaluator().evaluate(board)

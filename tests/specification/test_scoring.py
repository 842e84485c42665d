"""Programs written from the scoring design alone: lane power, lane points and the score of a match."""

from dataclasses import fields, is_dataclass

import pytest

from qb_engine import BoardState, LaneScore, MatchScore, compute_lane_power, compute_match_score
from tests.specification.boards import CARDS, EFFECTS, Player, put, stored


class Counted:
    """A hand-made effect engine: the one method that scoring may ask for, and what it was asked."""

    def __init__(self, power: int) -> None:
        self.power = power
        self.asked: list[tuple[int, int]] = []

    def compute_effective_power(self, board: BoardState, lane: int, col: int) -> int:
        self.asked.append((lane, col))
        return self.power


def board_of(*cards: tuple[str, Player, int, int]) -> BoardState:
    board = BoardState()
    for card_id, side, lane, col in cards:
        put(board, card_id, side, lane, col)
    return board


def test_lane_score_has_the_five_fields_of_the_text() -> None:
    """§2: LaneScore."""
    lane = LaneScore(0, 4, 3, "Y", 4)
    assert is_dataclass(LaneScore)
    assert [field.name for field in fields(LaneScore)][:5] == [
        "lane_index",
        "power_you",
        "power_enemy",
        "winner",
        "lane_points",
    ]
    assert (lane.lane_index, lane.power_you, lane.power_enemy, lane.winner, lane.lane_points) == (0, 4, 3, "Y", 4)
    assert lane == LaneScore(lane_index=0, power_you=4, power_enemy=3, winner="Y", lane_points=4)


def test_match_score_has_the_five_fields_of_the_text() -> None:
    """§2: MatchScore."""
    lanes = [LaneScore(0, 4, 3, "Y", 4), LaneScore(1, 0, 2, "E", 2), LaneScore(2, 1, 1, None, 0)]
    score = MatchScore(lanes, 4, 2, "Y", 2)
    assert is_dataclass(MatchScore)
    assert [field.name for field in fields(MatchScore)][:5] == ["lanes", "total_you", "total_enemy", "winner", "margin"]
    assert score.lanes == lanes
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (4, 2, "Y", 2)
    assert score == MatchScore(lanes=lanes, total_you=4, total_enemy=2, winner="Y", margin=2)


@pytest.mark.parametrize(
    ("yours", "theirs", "expected"),
    [
        ("020", "001", LaneScore(1, 3, 1, "Y", 3)),
        ("001", "020", LaneScore(1, 1, 3, "E", 3)),
        ("020", "023", LaneScore(1, 3, 3, None, 0)),
    ],
)
def test_a_lane_goes_to_the_side_with_more_power(yours: str, theirs: str, expected: LaneScore) -> None:
    """§1, §3.2, §3.3: the winner banks its own lane power; an equal lane has no winner and no points."""
    board = board_of((yours, "Y", 1, 0), (theirs, "E", 1, 4))
    assert compute_lane_power(board, EFFECTS, 1) == expected


def test_a_simple_scenario_without_effects() -> None:
    """§4, §5.1: totals are the points of the lanes won; the margin is yours minus the enemy's."""
    board = board_of(("007", "Y", 0, 0), ("008", "Y", 0, 1), ("001", "E", 0, 4), ("023", "E", 1, 4), ("001", "Y", 2, 0))
    score = compute_match_score(board, EFFECTS)
    assert score.lanes == [LaneScore(0, 4, 1, "Y", 4), LaneScore(1, 0, 3, "E", 3), LaneScore(2, 1, 0, "Y", 1)]
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (5, 3, "Y", 2)


def test_the_margin_is_negative_when_the_enemy_leads() -> None:
    """§4: margin = total_you − total_enemy."""
    score = compute_match_score(board_of(("001", "Y", 0, 0), ("023", "E", 1, 4)), EFFECTS)
    assert (score.winner, score.margin) == ("E", -2)


def test_equal_totals_have_no_winner() -> None:
    """§1, §4: the match winner is the side with the higher total."""
    score = compute_match_score(board_of(("001", "Y", 0, 0), ("005", "E", 1, 4)), EFFECTS)
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (1, 1, None, 0)


def test_effects_alter_a_lane() -> None:
    """§5.2: 1 and 1 lose to 3; when the first raises the second by 2, they win."""
    board = BoardState()
    ignilisk = CARDS.get("025")
    put(board, "001", "Y", 0, 1)
    put(board, "023", "E", 0, 4)
    assert compute_lane_power(board, EFFECTS, 0).winner == "E"
    board.place_card(ignilisk, "Y", 0, 0)
    EFFECTS.apply_effects_for_you(board, ignilisk, 0, 0)
    assert compute_lane_power(board, EFFECTS, 0) == LaneScore(0, 4, 3, "Y", 4)


def test_a_drawn_lane_counts_for_nobody() -> None:
    """§5.3: equal lanes give zero points, however much lies in them."""
    score = compute_match_score(board_of(("011", "Y", 0, 0), ("016", "E", 0, 4), ("001", "E", 2, 4)), EFFECTS)
    assert score.lanes[0] == LaneScore(0, 4, 4, None, 0)
    assert (score.total_you, score.total_enemy, score.winner) == (0, 1, "E")


def test_sides_are_those_of_the_cards_and_not_of_the_tiles() -> None:
    """§3.1, §5.4: both sides' cards on neutral ground, and the same card on both sides."""
    board = board_of(("001", "Y", 1, 2), ("001", "E", 1, 3), ("020", "E", 1, 1))
    assert compute_lane_power(board, EFFECTS, 1) == LaneScore(1, 1, 4, "E", 4)


def test_scoring_asks_the_effect_engine_for_each_card_and_for_nothing_else() -> None:
    """§3.1: eff = effect_engine.compute_effective_power(board, L, col); tiles without a card are skipped."""
    engine = Counted(10)
    score = compute_match_score(board_of(("001", "Y", 0, 0), ("005", "Y", 0, 3), ("020", "E", 2, 4)), engine)
    assert sorted(set(engine.asked)) == [(0, 0), (0, 3), (2, 4)]
    assert score.lanes == [LaneScore(0, 20, 0, "Y", 20), LaneScore(1, 0, 0, None, 0), LaneScore(2, 0, 10, "E", 10)]
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (20, 10, "Y", 10)


def test_the_side_of_a_card_is_asked_by_its_number_in_play() -> None:
    """§3.1: board.get_card_side(card_id), by the id in play: the same card may lie on both sides, on any ground."""
    board = BoardState()
    mine, theirs = put(board, "001", "Y", 0, 4), put(board, "001", "E", 0, 2)
    assert mine != theirs
    assert (board.get_card_side(mine), board.get_card_side(theirs)) == ("Y", "E")


def test_scoring_changes_nothing() -> None:
    """§1, §5.5, §6: a pure function, neither tiles nor pawn deltas nor effects differ afterwards."""
    board = board_of(("025", "Y", 0, 0), ("001", "Y", 0, 1), ("022", "E", 1, 4))
    before = stored(board)
    first = compute_match_score(board, EFFECTS)
    assert compute_match_score(board, EFFECTS) == first
    assert stored(board) == before


def test_scoring_works_at_any_point() -> None:
    """§6: before the first card there are three drawn lanes."""
    score = compute_match_score(BoardState(), EFFECTS)
    assert score.lanes == [LaneScore(lane, 0, 0, None, 0) for lane in range(3)]
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (0, 0, None, 0)


def test_a_lane_won_bonus_adds_points_and_no_power() -> None:
    """§1, as settled: Tifa's 5 go to the points of the lane she wins, never into its power."""
    board = board_of(("088", "Y", 0, 0), ("088", "Y", 1, 0), ("001", "E", 1, 4), ("109", "E", 2, 4))
    score = compute_match_score(board, EFFECTS)
    won, drawn, lost = score.lanes
    assert (won.power_you, won.power_enemy, won.winner, won.lane_points) == (1, 0, "Y", 6)
    assert (drawn.power_you, drawn.power_enemy, drawn.winner, drawn.lane_points) == (1, 1, None, 0)
    assert (lost.power_you, lost.power_enemy, lost.winner, lost.lane_points) == (0, 2, "E", 5)
    assert (score.total_you, score.total_enemy, score.margin) == (6, 5, 1)

"""Acceptance tests of the scoring specification: lanes by effective power, and nothing is touched by looking."""

from __future__ import annotations

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import OffBoardError
from qb_engine.geometry import Side, Tile
from qb_engine.notation import parse_position
from qb_engine.ruleset import LoserScore, Ruleset
from qb_engine.scoring import LaneScore, MatchScore, compute_lane_power, compute_match_score

HYDRATOR = CardHydrator()
ENGINE = EffectEngine(HYDRATOR)


def board_with(*cards: str, ruleset: Ruleset = Ruleset.V2_2_4) -> BoardState:
    """A starting board with cards laid on it, each as ``Y Zu M2``."""
    board = BoardState(ruleset)
    for text in cards:
        side, *name, tile = text.split()
        board.place_card(HYDRATOR.get(" ".join(name)), Side(side), *Tile.parse(tile))
    return board


def points(*cards: str, ruleset: Ruleset = Ruleset.V2_2_4) -> tuple[int, int]:
    score = compute_match_score(board_with(*cards, ruleset=ruleset), ENGINE)
    return score.total_you, score.total_enemy


# 1. Simple scenario (no effects).


def test_each_lane_goes_with_its_power_to_the_side_that_has_more() -> None:
    """TOP 2 : 0, MID 4 against 2, BOT 1 against 3."""
    board = board_with("Y Zu T1", "Y Elphadunk M1", "E Levrikon M5", "Y Queen Bee B1", "E Riot Trooper B4")
    assert compute_match_score(board, ENGINE) == MatchScore(
        lanes=(
            LaneScore(0, power_you=2, power_enemy=0, winner=Side.YOU, lane_points=2),
            LaneScore(1, power_you=4, power_enemy=2, winner=Side.YOU, lane_points=4),
            LaneScore(2, power_you=1, power_enemy=3, winner=Side.ENEMY, lane_points=3),
        ),
        total_you=6,
        total_enemy=3,
        winner=Side.YOU,
        margin=3,
    )


def test_several_cards_of_a_side_add_up_in_their_lane() -> None:
    lane = compute_lane_power(board_with("Y Zu T1", "Y Elphadunk T3", "E Riot Trooper T5"), ENGINE, 0)
    assert (lane.power_you, lane.power_enemy, lane.lane_points) == (6, 3, 6)


def test_the_margin_is_negative_when_the_enemy_wins_and_winners_read_as_the_letters_of_the_specification() -> None:
    score = compute_match_score(board_with("E Elphadunk M5"), ENGINE)
    assert (score.margin, score.winner, score.lanes[1].winner) == (-4, "E", "E")


def test_the_lane_score_of_a_match_is_the_score_of_that_lane_alone() -> None:
    board = board_with("Y Zu T1", "E Elphadunk M5", "Y Queen Bee B1")
    assert compute_match_score(board, ENGINE).lanes == tuple(compute_lane_power(board, ENGINE, n) for n in range(3))


@pytest.mark.parametrize("lane", [-1, 3])
def test_a_lane_off_the_board_is_refused(lane: int) -> None:
    with pytest.raises(OffBoardError, match="lanes are 0-2"):
        compute_lane_power(BoardState(), ENGINE, lane)


# 2. Effects altering lane outcomes.


def test_a_raise_from_another_lane_turns_a_lost_lane_into_a_won_one() -> None:
    """Crystalline Crab on M2 gives +2 to its ally on T2: 1 + 2 beats 2."""
    assert points("Y Queen Bee T2", "E Levrikon T5") == (0, 2)
    assert points("Y Queen Bee T2", "E Levrikon T5", "Y Crystalline Crab M2") == (3 + 1, 0)


def test_a_continuous_debuff_turns_a_won_lane_into_a_lost_one() -> None:
    """Leviathan of the enemy on T5 gives -3 to the card two columns ahead of it on T3: 5 - 3 = 2 against 4."""
    lane = compute_lane_power(board_with("Y Maloceros T3", "E Leviathan T5"), ENGINE, 0)
    assert (lane.power_you, lane.power_enemy, lane.winner, lane.lane_points) == (2, 4, Side.ENEMY, 4)


def test_lasting_changes_count_in_the_lane_power() -> None:
    position = parse_position("v2.2.4 Y1[015+3],-,-,-,E1[011]/Y1,-,-,-,E1/Y1,-,-,-,E1 Y", HYDRATOR)
    lane = compute_lane_power(position.board, ENGINE, 0)
    assert (lane.power_you, lane.power_enemy, lane.winner) == (5, 4, Side.YOU)


def test_a_lane_won_bonus_is_added_to_the_points_and_not_to_the_power() -> None:
    """Tifa: +5 for winning her lane."""
    lane = compute_lane_power(board_with("Y Tifa T1", "Y Zu T2", "E Levrikon T5"), ENGINE, 0)
    assert (lane.power_you, lane.winner, lane.lane_points) == (3, Side.YOU, 8)


def test_a_lane_won_bonus_does_not_help_to_win_the_lane() -> None:
    assert points("Y Tifa T1", "E Levrikon T5") == (0, 2)


def test_several_bonuses_in_one_lane_add_up_and_those_of_the_loser_and_of_other_lanes_do_not_count() -> None:
    """Won: Tifa +5 and Posh Chocobo +3 on 3 power; Chocobo Jockey of the loser and Maloceros elsewhere give nothing."""
    cards = ("Y Tifa T1", "Y Posh Chocobo T2", "E Chocobo Jockey T5", "Y Maloceros M1", "E Elphadunk M4", "E Zu M5")
    assert points(*cards) == (3 + 5 + 3, 6)


@pytest.mark.parametrize(
    ("reading", "expected"), [(LoserScore.LANE_WINNER, (4 + 2, 5)), (LoserScore.CARD_OWNER, (4 + 2, 4))]
)
def test_ultimate_party_animal_gives_the_power_of_the_loser_to_the_winner(
    reading: LoserScore, expected: tuple[int, int]
) -> None:
    """TOP: yours 4 against 2. MID: the enemy's 4 against your Ultimate Party Animal's 1."""
    cards = ("Y Elphadunk T1", "E Zu T5", "Y Ultimate Party Animal M1", "E Elphadunk M5")
    assert points(*cards, ruleset=Ruleset.REBIRTH.varied(loser_score_to=reading)) == expected


def test_two_ultimate_party_animals_give_the_power_of_the_loser_once() -> None:
    cards = ("Y Elphadunk T1", "E Zu T5", "Y Ultimate Party Animal M1", "E Ultimate Party Animal B5")
    assert points(*cards) == (4 + 2 + 1, 1)


# 3. Draw lane -> zero points.


def test_an_equal_lane_has_no_winner_and_gives_nothing_to_either_side() -> None:
    board = board_with("Y Zu M1", "E Levrikon M5", "E Queen Bee B5")
    score = compute_match_score(board, ENGINE)
    assert score.lanes[1] == LaneScore(1, power_you=2, power_enemy=2, winner=None, lane_points=0)
    assert (score.total_you, score.total_enemy) == (0, 1)


def test_an_equal_lane_gives_no_bonus_either() -> None:
    assert points("Y Tifa T1", "E Queen Bee T5") == (0, 0)


def test_effects_can_level_a_lane() -> None:
    """3 against 1 + 2 from Crystalline Crab, which wins the middle lane with its own 1."""
    score = compute_match_score(board_with("Y Queen Bee T2", "Y Crystalline Crab M2", "E Riot Trooper T5"), ENGINE)
    assert score.lanes[0] == LaneScore(0, 3, 3, None, 0)
    assert (score.total_you, score.margin) == (1, 1)


def test_equal_totals_are_a_draw_of_the_match() -> None:
    score = compute_match_score(board_with("Y Zu T1", "E Levrikon B5"), ENGINE)
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (2, 2, None, 0)


# 4. Mixed sides + neutral tiles.


def test_an_empty_board_is_a_draw_without_points() -> None:
    score = compute_match_score(BoardState(), ENGINE)
    assert score == MatchScore(tuple(LaneScore(n, 0, 0, None, 0) for n in range(3)), 0, 0, None, 0)


def test_empty_tiles_and_pawns_are_worth_nothing_whoever_owns_them() -> None:
    position = parse_position("v2.2.4 Y3,Y3,Y2,-,E1/Y1[015],-,E3,-,E3/-,-,-,-,- Y", HYDRATOR)
    score = compute_match_score(position.board, ENGINE)
    assert [(lane.power_you, lane.power_enemy) for lane in score.lanes] == [(0, 0), (2, 0), (0, 0)]


def test_a_card_counts_for_its_own_side_and_not_for_the_owner_of_the_tile_under_it() -> None:
    """Cards of both sides on tiles of the other side, of nobody, and on their own, all in one lane."""
    position = parse_position("v2.2.4 Y1[E011],N0[Y015],E1[Y005],-,E1[002]/-,-,-,-,-/-,-,-,-,- Y", HYDRATOR)
    lane = compute_lane_power(position.board, ENGINE, 0)
    assert (lane.power_you, lane.power_enemy, lane.winner) == (2 + 1, 4 + 3, Side.ENEMY)


def test_the_same_card_on_both_sides_is_told_apart() -> None:
    board = board_with("Y Zu T1", "E Zu T5", "E Zu M5")
    assert [board.get_card_side(number) for number in (1, 2, 3)] == ["Y", "E", "E"]
    score = compute_match_score(board, ENGINE)
    assert [(lane.power_you, lane.power_enemy) for lane in score.lanes] == [(2, 2), (0, 2), (0, 0)]


# 5. Non-mutating behaviour.


@pytest.mark.parametrize("ruleset", [Ruleset.V2_2_4, Ruleset.REBIRTH], ids=str)
def test_scoring_does_not_modify_tiles_pawn_deltas_effects_or_cards(ruleset: Ruleset) -> None:
    board = BoardState(ruleset)
    for side, name, tile in (("Y", "Crystalline Crab", "M1"), ("E", "Tifa", "T5"), ("Y", "Queen Bee", "T1")):
        ENGINE.resolve_play(board, Side(side), HYDRATOR.get(name), Tile.parse(tile))
    before, tiles = board.clone(), [board.tile(*divmod(index, 5)) for index in range(15)]
    first = compute_match_score(board, ENGINE)
    assert compute_match_score(board, ENGINE) == first
    assert board == before
    assert [board.tile(*divmod(index, 5)) for index in range(15)] == tiles


def test_a_score_is_a_value_that_cannot_be_changed() -> None:
    score = compute_match_score(BoardState(), ENGINE)
    with pytest.raises(AttributeError):
        score.total_you = 99  # type: ignore[misc]

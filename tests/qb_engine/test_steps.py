"""The steps of a play one by one, as the specification calls them, come to the same as the play; and their order."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import CardAt, CardPlaced, Change, PawnsLaid, PawnsLost, PowerChanged
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import BoardError, OffBoardError
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.legality import LegalityChecker
from qb_engine.models import Card
from qb_engine.prediction import PredictionEngine
from qb_engine.projection import ProjectionEngine
from qb_engine.scoring import LaneScore, MatchScore, compute_lane_power, compute_match_score
from tests.qb_engine.strategies import Play, plays

CARDS = CardHydrator()
EFFECTS, PAWNS = EffectEngine(CARDS), ProjectionEngine()


def lay_pawns(board: BoardState, card: Card, side: Side, tile: Tile) -> list[Change]:
    lay = PAWNS.apply_pawns_for_you if side is Side.YOU else PAWNS.apply_pawns_for_enemy
    return lay(board, card, *tile)


def take_effect(board: BoardState, card: Card, side: Side, tile: Tile) -> list[Change]:
    act = EFFECTS.apply_effects_for_you if side is Side.YOU else EFFECTS.apply_effects_for_enemy
    return act(board, card, *tile)


@given(plays())
def test_the_steps_one_by_one_come_to_the_same_as_the_play(play: Play) -> None:
    """A replacing card is left out: laying it by hand takes a tile without a card."""
    assume(not play.card.replaces)
    whole, board = play.board.clone(), play.board
    changes = EFFECTS.resolve_play(whole, play.side, play.card, play.tile)
    placed = board.place_card(play.card, play.side, *play.tile)
    told: list[Change] = [CardPlaced(CardAt(placed.number, play.card.id, play.side, play.tile))]
    if board.ruleset.pawns_before_abilities:
        told += lay_pawns(board, play.card, play.side, play.tile)
        told += take_effect(board, play.card, play.side, play.tile)
    else:
        told += take_effect(board, play.card, play.side, play.tile)
        told += PAWNS.apply_pawns(board, play.card, CardAt(placed.number, play.card.id, play.side, play.tile))
    assert (board, told) == (whole, changes)


def test_targets_of_the_enemy_are_those_of_its_side() -> None:
    cactuar = CARDS.get("012")
    there = PAWNS.compute_projection_targets_for_enemy(cactuar, 1, 2)
    assert there == PAWNS.compute_projection_targets(cactuar, "E", 1, 2)
    assert there != PAWNS.compute_projection_targets(cactuar, "Y", 1, 2)


def test_a_step_wants_the_card_that_lies_there() -> None:
    board, zu = BoardState(), CARDS.get("Zu")
    with pytest.raises(OffBoardError, match="no card lies on M1"):
        PAWNS.apply_pawns_for_you(board, zu, 1, 0)
    board.place_card(zu, "E", 1, 0)
    with pytest.raises(BoardError, match="on M1 lies 015 of ENEMY, not 015 of YOU"):
        EFFECTS.apply_effects_for_you(board, zu, 1, 0)
    with pytest.raises(BoardError, match="on M1 lies 015 of ENEMY, not 001 of ENEMY"):
        PAWNS.apply_pawns_for_enemy(board, CARDS.get("001"), 1, 0)


# Crystalline Crab lays a pawn on the tile above it and raises the allied card there.
CRAB = "Y1[008],-,-,-,-/Y1,-,-,-,-/Y1,-,-,-,- Y hand=013 ehand=?"


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("v2.2.4", ["placed M1", "laid T1", "laid M2", "power T1"]),
        ("rebirth", ["placed M1", "power T1", "lost T1", "laid M2"]),
    ],
)
def test_the_specification_tells_pawns_before_effects_and_the_real_game_after_them(
    ruleset: str, told: list[str]
) -> None:
    state = GameState.parse(f"{ruleset} {CRAB}")
    assert [_short(change) for change in state.play("013 M1")] == told


def _short(change: Change) -> str:
    match change:
        case CardPlaced(card):
            return f"placed {card.tile}"
        case PawnsLaid(tile):
            return f"laid {tile}"
        case PawnsLost(tile):
            return f"lost {tile}"
        case PowerChanged(card):
            return f"power {card.tile}"
    return type(change).__name__


def test_pawns_come_before_what_the_card_receives_and_before_watchers_and_deaths() -> None:
    """Under the specification a card that lands in an aura that kills it has laid its pawns, and takes them back."""
    state = GameState.parse("v2.2.4 Y1,-,-,-,-/E1[E150],-,-,-,-/-,-,-,-,- Y hand=008 ehand=?")
    told = [_short(change) for change in state.play("008 T1")]
    assert told == ["placed T1", "laid T2", "power T1", "CardDestroyed", "PawnsUndone"]


# Parts that are handed in are the parts that work.


class Barren(ProjectionEngine):
    """Lays no pawns."""

    def apply_pawns(self, board: BoardState, card: Card, by: CardAt) -> list[Change]:
        return []


def test_the_projection_engine_that_is_handed_in_lays_the_pawns() -> None:
    state = GameState.parse("rebirth Y1,-,-,-,-/-,-,-,-,E1/-,-,-,-,- Y hand=001 ehand=001")
    seen = EnemyObservation.of(state, ["001"])
    for projection, captured in ((PAWNS, 1), (Barren(), 0)):
        engine = PredictionEngine(CARDS, LegalityChecker(), projection, EFFECTS, LanePowerEvaluator())
        after, _, _ = engine.simulate_enemy_move(state, ("001", 1, 4))
        assert (after.board.owners[8] is Side.ENEMY) == bool(captured)
        (outcome,) = engine.full_enemy_prediction(state, seen).outcomes
        assert outcome.resulting_score == engine.simulate_enemy_move(state, ("001", 1, 4))[2]
        assert (engine.full_enemy_prediction(state, seen).tile_pressure[1, 3] > 0) == bool(captured)
    assert EFFECTS.projection == PAWNS, "the engine handed in stays as it was"


def test_parts_in_another_order_are_refused_at_once() -> None:
    with pytest.raises(TypeError, match="made of a CardHydrator, a LegalityChecker, a ProjectionEngine"):
        PredictionEngine(CARDS, LegalityChecker(), EFFECTS, PAWNS, LanePowerEvaluator())  # type: ignore[call-overload]  # on purpose


# Scoring asks for powers by one method.


class Three:
    """Holds every card for 3."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def compute_effective_power(self, board: BoardState, lane: int, col: int) -> int:
        self.asked.append((lane, col))
        return 3


def test_any_engine_that_tells_powers_can_score_a_board() -> None:
    board, three = BoardState(), Three()
    board.place_card(CARDS.get("Zu"), "Y", 0, 0)
    board.place_card(CARDS.get("Zu"), "E", 0, 4)
    board.place_card(CARDS.get("Zu"), "E", 2, 4)
    score = compute_match_score(board, three)
    assert score.lanes == [LaneScore(0, 3, 3, None, 0), LaneScore(1, 0, 0, None, 0), LaneScore(2, 0, 3, "E", 3)]
    assert three.asked == [(0, 0), (0, 4), (2, 4)], "only where a card lies"
    assert compute_lane_power(board, three, 2) == score.lanes[2]


def test_the_lanes_of_a_score_equal_a_list_and_a_tuple_and_stay_as_they_are() -> None:
    lanes = [LaneScore(0, 1, 0, "Y", 1), LaneScore(1, 0, 0, None, 0), LaneScore(2, 0, 0, None, 0)]
    score = MatchScore(lanes, 1, 0, "Y", 1)
    assert score.lanes == lanes
    assert lanes == score.lanes
    assert score.lanes == tuple(lanes)
    assert score.lanes != lanes[:2]
    assert score == MatchScore(tuple(lanes), 1, 0, "Y", 1)
    assert hash(score) == hash(MatchScore(tuple(lanes), 1, 0, "Y", 1))
    lanes.clear()
    assert len(score.lanes) == 3

"""The seven start-up checks: all pass on the real parts, and each is seen to fail on a broken one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Change
from qb_engine.destruction import CardDestructionEngine
from qb_engine.diagnostics import Diagnostics
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import UnknownCardError
from qb_engine.evaluation import BoardEvaluation, LanePowerEvaluator
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Card, CardInPlay, Move
from qb_engine.predictor import MovePrediction, MoveRanker
from qb_engine.scoring import LaneScores, MatchScore, compute_match_score

CHECKS = [
    "card hydration",
    "pawn deltas",
    "tile ownership",
    "strict scoring",
    "lane power evaluator",
    "predictor sandbox",
    "move ranker order",
]
STANDARD = Diagnostics.standard(CardHydrator())


class ForgetfulHydrator(CardHydrator):
    """Knows every card when asked for all, and not when one of them is looked up."""

    def get(self, query: str) -> Card:
        if query == "020":
            raise UnknownCardError(query, ())
        return super().get(query)


class CopyingHydrator(CardHydrator):
    """Hands out a new object for every look-up."""

    def get(self, query: str) -> Card:
        return replace(super().get(query))


class LazyDestruction(CardDestructionEngine):
    """Takes the card off and leaves its pawns lying."""

    def remove(self, board: BoardState, index: int) -> tuple[CardInPlay, list[Change]]:
        gone = board.occupants[index]
        assert gone is not None
        board.occupants[index] = None
        return gone, []


class OneSidedEvaluator(LanePowerEvaluator):
    """Finds TOP a little better for YOU than for the ENEMY in the same place."""

    def evaluate(self, board: BoardState) -> BoardEvaluation:
        found = super().evaluate(board)
        return replace(found, lanes=(replace(found.lanes[0], access=found.lanes[0].access + 0.01), *found.lanes[1:]))


class BoundlessEvaluator(LanePowerEvaluator):
    """Symmetric, and far out of bounds."""

    def evaluate(self, board: BoardState) -> BoardEvaluation:
        found = super().evaluate(board)
        return replace(found, lanes=tuple(replace(lane, effect=lane.effect + lane.diff) for lane in found.lanes))


class UnsortedRanker(MoveRanker):
    """Keeps moves in the order in which they come."""

    def rank(self, predictions: Sequence[MovePrediction]) -> list[MovePrediction]:
        return list(predictions)


def generous_score(board: BoardState, engine: EffectEngine) -> MatchScore:
    score = compute_match_score(board, engine)
    return replace(score, total_you=score.total_you + 1, margin=score.margin + 1)


def wrong_lane_score(board: BoardState, engine: EffectEngine) -> MatchScore:
    score = compute_match_score(board, engine)
    top = replace(score.lanes[0], power_you=score.lanes[0].power_you + 1)
    return replace(score, lanes=LaneScores((top, *score.lanes[1:])))


def play_with_too_high_a_rank(state: GameState, move: Move) -> None:
    state.play(move)
    state.board.player_ranks[7] = 4


def play_with_a_stolen_tile(state: GameState, move: Move) -> None:
    state.play(move)
    state.board.owners[0], state.board.player_ranks[0], state.board.enemy_ranks[0] = Side.ENEMY, 2, 0


def failures(diagnostics: Diagnostics) -> dict[str, str]:
    results = diagnostics.run()
    assert [result.name for result in results] == CHECKS, "a failure must not keep the others from running"
    return {result.name: result.detail for result in results if not result.passed}


def test_all_seven_checks_pass_in_the_order_of_the_specification_and_say_what_they_looked_at() -> None:
    results = STANDARD.run()
    assert [result.name for result in results] == CHECKS
    assert [result for result in results if not result.passed] == []
    assert all(int(result.detail.split()[0]) > 1 for result in results)


@pytest.mark.parametrize(
    ("broken", "check", "problem"),
    [
        (replace(STANDARD, play=play_with_too_high_a_rank), "tile ownership", "M3 has rank 4:"),
        (replace(STANDARD, play=play_with_a_stolen_tile), "tile ownership", "T1 belongs to E with 2:0"),
        (replace(STANDARD, hydrator=CopyingHydrator()), "card hydration", "card 001 is not the same"),
        (replace(STANDARD, hydrator=ForgetfulHydrator()), "card hydration", "unknown card '020'"),
        (replace(STANDARD, hydrator=ForgetfulHydrator()), "predictor sandbox", "unknown card '020'"),
    ],
    ids=["rank", "owner", "copies", "unknown card", "unknown card in the sandbox"],
)
def test_a_part_that_all_checks_stand_on_is_named_and_the_others_still_run(
    broken: Diagnostics, check: str, problem: str
) -> None:
    assert problem in failures(broken)[check]


@pytest.mark.parametrize(
    ("broken", "check", "problem"),
    [
        (replace(STANDARD, destruction=LazyDestruction()), "pawn deltas", "does not restore the pawns"),
        (replace(STANDARD, score=generous_score), "strict scoring", "totals are not the sums of the lanes won"),
        (replace(STANDARD, score=wrong_lane_score), "strict scoring", "lane 0 has other powers than its cards"),
        (replace(STANDARD, evaluator=OneSidedEvaluator()), "lane power evaluator", "lane 0 is not negated"),
        (replace(STANDARD, evaluator=BoundlessEvaluator()), "lane power evaluator", "leaves its bounds"),
        (replace(STANDARD, ranker=UnsortedRanker()), "move ranker order", "ranked differently"),
    ],
    ids=["destruction", "totals", "lane powers", "asymmetry", "bounds", "ranker"],
)
def test_only_the_check_of_a_broken_part_fails_and_names_the_problem(
    broken: Diagnostics, check: str, problem: str
) -> None:
    found = failures(broken)
    assert list(found) == [check]
    assert problem in found[check]

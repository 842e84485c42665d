"""Prediction and advice are the same numbers, to the last bit, with the kernel and without it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from qb_engine import prediction
from qb_engine.board_state import BoardState
from qb_engine.changes import Change
from qb_engine.coaching import CoachingEngine, MoveEvaluation
from qb_engine.deck_belief import EqualBelief
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.kernel import door as kernel
from qb_engine.models import Move, Mulligan
from qb_engine.prediction import PredictionEngine, ThreatMap
from qb_engine.replies import PackedReply, Reply, SimulatedReply
from qb_engine.ruleset import Ruleset
from tests.qb_engine.kernel.starts import HYDRATOR, random_start

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

BELIEF = EqualBelief(HYDRATOR, limit=4)
CASES = [(seed, ruleset) for seed in range(6) for ruleset in (Ruleset.REBIRTH, Ruleset.V2_2_4)]


def your_turn(seed: int, ruleset: Ruleset) -> GameState:
    """What YOU see of a random game, somewhere before its end."""
    rng, state = Random(seed), random_start(seed, ruleset)
    while any(state.mulligan_open):
        state.play(Mulligan())
    plies = rng.randrange(8)
    for _ in range(40):
        if state.to_move is None or (plies <= 0 and state.to_move is Side.YOU):
            break
        state.play(rng.choice(state.legal_placements(state.side_to_act) or state.legal_moves()))
        plies -= 1
    return state.observe(Side.YOU)


def advice(state: GameState) -> tuple[ThreatMap, list[MoveEvaluation]]:
    seen = EnemyObservation.of(state).snapshot()
    threat = PredictionEngine.standard(HYDRATOR, belief=BELIEF).full_enemy_prediction(state, seen)
    return threat, CoachingEngine.standard(HYDRATOR, belief=BELIEF).rank_moves(state, seen)


def comparable(move: MoveEvaluation) -> MoveEvaluation:
    """The move without the engine that could play on from it."""
    return replace(move, context=replace(move.context, play=not_played))


def not_played(_: BoardState, __: Move) -> tuple[Change, ...]:
    return ()


def kinds(moves: list[MoveEvaluation]) -> set[type[Reply]]:
    return {type(rated.reply) for move in moves for rated in move.prediction.replies if not rated.reply.move.is_pass}


@pytest.mark.parametrize(("seed", "ruleset"), CASES, ids=str)
def test_the_kernel_changes_no_prediction_and_no_advice(
    seed: int, ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = your_turn(seed, ruleset)
    if state.to_move is None:
        pytest.skip("this game was over early")
    threat, moves = advice(state)
    monkeypatch.setattr(prediction, "kernel_engine", lambda hydrator, ruleset: None)
    pure_threat, pure_moves = advice(state)
    assert kinds(moves) <= {PackedReply}
    assert kinds(pure_moves) <= {SimulatedReply}
    assert threat == pure_threat
    assert [*map(comparable, moves)] == [*map(comparable, pure_moves)]


def test_both_kinds_of_replies_answer_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    state = your_turn(1, Ruleset.REBIRTH)
    engine = PredictionEngine.standard(HYDRATOR, belief=BELIEF)
    seen = EnemyObservation.of(state).snapshot()
    belief = engine.infer_enemy_hand(state, seen, engine.infer_enemy_decks(seen, state.ruleset))
    hand = state.player_hand.cards
    packed = engine.replies(state.board, belief, hand)
    monkeypatch.setattr(prediction, "kernel_engine", lambda hydrator, ruleset: None)
    simulated = engine.replies(state.board, belief, hand)
    assert packed == simulated
    assert len(packed) > 20
    names = ("value", "margin", "captures", "fills_board")
    lists = ("winners", "diffs", "stability", "access", "fallen", "standing")
    for one, other in zip(packed, simulated, strict=True):
        assert [getattr(one, name) for name in names] == [getattr(other, name) for name in names]
        assert [list(getattr(one, name)) for name in lists] == [list(getattr(other, name)) for name in lists]
        assert one.can_place(hand) == other.can_place(hand)

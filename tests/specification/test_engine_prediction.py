"""Programs written from the engine text alone, §9 and §10: a move, the enemy's replies, the ranking."""

from dataclasses import replace

import pytest

from qb_engine import (
    EnemyHandBelief,
    GameState,
    HandHypothesis,
    IllegalMoveError,
    LanePowerEvaluator,
    LegalityChecker,
    Move,
    MoveRanker,
    NotInHandError,
    PredictionEngine,
    PredictorEngine,
    ProjectionEngine,
    UnknownCardError,
)
from qb_engine.predictor import MovePrediction
from tests.specification.boards import CARDS, EFFECTS, game

POSITION = "Y1,Y1,-,E1,E1/Y2,-,E2[015],-,E1/Y1,-,-,-,E2"
ENEMY = ["001", "020", "011"]


def predictor() -> PredictorEngine:
    return PredictorEngine(
        PredictionEngine(CARDS, LegalityChecker(), ProjectionEngine(), EFFECTS, LanePowerEvaluator())
    )


def position() -> GameState:
    return game(POSITION, hand="007,015,025", enemy=",".join(ENEMY))


def certain() -> EnemyHandBelief:
    return EnemyHandBelief([HandHypothesis(ENEMY, 1.0)])


def value(state: GameState) -> float:
    return LanePowerEvaluator().evaluate(state.board).value.for_you


def replies(state: GameState) -> list[float]:
    """eval after every card that the enemy may play, simulated one by one."""
    scores = []
    for index in range(len(ENEMY)):
        for lane in range(3):
            for col in range(5):
                card = state.enemy_hand.as_card_ids()[index]
                if LegalityChecker().check(state.board, "E", CARDS.get(card), lane, col) is None:
                    after = state.clone()
                    after.play_card_from_hand("E", index, lane, col)
                    scores.append(value(after))
    return scores


def after(state: GameState, index: int, lane: int, col: int) -> GameState:
    moved = state.clone()
    moved.play_card_from_hand("Y", index, lane, col)
    moved.end_turn()
    return moved


def worst(prediction: MovePrediction) -> float:
    assert prediction.worst is not None
    return prediction.worst.score.for_you


def test_the_immediate_score_is_the_value_after_the_move() -> None:
    """§9.1: score_M = eval(simulate(board, M))."""
    state = position()
    prediction = predictor().predict(state, Move.parse("007 TOP-2"), certain())
    assert prediction.immediate.for_you == pytest.approx(value(after(state, 0, 0, 1)))


def test_the_worst_reply_is_the_lowest_of_all_enemy_moves() -> None:
    """§9.2, §9.3: worstReplyScore(M) = min(score_Ei) over all enemy-legal moves."""
    state = position()
    prediction = predictor().predict(state, Move.parse("007 TOP-2"), certain())
    found = replies(after(state, 0, 0, 1))
    assert len(found) > 3
    assert worst(prediction) == pytest.approx(min(found))
    assert min(found) <= prediction.likely.for_you <= max(found)


@pytest.mark.parametrize("move", ["007 TOP-2", "015 MID-1", "025 BOT-1"])
def test_worst_and_likely_reply_are_blended(move: str) -> None:
    """§9.3, as settled: predicted = 0.7·worst + 0.3·likely."""
    prediction = predictor().predict(position(), Move.parse(move), certain())
    expected = 0.7 * worst(prediction) + 0.3 * prediction.likely.for_you
    assert prediction.predicted.for_you == pytest.approx(expected)


@pytest.mark.parametrize("move", ["007 TOP-2", "015 MID-1", "025 BOT-1"])
def test_the_move_score_counts_now_and_next(move: str) -> None:
    """§9.4, as settled: moveScore = 1.0·score_M + 1.5·predicted."""
    prediction = predictor().predict(position(), Move.parse(move), certain())
    expected = 1.0 * prediction.immediate.for_you + 1.5 * prediction.predicted.for_you
    assert prediction.move_score.for_you == pytest.approx(expected)


def test_a_pass_is_charged_while_a_card_could_be_placed() -> None:
    """§9.4, as settled: 5 points of move score."""
    prediction = predictor().predict(position(), Move.PASS, certain())
    uncharged = 1.0 * prediction.immediate.for_you + 1.5 * prediction.predicted.for_you
    assert prediction.move_score.for_you == pytest.approx(uncharged - 5)


def test_a_pass_costs_nothing_when_no_card_can_be_placed() -> None:
    """§9.4, as settled."""
    state = game(POSITION, hand="017", enemy=",".join(ENEMY))
    prediction = predictor().predict(state, Move.PASS, certain())
    uncharged = 1.0 * prediction.immediate.for_you + 1.5 * prediction.predicted.for_you
    assert prediction.move_score.for_you == pytest.approx(uncharged)


def test_a_finished_game_counts_above_everything() -> None:
    """§9.4, as settled: a pass that ends the game while you lead is ranked first, one that loses it last."""
    won = game("Y1[020],Y1,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="001", enemy="001", more="passes=1")
    lost = game("Y1,Y1,-,-,E1[020]/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="001", enemy="001", more="passes=1")
    belief = EnemyHandBelief([HandHypothesis(["001"], 1.0)])
    for state, place in ((won, 0), (lost, -1)):
        moves = [Move.PASS, Move.parse("001 MID-1"), Move.parse("001 TOP-2")]
        ranked = MoveRanker().rank([predictor().predict(state, move, belief) for move in moves])
        assert ranked[place].move == Move.PASS


def test_moves_are_sorted_by_score() -> None:
    """§9.5: descending moveScore, whatever the order in which they come; rank 1 is the best move."""
    moves = [Move.parse(text) for text in ("025 BOT-1", "007 TOP-1", "015 MID-1", "007 BOT-1", "pass")]
    predictions = [predictor().predict(position(), move, certain()) for move in moves]
    ranked = MoveRanker().rank(predictions)
    scores = [prediction.move_score.for_you for prediction in ranked]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 1
    assert list(MoveRanker().rank(predictions[::-1])) == list(ranked)


def test_ties_fall_by_five_rules_in_their_order() -> None:
    """§9.5: lower lockout risk, more access, more stability, less vulnerability, higher match score."""
    tied = predictor().predict(position(), Move.parse("007 TOP-1"), certain())
    score = replace(tied.evaluation.score, margin=tied.evaluation.score.margin + 1)
    better = [
        replace(tied, lockout_risk=tied.lockout_risk - 0.5),
        replace(tied, accessibility=tied.accessibility + 1),
        replace(tied, stability=tied.stability + 1),
        replace(tied, vulnerability=tied.vulnerability - 0.5),
        replace(tied, evaluation=replace(tied.evaluation, score=score)),
    ]
    expected = [*better, tied]
    assert MoveRanker().rank(expected[::-1]) == expected
    assert MoveRanker().rank([*expected[3:], *expected[:3]]) == expected


def test_an_illegal_placement_is_refused() -> None:
    """§10.1, as settled: place the card if that is legal; if not, the reason is told."""
    with pytest.raises(IllegalMoveError):
        predictor().predict(position(), Move.parse("007 TOP-3"), certain())
    with pytest.raises(IllegalMoveError):
        predictor().predict(position(), Move.parse("015 TOP-1"), certain())


def test_a_card_that_is_not_held_is_refused() -> None:
    """§10.1, as settled."""
    with pytest.raises(NotInHandError):
        predictor().predict(position(), Move.parse("001 TOP-1"), certain())


def test_an_unknown_card_is_not_predicted() -> None:
    """§3.2: no move is recommended with a card that has no entry."""
    with pytest.raises(UnknownCardError):
        predictor().predict(position(), Move("999", Move.parse("001 TOP-1").tile), certain())


def test_predicting_changes_nothing_and_repeats_itself() -> None:
    """§10: simulation is deterministic and works on a copy."""
    state = position()
    before = state.key()
    first = predictor().predict(state, Move.parse("007 TOP-2"), certain())
    assert predictor().predict(state, Move.parse("007 TOP-2"), certain()) == first
    assert state.key() == before


def told(state: GameState) -> list[str]:
    """The kinds of changes that playing the first card on TOP-1 makes, each named once, in their order."""
    return list(dict.fromkeys(type(change).__name__ for change in state.play_card_from_hand("Y", 0, 0, 0)))


def test_pawns_come_before_continuous_effects() -> None:
    """§10.2, §10.3: W, then the P/E/X projections, pawns first, and the log tells them so."""
    state = game("Y1,Y1[001],-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="025")
    assert told(state) == ["CardPlaced", "PawnsLaid", "PowerChanged"]


def test_pawns_come_before_on_play_effects_and_destruction() -> None:
    """§10.3, §10.4, §10.5: projections, then the ability, then what dies of it, whose own pawns go last."""
    state = game("Y1,E2[001],-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="020")
    assert told(state)[:5] == ["CardPlaced", "PawnsLaid", "AbilityFired", "PowerChanged", "CardDestroyed"]


def test_simulation_respects_the_cap() -> None:
    """§10: ranks never pass 3."""
    state = game("Y1,-,-,-,E1/Y3,-,-,-,E1/Y1,-,-,-,E1")
    state.play_card_from_hand("Y", 0, 0, 0)
    assert state.board.tile(1, 0).player_rank == 3

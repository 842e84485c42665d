"""PredictorEngine and MoveRanker: replies weighed by hand, the blend, the likely replies, and the tie-breakers.

Most tests use ``PowerOnly``, an evaluator without heuristics, so that every figure can be reckoned from card powers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import CardAt, Pawns, TileCaptured
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import NotInHandError
from qb_engine.evaluation import BoardEvaluation, LaneEvaluation, LanePowerEvaluator, Score
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.legality import IllegalPlacementError, LegalityChecker, RefusalKind
from qb_engine.models import Move
from qb_engine.prediction import PredictionEngine
from qb_engine.predictor import (
    FINAL_BONUS,
    LIKELY_TESTS,
    MovePrediction,
    MoveRanker,
    PredictorEngine,
    RatedReply,
    ReplyTest,
    contests_lead,
    opens_projection,
    stabilises_lane,
)
from qb_engine.projection import ProjectionEngine
from qb_engine.reader import parse_decision
from qb_engine.replies import SimulatedReply

HYDRATOR = CardHydrator()


class PowerOnly(LanePowerEvaluator):
    """The value of a board is the difference of powers, and nothing else."""

    def evaluate(self, board: BoardState) -> BoardEvaluation:
        found = super().evaluate(board)
        return replace(found, lanes=tuple(LaneEvaluation(lane.lane_index, lane.diff, 0, 0, 0) for lane in found.lanes))


def predict(text: str, move: str, *deck: str, evaluator: type[LanePowerEvaluator] = PowerOnly) -> MovePrediction:
    """What is predicted for a move when the enemy's deck is known."""
    state = GameState.parse(text, HYDRATOR)
    parts = LegalityChecker(), ProjectionEngine(), EffectEngine(HYDRATOR), evaluator()
    engine = PredictionEngine(HYDRATOR, *parts)
    seen = EnemyObservation.of(state, deck).snapshot()
    belief = engine.infer_enemy_hand(state, seen, engine.infer_enemy_decks(seen, state.ruleset))
    chosen = parse_decision(move, HYDRATOR)
    assert isinstance(chosen, Move)
    return PredictorEngine(engine).predict(state, chosen, belief)


# The enemy can only play on M5 and reaches nothing of yours. Elphadunk has 4, Archdragon 3, Grasslands Wolf 2.
APART = "rebirth Y1,-,-,-,-/-,-,-,-,E2/-,-,-,-,- Y hand=022,001 ehand=?"


# Worst, likely, expected, and the blend.


def test_worst_likely_and_expected_reply_by_hand() -> None:
    """Your 1 against 4, 3 or 2, each as likely; 4 and 3 (three quarters of the best gain) are the likely ones."""
    found = predict(APART, "Deathwheel T1", "011", "020", "008")
    assert found.immediate == Score(1)
    assert found.worst is not None
    assert (str(found.worst.reply.move), found.worst.score) == ("011 M5", Score(-3))
    assert found.likely.for_you == pytest.approx((-3 - 2) / 2)
    assert found.expected.for_you == pytest.approx((-3 - 2 - 1) / 3)


def test_a_reply_weighs_as_much_as_its_card_is_likely_to_be_held() -> None:
    found = predict(APART, "Deathwheel T1", "011", "020", "020", "008")
    assert found.likely.for_you == pytest.approx((0.25 * -3 + 0.5 * -2) / 0.75)
    assert found.expected.for_you == pytest.approx(0.25 * -3 + 0.5 * -2 + 0.25 * -1)


def test_the_prediction_is_seven_tenths_worst_and_three_tenths_likely() -> None:
    found = predict(APART, "Deathwheel T1", "011", "020", "008")
    assert found.predicted.for_you == pytest.approx(0.7 * -3 + 0.3 * -2.5)


def test_the_move_score_is_the_immediate_value_and_half_again_the_prediction() -> None:
    found = predict(APART, "Deathwheel T1", "011", "020", "008")
    assert found.move_score.for_you == pytest.approx(1.0 * 1 + 1.5 * (0.7 * -3 + 0.3 * -2.5))


@pytest.mark.parametrize("evaluator", [PowerOnly, LanePowerEvaluator])
def test_the_formulas_hold_whatever_the_evaluator(evaluator: type[LanePowerEvaluator]) -> None:
    found = predict(
        "rebirth Y1,Y1,-,E1,E1/Y1[011],-,Y1[005],-,E2/Y1,-,-,-,E1 Y hand=008,020 ehand=?*2",
        "Archdragon T2",
        *("001", "007", "020", "011", "114", "026"),
        evaluator=evaluator,
    )
    worst = min(rated.score.for_you for rated in found.replies)
    likely = list(likely_replies(found))
    assert found.likely.for_you == pytest.approx(mean(likely))
    assert found.expected.for_you == pytest.approx(mean(found.replies))
    assert found.predicted.for_you == pytest.approx(0.7 * worst + 0.3 * mean(likely))
    assert found.move_score.for_you == pytest.approx(found.immediate.for_you + 1.5 * found.predicted.for_you)


def likely_replies(found: MovePrediction) -> Iterator[RatedReply]:
    """The filter of the specification: highest effect, contesting, opening, stabilising."""
    best = max(found.evaluation.value.for_you - rated.score.for_you for rated in found.replies)
    for rated in found.replies:
        gain = found.evaluation.value.for_you - rated.score.for_you
        if (gain > 0 and gain >= 0.75 * best) or any(test(found.evaluation, rated) for test in LIKELY_TESTS):
            yield rated


def mean(replies: tuple[RatedReply, ...] | list[RatedReply]) -> float:
    weight = sum(rated.reply.in_hand for rated in replies)
    return sum(rated.reply.in_hand * rated.score.for_you for rated in replies) / weight


def test_if_no_reply_is_likely_all_of_them_count() -> None:
    """The enemy can place nothing: its pass gains nothing, and is still the likely reply."""
    found = predict(APART, "Deathwheel T1", "114")
    assert [rated.reply.move for rated in found.replies] == [Move.PASS]
    assert found.likely == found.expected == Score(1)


# What makes a reply likely.

LEVEL = (LaneEvaluation(0, 0, 0.0, 0.0, 0.0), LaneEvaluation(1, 0, 0.0, 0.0, 0.0), LaneEvaluation(2, 0, 0.0, 0.0, 0.0))
TOP = LEVEL[0]
CAPTURE = TileCaptured(
    Tile(1, 1), CardAt(1, "007", Side.ENEMY, Tile(1, 2)), Pawns(Side.YOU, 1, 0), Pawns(Side.ENEMY, 0, 1)
)


def evaluation(top: LaneEvaluation) -> BoardEvaluation:
    return replace(PowerOnly().evaluate(BoardState()), lanes=(top, *LEVEL[1:]))


@pytest.mark.parametrize(
    ("test", "before", "after", "changes", "fires"),
    [
        (contests_lead, replace(TOP, diff=3), replace(TOP, diff=1), (), True),
        (contests_lead, replace(TOP, diff=3), replace(TOP, diff=-1), (), True),
        (contests_lead, replace(TOP, diff=3), replace(TOP, diff=3), (), False),
        (contests_lead, replace(TOP, diff=0), replace(TOP, diff=-2), (), False),
        (opens_projection, TOP, TOP, (CAPTURE,), True),
        (opens_projection, replace(TOP, access=0.5), replace(TOP, access=0.2), (), True),
        (opens_projection, replace(TOP, access=0.5), replace(TOP, access=0.7), (), False),
        (opens_projection, TOP, replace(TOP, diff=-3, stability=-0.5), (), False),
        (stabilises_lane, replace(TOP, diff=-1), replace(TOP, diff=-2, stability=-0.3), (), True),
        (stabilises_lane, replace(TOP, diff=-1), replace(TOP, diff=-2, stability=0.3), (), False),
        (stabilises_lane, replace(TOP, diff=3), replace(TOP, diff=1, stability=-0.3), (), False),
        (stabilises_lane, replace(TOP, diff=3), replace(TOP, diff=0, stability=-0.3), (), False),
    ],
)
def test_a_likely_criterion_fires_where_it_must_and_nowhere_else(
    test: ReplyTest, before: LaneEvaluation, after: LaneEvaluation, changes: tuple[TileCaptured, ...], fires: bool
) -> None:
    reply = SimulatedReply(Move("007", Tile(0, 4)), 1.0, BoardState(), evaluation(after), changes)
    assert test(evaluation(before), RatedReply(reply, reply.evaluation.value, lockout=False)) is fires


def test_a_reply_of_high_effect_is_likely_and_one_of_lower_effect_is_not() -> None:
    """Gains of 4 and 3, then of 4 and 2: only the former is within three quarters."""
    assert predict(APART, "Deathwheel T1", "011", "020").likely.for_you == pytest.approx((-3 - 2) / 2)
    assert predict(APART, "Deathwheel T1", "011", "008").likely == Score(-3)


# Games that end.


def test_a_second_pass_ends_the_game_with_its_strict_margin() -> None:
    won = predict(APART.replace("Y1,", "Y1[021],", 1).replace("Y hand", "Y passes=1 hand"), "pass", "011")
    assert (won.ends_game, won.worst, won.replies) == (True, None, ())
    assert won.immediate == won.likely == won.expected == won.predicted == Score(5 + FINAL_BONUS)
    assert won.move_score == Score(2.5 * (5 + FINAL_BONUS))
    level = predict(APART.replace("Y hand", "Y passes=1 hand"), "pass", "011")
    assert level.move_score == Score(0)


@pytest.mark.parametrize(("ruleset", "ends"), [("v2.2.4", True), ("rebirth", False)])
def test_filling_the_board_ends_the_game_where_the_rules_say_so(ruleset: str, ends: bool) -> None:
    row = ",".join(["Y1[001]"] * 5)
    text = f"{ruleset} {row}/{row}/{row.replace('[001]', '', 1)} Y hand=001 ehand=?"
    assert predict(text, "001 B1", "001").ends_game is ends


def test_after_your_pass_a_pass_of_the_enemy_ends_the_game_whatever_it_holds() -> None:
    found = predict(APART.replace("Y1,", "Y1[021],", 1), "pass", "011", "020")
    scores = {str(rated.reply.move): rated.score for rated in found.replies}
    assert scores == {"011 M5": Score(1), "020 M5": Score(2), "pass": Score(5 + FINAL_BONUS)}
    assert {rated.reply.in_hand for rated in found.replies if rated.reply.move.is_pass} == {1.0}


def test_after_your_pass_the_enemy_can_pass_for_certain_also_when_it_may_be_stuck() -> None:
    found = predict(APART.replace("ehand=?", "ehand=?*2"), "pass", "001", "001", "114", "114")
    assert [rated.reply.in_hand for rated in found.replies if rated.reply.move.is_pass] == [1.0]


def test_a_reply_that_fills_the_board_ends_the_game() -> None:
    """Hecteyes (1) has no pawns. TOP and MID are yours by 5; BOT by 4 against 1."""
    row = ",".join(["Y1[001]"] * 5)
    last = row.replace("Y1[001],Y1[001]", "Y1,E1", 1)
    for ruleset, score in (("v2.2.4", 14 + FINAL_BONUS), ("rebirth", 13)):
        found = predict(f"{ruleset} {row}/{row}/{last} Y hand=082 ehand=?", "082 B1", "082")
        assert [(str(rated.reply.move), rated.score) for rated in found.replies] == [("082 B2", Score(score))]


# Lockout and vulnerability.

# After Deathwheel on T1 you own M4 only. From M5, Grasslands Wolf takes it and Queen Bee does not.
NARROW = "rebirth Y1,-,-,-,-/-,-,-,Y1,E1/-,-,-,-,- Y hand=022,001 ehand=?"


@pytest.mark.parametrize(("deck", "risk"), [("008 005", 0.5), ("008 005 005 005", 0.25), ("008", 1.0), ("005", 0.0)])
def test_lockout_risk_is_the_share_of_replies_that_leave_you_no_placement(deck: str, risk: float) -> None:
    assert predict(NARROW, "Deathwheel T1", *deck.split()).lockout_risk == pytest.approx(risk)


def test_a_card_that_needs_more_pawns_than_are_left_is_locked_out_and_one_that_replaces_is_not() -> None:
    assert predict(NARROW.replace("001", "015"), "Deathwheel T1", "005").lockout_risk == 1
    assert predict(NARROW.replace("001", "051"), "Deathwheel T1", "008").lockout_risk == 0


def test_a_card_that_the_move_brings_to_your_hand_can_be_placed_next() -> None:
    assert predict(NARROW.replace("022,001", "010"), "Mandragora T1", "005").lockout_risk == 0


@pytest.mark.parametrize(("deck", "lost"), [("020 005", 1.5), ("020", 3.0), ("005", 0.0)])
def test_vulnerability_is_the_expected_power_of_your_cards_that_fall(deck: str, lost: float) -> None:
    """Archdragon on M5 destroys Riot Trooper (3) on M4; Queen Bee nothing."""
    found = predict(NARROW.replace("Y1,E1", "Y1[002],E1"), "Deathwheel T1", *deck.split())
    assert found.vulnerability == pytest.approx(lost)


def test_enemy_cards_that_fall_by_its_own_reply_are_not_your_loss() -> None:
    """Capparwire on M5 destroys the enemy's own Security Officer on T5."""
    text = "rebirth Y1,-,-,-,E1[001]/-,-,-,-,E1/-,-,-,-,- Y hand=022,001 ehand=?"
    assert predict(text, "Deathwheel T1", "026", "001").worst is not None
    assert predict(text, "Deathwheel T1", "026", "001").vulnerability == 0


# Ranking.


def with_margin(prediction: MovePrediction, margin: int) -> MovePrediction:
    return replace(
        prediction, evaluation=replace(prediction.evaluation, score=replace(prediction.evaluation.score, margin=margin))
    )


Change = Callable[[MovePrediction, bool], MovePrediction]
CRITERIA: dict[str, Change] = {
    "move score": lambda p, better: replace(p, move_score=Score(2.0 if better else 1.0)),
    "lower lockout risk": lambda p, better: replace(p, lockout_risk=0.1 if better else 0.2),
    "higher accessibility": lambda p, better: replace(p, accessibility=0.2 if better else 0.1),
    "greater stability": lambda p, better: replace(p, stability=0.2 if better else 0.1),
    "lower vulnerability": lambda p, better: replace(p, vulnerability=1.0 if better else 2.0),
    "higher margin": lambda p, better: with_margin(p, 2 if better else 1),
    "card": lambda p, better: replace(p, move=Move("001" if better else "002", p.move.tile)),
    "tile": lambda p, better: replace(p, move=Move(p.move.card, Tile(0, 0 if better else 1))),
}


@pytest.mark.parametrize("place", range(len(CRITERIA)), ids=list(CRITERIA))
def test_each_tie_breaker_decides_before_all_later_ones(place: int) -> None:
    """Two moves alike in every earlier criterion; one is better in this one and worse in all that follow."""
    better = worse = predict(APART, "Deathwheel T1", "011")
    for number, change in enumerate(CRITERIA.values()):
        better = change(better, number <= place)
        worse = change(worse, number < place or number > place)
    for order in permutations((better, worse)):
        assert MoveRanker().rank(order) == [better, worse]


def test_differences_below_what_arithmetic_can_tell_are_ties() -> None:
    base = replace(predict(APART, "Deathwheel T1", "011"), lockout_risk=0.1)
    noisy = replace(base, move_score=Score(base.move_score.for_you + 1e-12), lockout_risk=0.9)
    assert MoveRanker().rank([noisy, base]) == [base, noisy]


def test_a_pass_comes_after_placements_that_are_as_good() -> None:
    base = predict(APART, "Deathwheel T1", "011")
    assert [p.move for p in MoveRanker().rank([replace(base, move=Move.PASS), base])] == [base.move, Move.PASS]


# Moves that cannot be made.


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("Deathwheel M5", RefusalKind.NOT_YOURS),
        ("Deathwheel T3", RefusalKind.NEUTRAL),
        ("Security Officer B1", RefusalKind.NEUTRAL),
    ],
)
def test_an_illegal_placement_is_refused_with_the_typed_reason(move: str, kind: RefusalKind) -> None:
    with pytest.raises(IllegalPlacementError) as caught:
        predict(APART, move, "011")
    assert caught.value.refusal.kind is kind


def test_a_card_that_is_not_held_is_refused() -> None:
    with pytest.raises(NotInHandError, match="Zu is not in the hand of YOU"):
        predict(APART, "Zu T1", "011")

"""The seven start-up checks: all pass on the real parts, and each is seen to fail on a broken one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from qb_engine import diagnostics
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator, card_data
from qb_engine.changes import Change
from qb_engine.destruction import CardDestructionEngine
from qb_engine.diagnostics import ALL, QUICK, Amount, Diagnostics
from qb_engine.effect_engine import EffectEngine
from qb_engine.effects import Target
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import UnknownCardError
from qb_engine.evaluation import BoardEvaluation, LanePowerEvaluator
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Card, CardInPlay, Move
from qb_engine.prediction import PredictionEngine, ThreatMap
from qb_engine.predictor import MovePrediction, MoveRanker
from qb_engine.scoring import LaneScores, MatchScore, compute_match_score

METHODS = {
    "card hydration": "check_hydration",
    "pawn deltas": "check_pawn_deltas",
    "tile ownership": "check_ownership",
    "strict scoring": "check_scoring",
    "lane power evaluator": "check_evaluator",
    "predictor sandbox": "check_predictor",
    "move ranker order": "check_ranker",
}
CHECKS = list(METHODS)
STANDARD = Diagnostics.standard(CardHydrator())
both_amounts = pytest.mark.parametrize("amount", [ALL, QUICK], ids=["all", "quick"])


class ForgetfulHydrator(CardHydrator):
    """Knows every card when asked for all, and not when one of them is looked up."""

    forgotten = "031"

    def get(self, query: str) -> Card:
        if query == self.forgotten:
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


@both_amounts
def test_all_seven_checks_pass_in_the_order_of_the_specification_and_say_what_they_looked_at(amount: Amount) -> None:
    results = replace(STANDARD, amount=amount).run()
    assert [result.name for result in results] == CHECKS
    assert [result for result in results if not result.passed] == []
    assert all(int(result.detail.split()[0]) > 1 and result.remedy is None for result in results)


def test_the_quick_checks_look_at_every_card_and_at_less_of_the_rest() -> None:
    seen = zip(STANDARD.run(), replace(STANDARD, amount=QUICK).run(), strict=True)
    (cards, same_cards), *rest = [(every.detail, quick.detail) for every, quick in seen]
    assert cards == same_cards
    counted = [[int("".join(filter(str.isdigit, detail))) for detail in pair] for pair in rest]
    assert all(quick <= every for every, quick in counted)
    assert all(quick < every for every, quick in counted[:-1])


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_says_how_to_mend_what_it_found(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(_: Diagnostics) -> str:
        raise ZeroDivisionError("all is lost")

    monkeypatch.setattr(Diagnostics, METHODS[check], break_down)
    (failed,) = [result for result in replace(STANDARD, amount=QUICK).run() if not result.passed]
    assert (failed.name, failed.detail) == (check, "ZeroDivisionError: all is lost")
    assert "install qbCoach again" in str(failed.remedy)


@both_amounts
@pytest.mark.parametrize(
    ("broken", "check", "problem"),
    [
        (replace(STANDARD, play=play_with_too_high_a_rank), "tile ownership", "M3 has pawns 4:"),
        (
            replace(STANDARD, play=play_with_a_stolen_tile),
            "tile ownership",
            "T1 has pawns 2:0 and belongs to ENEMY, after ",
        ),
        (replace(STANDARD, hydrator=CopyingHydrator()), "card hydration", "card 001 is not the same"),
        (replace(STANDARD, hydrator=ForgetfulHydrator()), "card hydration", "unknown card '031'"),
        (replace(STANDARD, hydrator=ForgetfulHydrator()), "predictor sandbox", "unknown card '031'"),
    ],
    ids=["rank", "owner", "copies", "unknown card", "unknown card in the sandbox"],
)
def test_a_part_that_all_checks_stand_on_is_named_and_the_others_still_run(
    broken: Diagnostics, check: str, problem: str, amount: Amount
) -> None:
    assert problem in failures(replace(broken, amount=amount))[check]


@both_amounts
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
    broken: Diagnostics, check: str, problem: str, amount: Amount
) -> None:
    found = failures(replace(broken, amount=amount))
    assert list(found) == [check]
    assert problem in found[check]


@both_amounts
def test_predictions_that_do_not_add_up_or_meddle_are_named(amount: Amount, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = PredictionEngine.full_enemy_prediction

    def doubled(engine: PredictionEngine, state: GameState, seen: EnemyObservation) -> ThreatMap:
        found = honest(engine, state, seen)
        return replace(found, outcomes=[replace(one, weight=one.weight * 2) for one in found.outcomes])

    def meddling(engine: PredictionEngine, state: GameState, seen: EnemyObservation) -> ThreatMap:
        found = honest(engine, state, seen)
        state.play(Move.PASS)
        return found

    for broken, problem in ((doubled, "do not sum to 1"), (meddling, "predicting changed the position")):
        monkeypatch.setattr(PredictionEngine, "full_enemy_prediction", broken)
        found = failures(replace(STANDARD, amount=amount))
        assert list(found) == ["predictor sandbox"]
        assert problem in found["predictor sandbox"]


# Cards compared with the card data.


def only(card_id: str, **changes: Any) -> CardHydrator:
    """The game's cards, one of them changed."""
    return CardHydrator(replace(card, **changes) if card.id == card_id else card for card in CardHydrator())


def ability(card_id: str, **changes: Any) -> dict[str, Any]:
    """The first ability of the card, changed; what its operation does may be changed as well."""
    (first, *rest) = CardHydrator()[card_id].abilities
    operation = {name: value for name, value in changes.items() if name not in ("trigger", "target", "threshold")}
    words = {name: value for name, value in changes.items() if name not in operation}
    return {"abilities": (replace(first, op=replace(first.op, **operation), **words), *rest)}


@both_amounts
@pytest.mark.parametrize(
    ("hydrator", "problem"),
    [
        (only("015", power=99), "card 015 (Zu), field power: is 99, the card data say 2"),
        (only("015", name="Zoo"), 'card 015 (Zoo), field name: is "Zoo", the card data say "Zu"'),
        (only("015", rank=3), "card 015 (Zu), field rank: is 3, the card data say 2"),
        (only("015", legendary=True), "card 015 (Zu), field legendary: is true, the card data say false"),
        (only("015", token=True), "card 015 (Zu), field token: is true, the card data say false"),
        (
            only("007", pawns=((0, 1), (1, 1))),
            "card 007 (Levrikon), field pawns: is [[0, 1], [1, 1]], the card data say [[0, 1], [1, 0]]",
        ),
        (only("009", affects=((1, 1),)), "card 009 (Mu), field affects: is [[1, 1]], the card data say [[1, 0]]"),
        (
            only("009", **ability("009", amount=9)),
            "card 009 (Mu), field effect.abilities[0].op.amount: is 9, the card data say 1",
        ),
        (
            only("009", **ability("009", target=Target.AFFECTED_ENEMIES)),
            'field effect.abilities[0].target: is "affected_enemies", the card data say "affected_allies"',
        ),
        (
            only("010", **ability("010", cards=("147",))),
            'field effect.abilities[0].op.cards: is ["147"], the card data say ["146"]',
        ),
        (only("009", abilities=()), "card 009 (Mu), field effect: is null, the card data say {"),
        (
            CardHydrator(card for card in CardHydrator() if card.id != "015"),
            "card 015 (Zu) is in the card data and missing here",
        ),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_a_card_that_is_not_as_the_data_have_it_is_named_with_the_field_and_both_values(
    hydrator: CardHydrator, problem: str, amount: Amount
) -> None:
    assert problem in failures(Diagnostics.standard(hydrator, amount))["card hydration"]


def test_the_data_are_read_and_not_what_was_made_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = card_data().replace('"name": "Zu", "rank": 2, "power": 2', '"name": "Zu", "rank": 2, "power": 5')
    assert changed != card_data()
    monkeypatch.setattr(diagnostics, "card_data", lambda: changed)
    assert failures(Diagnostics.standard(CardHydrator(), QUICK)) == {
        "card hydration": "card 015 (Zu), field power: is 2, the card data say 5"
    }


def test_cards_of_the_users_own_are_counted_apart_and_only_looked_up() -> None:
    hydrator = CardHydrator()
    hydrator.add_json('{"id": "own1", "name": "New Card", "rank": 1, "power": 99}')
    results = Diagnostics.standard(hydrator, QUICK).run()
    assert [result.passed for result in results] == [True] * 7
    assert results[0].detail == "166 cards, 1 of your own beside them"
    forgetful = ForgetfulHydrator()
    forgetful.add_json('{"id": "own1", "name": "New Card", "rank": 1, "power": 99}')
    forgetful.forgotten = "own1"
    assert "unknown card 'own1'" in failures(Diagnostics.standard(forgetful))["card hydration"]

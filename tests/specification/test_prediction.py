"""Programs written from the prediction text alone, §4, §5.1 and §5.2: data models, the enemy's decks and hands."""

from collections import Counter
from dataclasses import is_dataclass
from itertools import combinations
from math import comb

import pytest

from qb_engine import (
    EnemyHandBelief,
    EnemyMoveOutcome,
    EnemyObservation,
    EnemyObservationState,
    GameState,
    HandHypothesis,
    InferredEnemyDeck,
    LanePowerEvaluator,
    LegalityChecker,
    MatchScore,
    PredictionEngine,
    ProjectionEngine,
    ThreatMap,
    UnknownCardError,
)
from qb_engine.deck_belief import Archetype, EvidenceBelief
from tests.specification.boards import CARDS, EFFECTS, START, game

TEN = ["001", "003", "005", "007", "008", "011", "015", "018", "020", "023"]
FIFTEEN = [*TEN, "002", "004", "006", "009", "010"]


def engine() -> PredictionEngine:
    """§5: PredictionEngine(card_db, legality_checker, projection_engine, effect_engine, scoring_engine)."""
    return PredictionEngine(CARDS, LegalityChecker(), ProjectionEngine(), EFFECTS, LanePowerEvaluator())


def opening(hidden: int = 5, more: str = "") -> GameState:
    return game(START, hand="001,002,003,004,005", enemy=f"?*{hidden}", more=more)


def test_inferred_decks_are_a_data_model() -> None:
    """§4.1: possible_decks and weights of the same length."""
    inferred = InferredEnemyDeck([["001"] * 3 + ["020"] * 7, TEN], [0.25, 0.75])
    assert is_dataclass(InferredEnemyDeck)
    assert list(inferred.possible_decks[1]) == TEN
    assert list(inferred.weights) == [0.25, 0.75]
    assert InferredEnemyDeck(possible_decks=[TEN], weights=[1.0]).weights[0] == 1.0


def test_a_belief_is_a_data_model() -> None:
    """§4.2: HandHypothesis(cards, probability), EnemyHandBelief(hypotheses)."""
    hypothesis = HandHypothesis(["001", "020"], 0.5)
    assert is_dataclass(HandHypothesis)
    assert list(hypothesis.cards) == ["001", "020"]
    assert hypothesis.probability == 0.5
    belief = EnemyHandBelief([hypothesis, HandHypothesis(cards=["005"], probability=0.5)])
    assert [list(held.cards) for held in belief.hypotheses] == [["001", "020"], ["005"]]
    assert [held.probability for held in belief.hypotheses] == [0.5, 0.5]
    assert EnemyHandBelief(hypotheses=[hypothesis]) == EnemyHandBelief([hypothesis]) != belief


def test_an_outcome_is_a_data_model_of_four_values() -> None:
    """§4.3: move, resulting_score, match_score, weight."""
    score = MatchScore([], 0, 3, "E", -3)
    outcome = EnemyMoveOutcome(("020", 0, 4), 3.5, score, 0.25)
    assert is_dataclass(EnemyMoveOutcome)
    assert outcome.move == ("020", 0, 4)
    assert (outcome.resulting_score, outcome.match_score, outcome.weight) == (3.5, score, 0.25)


def test_a_threat_map_is_a_data_model() -> None:
    """§4.4: its five fields."""
    outcome = EnemyMoveOutcome(("020", 0, 4), 3.5, MatchScore([], 0, 3, "E", -3), 1.0)
    threat = ThreatMap([outcome], 3.5, 3.5, {0: 3.0, 1: 0.0, 2: 0.0}, {(0, 4): 3.0})
    assert is_dataclass(ThreatMap)
    assert list(threat.outcomes) == [outcome]
    assert (threat.best_enemy_score, threat.expected_enemy_score) == (3.5, 3.5)
    assert (threat.lane_pressure[0], threat.tile_pressure[0, 4]) == (3.0, 3.0)


def test_the_classes_are_exported_and_live_in_prediction() -> None:
    """§4, §6: qb_engine/prediction.py, and qb_engine exports the six names."""
    import qb_engine
    from qb_engine import prediction

    for name in (
        "InferredEnemyDeck",
        "EnemyHandBelief",
        "HandHypothesis",
        "EnemyMoveOutcome",
        "ThreatMap",
        "PredictionEngine",
    ):
        assert getattr(prediction, name) is getattr(qb_engine, name)


def test_a_known_deck_is_the_only_one() -> None:
    """§4.1, §5.1.1, §7.1."""
    inferred = engine().infer_enemy_decks(EnemyObservationState(played_ids=(), known_deck=tuple(TEN), hand_size=5))
    assert [sorted(deck) for deck in inferred.possible_decks] == [sorted(TEN)]
    assert list(inferred.weights) == [1.0]


def test_every_candidate_holds_what_was_seen() -> None:
    """§5.1.2, §7.1: all observed cards, at most three copies, fifteen cards (as settled), known ids only."""
    inferred = engine().infer_enemy_decks(EnemyObservationState(played_ids=("003", "020"), hand_size=5))
    assert len(inferred.possible_decks) > 1
    for deck in inferred.possible_decks:
        assert {"003", "020"} <= set(deck)
        assert len(deck) == 15
        assert max(Counter(deck).values()) <= 3
        assert all(not CARDS.get(card_id).token for card_id in deck)


def test_copies_that_were_seen_are_all_there() -> None:
    """§4.1: a candidate contains all observed plays, also three of one card."""
    inferred = engine().infer_enemy_decks(EnemyObservationState(played_ids=("003", "003", "003"), hand_size=5))
    assert all(Counter(deck)["003"] == 3 for deck in inferred.possible_decks)


def test_tokens_are_not_required() -> None:
    """§4.1, §5.1.2: all observed non-token plays."""
    inferred = engine().infer_enemy_decks(EnemyObservationState(played_ids=("010", "146"), hand_size=5))
    assert all("010" in deck and "146" not in deck for deck in inferred.possible_decks)


def test_candidates_stay_under_the_cap_with_equal_weights() -> None:
    """§4.1, §5.1.2, §5.1.3, §7.1: 200 by default; weights sum to 1."""
    for played in ((), ("001", "005", "007", "008", "018")):
        inferred = engine().infer_enemy_decks(EnemyObservationState(played_ids=played, hand_size=5))
        count = len(inferred.possible_decks)
        assert 1 < count <= 200
        assert len(inferred.weights) == count
        assert list(inferred.weights) == pytest.approx([1 / count] * count)


def test_candidates_resemble_the_costs_that_were_seen() -> None:
    """§4.1, §5.1.2: pruning prefers the cost distribution of the observed cards, among the others too."""

    def mean_cost(*played: str) -> float:
        inferred = engine().infer_enemy_decks(EnemyObservationState(played_ids=played, hand_size=5))
        others = [card_id for deck in inferred.possible_decks for card_id in deck if card_id not in played]
        return sum(CARDS.get(card_id).cost for card_id in others) / len(others)

    assert mean_cost("001", "005", "007", "008") < mean_cost("017", "044", "053", "070")


def test_unknown_ids_are_refused() -> None:
    """§3.3: no hallucinated card data."""
    with pytest.raises(UnknownCardError):
        engine().infer_enemy_decks(EnemyObservationState(played_ids=("999",), hand_size=5))
    with pytest.raises(UnknownCardError):
        engine().infer_enemy_decks(EnemyObservationState(known_deck=("999", *TEN), hand_size=5))


def test_ten_known_cards_give_252_hands() -> None:
    """§4.2, §5.2, §7.2: C(10,5) hands of five, equally likely, together 1."""
    observation = EnemyObservationState(known_deck=tuple(TEN), hand_size=5)
    belief = engine().infer_enemy_hand(opening(), observation, engine().infer_enemy_decks(observation))
    assert len(belief.hypotheses) == comb(10, 5) == 252
    assert {tuple(sorted(held.cards)) for held in belief.hypotheses} == set(combinations(sorted(TEN), 5))
    assert all(held.probability == pytest.approx(1 / 252) for held in belief.hypotheses)
    assert not belief.truncated


def test_all_hands_of_a_known_deck_are_listed() -> None:
    """§5.2, as settled: exact up to 5,000, so the 3,003 hands of fifteen different cards are all there."""
    observation = EnemyObservationState(known_deck=tuple(FIFTEEN), hand_size=5)
    belief = engine().infer_enemy_hand(opening(), observation, engine().infer_enemy_decks(observation))
    assert len(belief.hypotheses) == comb(15, 5)
    assert sum(held.probability for held in belief.hypotheses) == pytest.approx(1)
    assert not belief.truncated


def test_past_the_limit_a_belief_says_so() -> None:
    """§5.2, as settled: C(15,6) = 5,005 hands are cut to 5,000, the mass is kept, truncated is set."""
    observation = EnemyObservationState(known_deck=tuple(FIFTEEN), hand_size=6)
    belief = engine().infer_enemy_hand(opening(6), observation, engine().infer_enemy_decks(observation))
    assert len(belief.hypotheses) == 5000
    assert belief.truncated
    assert sum(held.probability for held in belief.hypotheses) == pytest.approx(1)


def test_cards_that_were_played_are_not_held() -> None:
    """§4.2.1, §5.2, §7.2: remaining = deck − played."""
    observation = EnemyObservationState(played_ids=("003", "020"), known_deck=tuple(TEN), hand_size=4)
    belief = engine().infer_enemy_hand(opening(4), observation, engine().infer_enemy_decks(observation))
    assert len(belief.hypotheses) == comb(8, 4)
    assert all(not {"003", "020"} & set(held.cards) for held in belief.hypotheses)


def test_copies_weigh_a_hand() -> None:
    """§5.2: each combination of cards counts once, so a hand that can be drawn in two ways is twice as likely."""
    deck = ("001", "001", "020")
    observation = EnemyObservationState(known_deck=deck, hand_size=2)
    belief = engine().infer_enemy_hand(opening(2), observation, engine().infer_enemy_decks(observation))
    chances: dict[tuple[str, ...], float] = {}
    for held in belief.hypotheses:
        hand = tuple(sorted(held.cards))
        chances[hand] = chances.get(hand, 0.0) + held.probability
    assert chances == pytest.approx({("001", "001"): 1 / 3, ("001", "020"): 2 / 3})


def test_deck_weights_reach_the_hands() -> None:
    """§4.2, §5.2: P(H and D) = deck weight / number of hands of that deck."""
    observation = EnemyObservationState(hand_size=1)
    inferred = InferredEnemyDeck([["001", "005"], ["020", "023", "018", "019"]], [0.5, 0.5])
    belief = engine().infer_enemy_hand(opening(1), observation, inferred)
    chances = {held.cards[0]: held.probability for held in belief.hypotheses}
    assert chances == pytest.approx({"001": 0.25, "005": 0.25, "020": 0.125, "023": 0.125, "018": 0.125, "019": 0.125})


def test_the_size_of_the_enemys_hand() -> None:
    """§5.2: state.enemy_hand_size."""
    assert opening(5).enemy_hand_size == 5
    assert opening(3).enemy_hand_size == 3
    assert game(enemy="001,020").enemy_hand_size == 2


def test_mulligans_of_the_enemy_are_counted() -> None:
    """§5.2.1: state.enemy_hand.mulligans_applied."""
    assert opening().enemy_hand.mulligans_applied == 0
    assert opening(more="mulligans=0,1").enemy_hand.mulligans_applied == 1


def test_destroyed_tokens_leave_the_deck_alone() -> None:
    """§5.2.2: tokens never were in it, so their loss takes nothing from what can be held."""
    seen = EnemyObservationState(tokens_seen=("146",), destroyed_ids=("146",), known_deck=tuple(TEN), hand_size=5)
    assert len(engine().infer_enemy_hand(opening(), seen, engine().infer_enemy_decks(seen)).hypotheses) == 252


def test_a_better_belief_stands_beside_the_equal_one() -> None:
    """§5.1, as settled: equal weights unless another belief is asked for."""
    known = Archetype("known", tuple(FIFTEEN), 9.0)
    parts = CARDS, LegalityChecker(), ProjectionEngine(), EFFECTS, LanePowerEvaluator()
    weighing = PredictionEngine(*parts, belief=EvidenceBelief(CARDS, (known,)))
    seen = EnemyObservationState(played_ids=("003", "020"), hand_size=5)
    assert len(set(weighing.infer_enemy_decks(seen).weights)) > 1
    assert len(set(engine().infer_enemy_decks(seen).weights)) == 1


def test_an_empty_observation() -> None:
    """§7.6: EnemyObservation() knows nothing yet."""
    inferred = engine().infer_enemy_decks(EnemyObservation())
    assert 1 < len(inferred.possible_decks) <= 200

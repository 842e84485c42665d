"""Acceptance tests of the prediction layer (Phase E): decks, hands, replies and the threat map."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.game_state import GameState
from qb_engine.geometry import COLUMNS, LANES, TILES, Side
from qb_engine.hand_belief import EnemyHandBelief, HandHypothesis
from qb_engine.legality import LegalityChecker
from qb_engine.notation import parse_position
from qb_engine.prediction import InferredEnemyDeck, PredictionEngine, ThreatMap
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import compute_match_score

HYDRATOR = CardHydrator()
ENGINE = PredictionEngine.standard(HYDRATOR)
EVALUATOR = LanePowerEvaluator()
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
TEN = ["001", "002", "005", "007", "008", "011", "012", "013", "015", "020"]
FIFTEEN = [*TEN, "021", "023", "025", "026", "031"]


def at(text: str) -> GameState:
    return GameState.from_position(parse_position(text, HYDRATOR), HYDRATOR)


def belief_of(state: GameState, seen: EnemyObservationState, engine: PredictionEngine = ENGINE) -> EnemyHandBelief:
    return engine.infer_enemy_hand(state, seen, engine.infer_enemy_decks(seen, state.ruleset))


def limited(most: int) -> PredictionEngine:
    return PredictionEngine(HYDRATOR, LegalityChecker(), EffectEngine(HYDRATOR), EVALUATOR, max_hypotheses=most)


# 7.1 Deck inference.


def test_infer_enemy_decks_trivial_known_deck() -> None:
    decks = ENGINE.infer_enemy_decks(EnemyObservation(TEN))
    assert decks == InferredEnemyDeck([TEN], [1.0])


@pytest.mark.parametrize("ruleset", [Ruleset.V2_2_4, Ruleset.REBIRTH], ids=str)
def test_infer_enemy_decks_with_observed_cards(ruleset: Ruleset) -> None:
    decks = ENGINE.infer_enemy_decks(EnemyObservationState(played_ids=("003", "020")), ruleset)
    assert len(decks.possible_decks) > 1
    for deck in decks.possible_decks:
        assert {"003", "020"} <= set(deck)
        assert len(deck) == ruleset.deck_size
        for card_id, copies in Counter(deck).items():
            legendary = HYDRATOR.get(card_id).legendary
            assert copies <= (ruleset.max_legendary_copies if legendary else ruleset.max_copies)
    assert sum(decks.weights) == pytest.approx(1, abs=1e-9)
    assert len(set(decks.weights)) == 1


def test_infer_enemy_decks_pruned_under_cap() -> None:
    many = EnemyObservationState(played_ids=("001", "001", "005", "007", "008", "020"))
    decks = ENGINE.infer_enemy_decks(many)
    assert 1 < len(decks.possible_decks) <= 200
    assert len({tuple(deck) for deck in decks.possible_decks}) == len(decks.possible_decks)
    assert sum(decks.weights) == pytest.approx(1, abs=1e-9)


def test_tokens_are_never_counted_as_cards_of_the_deck() -> None:
    seen = EnemyObservationState(played_ids=("010",), tokens_seen=("156", "146"), known_in_hand=("146",), hand_size=3)
    for deck in ENGINE.infer_enemy_decks(seen).possible_decks:
        assert not [card_id for card_id in deck if HYDRATOR.get(card_id).token]
    known = EnemyObservationState(
        played_ids=("010",), tokens_seen=("146",), known_in_hand=("146",), known_deck=("001", "005", "010"), hand_size=2
    )
    belief = belief_of(at(f"rebirth {START} Y ehand=146,?"), known)
    assert [hand.cards for hand in belief.hypotheses] == [["146", "001"], ["146", "005"]]


# 7.2 Hand inference.


@pytest.mark.parametrize(("deck", "hands"), [(TEN, 252), (FIFTEEN, 3003)])
def test_infer_enemy_hand_simple_known_deck(deck: list[str], hands: int) -> None:
    belief = belief_of(at(f"v2.2.4 {START} Y ehand=?*5"), EnemyObservation(deck).snapshot())
    assert len(belief.hypotheses) == len({tuple(hand.cards) for hand in belief.hypotheses}) == comb(len(deck), 5)
    assert len(belief.hypotheses) == hands
    assert [hand.probability for hand in belief.hypotheses] == pytest.approx([1 / hands] * hands)
    assert sum(hand.probability for hand in belief.hypotheses) == pytest.approx(1, abs=1e-9)
    assert all(len(hand.cards) == 5 and set(hand.cards) <= set(deck) for hand in belief.hypotheses)
    assert not belief.truncated
    assert belief.marginals == {card_id: pytest.approx(5 / len(deck)) for card_id in deck}


def test_infer_enemy_hand_after_plays() -> None:
    state = at(f"rebirth {START.replace('E1', 'E1[020]', 1)} Y ehand=?*4")
    belief = belief_of(state, EnemyObservation.of(state, TEN).snapshot())
    assert len(belief.hypotheses) == comb(9, 4)
    assert all("020" not in hand.cards for hand in belief.hypotheses)
    assert "020" not in belief.marginals
    twice = belief_of(state, EnemyObservation.of(state, ["001", "005", "007", "008", "020", "020"]).snapshot())
    assert twice.marginals["020"] == pytest.approx(4 / 5), "a second copy is still to come"


def test_a_marginal_counts_hands_with_two_copies_once() -> None:
    """Of the six pairs out of 001, 001, 005, 007 five hold a 001, and three a 005."""
    state = at(f"rebirth {START} Y ehand=?*2")
    belief = belief_of(state, EnemyObservation(["001", "001", "005", "007"]).snapshot())
    assert belief.marginals == {"001": pytest.approx(5 / 6), "005": pytest.approx(1 / 2), "007": pytest.approx(1 / 2)}
    assert belief.probability_of_none(["005", "007"]) == pytest.approx(1 / 6)


def test_cards_known_to_be_held_are_in_every_hand() -> None:
    seen = EnemyObservationState(known_in_hand=("007", "146"), known_deck=tuple(TEN), hand_size=4)
    belief = belief_of(at(f"rebirth {START} Y ehand=?*4"), seen)
    assert len(belief.hypotheses) == comb(9, 2)
    for hand in belief.hypotheses:
        assert Counter(hand.cards)["007"] == Counter(hand.cards)["146"] == 1
        assert len(hand.cards) == 4
    assert belief.marginals["007"] == belief.marginals["146"] == 1
    assert belief.marginals["001"] == pytest.approx(2 / 9)


def test_a_belief_that_is_cut_says_so_and_keeps_its_mass() -> None:
    belief = belief_of(at(f"v2.2.4 {START} Y ehand=?*5"), EnemyObservation(FIFTEEN).snapshot(), engine := limited(100))
    assert engine.max_hypotheses == len(belief.hypotheses) == 100
    assert belief.truncated
    assert belief.kept_mass == pytest.approx(100 / 3003)
    assert sum(hand.probability for hand in belief.hypotheses) == pytest.approx(1, abs=1e-9)
    assert belief.marginals["031"] == pytest.approx(1 / 3), "marginals stay exact when the list is cut"


def test_of_several_decks_the_likelier_hands_are_kept() -> None:
    decks = InferredEnemyDeck([["001", "001", "001"], ["005", "007", "008"]], [0.3, 0.7])
    state = at(f"rebirth {START} Y ehand=?*2")
    whole = ENGINE.infer_enemy_hand(state, EnemyObservation(), decks)
    assert [hand.cards for hand in whole.hypotheses[3:]] == [["001", "001"]] * 3
    assert [hand.probability for hand in whole.hypotheses] == pytest.approx([0.7 / 3] * 3 + [0.3 / 3] * 3)
    cut = limited(3).infer_enemy_hand(state, EnemyObservation(), decks)
    assert [set(hand.cards) <= {"005", "007", "008"} for hand in cut.hypotheses] == [True] * 3
    assert cut.truncated
    assert cut.kept_mass == pytest.approx(0.7)
    assert cut.marginals == whole.marginals
    assert whole.marginals == {
        "001": pytest.approx(0.3),
        **dict.fromkeys(("005", "007", "008"), pytest.approx(1.4 / 3)),
    }


# 7.3 Move enumeration.


def test_enumerate_enemy_moves_respects_legality() -> None:
    """M5 is the enemy's with rank 2; T5 with rank 1; B5 is occupied, T1 yours, the rest neutral."""
    state = at("rebirth Y3,-,-,-,E1/-,-,-,-,E2/-,-,-,-,E3[021] Y ehand=?*3")
    moves = ENGINE.enumerate_enemy_moves(state, HandHypothesis(["001", "011", "017"], 1.0))
    assert sorted(moves) == [("001", 0, 4), ("001", 1, 4), ("011", 1, 4)]


def test_a_card_held_twice_is_one_move_and_a_replacing_card_goes_onto_the_enemys_cards() -> None:
    state = at("rebirth Y1[001],-,-,-,E1/-,-,-,-,-/-,-,-,-,E3[021] Y ehand=?*3")
    moves = ENGINE.enumerate_enemy_moves(state, HandHypothesis(["001", "001", "051"], 1.0))
    assert sorted(moves) == [("001", 0, 4), ("051", 2, 4)]


# 7.4 Simulation.


@pytest.mark.parametrize("ruleset", ["rebirth", "v2.2.4"])
def test_simulate_enemy_move_does_not_mutate_original_state(ruleset: str) -> None:
    state = at(f"{ruleset} Y1,-,-,Y1[001],E1/-,-,-,-,-/-,-,-,-,- Y hand=001 ehand=?*3 deck=005*2 seed=4")
    before, log = state.key(), state.log.copy()
    after, _, _ = ENGINE.simulate_enemy_move(state, ("020", 0, 4))
    assert after.board.occupants[3] is None
    assert (state.key(), state.log) == (before, log)


def test_simulate_enemy_move_updates_scores_correctly() -> None:
    """Archdragon (3) takes 3 from Elphadunk (4): MID 1 against 3; TOP stays 2 to 0."""
    state = at("rebirth Y1[007],-,-,-,-/-,-,-,Y1[011],E1/-,-,-,-,- Y ehand=?*2")
    after, score, value = ENGINE.simulate_enemy_move(state, ("020", 1, 4))
    assert [(lane.power_you, lane.power_enemy) for lane in score.lanes] == [(2, 0), (1, 3), (0, 0)]
    assert score == compute_match_score(after.board, after.effect_engine)
    assert (score.margin, len(after.enemy_hand)) == (2 - 3, 1)
    assert value == -EVALUATOR.evaluate(after.board).value.for_side(Side.YOU)
    assert value > -EVALUATOR.evaluate(state.board).value.for_side(Side.YOU)


# 7.5 Threat map.


def threat_of(text: str, *deck: str) -> ThreatMap:
    state = at(text)
    return ENGINE.full_enemy_prediction(state, EnemyObservation.of(state, deck))


def test_compute_threat_map_basic() -> None:
    """One hand, one tile. Archdragon (3) on M5 takes 3 of 4 from M4; nothing else is reached."""
    threat = threat_of("rebirth -,-,-,-,-/-,-,-,Y1[011],E1/-,-,-,-,- Y ehand=?", "020")
    assert [(outcome.move, outcome.weight, outcome.in_hand) for outcome in threat.outcomes] == [(("020", 1, 4), 1, 1)]
    assert threat.lane_pressure == {0: 0, 1: 3 + 3, 2: 0}
    assert {tile: pressure for tile, pressure in threat.tile_pressure.items() if pressure} == {(1, 3): 3, (1, 4): 3}
    assert threat.best_enemy_score == threat.expected_enemy_score == threat.outcomes[0].resulting_score


def test_tile_pressure_counts_captured_and_gained_tiles() -> None:
    """Grasslands Wolf (2) on M5 takes M4 from you, two points for a change of hands, and gains T5, one point."""
    threat = threat_of("rebirth -,-,-,-,-/-,-,-,Y1,E1/-,-,-,-,- Y ehand=?", "008")
    assert {tile: p for tile, p in threat.tile_pressure.items() if p} == {(0, 4): 1, (1, 3): 2, (1, 4): 2}
    assert threat.lane_pressure == {0: 0, 1: 2, 2: 0}


def test_pressure_is_weighted_by_what_may_be_held() -> None:
    """Queen Bee (1) reaches nothing from M5, Levrikon (2) M4 and B5; each is held in one of two hands."""
    threat = threat_of("rebirth -,-,-,-,-/-,-,-,-,E1/-,-,-,-,- Y ehand=?", "005", "007")
    assert threat.lane_pressure == {0: 0, 1: pytest.approx((1 + 2) / 2), 2: 0}
    pressed = {tile: p for tile, p in threat.tile_pressure.items() if p}
    assert pressed == {(1, 3): pytest.approx(0.5), (1, 4): pytest.approx(1.5), (2, 4): pytest.approx(0.5)}


def test_threat_map_expected_vs_best_case() -> None:
    threat = threat_of(f"rebirth {START} Y ehand=?*2", "001", "001", "007", "020", "114")
    scores = [outcome.resulting_score for outcome in threat.outcomes]
    assert len(set(scores)) > 1
    assert threat.expected_enemy_score == pytest.approx(sum(o.weight * o.resulting_score for o in threat.outcomes))
    assert threat.best_enemy_score == max(scores) > threat.expected_enemy_score
    assert sum(outcome.weight for outcome in threat.outcomes) == pytest.approx(1, abs=1e-9)


def test_a_pass_is_the_only_reply_of_an_enemy_that_can_place_nothing() -> None:
    threat = threat_of(f"rebirth {START} Y ehand=?*2", "114", "103", "099")
    assert [(outcome.move, outcome.weight, outcome.in_hand) for outcome in threat.outcomes] == [(None, 1, 1)]
    assert {*threat.lane_pressure.values(), *threat.tile_pressure.values()} == {0}


def literal_sum(state: GameState, belief: EnemyHandBelief) -> tuple[float, float, list[float], list[float]]:
    """Best, expected, lanes and tiles, hand by hand and move by move, each weighing P(hand), over the total weight."""
    scores, weight, lanes, tiles = [], 0.0, [0.0] * LANES, [0.0] * len(TILES)
    expected, power, standing = 0.0, *measure(state)
    for hand in belief.hypotheses:
        moves = ENGINE.enumerate_enemy_moves(state, hand)
        for after in [ENGINE.simulate_enemy_move(state, move)[0] for move in moves] or [state]:
            scores.append(EVALUATOR.evaluate(after.board).value.for_side(Side.ENEMY))
            weight += hand.probability
            expected += hand.probability * scores[-1]
            now, stands = measure(after)
            lanes = [a + hand.probability * (b - c) for a, b, c in zip(lanes, now, power, strict=True)]
            tiles = [a + hand.probability * (b - c) for a, b, c in zip(tiles, stands, standing, strict=True)]
    return max(scores), expected / weight, [a / weight for a in lanes], [a / weight for a in tiles]


def measure(state: GameState) -> tuple[list[int], list[int]]:
    """Enemy power minus yours per lane; the same per tile, with one point for owning it."""
    sign = {Side.ENEMY: 1, Side.YOU: -1, None: 0}
    power = [
        0 if card is None else sign[card.side] * state.effect_engine.compute_effective_power(state.board, *tile)
        for tile, card in zip(TILES, state.board.occupants, strict=True)
    ]
    lanes = [sum(power[lane * COLUMNS : (lane + 1) * COLUMNS]) for lane in range(LANES)]
    return lanes, [a + sign[owner] for a, owner in zip(power, state.board.owners, strict=True)]


@pytest.mark.parametrize("ruleset", ["rebirth", "v2.2.4"])
@pytest.mark.parametrize(
    ("known_deck", "held"),
    [
        ("001 001 007 007 007 020 114", ""),
        ("001 001 114 114 103 103", "146"),
        ("114 103 099 001 001", ""),
        ("001 001 008 114 051", "001"),
    ],
)
def test_the_threat_map_equals_the_literal_sum_over_hands(ruleset: str, known_deck: str, held: str) -> None:
    state = at(f"{ruleset} Y1[013],-,Y1,E1[008],E2/Y2,-,Y1[011],Y1,E1/Y1,-,-,-,E1 Y ehand=?*3")
    seen = EnemyObservationState(
        known_deck=tuple(sorted(known_deck.split())), known_in_hand=tuple(held.split()), hand_size=3
    )
    belief = belief_of(state, seen)
    threat = ENGINE.compute_threat_map(state, seen, ENGINE.infer_enemy_decks(seen), belief)
    best, expected, lanes, tiles = literal_sum(state, belief)
    assert [threat.best_enemy_score, threat.expected_enemy_score] == pytest.approx([best, expected])
    assert list(threat.lane_pressure.values()) == pytest.approx(lanes)
    assert list(threat.tile_pressure.values()) == pytest.approx(tiles)


# 7.6 Full pipeline.


@pytest.mark.parametrize("ruleset", [Ruleset.V2_2_4, Ruleset.REBIRTH], ids=str)
def test_full_enemy_prediction(ruleset: Ruleset) -> None:
    state = GameState.start(FIFTEEN, FIFTEEN, 1, ruleset=ruleset, hydrator=HYDRATOR)
    threat = ENGINE.full_enemy_prediction(state, EnemyObservation.of(state))
    assert isinstance(threat, ThreatMap)
    assert threat.outcomes
    assert sum(outcome.weight for outcome in threat.outcomes) == pytest.approx(1, abs=1e-9)
    assert all(0 < outcome.in_hand <= 1 for outcome in threat.outcomes)

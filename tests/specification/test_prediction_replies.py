"""Programs written from the prediction text alone, §5.3 to §7.6: the enemy's moves, their outcomes, the threat map."""

import pytest

from qb_engine import (
    Deck,
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
    compute_match_score,
)
from tests.specification.boards import CARDS, EFFECTS, TILES, game
from tests.specification.test_prediction import engine

POSITION = "Y1,Y1,-,E1,E1/Y2[001],-,E2[015],-,E1/Y1,-,-,-,E2"
NOTHING = EnemyObservationState(hand_size=2)
ANY_DECK = InferredEnemyDeck([["001"] * 3], [1.0])


def threatened(enemy: str = "?*2") -> GameState:
    return game(POSITION, to_act="E", hand="005", enemy=enemy)


def literal(state: GameState, belief: EnemyHandBelief) -> list[EnemyMoveOutcome]:
    """§5.5 as it is written: every hand, every move, simulated, with the weight of the hand."""
    outcomes = []
    for hypothesis in belief.hypotheses:
        for move in engine().enumerate_enemy_moves(state, hypothesis):
            _, score, value = engine().simulate_enemy_move(state, move)
            outcomes.append(EnemyMoveOutcome(move, value, score, hypothesis.probability))
    return outcomes


def test_moves_are_legal_placements_of_the_hand() -> None:
    """§5.3, §7.3, as settled: enemy-owned, empty, rank ≥ cost."""
    state = threatened()
    hand = HandHypothesis(["001", "011", "017"], 1.0)
    expected = {
        (card_id, lane, col)
        for card_id in hand.cards
        for lane, col in TILES
        if LegalityChecker().check(state.board, "E", CARDS.get(card_id), lane, col) is None
    }
    moves = engine().enumerate_enemy_moves(state, hand)
    assert set(moves) == expected
    assert len(list(moves)) == len(expected)
    assert ("011", 2, 4) in expected
    assert {card_id for card_id, _, _ in moves} == {"001", "011"}
    assert not {(lane, col) for _, lane, col in moves} & {(0, 0), (0, 2), (1, 2), (1, 0)}


def test_two_copies_are_one_move() -> None:
    """§5.3: a move is a card and a tile; it may be listed once for each copy, never for another card."""
    moves = engine().enumerate_enemy_moves(threatened(), HandHypothesis(["001", "001"], 1.0))
    assert set(moves) == set(engine().enumerate_enemy_moves(threatened(), HandHypothesis(["001"], 1.0)))


def test_simulating_does_not_touch_the_state() -> None:
    """§3.6, §5.4.1, §7.4: a deep copy is played on."""
    state = threatened("020,001")
    before = state.key()
    after, _, _ = engine().simulate_enemy_move(state, ("020", 0, 3))
    assert state.key() == before
    assert isinstance(after, GameState)
    assert after is not state
    assert after.board.tile(0, 3).occupant is not None
    assert state.board.tile(0, 3).occupant is None


@pytest.mark.parametrize("enemy", ["020,001", "?*2"])
def test_simulating_gives_state_score_and_value(enemy: str) -> None:
    """§5.4, §7.4: as play_card_from_hand("E", …) leaves the board; the card may be known or not."""
    state = threatened(enemy)
    after, score, value = engine().simulate_enemy_move(state, ("020", 0, 3))
    played = threatened("020,001")
    played.play_card_from_hand("E", 0, 0, 3)
    assert isinstance(score, MatchScore)
    assert score == compute_match_score(played.board, EFFECTS) == compute_match_score(after.board, EFFECTS)
    assert value == pytest.approx(-LanePowerEvaluator().evaluate(played.board).value.for_you)


def test_resulting_scores_are_the_enemys() -> None:
    """§4.3, as settled: −eval, so the highest is the worst for you."""
    state = threatened()
    belief = EnemyHandBelief([HandHypothesis(["020", "001"], 1.0)])
    threat = engine().compute_threat_map(state, NOTHING, ANY_DECK, belief)
    assert len(threat.outcomes) == 8
    for outcome in threat.outcomes:
        assert outcome.move is not None
        card_id, lane, col = outcome.move
        played = threatened(f"{card_id},001")
        played.play_card_from_hand("E", 0, lane, col)
        assert outcome.resulting_score == pytest.approx(-LanePowerEvaluator().evaluate(played.board).value.for_you)
        assert outcome.match_score == compute_match_score(played.board, EFFECTS)
    assert threat.best_enemy_score == max(outcome.resulting_score for outcome in threat.outcomes)


def test_one_hand_and_one_move() -> None:
    """§4.4, §7.5: pressure of the only reply, Queen Bee on TOP-5 with pawns on BOT-5."""
    state = game("Y1,-,-,-,E1/Y1,-,-,-,Y1/Y1,-,-,-,-", to_act="E", hand="005", enemy="?")
    belief = EnemyHandBelief([HandHypothesis(["005"], 1.0)])
    threat = engine().compute_threat_map(state, EnemyObservationState(hand_size=1), ANY_DECK, belief)
    (outcome,) = threat.outcomes
    assert (outcome.move, outcome.weight) == (("005", 0, 4), 1.0)
    assert threat.best_enemy_score == threat.expected_enemy_score == outcome.resulting_score
    assert dict(threat.lane_pressure) == pytest.approx({0: 1.0, 1: 0.0, 2: 0.0})
    pressed = {tile for tile, pressure in threat.tile_pressure.items() if pressure}
    assert pressed == {(0, 4), (2, 4)}
    assert threat.tile_pressure[0, 4] > 0
    assert threat.tile_pressure[2, 4] > 0


def test_expected_and_best_score() -> None:
    """§4.4, §5.5, §7.5: the weighted average, and the maximum."""
    belief = EnemyHandBelief([HandHypothesis(["020", "001"], 0.75), HandHypothesis(["011", "001"], 0.25)])
    threat = engine().compute_threat_map(threatened(), NOTHING, ANY_DECK, belief)
    assert sum(outcome.weight for outcome in threat.outcomes) == pytest.approx(1)
    assert threat.expected_enemy_score == pytest.approx(
        sum(outcome.weight * outcome.resulting_score for outcome in threat.outcomes)
    )
    assert threat.best_enemy_score == max(outcome.resulting_score for outcome in threat.outcomes)
    assert threat.expected_enemy_score < threat.best_enemy_score


def test_weights_equal_the_literal_sum_divided_by_its_total() -> None:
    """§4.4, §5.5, as settled: every hand times every move gives the same chances and the same average."""
    belief = EnemyHandBelief(
        [HandHypothesis(["020", "001"], 0.5), HandHypothesis(["011", "001"], 0.3), HandHypothesis(["017", "023"], 0.2)]
    )
    threat = engine().compute_threat_map(threatened(), NOTHING, ANY_DECK, belief)
    outcomes = literal(threatened(), belief)
    total = sum(outcome.weight for outcome in outcomes)
    assert total != pytest.approx(1)
    weights: dict[tuple[str, int, int] | None, float] = {}
    for outcome in outcomes:
        weights[outcome.move] = weights.get(outcome.move, 0) + outcome.weight / total
    assert {outcome.move: outcome.weight for outcome in threat.outcomes} == pytest.approx(weights)
    average = sum(outcome.weight * outcome.resulting_score for outcome in outcomes) / total
    assert threat.expected_enemy_score == pytest.approx(average)


def test_a_pass_is_the_only_outcome_when_no_card_is_legal() -> None:
    """§5.5, as settled."""
    state = threatened()
    belief = EnemyHandBelief([HandHypothesis(["017", "044"], 1.0)])
    threat = engine().compute_threat_map(state, NOTHING, ANY_DECK, belief)
    (outcome,) = threat.outcomes
    assert outcome.move not in [("017", lane, col) for lane, col in TILES]
    assert outcome.weight == pytest.approx(1)
    assert outcome.resulting_score == pytest.approx(-LanePowerEvaluator().evaluate(state.board).value.for_you)


def test_lane_pressure_is_the_change_of_power() -> None:
    """§5.5: enemy_power_change − your_power_change, weighted."""
    state = threatened()
    belief = EnemyHandBelief([HandHypothesis(["020"], 0.5), HandHypothesis(["023"], 0.5)])
    threat = engine().compute_threat_map(state, NOTHING, ANY_DECK, belief)
    before = compute_match_score(state.board, EFFECTS)
    for index in range(3):
        expected = 0.0
        for outcome in threat.outcomes:
            lane, old = outcome.match_score.lanes[index], before.lanes[index]
            change = (lane.power_enemy - old.power_enemy) - (lane.power_you - old.power_you)
            expected += outcome.weight * change
        assert threat.lane_pressure[index] == pytest.approx(expected)


def test_the_parts_make_the_whole() -> None:
    """§5.6: decks, hands, threat, one after the other."""
    state = threatened()
    observation = EnemyObservationState(played_ids=("015",), known_deck=("001", "011", "015", "020"), hand_size=2)
    decks = engine().infer_enemy_decks(observation)
    hands = engine().infer_enemy_hand(state, observation, decks)
    threat = engine().compute_threat_map(state, observation, decks, hands)
    assert engine().full_enemy_prediction(state, observation) == threat


def test_full_enemy_prediction() -> None:
    """§7.6, as printed."""
    obs = EnemyObservation()
    state = GameState(
        Deck([f"{number:03}" for number in range(1, 16)], 1), Deck([f"{number:03}" for number in range(16, 31)], 2)
    )
    engine = PredictionEngine(CARDS, LegalityChecker(), ProjectionEngine(), EFFECTS, LanePowerEvaluator())
    before = state.key()

    threat = engine.full_enemy_prediction(state, obs)

    assert isinstance(threat, ThreatMap)
    assert threat.outcomes != []
    assert state.key() == before
    assert sum(outcome.weight for outcome in threat.outcomes) == pytest.approx(1)


def test_prediction_is_deterministic() -> None:
    """§2, §3.1, §8: the same input, the same map."""
    assert engine().full_enemy_prediction(threatened(), NOTHING) == engine().full_enemy_prediction(
        threatened(), NOTHING
    )


def test_a_pass_speaks_for_hands_without_a_placement() -> None:
    """§5.2, as settled: after an enemy's pass hands with nothing to place weigh more, each listed once."""
    known = ("001", "005", "017", "044")
    observation = EnemyObservationState(known_deck=known, hand_size=2)
    state = game(POSITION, to_act="E", hand="005", enemy="?*2")
    state.pass_turn("E")
    state.end_turn()
    stuck = ("017", "044")
    chances = {}
    for reads in (True, False):
        engine = PredictionEngine(
            CARDS, LegalityChecker(), ProjectionEngine(), EFFECTS, LanePowerEvaluator(), reads_passes=reads
        )
        belief = engine.infer_enemy_hand(state, observation, engine.infer_enemy_decks(observation))
        hands = [tuple(sorted(held.cards)) for held in belief.hypotheses]
        assert len(hands) == len(set(hands)) == 6
        chances[reads] = {hand: held.probability for hand, held in zip(hands, belief.hypotheses, strict=True)}
    assert chances[False] == pytest.approx(dict.fromkeys(chances[False], 1 / 6))
    assert all(chances[True][stuck] > 10 * chance for hand, chance in chances[True].items() if hand != stuck)
    assert sum(chances[True].values()) == pytest.approx(1)

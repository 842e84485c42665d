"""What a pass tells about the enemy's hand, against plain counting of every hand."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_engine.card_hydrator import CardHydrator
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.errors import BeliefError, UnknownCardError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand_belief import EnemyHandBelief, HandHypothesis, HandPool
from qb_engine.models import CardId
from qb_engine.notation import TurnPhase
from qb_engine.prediction import (
    EARLY_TILES,
    WILLING_PASS_EARLY,
    WILLING_PASS_LATE,
    InferredEnemyDeck,
    PredictionEngine,
)

Hand = tuple[CardId, ...]
HYDRATOR = CardHydrator()
ENGINE = PredictionEngine.standard(HYDRATOR)
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
LATE = "Y1[001],Y1[001],Y1[001],-,E1/Y1[001],Y1[001],Y1[001],-,E1/Y1[001],Y1[001],Y1[001],-,E1"
CHEAP = ("001", "001", "008", "020", "020")
"""Cards of rank 1: with a pawn anywhere they can be placed."""
DEAR = ("011", "011", "014", "014", "015", "015", "009", "009", "017", "017")
DECK = tuple(sorted((*CHEAP, *DEAR)))


def at(text: str) -> GameState:
    return GameState.parse(text, HYDRATOR)


def belief(text: str, known_in_hand: Hand = ()) -> EnemyHandBelief:
    state, observation = at(text), EnemyObservationState(known_deck=DECK, known_in_hand=known_in_hand)
    return ENGINE.infer_enemy_hand(state, observation, ENGINE.infer_enemy_decks(observation, state.ruleset))


def test_the_cards_are_what_their_names_say() -> None:
    assert {HYDRATOR.get(card_id).rank for card_id in CHEAP} == {1}
    assert 1 not in {HYDRATOR.get(card_id).rank for card_id in DEAR}


# The arithmetic.


def counted(pools: list[HandPool], placeable: frozenset[CardId], willing: float) -> dict[Hand, float]:
    """Every hand, copies counted apart, as likely as the pass makes it; not scaled."""
    weights: dict[Hand, float] = defaultdict(float)
    for pool in pools:
        for hand in combinations(pool.rest, pool.unknown):
            held = (*pool.known, *hand)
            passes = willing if placeable & set(held) else 1.0
            weights[tuple(sorted(held))] += pool.weight / pool.hands * passes
    return weights


@given(st.integers(0, 10**6), st.sampled_from([0.002, 0.1, 0.5, 1.0]))
def test_after_a_pass_every_hand_is_as_likely_as_bayes_says(seed: int, willing: float) -> None:
    rng = Random(seed)
    pools = [
        HandPool(rng.uniform(0.1, 1.0), tuple(rng.choices("abcd", k=rng.randint(0, 1))), tuple(rest), unknown)
        for unknown in (rng.randint(0, 4),)
        for rest in (rng.choices("abcdef", k=rng.randint(4, 7)) for _ in range(rng.randint(1, 3)))
    ]
    placeable = frozenset(rng.sample("abcdef", rng.randint(0, 4)))
    weights = counted(pools, placeable, willing)
    total = sum(weights.values())
    found = EnemyHandBelief.over(pools, 10_000).after_pass(placeable, willing)
    assert sum(pool.weight for pool in found.pools) == pytest.approx(1.0)
    assert len(found.hypotheses) == sum(pool.hands for pool in pools), "each hand once, copies told apart"
    listed: dict[Hand, float] = defaultdict(float)
    for hypothesis in found.hypotheses:
        listed[tuple(sorted(hypothesis.cards))] += hypothesis.probability
    assert listed == pytest.approx({hand: weight / total for hand, weight in weights.items()})
    for card_id in "abcdef":
        held = sum(weight for hand, weight in weights.items() if card_id in hand) / total
        assert found.marginals.get(card_id, 0.0) == pytest.approx(held)
    none = sum(weight for hand, weight in weights.items() if not placeable & set(hand)) / total
    assert found.probability_of_none(placeable) == pytest.approx(none)


def test_cards_that_are_not_in_the_hand_are_in_the_deck() -> None:
    pool = HandPool(1.0, ("z",), ("a", "a", "b", "c", "d"), 2, ("e",))
    stuck = pool.without(frozenset("ac"))
    assert stuck == HandPool(1 / 10, ("z",), ("b", "d"), 2, ("e", "a", "a", "c")), "one of ten hands"
    assert pool.without(frozenset("az")) is None, "a card known to be held"
    assert pool.without(frozenset("abc")) is None, "too few others"


# The game.


def chance_to_place(found: EnemyHandBelief) -> float:
    return 1.0 - found.probability_of_none(CHEAP)


def test_who_passes_early_holds_nothing_to_place() -> None:
    before = belief(f"rebirth {START} Y ehand=?*5 edeck=?*10")
    after = belief(f"rebirth {START} Y passes=1 ehand=?*5 edeck=?*10")
    able = chance_to_place(before)
    assert able == pytest.approx(1 - 252 / 3003)
    likely = WILLING_PASS_EARLY * able / (WILLING_PASS_EARLY * able + 1 - able)
    assert chance_to_place(after) == pytest.approx(likely)
    assert likely < 0.03
    assert after.marginals["011"] > before.marginals["011"]


def test_late_in_the_game_a_pass_tells_less() -> None:
    assert at(f"rebirth {LATE} Y").board.occupants.count(None) < EARLY_TILES
    able = chance_to_place(belief(f"rebirth {LATE} Y ehand=?*2 edeck=?*3"))
    after = chance_to_place(belief(f"rebirth {LATE} Y passes=1 ehand=?*2 edeck=?*3"))
    assert after == pytest.approx(WILLING_PASS_LATE * able / (WILLING_PASS_LATE * able + 1 - able))


@pytest.mark.parametrize("rest", ["Y ehand=?*5", "E passes=1 ehand=?*5"], ids=["nobody passed", "you passed"])
def test_without_a_pass_of_the_enemy_all_hands_are_equally_likely(rest: str) -> None:
    (pool,) = belief(f"rebirth {START} {rest} edeck=?*10").pools
    assert pool == HandPool(1.0, (), DECK, 5)


def test_a_pass_counts_from_the_moment_it_is_made_and_only_the_enemys() -> None:
    seen = EnemyObservationState(known_deck=DECK)
    decks = ENGINE.infer_enemy_decks(seen)
    for side, pools in ((Side.ENEMY, 2), (Side.YOU, 1)):
        state = at(f"rebirth {START} {side.value} passes=1 hand=001 ehand=?*5 edeck=?*10")
        state.phase = TurnPhase.END
        assert len(ENGINE.infer_enemy_hand(state, seen, decks).pools) == pools, side


def test_a_card_known_to_be_placeable_makes_the_pass_a_willing_one() -> None:
    before = belief(f"rebirth {START} Y ehand=?*5 edeck=?*10", known_in_hand=("001",))
    after = belief(f"rebirth {START} Y passes=1 ehand=?*5 edeck=?*10", known_in_hand=("001",))
    assert after.marginals == pytest.approx(before.marginals)


def test_a_pass_speaks_for_decks_with_dear_cards() -> None:
    state = at(f"rebirth {START} Y passes=1 ehand=?*5 edeck=?*10")
    cheap, dear = ("001", "008", "020") * 5, DECK
    seen = EnemyObservationState()
    decks = ENGINE.infer_enemy_decks(EnemyObservationState(known_deck=DECK))
    decks.possible_decks[:], decks.weights[:] = [list(cheap), list(dear)], [0.5, 0.5]
    found = ENGINE.infer_enemy_hand(state, seen, decks)
    assert found.probability_of_none(DEAR) < 0.05


def test_after_a_pass_each_hand_is_listed_once() -> None:
    """Of the ten pairs out of five cards three hold neither rank 1 card."""
    state, deck = at(f"rebirth {START} Y passes=1 ehand=?*2 edeck=?*3"), ("001", "008", "011", "014", "015")
    seen = EnemyObservationState(known_deck=deck)
    found = ENGINE.infer_enemy_hand(state, seen, ENGINE.infer_enemy_decks(seen))
    hands = [tuple(hand.cards) for hand in found.hypotheses]
    assert len(hands) == len(set(hands)) == 10
    assert set(hands[:3]) == {("011", "014"), ("011", "015"), ("014", "015")}, "the likeliest first"
    able = WILLING_PASS_EARLY / (3 + 7 * WILLING_PASS_EARLY)
    assert [hand.probability for hand in found.hypotheses] == pytest.approx(
        [able / WILLING_PASS_EARLY] * 3 + [able] * 7
    )
    assert not found.truncated


def test_a_list_that_is_cut_after_a_pass_keeps_the_likeliest_hands() -> None:
    state, deck = at(f"rebirth {START} Y passes=1 ehand=?*2 edeck=?*3"), ("001", "008", "011", "014", "015")
    seen = EnemyObservationState(known_deck=deck)
    engine = PredictionEngine.standard(HYDRATOR)
    engine.max_hypotheses = 4
    found = engine.infer_enemy_hand(state, seen, engine.infer_enemy_decks(seen))
    assert (len(found.hypotheses), found.truncated) == (4, True)
    assert found.kept_mass == pytest.approx((3 + WILLING_PASS_EARLY) / (3 + 7 * WILLING_PASS_EARLY))


def test_what_a_pass_tells_can_be_left_out() -> None:
    engine = PredictionEngine.standard(HYDRATOR, reads_passes=False)
    state, seen = at(f"rebirth {START} Y passes=1 ehand=?*5 edeck=?*10"), EnemyObservationState(known_deck=DECK)
    found = engine.infer_enemy_hand(state, seen, engine.infer_enemy_decks(seen))
    assert found.pools == [HandPool(1.0, (), DECK, 5)]
    assert [hand.probability for hand in found.hypotheses] == pytest.approx([1 / 3003] * 3003)


# Hands thought up one by one.


def test_a_belief_of_hands_thought_up_holds_those_hands() -> None:
    hands = [HandHypothesis(["001"], 0.25), HandHypothesis(["015", "001"], 0.75)]
    found = EnemyHandBelief(hands)
    assert found.hypotheses == hands
    assert found.marginals == {"001": 1.0, "015": pytest.approx(0.75)}
    assert found.probability_of_none(["015"]) == pytest.approx(0.25)
    assert (found.truncated, found.kept_mass) == (False, 1.0)


def test_a_threat_map_follows_from_hands_thought_up() -> None:
    state = at(f"rebirth {START} Y ehand=?*2")
    belief = EnemyHandBelief([HandHypothesis(["001"], 0.25), HandHypothesis(["008"], 0.75)])
    threat = ENGINE.compute_threat_map(state, EnemyObservationState(), InferredEnemyDeck([], []), belief)
    assert sum(outcome.weight for outcome in threat.outcomes) == pytest.approx(1)
    shares: dict[str, float] = defaultdict(float)
    for outcome in threat.outcomes:
        assert outcome.move is not None
        shares[outcome.move[0]] += outcome.weight
    assert shares == {"001": pytest.approx(0.25), "008": pytest.approx(0.75)}, "three tiles each"


@pytest.mark.parametrize(
    ("card", "told"), [("Zu", "unknown card 'Zu', did you mean 015"), ("Zuu", "unknown card 'Zuu', did you mean Zu")]
)
def test_hands_thought_up_hold_ids(card: str, told: str) -> None:
    state, belief = at(f"rebirth {START} Y ehand=?"), EnemyHandBelief([HandHypothesis(["001", card], 1.0)])
    with pytest.raises(UnknownCardError, match=told):
        ENGINE.compute_threat_map(state, EnemyObservationState(), InferredEnemyDeck([], []), belief)


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ([], "a belief needs a hand"),
        ([HandHypothesis(["001"], -0.1), HandHypothesis(["001"], 1.1)], "have one of -0.1"),
        ([HandHypothesis(["001"], 0.0)], "have a sum of 0.0"),
        ([HandHypothesis(["001"], float("nan"))], "have a sum of nan"),
    ],
)
def test_hands_that_are_no_belief_are_refused(hands: list[HandHypothesis], told: str) -> None:
    with pytest.raises(BeliefError, match=told):
        EnemyHandBelief(hands)

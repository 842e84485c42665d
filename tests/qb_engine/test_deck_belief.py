"""Beliefs about the enemy's deck: legal candidates that hold what was seen, and weights that follow from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.deck_belief import Archetype, DeckBelief, DeckIds, EqualBelief, EvidenceBelief
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.errors import UnknownCardError
from qb_engine.game_state import GameState
from qb_engine.library import library_decks
from qb_engine.models import CardId
from qb_engine.opponents import archetypes
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()
LIBRARY = library_decks(HYDRATOR)
RULESETS = (Ruleset.REBIRTH, Ruleset.V2_2_4)
ARCHETYPES = tuple(Archetype(deck.name, deck.card_ids, 1.0) for deck in LIBRARY)
BELIEFS: dict[str, DeckBelief] = {
    "equal": EqualBelief(HYDRATOR),
    "evidence": EvidenceBelief(HYDRATOR, ARCHETYPES),
    "evidence of parts": EvidenceBelief(HYDRATOR, (Archetype("part", ("001", "020", "020"), 1.0),)),
}
SEEN: tuple[tuple[CardId, ...], ...] = (
    (),
    ("020",),
    ("001", "001", "020"),
    LIBRARY[0].card_ids[:4],
    ("114", "015", "086", "003"),
    LIBRARY[1].card_ids,
)
each_belief = pytest.mark.parametrize("belief", BELIEFS.values(), ids=BELIEFS)
each_seen = pytest.mark.parametrize("seen", SEEN, ids=len)
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=str)


def posterior(
    belief: DeckBelief, seen: Sequence[CardId] = (), ruleset: Ruleset = Ruleset.REBIRTH
) -> dict[DeckIds, float]:
    found = belief.candidates(EnemyObservationState(played_ids=tuple(seen)), ruleset)
    assert len(set(found.decks)) == len(found.decks)
    return dict(zip(found.decks, found.weights, strict=True))


# Both beliefs.


@each_belief
@each_seen
@each_ruleset
def test_every_candidate_is_a_legal_deck_that_holds_what_was_seen(
    belief: DeckBelief, seen: tuple[CardId, ...], ruleset: Ruleset
) -> None:
    for deck in posterior(belief, seen, ruleset):
        assert deck_faults(deck, ruleset, HYDRATOR) == ()
        assert not Counter(seen) - Counter(deck)
        assert list(deck) == sorted(deck)


@each_belief
@each_seen
@each_ruleset
def test_weights_sum_to_one_and_the_limit_is_kept(
    belief: DeckBelief, seen: tuple[CardId, ...], ruleset: Ruleset
) -> None:
    weights = posterior(belief, seen, ruleset)
    assert sum(weights.values()) == pytest.approx(1, abs=1e-9)
    assert min(weights.values()) >= 0
    assert 1 <= len(weights) <= 200


@each_belief
def test_the_same_observation_gives_the_same_candidates_in_the_same_order(belief: DeckBelief) -> None:
    seen = EnemyObservationState(played_ids=("020", "001"))
    assert belief.candidates(seen, Ruleset.REBIRTH) == belief.candidates(seen, Ruleset.REBIRTH)


@each_belief
def test_the_order_in_which_cards_were_played_does_not_matter(belief: DeckBelief) -> None:
    assert posterior(belief, ("020", "001", "007")) == pytest.approx(posterior(belief, ("007", "020", "001")))


@each_belief
def test_a_known_deck_is_the_only_candidate(belief: DeckBelief) -> None:
    known = ("001", "001", "114")
    found = belief.candidates(EnemyObservationState(played_ids=("001",), known_deck=known), Ruleset.REBIRTH)
    assert (found.decks, found.weights) == ((known,), (1.0,))


@each_belief
def test_tokens_are_in_no_candidate_though_they_were_seen(belief: DeckBelief) -> None:
    seen = EnemyObservationState(played_ids=("010",), tokens_seen=("146", "156"), known_in_hand=("146",), hand_size=4)
    for deck in belief.candidates(seen, Ruleset.REBIRTH).decks:
        assert [card_id for card_id in deck if HYDRATOR.get(card_id).token] == []


def test_a_card_known_to_be_held_is_held_for_certain_under_every_belief() -> None:
    lanes = "Y1,-,-,-,E1/Y1,-,-,-,E1[010]/Y1,-,-,-,E1"
    state = GameState.parse(f"rebirth {lanes} Y hand=001 ehand=146,?*3", HYDRATOR)
    observation = EnemyObservation.of(state)
    for belief in (*BELIEFS.values(), EqualBelief(HYDRATOR, limit=7)):
        engine = PredictionEngine.standard(HYDRATOR, belief=belief)
        held = engine.infer_enemy_hand(state, observation, engine.infer_enemy_decks(observation, state.ruleset))
        assert held.marginals["146"] == held.probability_of_none([]) == 1.0


# Equal weights.


def test_equal_belief_gives_every_candidate_the_same_weight() -> None:
    weights = posterior(EqualBelief(HYDRATOR), ("020", "003"))
    assert len(weights) == 200
    assert list(weights.values()) == pytest.approx([1 / 200] * 200)


def test_equal_belief_lists_as_many_candidates_as_it_is_told() -> None:
    assert len(posterior(EqualBelief(HYDRATOR, limit=7), ("020",))) == 7


def test_equal_belief_prefers_decks_whose_ranks_resemble_the_ranks_seen() -> None:
    low, high = ("001", "005", "007", "008"), ("017", "029", "032", "038")
    assert rank_one_share(low) > rank_one_share(high)


def rank_one_share(seen: tuple[CardId, ...]) -> float:
    """Share of rank 1 cards in what the candidates hold beside the cards seen."""
    found = posterior(EqualBelief(HYDRATOR, limit=50), seen)
    others = [card_id for deck in found for card_id in (Counter(deck) - Counter(seen)).elements()]
    return sum(HYDRATOR.get(card_id).rank == 1 for card_id in others) / len(others)


def test_every_deck_card_comes_up_while_nothing_is_seen() -> None:
    held = {card_id for deck in posterior(EqualBelief(HYDRATOR)) for card_id in deck}
    assert held == {card.id for card in HYDRATOR.deck_cards()}


# Bayes.

THREE_CARDS = Ruleset.REBIRTH.varied(deck_size=3)


def bayes(*archetypes: Archetype, unknown_prior: float = 0.0, misfit: float = 0.1) -> EvidenceBelief:
    return EvidenceBelief(HYDRATOR, archetypes, unknown_prior=unknown_prior, misfit=misfit)


def test_before_anything_is_seen_weights_are_the_priors() -> None:
    found = posterior(
        bayes(Archetype("a", ("001", "001", "005"), 3.0), Archetype("b", ("005", "007", "008"), 1.0)),
        ruleset=THREE_CARDS,
    )
    assert found["001", "001", "005"] == pytest.approx(3 / 4)
    assert found["005", "007", "008"] == pytest.approx(1 / 4)


def test_the_posterior_ratio_is_prior_times_the_ways_to_see_the_cards() -> None:
    """001 comes out of 001, 001, 005 in two ways and out of 001, 007, 008 in one: 3 * 2 against 1 * 1."""
    found = posterior(
        bayes(Archetype("a", ("001", "001", "005"), 3.0), Archetype("b", ("001", "007", "008"), 1.0)),
        ("001",),
        THREE_CARDS,
    )
    assert found["001", "001", "005"] / found["001", "007", "008"] == pytest.approx(6.0)


def test_a_card_that_does_not_fit_costs_the_misfit_factor() -> None:
    """Seen 005 and 007: the first archetype lacks 007 and keeps one 001; 3 * 0.2 against 1 * 1."""
    found = posterior(
        bayes(Archetype("a", ("001", "001", "005"), 3.0), Archetype("b", ("005", "007", "008"), 1.0), misfit=0.2),
        ("005", "007"),
        THREE_CARDS,
    )
    assert found["001", "005", "007"] / found["005", "007", "008"] == pytest.approx(0.6)


def test_decks_that_follow_no_archetype_share_the_unknown_prior() -> None:
    deck = LIBRARY[0].card_ids
    found = posterior(bayes(Archetype("a", deck, 3.0), unknown_prior=1.0))
    assert found[deck] == pytest.approx(3 / 4)
    assert len(found) > 100
    others = [weight for held, weight in found.items() if held != deck]
    assert others == pytest.approx([others[0]] * len(others))


def test_seeing_cards_of_an_archetype_raises_it_and_a_card_that_does_not_fit_lowers_it() -> None:
    first, second = LIBRARY[0].card_ids, LIBRARY[1].card_ids
    belief = bayes(Archetype("a", first, 1.0), Archetype("b", second, 1.0), unknown_prior=1.0)
    own = [card_id for card_id in first if card_id not in second]
    strange = next(card_id for card_id in second if card_id not in first)
    shares = [posterior(belief, seen).get(first, 0.0) for seen in ((), own[:1], own[:2])]
    assert shares == sorted(shares)
    assert shares[0] < shares[-1]
    after = posterior(belief, (own[0], strange))
    assert sum(weight for deck, weight in after.items() if len(Counter(deck) - Counter(first)) == 0) < shares[1]


def test_cards_of_no_archetype_speak_for_a_deck_that_follows_none() -> None:
    known = LIBRARY[0].card_ids
    belief = bayes(Archetype("a", known, 1.0), unknown_prior=1.0, misfit=0.01)
    strange = [card.id for card in HYDRATOR.deck_cards() if card.id not in known][:3]

    def follows(deck: DeckIds) -> bool:
        return sum((Counter(known) - Counter(deck)).values()) <= len(strange)

    shares = [
        sum(weight for deck, weight in posterior(belief, strange[:number]).items() if follows(deck))
        for number in range(4)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] < 0.01


def test_a_place_that_is_not_known_may_hold_any_card() -> None:
    """Of two archetypes, one known in part, neither holds 007; it fits into the part, and not into the whole deck."""
    found = posterior(
        bayes(Archetype("whole", ("001", "005", "008"), 1.0), Archetype("part", ("001", "020"), 1.0), misfit=0.01),
        ("001", "007"),
        THREE_CARDS,
    )
    assert found["001", "007", "020"] / found["001", "005", "007"] == pytest.approx(0.1 / 0.01)


def test_a_part_of_a_deck_is_completed_in_several_ways_that_share_its_prior() -> None:
    part = ("001", "001", "020", "114")
    found = posterior(EvidenceBelief(HYDRATOR, (Archetype("part", part, 3.0),), unknown_prior=1.0, variants=5))
    following = {deck: weight for deck, weight in found.items() if not Counter(part) - Counter(deck)}
    assert len(following) >= 5
    assert sum(following.values()) == pytest.approx(3 / 4, abs=0.01)


def test_an_archetype_that_is_seen_wins_over_equal_weights() -> None:
    """What the evidence-weighted belief is for: after three cards of a known deck, it is by far the likeliest."""
    deck = LIBRARY[0].card_ids
    found = posterior(EvidenceBelief(HYDRATOR, ARCHETYPES), list(dict.fromkeys(deck))[:3])
    assert max(found, key=found.__getitem__) == deck


def test_more_cards_than_a_deck_holds_still_give_candidates() -> None:
    """A board corrected by hand may show what no deck can hold."""
    hydrator = CardHydrator()
    seen = EnemyObservationState(played_ids=tuple(card.id for card in hydrator.deck_cards()[:20]))
    found = EvidenceBelief(hydrator, archetypes(hydrator, None)).candidates(seen, Ruleset.REBIRTH)
    assert sum(found.weights) == pytest.approx(1.0)
    assert found.decks


# What was seen and cannot be.


STRANGE = ("001", "Levrikn")


@pytest.mark.parametrize(
    "seen",
    [
        EnemyObservationState(played_ids=STRANGE),
        EnemyObservationState(known_in_hand=STRANGE),
        EnemyObservationState(tokens_seen=STRANGE),
        EnemyObservationState(known_deck=STRANGE),
    ],
)
@each_belief
def test_a_card_that_is_not_in_the_data_is_refused_by_its_name(belief: DeckBelief, seen: EnemyObservationState) -> None:
    engine = PredictionEngine.standard(HYDRATOR, belief=belief)
    with pytest.raises(UnknownCardError, match="unknown card 'Levrikn', did you mean Levrikon"):
        engine.infer_enemy_decks(seen)


@each_belief
def test_more_copies_than_a_deck_may_hold_are_said(belief: DeckBelief) -> None:
    engine = PredictionEngine.standard(HYDRATOR, belief=belief)
    seen = EnemyObservationState(played_ids=("001", "001", "086", "086"), known_in_hand=("001", "146", "146", "146"))
    notes = engine.infer_enemy_decks(seen, Ruleset.REBIRTH).notes
    assert [note.split(":")[0] for note in notes] == [
        "The enemy has shown 3 copies of Security Officer, and rebirth allows 2",
        "The enemy has shown 2 copies of Cloud, and rebirth allows 1",
    ], "tokens are no cards of a deck"
    assert engine.infer_enemy_decks(seen, Ruleset.V2_2_4).notes == ()

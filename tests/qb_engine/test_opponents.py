"""The profiles of opponents that come with the product."""

from collections import Counter

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_belief import EvidenceBelief
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.library import library_decks
from qb_engine.opponents import OpponentError, archetypes, find_opponent, opponents
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()


def test_every_opponent_has_a_name_and_a_place_of_its_own() -> None:
    found = opponents(HYDRATOR)
    assert len(found) == 44
    assert all(one.name and one.location for one in found)
    assert len({one.title for one in found}) == len(found)


def test_cards_seen_are_ids_in_order_with_their_copies_and_their_basis() -> None:
    regina = find_opponent("Regina Shinra-8", HYDRATOR)
    counted = Counter(HYDRATOR.get(card_id).name for card_id in regina.seen)
    assert counted["Amphidex"] == 2
    assert counted["Ogre"] == 1
    assert regina.seen == tuple(sorted(regina.seen))
    assert len(regina.seen) == 10
    assert all(bool(one.seen) == bool(one.basis) for one in opponents(HYDRATOR))


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Chadley", "Chadley, Shinra-8 tournament, round 4 (forced)"),
        ("chad", "Chadley, Shinra-8 tournament, round 4 (forced)"),
        ("KADINA", "Ka'dina, Cosmo Canyon"),
        ("queen", "Shadowblood Queen, Gongaga region"),
        ("wize 3.0", "Wize 3.0, Shinra-8 tournament, round 1"),
        ("regina gongaga", "Regina, Gongaga"),
        ("Red XIII gold", "Red XIII, The Gold Saucer (rematch)"),
    ],
)
def test_an_opponent_is_found_by_any_part_that_only_one_has(query: str, title: str) -> None:
    assert find_opponent(query, HYDRATOR).title == title


def test_every_title_finds_its_own_profile() -> None:
    assert [one for one in opponents(HYDRATOR) if find_opponent(one.title, HYDRATOR) != one] == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("regina", "'regina' may mean 'Regina, Shinra-8 tournament, round 5 (forced)' or 'Regina, Gongaga'"),
        ("red xiii", "or 'Red XIII, The Gold Saucer (rematch)'; add a part of the name or the place"),
        ("wize", "'Wize 3.0 Ver. 2.0, The Dustbowl'"),
        ("Crow's Nest", "'Michaela, Crow's Nest' or 'Neil, Crow's Nest' or 'Cameron, Crow's Nest'"),
        ("Chadly", "unknown opponent 'Chadly', did you mean Chadley"),
        ("zzzz", "unknown opponent 'zzzz'; the name of a place"),
        ("", "unknown opponent ''"),
        (" ' ", "unknown opponent"),
    ],
)
def test_other_names_are_refused_with_the_choices(query: str, sentence: str) -> None:
    with pytest.raises(OpponentError) as caught:
        find_opponent(query, HYDRATOR)
    assert sentence in str(caught.value)


def test_archetypes_are_all_decks_and_profiles_with_cards() -> None:
    found = archetypes(HYDRATOR, None)
    decks = [deck.name for deck in library_decks(HYDRATOR)]
    profiles = [one.title for one in opponents(HYDRATOR) if one.seen]
    assert [archetype.name for archetype in found] == decks + profiles
    assert {archetype.prior for archetype in found} == {1.0}


def test_the_chosen_opponent_stands_in_front() -> None:
    regina = find_opponent("Regina Shinra-8", HYDRATOR)
    priors = {archetype.name: archetype.prior for archetype in archetypes(HYDRATOR, regina)}
    assert priors[regina.title] == 20.0
    assert Counter(priors.values()) == {20.0: 1, 1.0: len(priors) - 1}


def test_an_opponent_without_cards_changes_nothing() -> None:
    assert archetypes(HYDRATOR, find_opponent("Chadley", HYDRATOR)) == archetypes(HYDRATOR, None)


def test_a_belief_over_them_expects_the_cards_of_the_chosen_opponent() -> None:
    regina = find_opponent("Regina Shinra-8", HYDRATOR)
    shares = []
    for opponent in (None, regina):
        belief = EvidenceBelief(HYDRATOR, archetypes(HYDRATOR, opponent))
        found = belief.candidates(EnemyObservationState(), Ruleset.REBIRTH)
        pairs = zip(found.decks, found.weights, strict=True)
        shares.append(sum(weight for deck, weight in pairs if not Counter(regina.seen) - Counter(deck)))
    without, chosen = shares
    assert without < 0.5 < chosen < 1

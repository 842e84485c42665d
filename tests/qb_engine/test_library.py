"""The named decks that come with the product."""

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()


def test_every_deck_of_the_library_is_legal_in_the_game() -> None:
    decks = library_decks(HYDRATOR)
    assert len(decks) == 7
    assert [deck.name for deck in decks if deck_faults(deck.card_ids, Ruleset.REBIRTH, HYDRATOR)] == []


def test_names_are_different_and_every_deck_tells_its_source() -> None:
    decks = library_decks(HYDRATOR)
    assert len({deck.name for deck in decks}) == len(decks)
    assert all(deck.source for deck in decks)


def test_a_deck_holds_the_cards_of_the_data_in_id_order() -> None:
    starter = library_decks(HYDRATOR)[0]
    names = [HYDRATOR.get(card_id).name for card_id in starter.card_ids]
    assert starter.name.startswith("Starter Deck")
    assert names.count("Security Officer") == 2
    assert names.count("Magic Pot") == 1
    assert list(starter.card_ids) == sorted(starter.card_ids)

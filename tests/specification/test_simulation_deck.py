"""Programs written from the simulation text alone, §3 to §5: chance, decks and hands."""

import copy
import random

import pytest

from qb_engine import CardHydrator, Deck, Hand, QueensBloodError, UnknownCardError

IDS = [f"{number:03}" for number in range(1, 16)]


def test_global_randomness_is_never_used() -> None:
    """§3: a dedicated generator; the module's own state stays as it was and has no influence."""
    random.seed(1)
    before = random.getstate()
    first = Deck(IDS, 42)
    first.shuffle()
    assert random.getstate() == before
    random.seed(2)
    second = Deck(IDS, 42)
    second.shuffle()
    assert first.draw_n(15) == second.draw_n(15)


def test_the_deck_stores_its_seed() -> None:
    """§3.1, §4.2: Deck(card_ids, seed)."""
    assert Deck(IDS, 42).seed == 42
    assert Deck(card_ids=IDS, seed=7).seed == 7
    assert Deck(IDS).seed is None or isinstance(Deck(IDS).seed, int)


@pytest.mark.parametrize("size", [0, 10, 14, 16])
def test_a_deck_has_fifteen_cards(size: int) -> None:
    """§3A, §4.2.1: exactly fifteen."""
    with pytest.raises(QueensBloodError):
        Deck((IDS * 2)[:size], 1)


def test_a_deck_hydrates_nothing() -> None:
    """§4.2.2, §4.5: a deck deals ids, whatever they stand for."""
    strangers = [f"x{number}" for number in range(15)]
    deck = Deck(strangers, 3)
    deck.shuffle()
    assert sorted(deck.draw_n(15)) == sorted(strangers)


def test_the_same_seed_gives_the_same_order() -> None:
    """§4.3, §10.1: a deterministic permutation."""
    orders = []
    for seed in (42, 42, 43):
        deck = Deck(IDS, seed)
        deck.shuffle()
        orders.append(deck.draw_n(15))
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == IDS
    assert orders[0] != IDS


def test_shuffling_leaves_the_given_list_alone() -> None:
    """§4.3: the original list keeps its order."""
    given = list(IDS)
    Deck(given, 42).shuffle()
    assert given == IDS


def test_shuffling_starts_the_deck_anew() -> None:
    """§4.3: the draw pointer returns to zero."""
    deck = Deck(IDS, 42)
    deck.draw_n(6)
    deck.shuffle()
    assert len(deck.draw_n(20)) == 15


def test_draw_gives_the_next_card_and_then_none() -> None:
    """§3A, §4.4: drawing past the end is no error."""
    deck = Deck(IDS, 42)
    deck.shuffle()
    order = Deck(IDS, 42)
    order.shuffle()
    expected = order.draw_n(15)
    assert [deck.draw() for _ in range(15)] == expected
    assert deck.draw() is None
    assert deck.draw() is None


def test_draw_n_keeps_the_order_and_stops_early() -> None:
    """§4.4, §10.1: the list may be shorter than asked for."""
    whole, parts = Deck(IDS, 5), Deck(IDS, 5)
    for deck in (whole, parts):
        deck.shuffle()
    assert parts.draw_n(4) + parts.draw_n(7) + parts.draw_n(9) == whole.draw_n(15)
    assert parts.draw_n(3) == []


def test_mulligan() -> None:
    """§4.5: the named cards go back, the deck is shuffled anew, as many are drawn, the others are kept."""
    deck = Deck(IDS, 42)
    deck.shuffle()
    opening = deck.draw_n(5)
    indices_to_replace = [0, 3]
    hand = deck.mulligan(opening, indices_to_replace)
    assert len(hand) == 5
    kept = [card for index, card in enumerate(opening) if index not in indices_to_replace]
    assert set(kept) <= set(hand)
    assert sorted(hand + deck.draw_n(20)) == IDS


def test_mulligan_is_deterministic() -> None:
    """§4.5.3: the same seed, or one derived from it."""
    hands = []
    for _ in range(2):
        deck = Deck(IDS, 42)
        deck.shuffle()
        hands.append(deck.mulligan(deck.draw_n(5), [1, 2, 4]))
    assert hands[0] == hands[1]


def test_mulligan_of_nothing_keeps_the_hand() -> None:
    """§3A, §4.5: any subset, the empty one too."""
    deck = Deck(IDS, 42)
    deck.shuffle()
    opening = deck.draw_n(5)
    assert deck.mulligan(opening, []) == opening


def test_a_card_can_return_to_the_deck() -> None:
    """§4.1: card returned to deck."""
    deck = Deck(IDS, 42)
    deck.shuffle()
    drawn = deck.draw()
    assert drawn is not None
    deck.return_card(drawn)
    assert sorted(deck.draw_n(20)) == IDS


def test_a_hand_holds_hydrated_cards() -> None:
    """§5, §5.2, §10.2: from_card_ids and add_card hydrate by the hydrator that was handed in."""
    hydrator = CardHydrator()
    hand = Hand(hydrator)
    hand.from_card_ids(["001", "020"])
    hand.add_card("001")
    assert hand.as_card_ids() == ["001", "020", "001"]
    card = hand.remove_index(1)
    assert card == hydrator.get("020")
    assert (card.name, card.power) == ("Archdragon", 3)


def test_remove_index_takes_exactly_one() -> None:
    """§5.3, §10.2: the other copies stay, in their order."""
    hand = Hand(CardHydrator())
    hand.from_card_ids(["001", "005", "001", "001"])
    assert hand.remove_index(2).id == "001"
    assert hand.as_card_ids() == ["001", "005", "001"]


def test_sync_overwrites_the_hand() -> None:
    """§5.3, §10.2."""
    hand = Hand(CardHydrator())
    hand.from_card_ids(["001", "005"])
    hand.sync_from_ids(["020"])
    assert hand.as_card_ids() == ["020"]


def test_a_hand_can_be_copied_deeply() -> None:
    """§5.3."""
    hand = Hand(CardHydrator())
    hand.from_card_ids(["001", "005"])
    twin = copy.deepcopy(hand)
    twin.remove_index(0)
    assert (hand.as_card_ids(), twin.as_card_ids()) == (["001", "005"], ["005"])


@pytest.mark.parametrize("index", [2, 5, -1])
def test_an_invalid_hand_index_is_refused(index: int) -> None:
    """§9: a deterministic error, and the hand is as before."""
    hand = Hand(CardHydrator())
    hand.from_card_ids(["001", "005"])
    with pytest.raises(QueensBloodError):
        hand.remove_index(index)
    assert hand.as_card_ids() == ["001", "005"]


def test_a_hand_takes_no_unknown_card() -> None:
    """§5.3: add_card hydrates."""
    with pytest.raises(UnknownCardError):
        Hand(CardHydrator()).add_card("999")

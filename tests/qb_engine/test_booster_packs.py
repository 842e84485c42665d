"""The booster packs that come with the product."""

import pytest

from qb_engine.booster_packs import BoosterPackError, booster_packs, find_pack
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import UnknownCardError

HYDRATOR = CardHydrator()


def test_every_pack_has_names_and_cards_of_its_own() -> None:
    packs = booster_packs(HYDRATOR)
    assert len(packs) == 16
    assert len({name for pack in packs for name in pack[:2]}) == 32
    cards = [card_id for pack in packs for card_id in pack.card_ids]
    assert len(set(cards)) == len(cards) == 57


def test_a_pack_holds_cards_that_a_deck_may_hold_in_id_order() -> None:
    playable = {card.id for card in HYDRATOR.deck_cards()}
    for pack in booster_packs(HYDRATOR):
        assert list(pack.card_ids) == sorted(pack.card_ids)
        assert playable.issuperset(pack.card_ids)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("The Turks", "The Turks"),
        ("turks", "The Turks"),
        ("weird and", None),
        ("WEIRD & wicked", "Weird & Wicked"),
        ("shut up n drive", "Shut Up 'n' Drive"),
        ("ch", None),
        ("chi", "Chimerical Creatures"),
        ("ワイルドルフィアン", "Ruffians"),
        ("", None),
        ("…", None),
    ],
)
def test_a_pack_is_found_by_any_part_that_only_one_has(query: str, name: str | None) -> None:
    if name is None:
        with pytest.raises(BoosterPackError):
            find_pack(query, HYDRATOR)
    else:
        assert find_pack(query, HYDRATOR).name == name


def test_every_name_finds_its_own_pack() -> None:
    packs = booster_packs(HYDRATOR)
    assert [pack for pack in packs for name in pack[:2] if find_pack(name, HYDRATOR) != pack] == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("ch", "'ch' may mean 'Chimerical Creatures' or 'Chthonic Sentinels'; write more of the name"),
        ("rufians", "unknown booster pack 'rufians', did you mean Ruffians?"),
        ("qqq", "unknown booster pack 'qqq'; 'qbcoach collection packs' lists all of them"),
    ],
)
def test_other_names_are_refused_in_one_sentence(query: str, sentence: str) -> None:
    with pytest.raises(BoosterPackError) as refusal:
        find_pack(query, HYDRATOR)
    assert str(refusal.value) == sentence


def test_a_pack_of_cards_that_do_not_exist_is_refused() -> None:
    with pytest.raises(UnknownCardError, match="unknown card '002'"):
        booster_packs(CardHydrator([HYDRATOR.get("001")]))

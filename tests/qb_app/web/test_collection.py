"""The collection over HTTP: filled by lists, packs and ranks, and emptied."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qb_app.storage import open_storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_code
from tests.qb_app.web.caller import Caller, calling

CARDS = CardHydrator.shared()
EVERYTHING = {card.id: 1 if card.legendary else 2 for card in CARDS.deck_cards()}
RUFFIANS = dict.fromkeys(("003", "010", "014", "015"), 2)


@pytest.fixture
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with open_storage(str(tmp_path_factory.mktemp("owned") / "all.db")) as storage, calling(storage) as caller:
        yield caller


def test_a_pack_is_owned_in_playable_copies_and_never_lowers_what_is_noted(api: Caller) -> None:
    api.ok("POST", "/collection", {"list": "5 Zu, 1 003, 1 Mu"})
    expected = {"cards": {**RUFFIANS, "009": 1, "015": 5}}
    assert api.ok("POST", "/collection", {"pack": "ruffians"}) == expected
    assert api.ok("GET", "/collection") == expected


@pytest.mark.parametrize("rank", ["1", "2", "3", "replace"])
def test_a_rank_is_all_cards_of_decks_that_have_it(api: Caller, rank: str) -> None:
    wanted = {card.id: EVERYTHING[card.id] for card in CARDS.deck_cards() if str(card.rank) == rank}
    assert api.ok("POST", "/collection", {"rank": rank}) == {"cards": wanted}


def test_everything_is_every_card_as_often_as_a_deck_may_hold_it(api: Caller) -> None:
    assert api.ok("POST", "/collection", {"everything": True}) == {"cards": EVERYTHING}


def test_a_list_sets_what_it_names_and_may_name_every_card(api: Caller) -> None:
    api.ok("POST", "/collection", {"list": "5 Zu\n3 Mu"})
    assert api.ok("POST", "/collection", {"list": "1 zu, 2 levrikon"}) == {"cards": {"007": 2, "009": 3, "015": 1}}
    lines = "\n".join(f"{copies} {card_id}" for card_id, copies in EVERYTHING.items())
    assert api.ok("POST", "/collection", {"list": lines}) == {"cards": EVERYTHING}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "cards are added as a list, a pack, a rank or everything, one of the four"),
        ({"rank": "1", "everything": True}, "cards are added as a list, a pack, a rank or everything"),
        ({"everything": False}, "body.everything"),
        ({"rank": "4"}, "body.rank"),
        ({"pack": "rufians"}, "unknown booster pack 'rufians', did you mean Ruffians?"),
        ({"pack": "c"}, "'Carnival of Carnage' or"),
        ({"list": "2 zu, 2 zuu"}, "unknown card 'zuu'"),
        ({"list": "2 zu, ?"}, "a hidden card cannot be owned"),
        ({"list": "60 zu, 60 zu"}, "this list has 120 copies of Zu; a collection holds 99 at most"),
        ({"list": "zu, " * 2501}, "body.list"),
    ],
)
def test_what_cannot_be_added_is_told_in_one_sentence_and_changes_nothing(
    api: Caller, body: object, sentence: str
) -> None:
    assert sentence in api.refused(422, "POST", "/collection", body)
    assert api.ok("GET", "/collection") == {"cards": {}}


def test_a_deck_code_of_cards_that_do_not_exist_is_refused(api: Caller) -> None:
    assert "unknown card '255'" in api.refused(422, "POST", "/collection", {"list": format_deck_code(["255"])})


def test_the_collection_is_cleared(api: Caller) -> None:
    api.ok("POST", "/collection", {"rank": "1"})
    for _ in range(2):
        assert api("DELETE", "/collection").status_code == 204
        assert api.ok("GET", "/collection") == {"cards": {}}


def test_packs_tell_their_cards_and_how_many_of_them_are_owned(api: Caller) -> None:
    api.ok("POST", "/collection", {"list": "1 zu, 1 003, 1 mu"})
    packs = api.ok("GET", "/booster-packs")["packs"]
    assert len(packs) == 16
    assert packs[1] == {"name": "Ruffians", "name_ja": "ワイルドルフィアン", "cards": [*RUFFIANS], "owned": 2}
    assert [pack["owned"] for pack in packs].count(0) == 15

"""Decks, owned cards and opponents, on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest

from qb_app.storage import (
    AlreadyStoredError,
    NoSuchDeckError,
    NoSuchOpponentError,
    OpponentProfile,
    OpponentRecord,
    Sighting,
    Storage,
    StorageError,
    StoredDeck,
)
from tests.qb_app.storage.conftest import AT

CARDS = ("007", "001", "001")


def test_a_deck_keeps_its_cards_in_their_order(storage: Storage) -> None:
    saved = storage.decks.save("  Some   Blight ", CARDS, "rebirth")
    assert saved == StoredDeck("Some Blight", CARDS, "rebirth")
    assert storage.decks.get("some blight") == saved
    assert storage.decks.get("SOME BLIGHT") == saved


def test_a_deck_is_replaced_only_on_purpose(storage: Storage) -> None:
    old = storage.decks.save("Blight", CARDS, "rebirth")
    with pytest.raises(AlreadyStoredError, match="'blight' is saved already"):
        storage.decks.save("blight", ["002"], "rebirth")
    assert storage.decks.list() == (old,)
    new = storage.decks.save("blight", ["002"], "v2.2.4", replace=True)
    assert storage.decks.list() == (new,)


def test_decks_are_listed_by_name_and_deleted(storage: Storage) -> None:
    for name in ("b", "Ä", "A", "c"):
        storage.decks.save(name, CARDS, "rebirth")
    assert storage.decks.names() == ("A", "b", "c", "Ä")
    storage.decks.delete("B")
    assert storage.decks.names() == ("A", "c", "Ä")


def test_an_unknown_deck_is_refused_with_close_names(storage: Storage) -> None:
    with pytest.raises(NoSuchDeckError, match="'qbcoach decks' lists"):
        storage.decks.get("Blite")
    storage.decks.save("Blight", CARDS, "rebirth")
    for call in (storage.decks.get, storage.decks.delete):
        with pytest.raises(NoSuchDeckError, match="no deck 'Blite' is saved, did you mean Blight"):
            call("Blite")


@pytest.mark.parametrize("name", ["", "  \t"])
def test_an_empty_name_is_refused(storage: Storage, name: str) -> None:
    with pytest.raises(StorageError, match="a name is needed"):
        storage.decks.save(name, CARDS, "rebirth")


def test_the_collection_counts_copies(storage: Storage) -> None:
    for card_id, copies in (("002", 2), ("001", 1), ("003", 3), ("002", 1), ("003", 0), ("009", 0)):
        storage.collection.set(card_id, copies)
    assert storage.collection.owned() == {"001": 1, "002": 1}
    with pytest.raises(StorageError, match="nobody owns -1 copies"):
        storage.collection.set("001", -1)
    assert storage.collection.owned() == {"001": 1, "002": 1}
    storage.collection.clear()
    assert storage.collection.owned() == {}


def test_many_cards_are_set_at_once_and_others_stay(storage: Storage) -> None:
    storage.collection.set_many({"001": 2, "002": 1, "003": 1})
    storage.collection.set_many({"002": 3, "003": 0, "009": 0})
    storage.collection.set_many({})
    assert storage.collection.owned() == {"001": 2, "002": 3}


@pytest.mark.parametrize("unfit", [-1, 2**70], ids=["refused before", "refused by the database"])
def test_of_many_cards_all_are_set_or_none(storage: Storage, unfit: int) -> None:
    storage.collection.set("001", 1)
    with pytest.raises((StorageError, OverflowError)):
        storage.collection.set_many({"000": 2, "001": 0, "002": unfit})
    assert storage.collection.owned() == {"001": 1}


def test_a_profile_is_saved_changed_and_deleted(storage: Storage) -> None:
    storage.opponents.save(OpponentProfile("Regina"))
    edited = OpponentProfile("regina", "likes the top lane", ("001",), CARDS)
    storage.opponents.save(edited)
    storage.opponents.save(OpponentProfile("Chadley"))
    assert storage.opponents.get("REGINA") == edited
    assert storage.opponents.list() == (OpponentProfile("Chadley"), edited)
    storage.opponents.delete("Regina")
    with pytest.raises(NoSuchOpponentError, match="no opponent 'Chadly' is saved, did you mean Chadley"):
        storage.opponents.get("Chadly")
    with pytest.raises(NoSuchOpponentError):
        storage.opponents.delete("Regina")


def test_what_was_seen_is_kept_per_match_and_outlives_the_profile(storage: Storage) -> None:
    storage.opponents.save(OpponentProfile("Regina"))
    ids = [
        storage.matches.create({}, title="", ruleset="rebirth", opponent="Regina", at=at).match_id
        for at in ("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z")
    ]
    for match_id in ids:
        storage.opponents.see("Regina", match_id, ["009"])
    storage.opponents.see("regina", ids[0], CARDS)
    storage.opponents.see("Chadley", ids[0], ["005"])
    storage.opponents.delete("Regina")
    assert storage.opponents.seen("REGINA") == (Sighting(ids[1], ("009",)), Sighting(ids[0], CARDS))
    until = [storage.opponents.seen("Regina", begun_by=f"2026-01-{day}") for day in ("01", "02", "03")]
    assert [[one.match_id for one in seen] for seen in until] == [[], ids[1:], [ids[1], ids[0]]]
    assert len(storage.opponents.seen("Regina", begun_by="2026-01-01T00:00:00Z")) == 1, "the moment itself counts"


def test_the_record_counts_finished_matches_of_that_opponent(storage: Storage) -> None:
    results = [("Regina", "Y 12-7"), ("regina", "Y 1-0"), ("Regina", "E 3-9"), ("Regina", "draw 5-5")]
    for opponent, result in [*results, ("Regina", None), ("Chadley", "E 0-1"), (None, "E 0-1")]:
        match = storage.matches.create({}, title="", ruleset="rebirth", opponent=opponent, at=AT)
        storage.matches.set_result(match.match_id, result)
    assert storage.opponents.record("Regina") == OpponentRecord(wins=2, draws=1, losses=1)
    assert storage.opponents.record("nobody") == OpponentRecord(0, 0, 0)

"""Fields by name, and what is refused of a question."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qb_app.errors import InputError
from qb_app.lab.fields import INFERRED, Fields
from qb_app.lab.reading import LabReader, Wishes, read_seconds
from qb_app.storage import AlreadyStoredError, OpponentProfile, Storage, open_storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import QueensBloodError
from qb_engine.kernel import door
from qb_engine.lab.field import Field
from qb_engine.lab.pool import PoolError
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset
from tests.qb_app.lab.asked import NOW, fill

pytestmark = pytest.mark.skipif(not door.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")
STARTER = library_decks()[0].card_ids
OTHER = library_decks()[1].card_ids


@pytest.fixture
def storage() -> Iterator[Storage]:
    with open_storage() as opened:
        yield opened


@pytest.fixture
def fields(storage: Storage) -> Fields:
    return Fields(storage, Ruleset.REBIRTH, CardHydrator.shared())


@pytest.fixture
def reader(storage: Storage) -> LabReader:
    return LabReader(storage, "rebirth", 0)


def test_the_library_and_saved_decks_are_fields(storage: Storage, fields: Fields) -> None:
    library = fields.choose("Lib")
    assert [deck.cards for deck in library.decks] == [deck.card_ids for deck in library_decks()]
    assert sum(deck.weight for deck in library.decks) == pytest.approx(1)
    with pytest.raises(InputError, match="the field 'saved' has no deck that is legal under rebirth; 'qbcoach decks"):
        fields.choose("saved")
    storage.decks.save("mine", STARTER, "rebirth")
    storage.decks.save("broken", STARTER[:3], "rebirth")
    assert [(deck.name, deck.weight) for deck in fields.choose("saved").decks] == [("mine", 1.0)]


def test_an_unknown_field_is_told_with_the_name_that_is_close(fields: Fields) -> None:
    with pytest.raises(InputError, match=r"^there is no field 'libary', did you mean library"):
        fields.choose("libary")
    with pytest.raises(InputError, match=r"^there is no field 'zzz', 'qbcoach lab fields' lists them$"):
        fields.choose("zzz")


def test_a_field_made_of_guesses_says_so(storage: Storage, fields: Fields) -> None:
    storage.opponents.save(OpponentProfile("Ada", known=STARTER[:6]))
    guessed = fields.of_opponent("ada")
    assert guessed.guessed
    assert guessed.about == "guesses: 6 cards of 15 of Ada seen, the rest filled by the belief"
    assert len(guessed.decks) == INFERRED
    assert all(set(STARTER[:6]) <= set(deck.cards) for deck in guessed.decks)
    weights = [deck.weight for deck in guessed.decks]
    assert weights == sorted(weights, reverse=True)
    assert guessed.decks[0].cards == STARTER, "the deck of the library that holds all of them is the likeliest"
    storage.opponents.save(OpponentProfile("Ada", deck=OTHER))
    known = fields.of_opponent("ada")
    assert not known.guessed
    assert [deck.cards for deck in known.decks] == [tuple(sorted(OTHER))]
    everyone = fields.choose("opponents")
    assert everyone.guessed
    assert "3 opponents, each with the likeliest deck; 1 of them known whole" in everyone.about
    with pytest.raises(InputError, match="no card of Ned, Kalm is known"):
        fields.of_opponent("Ned")


def test_a_field_is_kept_replaced_and_forgotten(fields: Fields) -> None:
    field = Field.of("mine", [("a", STARTER, 3.0), ("b", OTHER, 1.0)], "made by hand")
    fields.keep(field, at=NOW)
    assert fields.choose("mine") == field
    with pytest.raises(AlreadyStoredError, match="there is a field 'mine' already; choose another name or replace it"):
        fields.keep(field, at=NOW)
    other = Field.of("Mine", [("b", OTHER, 1.0)], "anew")
    fields.keep(other, at=NOW, replace=True)
    assert fields.choose("mine") == other
    assert [one.name for one in fields.all()].count("Mine") == 1
    with pytest.raises(InputError, match="'library' is the name of a field that is always there"):
        fields.keep(Field.of("library", [("a", STARTER, 1.0)]), at=NOW)
    assert fields.forget("mine") == "mine"
    with pytest.raises(InputError, match="no field 'mine' is kept"):
        fields.forget("mine")


def test_saved_and_known_decks_are_among_the_starts(storage: Storage, reader: LabReader) -> None:
    storage.decks.save("mine", STARTER, "rebirth")
    names = [start.name for start in reader.build(Wishes()).question.starts]
    assert names[0] == "mine"
    assert set(names) >= {deck.name for deck in library_decks()[1:]}
    assert names.count(library_decks()[0].name) == 0, "the same cards start once"
    fill(storage)
    owned = reader.build(Wishes(owned=True)).question
    assert [start.name for start in owned.starts] == ["mine"]
    assert all(owned.pool.allows(start.cards) for start in owned.starts)


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (Wishes(against="library", deck="starter"), "built against one of these: a field, an opponent, or a deck"),
        (Wishes(games=10, seconds=1.0), "a number of games or a time, not both"),
        (Wishes(owned=True), "0 cards that you own may be in a deck, and a deck has 15"),
        (Wishes(keep=["Zu", "Zu", "Zu"]), "3 Zu cannot be kept: 2 copies may be in the deck"),
        (Wishes(keep=["Zu"], without=["Zu"]), "1 Zu cannot be kept: no copy may be in the deck"),
        (Wishes(keep=["Levrikn"]), "unknown card 'Levrikn', did you mean"),
        (Wishes(deck="2 zu"), "the deck '2 zu' is not legal under rebirth"),
        (Wishes(player="strong"), "'strong' plays no games in the lab, there are quick, deep:NODES"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(reader: LabReader, wishes: Wishes, sentence: str) -> None:
    with pytest.raises((InputError, PoolError, QueensBloodError), match=sentence):
        reader.build(wishes)


def test_a_matrix_needs_decks_that_differ_and_whole_pairs(reader: LabReader) -> None:
    for decks, games, sentence in (
        (["starter"], None, "one deck has nobody to meet"),
        (["starter", "starter"], None, "is named twice"),
        (["starter", "trevor"], 3, "every deal is played in both seats, give an even number"),
        (["starter", "trevor"], 10**8, "300,000,000 games are too many"),
    ):
        with pytest.raises(InputError, match=sentence):
            reader.matrix(decks, None, "quick", games)
    assert reader.matrix(["starter"], "library", "quick", 10).games == 70


def test_times_are_read() -> None:
    assert [read_seconds(text) for text in ("60s", "5m", "2h", "1.5")] == [60, 300, 7200, 1.5]
    for text in ("", "0s", "five", "9999h"):
        with pytest.raises(InputError, match="is no time to search: write 60s, 5m or 2h"):
            read_seconds(text)

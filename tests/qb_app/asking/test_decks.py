"""Which deck a user means."""

from pathlib import Path

import pytest

from qb_app.asking.decks import choose_deck, choose_legal_deck
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_list
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()
STARTER = library_decks(HYDRATOR)[0]


@pytest.mark.parametrize("text", ["starter", "STARTER DECK", "prebuilt", "Starter Deck (in-game prebuilt 0)"])
def test_any_part_of_a_name_that_one_deck_has(text: str) -> None:
    assert choose_deck(text, HYDRATOR) == (STARTER.name, STARTER.card_ids)


def test_codes_lists_and_files_of_a_library_deck_get_its_name(tmp_path: Path) -> None:
    code = choose_deck("starter", HYDRATOR).code
    lines = format_deck_list(STARTER.card_ids, HYDRATOR)
    path = tmp_path / "mine"
    path.write_text(lines, encoding="utf-8")
    for text in (code, code.lower(), lines, lines.replace("\n", ", "), str(path)):
        assert choose_deck(text, HYDRATOR) == (STARTER.name, STARTER.card_ids)


def test_an_unknown_list_is_a_deck_without_a_name() -> None:
    deck = choose_deck("2 Zu, Mu", HYDRATOR)
    assert (deck.name, deck.title) == (None, "own deck")
    assert deck.card_ids == ("009", "015", "015")


def test_one_entry_with_a_number_is_a_list() -> None:
    assert choose_deck("2x Zu", HYDRATOR).card_ids == ("015", "015")


def test_a_part_that_several_decks_have_is_answered_with_their_names() -> None:
    with pytest.raises(InputError, match=r"Fair Game.* or .*some blight.* or .*Geometry Focus"):
        choose_deck("regina", HYDRATOR)


@pytest.mark.parametrize(("text", "hint"), [("startr", "Starter Deck"), ("geometri", "Geometry Focus")])
def test_a_slip_is_answered_with_the_close_name(text: str, hint: str) -> None:
    with pytest.raises(InputError, match=f"did you mean .*{hint}"):
        choose_deck(text, HYDRATOR)


@pytest.mark.parametrize("text", ["zzzzzz", "", "?"])
def test_what_resembles_nothing_is_answered_with_the_way_to_the_list(text: str) -> None:
    with pytest.raises(InputError, match="qbcoach decks"):
        choose_deck(text, HYDRATOR)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not a text file"):
        choose_deck(str(path), HYDRATOR)


def test_an_illegal_deck_is_refused_with_every_reason() -> None:
    with pytest.raises(InputError, match=r"3 Titan, Moogle.*4 cards, not 15.*3 copies of Titan.*token"):
        choose_legal_deck("3 Titan, Moogle", Ruleset.REBIRTH, HYDRATOR)

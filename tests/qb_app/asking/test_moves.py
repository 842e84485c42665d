"""What a person types as a decision where no question can be put: `play` and the games of the interface."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.asking.moves import read_decision
from qb_app.asking.short_names import TILE_WIDTHS, short_names
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import QueensBloodError
from qb_engine.models import Card, Move

HYDRATOR = CardHydrator()
HAND = [HYDRATOR.get(name) for name in ("Zu", "Grasslands Wolf", "Grenadier", "Zu", "Security Officer")]


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("zu m3", "015 M3"),
        ("1 m3", "015 M3"),
        ("4 M3", "015 M3"),
        ("015 t1", "015 T1"),
        ("grass b2", "008 B2"),
        ("wolf b2", "008 B2"),
        ("gw b2", "008 B2"),
        ("gr wo b2", "008 B2"),
        ("Sec.Officer T1", "001 T1"),
        ("security officer t1", "001 T1"),
        ("5 TOP-1", "001 T1"),
        ("so top 1", "001 T1"),
        ("zu mid 3", "015 M3"),
        ("PASS", "pass"),
        ("keep", "keep"),
        ("mulligan 3 1", "mulligan 1 3"),
        ("Mulligan 3, 1", "mulligan 1 3"),
    ],
)
def test_cards_are_found_by_number_words_initials_and_drawn_name(text: str, decision: str) -> None:
    assert str(read_decision(text, HAND, HYDRATOR)) == decision


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gr m3", "'gr' may mean Grasslands Wolf or Grenadier; write more of the name, or the number"),
        ("6 m3", "there is no card 6 in your hand; its cards are numbered 1 to 5"),
        ("0 m3", "there is no card 0 in your hand"),
        ("grenadir m3", "no card of your hand is called 'grenadir', did you mean Grenadier?"),
        ("mandragora m3", "Mandragora is not in your hand; only cards held can be played"),
        ("mandragara m3", "unknown card 'mandragara', did you mean Mandragora"),
        ("qqq m3", "unknown card 'qqq'; 'qbcoach cards' lists all cards"),
        ("zu", "'zu' is not a move; write 'Zu M3'"),
        ("zu z9", "'z9' is not a tile"),
        ("zu zu", "'zu' is not a tile"),
        ("top 1", "'top 1' is not a move"),
        ("mulligan", "a mulligan names places in the hand, counted from 1, each once"),
        ("mulligan 2 2", "a mulligan names places in the hand, counted from 1, each once"),
        ("mulligan zu", "a mulligan names places in the hand, counted from 1, each once"),
    ],
)
def test_what_is_not_certain_is_refused_with_what_it_may_be(text: str, sentence: str) -> None:
    with pytest.raises((InputError, QueensBloodError)) as error:
        read_decision(text, HAND, HYDRATOR)
    assert str(error.value).startswith(sentence)


def test_an_empty_hand_has_no_numbers() -> None:
    with pytest.raises(QueensBloodError, match="there is no card 1 in your hand; it is empty"):
        read_decision("1 m3", [], HYDRATOR)


def test_namesakes_in_the_hand_are_told_apart() -> None:
    hand = [HYDRATOR.get("157"), HYDRATOR.get("158")]
    with pytest.raises(InputError, match=r"Elemental \(157, power \d\) or Elemental \(158"):
        read_decision("elemental m3", hand, HYDRATOR)
    assert read_decision("2 m3", hand, HYDRATOR) == read_decision("158 m3", hand, HYDRATOR)


@pytest.mark.parametrize("width", TILE_WIDTHS)
def test_every_card_is_found_by_its_name_on_the_drawn_board(width: int) -> None:
    for card_id, short in short_names(HYDRATOR, width).items():
        assert str(read_decision(f"{short} m3", [HYDRATOR.get(card_id)], HYDRATOR)) == f"{card_id} M3"


@given(st.sampled_from(HYDRATOR.all()), st.integers(0, 30), st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
def test_a_typo_is_never_taken(card: Card, place: int, letter: str) -> None:
    at = place % len(card.name)
    typed = card.name[:at] + letter + card.name[at + 1 :]
    try:
        decision = read_decision(f"{typed} m3", HYDRATOR.deck_cards(), HYDRATOR)
    except (InputError, QueensBloodError):
        return
    assert isinstance(decision, Move)
    assert decision.card is not None
    played = HYDRATOR.get(decision.card)
    assert played is card or played.name.casefold() == typed.casefold()

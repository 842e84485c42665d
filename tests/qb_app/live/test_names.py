"""A few letters are enough for a card, and never for a wrong one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.asking.names import MOST_OFFERED, card_labels, find_card
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import UnknownCardError

HYDRATOR = CardHydrator()


def ids(*names: str) -> list[str]:
    return [HYDRATOR.get(name).id for name in names]


def meant(query: str, *circles: list[str]) -> tuple[list[str], bool]:
    naming = find_card(query, circles, HYDRATOR)
    return [HYDRATOR.get(card_id).name for card_id in naming.cards], naming.certain


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("zu", "Zu"),
        ("ZU", "Zu"),
        ("015", "Zu"),
        ("grasslands wolf", "Grasslands Wolf"),
        ("GrasslandsWolf", "Grasslands Wolf"),
        ("grassl", "Grasslands Wolf"),
        ("gr wo", "Grasslands Wolf"),
        ("wolf", "Grasslands Wolf"),
        ("sec.off", "Security Officer"),
        ("j-unit", "J-Unit Sweeper"),
        ("queen", "Queen Bee"),
        ("mandragora", "Mandragora"),
        ("upa", "Ultimate Party Animal"),
    ],
)
def test_exact_names_beginnings_words_and_initials_are_taken(query: str, name: str) -> None:
    assert meant(query) == ([name], True)


def test_several_beginnings_are_a_choice() -> None:
    names, certain = meant("gra")
    assert not certain
    assert {"Grasslands Wolf", "Grandhorn", "Grangalan"} <= set(names)
    assert len(names) <= MOST_OFFERED


def test_the_cards_that_make_sense_here_come_first_so_that_few_letters_suffice() -> None:
    assert meant("g", ids("Grasslands Wolf", "Zu")) == (["Grasslands Wolf"], True)
    assert meant("g", ids("Zu"), ids("Grandhorn")) == (["Grandhorn"], True)


def test_an_exact_name_is_never_overruled_by_a_beginning() -> None:
    assert meant("dragon", ids("Red Dragon", "Zu")) == (["Dragon"], True)
    assert meant("mandragora", ids("Mandragora Minion")) == (["Mandragora"], True)


@pytest.mark.parametrize("typo", ["mandagora", "mandrgora", "lebrikon", "gresslands wolf", "archdragn"])
def test_a_typo_is_never_certain(typo: str) -> None:
    names, certain = meant(typo)
    assert names
    assert not certain


def test_a_typo_offers_what_makes_sense_first() -> None:
    assert meant("mandagora", ids("Mandragora Minion"))[0][0] == "Mandragora Minion"


def test_what_resembles_nothing_is_unknown() -> None:
    with pytest.raises(UnknownCardError):
        find_card("qqqqxx", (), HYDRATOR)


def test_namesakes_are_told_apart() -> None:
    naming = find_card("diamond dust", (), HYDRATOR)
    assert not naming.certain
    assert len(set(card_labels(naming.cards, HYDRATOR))) == 3


@given(st.sampled_from(HYDRATOR.all()), st.integers(0, 30), st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
def test_one_wrong_letter_never_names_another_card_for_certain(card: object, place: int, letter: str) -> None:
    """A changed letter may hit the beginning of nothing, never silently a different card."""
    from qb_engine.models import Card

    assert isinstance(card, Card)
    at = place % len(card.name)
    typed = card.name[:at] + letter + card.name[at + 1 :]
    try:
        naming = find_card(typed, (), HYDRATOR)
    except UnknownCardError:
        return
    if naming.certain:
        named = HYDRATOR.get(naming.cards[0])
        assert named.name.casefold() == typed.casefold() or named is card

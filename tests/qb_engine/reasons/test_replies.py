"""What the enemy's hand can do at once."""

from __future__ import annotations

import pytest

from qb_engine.geometry import TILE_COUNT, PerSide, Tile
from qb_engine.reasons.kinds import ReasonKind
from tests.qb_engine.reasons.positions import AHEAD, BLANK, PLAIN, START, Case, Cases, Told, cards, reasons, rows

K = ReasonKind
THREATENED = f"Y1,-,-,-,-/-,-,-,Y1[002],E1/{BLANK}"
OPEN = f"-,-,-,-,-/Y1,-,-,-,E1/{BLANK}"
NOBODY = PerSide((0,) * TILE_COUNT, (0,) * TILE_COUNT)
CLOSING = f"-,Y1,E1,-,-/{BLANK}/Y1,-,-,-,E1"


def closing(placed_on: PerSide[tuple[int, ...]], lanes: str = CLOSING) -> Case:
    """Levrikon on T2 takes T3, the only tile of the enemy in TOP."""
    return Case(lanes, "Levrikon T2", told=(Told("Levrikon T2", 0.6, {"placed_on": placed_on}), Told("pass", 0.4)))


SAFE_FIRST = (Told("Elphadunk T1", 0.6), Told("Levrikon M1", 0.5))
SAFER = "Y2,-,-,-,-/Y1,-,-,-,E1/-,-,-,-,-"
# Archdragon, of the enemy on M5, takes 3 from the card before it.
GIVEN: Cases = {
    K.TAKE_BACK: [Case(THREATENED, "Levrikon T1", "020"), Case(OPEN, "Levrikon M1", "020")],
    K.HOLDS_LANES: [Case(SAFER, "Elphadunk T1", "020", told=SAFE_FIRST)],
    K.THREATENS_CARDS: [Case(THREATENED, "Levrikon T1", "020"), Case(THREATENED, "Levrikon T1", "020 005 005")],
    K.CLOSES_LANE: [closing(NOBODY)],
}
NOT_GIVEN: Cases = {
    K.TAKE_BACK: [
        Case(OPEN, "Levrikon M1", "114"),
        Case(OPEN, "Levrikon M1", "005"),
        Case(OPEN, "pass", "020"),
        Case(f"{AHEAD} passes=1", "pass", "020"),
    ],
    K.HOLDS_LANES: [
        Case(SAFER, "Levrikon M1", "020", told=SAFE_FIRST),
        Case(SAFER, "Elphadunk T1", "005", told=SAFE_FIRST),
        Case(SAFER, "Levrikon M1", "020", told=(Told("Levrikon M1", 0.6), Told("Security Officer M1", 0.5))),
        Case(SAFER, "Elphadunk T1", "020", told=(Told("Elphadunk T1", 0.6), Told("Levrikon M1", 0.595))),
        Case(START, "pass", "020", told=(Told("pass", 0.6), Told("Levrikon M1", 0.5))),
    ],
    K.THREATENS_CARDS: [
        Case(f"Y1,-,-,-,-/-,-,-,Y1[011],E1/{BLANK}", "Levrikon T1", "020"),
        Case(THREATENED, "Levrikon T1", "005"),
        Case(f"{AHEAD} passes=1", "pass", "020"),
    ],
    K.CLOSES_LANE: [
        closing(PLAIN.placed_on),
        closing(NOBODY, f"-,Y1,E1,-,E1/{BLANK}/Y1,-,-,-,E1"),
        closing(NOBODY, f"-,Y1,-,-,-/{BLANK}/Y1,-,-,-,E1"),
        closing(NOBODY, f"-,Y1,E1,E3[021],-/{BLANK}/Y1,-,-,-,E1"),
        Case(CLOSING, "Levrikon T2"),
    ],
}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in reasons(case)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in reasons(case)


@pytest.mark.parametrize(("deck", "chance"), [("020", 1.0), ("020 005 005 005", 0.25), ("020 020 005", 2 / 3)])
def test_a_lead_is_told_with_the_share_of_hands_that_take_it(deck: str, chance: float) -> None:
    taken = reasons(Case(OPEN, "Levrikon M1", deck))[K.TAKE_BACK]
    assert taken.probability == pytest.approx(chance)
    assert (taken.lanes, taken.cards, taken.tiles) == ((1,), cards("Archdragon"), (Tile.parse("M5"),))


def test_what_is_hardly_ever_held_is_no_danger() -> None:
    seldom = " ".join(["020", *["005"] * 24])
    assert K.TAKE_BACK not in reasons(Case(OPEN, "Levrikon M1", seldom))
    assert K.THREATENS_CARDS not in reasons(Case(THREATENED, "Levrikon T1", seldom))


def test_a_card_in_danger_is_told_with_what_destroys_it() -> None:
    danger = reasons(Case(THREATENED, "Levrikon T1", "020 005"))[K.THREATENS_CARDS]
    assert (danger.cards, danger.others) == (cards("Archdragon"), (Tile.parse("M4"),))
    assert danger.probability == 0.5


def test_a_danger_is_that_of_all_cards_together() -> None:
    """Archdragon and Floating Death both destroy the Officer."""
    lanes = f"Y1,-,-,-,-/-,-,-,Y1[001],E1/{BLANK}"
    danger = reasons(Case(lanes, "Levrikon T1", "020 083 005"))[K.THREATENS_CARDS]
    assert danger.probability == pytest.approx(2 / 3)

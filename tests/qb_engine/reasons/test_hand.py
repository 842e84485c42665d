"""What a move does for the cards that are left in the hand."""

from __future__ import annotations

import pytest

from qb_engine.geometry import Tile
from qb_engine.reasons.kinds import ReasonKind
from qb_engine.reasons.telling import sentence
from tests.qb_engine.reasons.positions import (
    BLANK,
    HYDRATOR,
    START,
    Case,
    Cases,
    Told,
    cards,
    move_of,
    reasons,
    rows,
)

K = ReasonKind
NARROW = "Y1,-,-,-,-/-,-,-,Y1,E1/-,-,-,-,-"
RAISED = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y2,-,-,-,E1"
USED = {"used": (("007", 0), ("015", 50))}
LATER = (Told("Levrikon T1", 0.65, USED), Told("Levrikon M1", 0.5), Told("Zu B1", 0.4))
FIRST_M1 = (Told("Levrikon M1", 0.6), Told("Levrikon B1", 0.5))
# Levrikon lays pawns ahead and below, Elphadunk above, behind and below; Zu is of rank 2.
GIVEN: Cases = {
    K.OPENS_CARDS: [
        Case(START, "Levrikon M1", hand="015"),
        Case(START.replace("Y1", "Y2", 1), "Elphadunk T1", hand="015"),
        Case(f"{BLANK}/-,Y1,E2,-,-/{BLANK}", "Levrikon M2", hand="015"),
        Case(f"{BLANK}/-,Y1,E2,-,-/{BLANK}", "Levrikon M2", hand="015,001"),
    ],
    K.STRANDS_CARDS: [
        Case(START, "Levrikon B1", hand="015", told=FIRST_M1),
        Case(START, "pass", hand="015", told=(Told("Levrikon M1", 0.6), Told("pass", 0.5))),
    ],
    K.KEEPS_CARD: [Case(RAISED, "Levrikon T1", told=LATER)],
    K.ADDS_CARD: [Case(START, "Mandragora T1")],
    K.LOCKOUT: [Case(NARROW, "Deathwheel T1", "008", hand="001"), Case(NARROW, "Deathwheel T1", "005", hand="015")],
}
NOT_GIVEN: Cases = {
    K.OPENS_CARDS: [
        Case(RAISED, "Levrikon M1", hand="015"),
        Case(START, "Levrikon B1", hand="015"),
        Case(START, "Levrikon M1", hand="001"),
        Case(START, "Levrikon M1", hand="051"),
        Case(START, "Levrikon M1"),
    ],
    K.STRANDS_CARDS: [
        Case(START, "Levrikon M1", hand="015", told=FIRST_M1),
        Case(START, "Levrikon B1", hand="114", told=FIRST_M1),
        Case(START, "Levrikon B1", hand="015", told=(Told("Levrikon M1", 0.6), Told("Levrikon B1", 0.57))),
        Case(RAISED, "Security Officer B1", told=(Told("Zu B1", 0.6), Told("Security Officer B1", 0.5))),
    ],
    K.KEEPS_CARD: [
        Case(RAISED, "Levrikon M1", told=LATER),
        Case(RAISED, "Levrikon T1", told=(LATER[0]._replace(counts=None), *LATER[1:])),
        Case(RAISED, "Levrikon T1", told=(LATER[0]._replace(counts={"used": (("015", 30),)}), *LATER[1:])),
        Case(RAISED, "Levrikon T1", told=(*LATER[:2], Told("Zu B1", 0.64))),
        Case(START, "Levrikon T1", hand="015", told=(*LATER[:2], Told("pass", 0.4))),
    ],
    K.ADDS_CARD: [Case(START, "Levrikon T1"), Case(START, "Heatseeker T1")],
    K.LOCKOUT: [
        Case(NARROW, "Deathwheel T1", "005", hand="001"),
        Case(START, "Levrikon T1", "001", hand="001"),
        Case(NARROW, "Deathwheel T1", "008"),
    ],
}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in reasons(case)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in reasons(case)


def test_cards_that_get_a_tile_are_named_with_it() -> None:
    opened = reasons(Case(START, "Levrikon M1", hand="015,011"))[K.OPENS_CARDS]
    assert set(opened.cards) == set(cards("Zu", "Elphadunk"))
    assert (opened.tiles, opened.amount) == ((Tile.parse("B1"),), 2)


def test_cards_that_get_different_tiles_are_told_apart() -> None:
    """M3 comes with rank 2, B2 is new ground."""
    opened = reasons(Case(f"{BLANK}/-,Y1,E2,-,-/{BLANK}", "Levrikon M2", hand="015,001"))[K.OPENS_CARDS]
    assert sentence(opened, HYDRATOR) == "Opens M3 to Zu, M3 or B2 to Security Officer."
    assert [part.cards for part in opened.parts] == [cards("Zu"), cards("Security Officer")]
    alike = reasons(Case(f"{BLANK}/-,Y1,E2,-,-/{BLANK}", "Levrikon M2", hand="015,011"))[K.OPENS_CARDS]
    assert alike.parts == ()


def test_the_tile_that_the_move_takes_itself_does_not_count_as_one_that_there_was() -> None:
    """T1 is the only tile of rank 2, and Elphadunk takes it; M1 is of rank 2 afterwards."""
    opened = reasons(Case(START.replace("Y1", "Y2", 1), "Elphadunk T1", hand="015"))[K.OPENS_CARDS]
    assert opened.tiles == (Tile.parse("M1"),)


def test_a_stranded_card_is_told_with_the_move_that_gives_it_a_tile() -> None:
    stranded = reasons(Case(START, "Levrikon B1", hand="015", told=FIRST_M1))[K.STRANDS_CARDS]
    assert stranded.cards == cards("Zu")
    assert stranded.move == move_of("Levrikon M1")


def test_a_card_that_is_kept_is_told_with_the_games_in_which_it_is_placed_later() -> None:
    kept = reasons(Case(RAISED, "Levrikon T1", told=LATER))[K.KEEPS_CARD]
    assert (kept.cards, kept.games, kept.of) == (cards("Zu"), 50, 64)


def test_cards_that_come_to_the_hand_are_named() -> None:
    assert reasons(Case(START, "Mandragora T1"))[K.ADDS_CARD].cards == cards("Mandragora Minion")

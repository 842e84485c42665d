"""To pass, or not to."""

from __future__ import annotations

import pytest

from qb_engine.geometry import Tile
from qb_engine.reasons.kinds import ReasonKind
from tests.qb_engine.reasons.positions import (
    AHEAD,
    BEHIND,
    BLANK,
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
PASS_FIRST = (Told("pass", 0.6), Told("Levrikon M1", 0.5))
PASS_LAST = (Told("Levrikon M1", 0.6), Told("pass", 0.5))
GIVEN: Cases = {
    K.PASS_LEADS: [Case(AHEAD, "pass")],
    K.PASS_SPARES: [Case(START, "pass", told=PASS_FIRST)],
    K.PASS_TRAILS: [Case(BEHIND, "pass")],
    K.GIVES_TURN: [Case(START, "pass", told=PASS_LAST), Case(AHEAD, "pass", told=PASS_LAST)],
}
NOT_GIVEN: Cases = {
    K.PASS_LEADS: [
        Case(START, "pass"),
        Case(BEHIND, "pass"),
        Case(AHEAD, "Levrikon M1"),
        Case(f"{AHEAD} passes=1", "pass"),
    ],
    K.PASS_SPARES: [
        Case(START, "pass", told=PASS_LAST),
        Case(START, "Levrikon M1", told=PASS_FIRST),
        Case(f"{BLANK}/{BLANK}/-,-,-,-,E1", "pass", hand="007"),
        Case(f"{START} passes=1", "pass", told=PASS_FIRST),
    ],
    K.PASS_TRAILS: [
        Case(START, "pass"),
        Case(AHEAD, "pass"),
        Case(BEHIND, "Levrikon M1"),
        Case(f"{BEHIND} passes=1", "pass"),
    ],
    K.GIVES_TURN: [
        Case(START, "pass", told=PASS_FIRST),
        Case(BEHIND, "pass", told=PASS_LAST),
        Case(START, "Levrikon M1", told=PASS_LAST),
        Case(START, "pass", told=(Told("Levrikon M1", 0.6), Told("pass", 0.595))),
        Case(f"{START} passes=1", "pass", told=PASS_LAST),
        Case(f"{BLANK}/{BLANK}/-,-,-,-,E1", "pass", hand="007"),
    ],
}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in reasons(case)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in reasons(case)


def test_a_pass_is_told_with_what_it_keeps_and_the_placement_that_would_use_it() -> None:
    spared = reasons(Case(START, "pass", told=PASS_FIRST))[K.PASS_SPARES]
    assert spared.tiles == tuple(map(Tile.parse, ("T1", "M1", "B1")))
    assert spared.cards == cards("Levrikon")
    assert spared.move == move_of("Levrikon M1")


def test_a_turn_given_away_is_told_with_what_is_better() -> None:
    assert reasons(Case(START, "pass", told=PASS_LAST))[K.GIVES_TURN].move == move_of("Levrikon M1")


def test_a_lead_or_its_lack_is_told_in_points() -> None:
    assert reasons(Case(AHEAD, "pass"))[K.PASS_LEADS].amount == 4
    assert reasons(Case(BEHIND, "pass"))[K.PASS_TRAILS].amount == 4

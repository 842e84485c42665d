"""How the game stands with a move: where it ends, and where it is decided already."""

from __future__ import annotations

import pytest

from qb_engine.reasons.kinds import ReasonKind
from tests.qb_engine.reasons.positions import AHEAD, BEHIND, START, Case, Cases, Told, reasons, rows

K = ReasonKind
LOST_ALL = (Told("Levrikon M1", 0.02), Told("Levrikon T1", 0.01))
WON_ALL = (Told("Levrikon M1", 0.99), Told("Levrikon T1", 0.98), Told("pass", 0.5))
GIVEN: Cases = {
    K.ENDS_WON: [Case(f"{AHEAD} passes=1", "pass")],
    K.ENDS_LOST: [Case(f"{BEHIND} passes=1", "pass")],
    K.ENDS_DRAWN: [Case(f"{START} passes=1", "pass")],
    K.IS_WON: [Case(START, "Levrikon M1", told=WON_ALL), Case(START, "Levrikon T1", told=WON_ALL)],
    K.IS_LOST: [Case(START, "Levrikon M1", told=LOST_ALL), Case(START, "Levrikon T1", told=LOST_ALL)],
}
NOT_GIVEN: Cases = {
    K.ENDS_WON: [Case(AHEAD, "pass"), Case(f"{START} passes=1", "pass"), Case(f"{AHEAD} passes=1", "Levrikon M1")],
    K.ENDS_LOST: [Case(BEHIND, "pass"), Case(f"{START} passes=1", "pass"), Case(f"{AHEAD} passes=1", "pass")],
    K.ENDS_DRAWN: [Case(START, "pass"), Case(f"{AHEAD} passes=1", "pass"), Case(f"{BEHIND} passes=1", "pass")],
    K.IS_WON: [
        Case(START, "pass", told=WON_ALL),
        Case(START, "Levrikon M1"),
        Case(START, "Levrikon M1", told=LOST_ALL),
        Case(f"{AHEAD} passes=1", "pass", told=(Told("pass", 1.0), Told("Levrikon M1", 0.99))),
    ],
    K.IS_LOST: [
        Case(START, "Levrikon T1", told=(Told("Levrikon M1", 0.2), Told("Levrikon T1", 0.01))),
        Case(START, "Levrikon M1"),
        Case(START, "Levrikon M1", told=WON_ALL),
        Case(f"{BEHIND} passes=1", "pass", told=(Told("Levrikon M1", 0.01), Told("pass", 0.0))),
    ],
}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in reasons(case)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in reasons(case)


def test_the_margin_of_an_end_is_that_of_the_score() -> None:
    assert reasons(Case(f"{AHEAD} passes=1", "pass"))[K.ENDS_WON].amount == 4
    assert reasons(Case(f"{BEHIND} passes=1", "pass"))[K.ENDS_LOST].amount == 4


def test_a_decided_position_is_told_with_the_margin_to_expect_and_whether_it_is_certain() -> None:
    won = reasons(Case(START, "Levrikon M1", told=WON_ALL))[K.IS_WON]
    assert (won.amount, won.probability) == (10, 0.99)
    lost = reasons(Case(START, "Levrikon T1", told=LOST_ALL))[K.IS_LOST]
    assert (lost.amount, lost.probability) == (10, 0.01)

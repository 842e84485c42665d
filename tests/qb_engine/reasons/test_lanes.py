"""Who leads where, and for how long."""

from __future__ import annotations

import pytest

from qb_engine.reasons.kinds import ReasonKind
from tests.qb_engine.reasons.positions import AHEAD, BEHIND, BLANK, START, Case, Cases, Told, move_of, reasons, rows

K = ReasonKind


def lanes(first: int, then: int, worth: float = 0.5) -> tuple[Told, ...]:
    """TOP is yours in the end of so many games after Levrikon M1, and of so many after Levrikon T1."""
    return (
        Told("Levrikon M1", 0.6, {"lanes_you": (first, 32, 32)}),
        Told("Levrikon T1", worth, {"lanes_you": (then, 32, 32)}),
    )


def kept(games: int, deck: str = "005") -> Case:
    told = (Told("Levrikon T1", 0.6, {"kept": (games, 0, 0), "won": 40}), Told("pass", 0.4))
    return Case(START, "Levrikon T1", deck, told=told)


def levelled(first: int, then: int) -> Case:
    """TOP, where the enemy led, is levelled, and yours in the end of so many games; of so many after the other move."""
    told = (
        Told("Security Officer T1", 0.6, {"lanes_you": (first, 32, 32)}),
        Told("Security Officer M1", 0.5, {"lanes_you": (then, 32, 32)}),
    )
    return Case(START.replace("E1", "E1[001]", 1), "Security Officer T1", told=told)


# Security Officer has power 1, Levrikon 2, Elphadunk 4; Crystalline Crab gives 2 above.
GIVEN: Cases = {
    K.TURNS_SCORE: [Case(START, "Levrikon M1"), kept(10)],
    K.LANE_LASTS: [Case(START, "Levrikon M1", told=lanes(50, 20))],
    K.LANE_FADES: [Case(START, "Levrikon T1", told=lanes(50, 20))],
    K.WINS_LANE: [
        Case(START, "Security Officer T1"),
        Case("Y1,-,-,-,E1[001]/Y1,-,-,-,E1/Y1,-,-,-,E1", "Levrikon T1"),
        Case("Y1,Y1[001],-,-,E1[007]/Y1,Y1,-,-,E1/Y1,-,-,-,E1", "Crystalline Crab M2"),
    ],
    K.TIES_LANE: [Case(START.replace("E1", "E1[001]", 1), "Security Officer T1"), levelled(50, 20), levelled(50, 45)],
    K.LOSES_LANE: [
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
        Case(f"Y1[001],Y1[001],-,-,E1[001]/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
    ],
    K.SECURES_LANE: [kept(64)],
    K.WASTES_POWER: [Case(f"-,Y1,-,-,E1[021]/-,-,-,-,E1/{BLANK}", "Deathwheel T2", "001")],
}
NOT_GIVEN: Cases = {
    K.TURNS_SCORE: [
        Case(AHEAD, "Levrikon M1"),
        Case(BEHIND, "Levrikon M1"),
        Case(START, "pass"),
    ],
    K.LANE_LASTS: [
        Case(START, "Levrikon T1", told=lanes(50, 20)),
        Case(START, "Levrikon M1", told=lanes(50, 45)),
        Case(START, "Levrikon M1", told=lanes(50, 20, 0.595)),
        levelled(50, 20),
        Case(START, "Levrikon M1"),
    ],
    K.LANE_FADES: [
        Case(START, "Levrikon M1", told=lanes(50, 20)),
        Case(START, "Levrikon T1", told=lanes(50, 45)),
        Case(START, "Levrikon T1", told=lanes(50, 20, 0.57)),
        Case(START, "Levrikon T1"),
    ],
    K.WINS_LANE: [Case(f"Y1,Y1[001],-,-,E1/{BLANK}/{BLANK}", "Levrikon T1"), Case(START, "pass")],
    K.TIES_LANE: [Case(START.replace("E1", "E1[007]", 1), "Security Officer T1"), Case(START, "Security Officer T1")],
    K.LOSES_LANE: [Case(f"Y1[011],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"), Case(BEHIND, "Levrikon M1")],
    K.SECURES_LANE: [
        kept(63),
        Case(START, "Levrikon T1"),
        Case(AHEAD, "pass", told=(Told("pass", 0.6, {"kept": (64, 0, 0)}), Told("Levrikon M1", 0.4))),
        Case(
            f"-,-,-,-,-/Y1,-,-,-,E1/{BLANK}",
            "Levrikon M1",
            "020",
            told=(Told("Levrikon M1", 0.6, {"kept": (0, 64, 0)}), Told("pass", 0.4)),
        ),
    ],
    K.WASTES_POWER: [
        Case(f"Y1[001],Y1,-,-,E1/-,-,-,-,E1/{BLANK}", "Deathwheel T2", "020"),
        Case(f"Y1[021],Y1,-,-,-/-,-,-,-,E1/{BLANK}", "Security Officer T2", "001"),
        Case(f"Y1[021],Y1,E1[001],-,-/-,-,-,-,E1/{BLANK}", "Archdragon T2", "001"),
        Case("Y1,Y1[001],E1[007],-,E1/Y1[011],Y1,Y1[001],-,-/Y1,-,-,-,-", "Crystalline Crab M2", "001"),
        Case(AHEAD, "pass", "001"),
    ],
}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in reasons(case)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in reasons(case)


def test_a_lane_that_was_lost_before_is_won_by_raising_another_card() -> None:
    """Crystalline Crab on M2 raises T2 from 1 to 3 and takes TOP; its pawns are all lost."""
    won = reasons(Case("Y1,Y1[001],E1[007],-,E1/Y1[011],Y1,Y1[001],-,-/Y1,-,-,-,-", "Crystalline Crab M2", "001"))
    assert won[K.WINS_LANE].lanes == (0,)
    assert won[K.WINS_LANE].amount == 1


@pytest.mark.parametrize("games", [0, 10, 40, 64])
def test_a_lead_is_told_with_the_games_in_which_it_stays(games: int) -> None:
    won = reasons(kept(games))[K.WINS_LANE]
    assert (won.lanes, won.amount, won.games, won.of) == ((0,), 2, games, 64)
    assert reasons(kept(games))[K.TURNS_SCORE].amount == 2


def test_without_games_nothing_is_said_about_how_long_a_lead_lasts() -> None:
    won = reasons(Case(START, "Levrikon T1"))[K.WINS_LANE]
    assert (won.games, won.of) == (None, None)


def test_what_lasts_and_what_fades_is_set_beside_the_other_moves() -> None:
    lasts = reasons(Case(START, "Levrikon M1", told=lanes(50, 20)))[K.LANE_LASTS]
    assert (lasts.lanes, lasts.games, lasts.of, lasts.beside) == ((0,), 50, 64, 20)
    fades = reasons(Case(START, "Levrikon T1", told=lanes(50, 20)))[K.LANE_FADES]
    assert (fades.lanes, fades.games, fades.of, fades.beside) == ((0,), 20, 64, 50)
    assert fades.move == move_of("Levrikon M1")


def test_a_lane_that_is_levelled_is_told_with_how_it_ends_up_where_that_is_better() -> None:
    ends, plain = (reasons(levelled(50, then))[K.TIES_LANE] for then in (20, 45))
    assert (ends.games, ends.of, ends.beside) == (50, 64, 20)
    assert (plain.games, plain.of, plain.beside) == (None, None, None)

"""Free tiles, of both sides."""

from __future__ import annotations

import pytest

from qb_engine.geometry import PerSide, Tile
from qb_engine.reasons.kinds import ReasonKind
from tests.qb_engine.reasons.positions import BLANK, START, Case, Cases, Told, cards, move_of, reasons, rows

K = ReasonKind
LAST = f"{BLANK}/-,Y1,E1,-,-/{BLANK}"
ONE_LEFT = f"{BLANK}/-,Y1,E1,-,E1/{BLANK}"
FREED = f"Y1,-,-,-,E1/-,Y1,E1[001],-,-/{BLANK}"
TAKEN = f"Y1,-,-,-,E1/-,Y1,E1,-,-/{BLANK}"
WIDER = f"{BLANK}/Y1,-,-,-,E1/{BLANK}"
CEDED = Case(FREED, "Floating Death M2", told=(Told("Floating Death M2", 0.6), Told("Levrikon T1", 0.5)))
RUN_OUT_FIRST = {"out_first": PerSide(50, 4), "used": (("007", 60), ("005", 10))}
ENEMY_LASTS = (Told("Levrikon M1", 0.6, {}), Told("Levrikon T1", 0.5, RUN_OUT_FIRST))
WIDE_FIRST = (Told("Levrikon M1", 0.6), Told("Deathwheel M1", 0.5))
CAPTURE_FIRST = (Told("Levrikon M2", 0.6), Told("Levrikon T1", 0.5))


def outlasting(first: int, then: int, worth: float = 0.5) -> tuple[Told, ...]:
    """The enemy runs out first in so many games after Levrikon M1, and in so many after Levrikon T1."""
    return (
        Told("Levrikon M1", 0.6, {"out_first": PerSide(4, first)}),
        Told("Levrikon T1", worth, {"out_first": PerSide(4, then)}),
    )


def lasting(first: int, then: int, worth: float = 0.5, second: str = "Levrikon T1") -> tuple[Told, ...]:
    """You run out first in so many games after Levrikon M1, and in so many after the second move."""
    return (
        Told("Levrikon M1", 0.6, {"out_first": PerSide(first, 4)}),
        Told(second, worth, {"out_first": PerSide(then, 4)}),
    )


SPARE = "Y1,-,-,-,E1/Y1,Y1[001],-,-,E1[011]/Y1[001],-,-,-,-"
"""Here Levrikon on M1 neither gains a tile nor a lead."""


def spare(levrikon: float, passing: float = 0.5, lanes: str = SPARE) -> Case:
    told = (Told("Levrikon M1", levrikon), Told("pass", passing))
    return Case(lanes, "Levrikon M1", told=tuple(sorted(told, key=lambda each: -each.worth)))


FIRST_LASTS = Case(START, "Levrikon M1", told=outlasting(50, 16))
# Levrikon lays pawns ahead and below, Deathwheel none. Floating Death destroys M3, which stays a tile of the enemy.
GIVEN: Cases = {
    K.TAKES_LAST_TILES: [Case(LAST, "Levrikon M2"), Case(f"{BLANK}/-,Y1,E1,-,E1[001]/{BLANK}", "Levrikon M2", "051")],
    K.TAKES_TILES: [Case(ONE_LEFT, "Levrikon M2")],
    K.KEEPS_ENEMY_NARROW: [
        Case(FREED, "Levrikon T1", told=(Told("Levrikon T1", 0.6), Told("Floating Death M2", 0.5))),
    ],
    K.CONCEDES_TILES: [Case(TAKEN, "Levrikon T1", told=CAPTURE_FIRST)],
    K.STUCK_ENEMY: [Case(START, "Levrikon T1", "114"), Case(START, "Levrikon T1", "114 001")],
    K.CEDES_TILES: [CEDED],
    K.GAINS_TILES: [Case(WIDER, "Levrikon M1")],
    K.RENEWS_TILES: [Case(START, "Levrikon M1")],
    K.FREES_TILE: [Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1")],
    K.BIDES: [spare(0.55), spare(0.46), spare(0.505)._replace(move="pass")],
    K.USES_LAST_TILE: [Case(f"Y1,-,-,-,E1/{BLANK}/{BLANK}", "Deathwheel T1", hand="005")],
    K.NARROWS_YOU: [Case(START, "Deathwheel M1", told=WIDE_FIRST)],
    K.OUTLASTS: [FIRST_LASTS],
    K.OUTLASTS_LESS: [FIRST_LASTS._replace(move="Levrikon T1")],
    K.RUNS_OUT: [Case(START, "Levrikon T1", hand="005", told=ENEMY_LASTS)],
    K.LASTS_LONGER: [Case(START, "Levrikon M1", told=lasting(48, 60))],
    K.OPENS_RANK_3: [
        Case(f"{BLANK}/Y1,Y2,-,-,E1/{BLANK} deck=?", "Levrikon M1"),
        Case(f"{START} deck=001,111", "Twin Brain T1"),
    ],
    K.OPENS_RANK_2: [
        Case(f"{START} deck=?*2", "Security Officer M1"),
        Case(START.replace("Y1", "Y2", 1) + " deck=011", "Elphadunk T1"),
        Case(f"{START} deck=111", "Security Officer M1"),
    ],
    K.WASTES_PAWNS: [Case(f"{BLANK}/Y1,Y1[001],-,-,E1/Y1[001],-,-,-,-", "Levrikon M1")],
}
WASTED = f"{BLANK}/Y1,Y1[001],-,-,E1/Y1[001],-,-,-,-"
NOT_GIVEN: Cases = {
    K.TAKES_LAST_TILES: [Case(ONE_LEFT, "Levrikon M2"), Case(START, "Levrikon M1")],
    K.TAKES_TILES: [
        Case(LAST, "Levrikon M2"),
        Case(START, "Levrikon M1"),
        Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Levrikon M2"),
    ],
    K.KEEPS_ENEMY_NARROW: [
        Case(TAKEN, "Levrikon M2", told=CAPTURE_FIRST),
        Case(FREED, "Floating Death M2", told=(Told("Levrikon T1", 0.6), Told("Floating Death M2", 0.5))),
        Case(FREED, "Levrikon T1", told=(Told("Levrikon T1", 0.6), Told("Floating Death M2", 0.6))),
        Case(
            FREED.replace(BLANK, "E1,E1,E1,E1,-"),
            "Levrikon T1",
            told=(Told("Levrikon T1", 0.6), Told("Floating Death M2", 0.5)),
        ),
    ],
    K.CONCEDES_TILES: [
        Case(TAKEN, "Levrikon M2", told=CAPTURE_FIRST),
        Case(TAKEN, "Levrikon T1", told=(Told("Levrikon M2", 0.6), Told("Levrikon T1", 0.57))),
        Case(START, "Levrikon T1", told=(Told("Levrikon M1", 0.6), Told("Levrikon T1", 0.5))),
    ],
    K.STUCK_ENEMY: [
        Case(START, "Levrikon T1", "001"),
        Case(START, "Levrikon T1", "114 001 001"),
        Case(START, "pass", "114"),
    ],
    K.CEDES_TILES: [
        CEDED._replace(told=(Told("Levrikon T1", 0.6), Told("Floating Death M2", 0.5))),
        CEDED._replace(lanes=FREED.replace("E1[001]", "E1"), move="Levrikon T1", told=()),
        Case(TAKEN, "Levrikon M2", told=CAPTURE_FIRST),
    ],
    K.GAINS_TILES: [
        Case(f"{BLANK}/-,Y1,E1,-,-/-,Y1,-,-,-", "Levrikon M2"),
        Case(WIDER, "Deathwheel M1"),
        Case(START, "Levrikon M1"),
    ],
    K.RENEWS_TILES: [Case(WIDER, "Levrikon M1"), Case(START, "Deathwheel M1")],
    K.FREES_TILE: [
        Case(f"E1[Y001],-,-,-,E1/-,Y1,-,-,E1/{BLANK}", "Floating Death M2"),
        Case(f"Y1[011],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
        Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Floating Death M2"),
    ],
    K.BIDES: [
        spare(0.44),
        spare(0.55, lanes=SPARE.replace("Y1", "-", 1)),
        spare(0.99),
        spare(0.02, 0.01),
        spare(0.55, lanes=START),
        spare(0.55)._replace(move="pass"),
    ],
    K.USES_LAST_TILE: [
        Case(f"Y1,-,-,-,E1/{BLANK}/{BLANK}", "Deathwheel T1"),
        Case(f"Y1,-,-,-,E1/{BLANK}/{BLANK}", "Levrikon T1", hand="005"),
        Case(START, "Deathwheel T1", hand="005"),
    ],
    K.NARROWS_YOU: [
        Case(START, "Levrikon M1", told=WIDE_FIRST),
        Case(START, "Deathwheel M1", told=(Told("Levrikon M1", 0.6), Told("Deathwheel M1", 0.57))),
        Case(START, "Levrikon T1", told=(Told("Levrikon M1", 0.6), Told("Levrikon T1", 0.5))),
        Case(f"{START} passes=1", "Deathwheel M1", told=(Told("pass", 0.6), Told("Deathwheel M1", 0.5))),
    ],
    K.OUTLASTS: [
        FIRST_LASTS._replace(move="Levrikon T1"),
        Case(START, "Levrikon M1", told=outlasting(50, 45)),
        Case(START, "Levrikon M1", told=outlasting(30, 4)),
        Case(START, "Levrikon M1"),
    ],
    K.OUTLASTS_LESS: [
        FIRST_LASTS,
        Case(START, "Levrikon T1", told=outlasting(50, 45)),
        Case(START, "Levrikon T1", told=outlasting(50, 16, 0.57)),
    ],
    K.RUNS_OUT: [
        Case(START, "Levrikon M1", told=ENEMY_LASTS),
        Case(START, "Levrikon T1", told=(Told("Levrikon M1", 0.6), ENEMY_LASTS[1])),
    ],
    K.LASTS_LONGER: [
        Case(START, "Levrikon M1", told=lasting(52, 60)),
        Case(START, "Levrikon T1", told=lasting(60, 48)),
        Case(START, "Levrikon M1", told=lasting(48, 60, 0.595)),
        Case(START, "Levrikon M1", told=lasting(48, 60, second="pass")),
        FIRST_LASTS,
        Case(START, "Levrikon M1"),
    ],
    K.OPENS_RANK_3: [
        Case(f"Y3,-,-,-,E1/Y1,Y2,-,-,E1/{BLANK} deck=?", "Levrikon M1"),
        Case(f"{BLANK}/Y1,Y1,-,-,E1/{BLANK} deck=?", "Levrikon M1"),
        Case(f"{BLANK}/Y1,Y3,-,-,E1/{BLANK} deck=?", "Levrikon M1"),
        Case(f"{BLANK}/Y1,Y2,-,-,E1/{BLANK} deck=?", "Levrikon M1", hand="114"),
        Case(f"{BLANK}/Y1,Y2,-,-,E1/{BLANK} deck=011", "Levrikon M1"),
        Case(f"{BLANK}/Y1,Y2,-,-,E1/{BLANK}", "Levrikon M1", hand="052"),
    ],
    K.OPENS_RANK_2: [
        Case(f"Y2,-,-,-,E1/Y1,Y1,-,-,E1/{BLANK} deck=?", "Levrikon M1"),
        Case(f"{START} deck=?", "Deathwheel M1"),
        Case(f"{START} deck=?", "Levrikon M1", hand="015"),
        Case(f"{START} deck=001", "Levrikon M1", hand="008"),
    ],
    K.WASTES_PAWNS: [
        Case(f"{BLANK}/Y1,Y1[001],-,-,E1/{BLANK}", "Levrikon M1"),
        Case(f"{BLANK}/-,Y1,E1,-,-/-,Y1[001],-,-,-", "Levrikon M2"),
        Case(START, "Deathwheel M1"),
        Case(WASTED, "Levrikon M1", told=(Told("Levrikon M1", 0.99), Told("pass", 0.98))),
    ],
}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in reasons(case)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in reasons(case)


def tiles(*names: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, names))


def test_tiles_that_are_taken_and_left_are_named() -> None:
    taken = reasons(Case(ONE_LEFT, "Levrikon M2"))[K.TAKES_TILES]
    assert (taken.tiles, taken.others, taken.amount) == (tiles("M3"), tiles("M5"), 1)
    conceded = reasons(Case(TAKEN, "Levrikon T1", told=CAPTURE_FIRST))[K.CONCEDES_TILES]
    assert (conceded.tiles, conceded.amount, conceded.beside) == (tiles("M3"), 2, 1)
    assert conceded.move == move_of("Levrikon M2")


def test_few_tiles_of_the_enemy_are_told_beside_the_most_that_a_worse_move_leaves() -> None:
    told = (Told("Levrikon T1", 0.6), Told("Floating Death M2", 0.5), Told("pass", 0.4))
    narrow = reasons(Case(FREED, "Levrikon T1", told=told))[K.KEEPS_ENEMY_NARROW]
    assert (narrow.amount, narrow.beside, narrow.others) == (1, 2, tiles("T5"))


@pytest.mark.parametrize(("deck", "chance"), [("051", 1.0), ("051 005", 0.5), ("005", 0.0)])
def test_the_last_tile_is_told_with_the_share_of_hands_that_replace(deck: str, chance: float) -> None:
    last = Case(f"{BLANK}/-,Y1,E1,-,E1[001]/{BLANK}", "Levrikon M2", deck)
    assert reasons(last)[K.TAKES_LAST_TILES].probability == chance


def test_cards_that_stay_in_hand_when_you_run_out_are_those_least_used() -> None:
    out = reasons(Case(START, "Levrikon T1", hand="005", told=ENEMY_LASTS))[K.RUNS_OUT]
    assert (out.cards, out.games, out.of) == (cards("Queen Bee"), 50, 64)


def test_lasting_longer_is_told_beside_the_mean_of_worse_placements() -> None:
    out = {"out_first": PerSide(60, 4)}
    told = (*lasting(40, 56), Told("pass", 0.4, {}), Told("Levrikon B1", 0.3, out))
    longer = reasons(Case(START, "Levrikon M1", told=told))[K.LASTS_LONGER]
    assert (longer.games, longer.of, longer.beside) == (40, 64, 58)


def test_your_tiles_are_told_beside_those_after_the_best_move() -> None:
    narrow = reasons(Case(START, "Deathwheel M1", told=WIDE_FIRST))[K.NARROWS_YOU]
    assert (narrow.amount, narrow.beside, narrow.tiles) == (2, 3, tiles("M2"))
    gained = reasons(Case(WIDER, "Levrikon M1"))[K.GAINS_TILES]
    assert (gained.tiles, gained.amount, gained.beside) == (tiles("M2", "B1"), 2, 1)
    renewed = reasons(Case(START, "Levrikon M1"))[K.RENEWS_TILES]
    assert (renewed.tiles, renewed.amount, renewed.beside) == (tiles("M2"), 3, 3)


def test_tiles_that_the_enemy_gets_are_named_with_how_many_it_has_then() -> None:
    ceded = reasons(CEDED)[K.CEDES_TILES]
    assert (ceded.tiles, ceded.amount) == (tiles("M3"), 2)


def test_few_tiles_of_the_enemy_are_no_merit_where_most_moves_leave_as_few() -> None:
    others = (
        Told("Levrikon T1", 0.6),
        Told("Levrikon M2", 0.5),
        Told("Deathwheel T1", 0.4),
        Told("Floating Death M2", 0.3),
    )
    assert K.KEEPS_ENEMY_NARROW not in reasons(Case(FREED, "Levrikon T1", told=others))

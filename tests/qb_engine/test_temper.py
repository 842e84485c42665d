"""How the enemy is taken to play: what its turns do to the readiness to wait, and what a give-away says of strength."""

from __future__ import annotations

from itertools import pairwise

import pytest

from qb_engine.chance import Chance
from qb_engine.game_state import GameState
from qb_engine.temper import (
    EVEN,
    GIVEN_BY_SLIPS,
    LEAST_TURNS,
    NEVER_WAITS,
    USUAL_WAITS,
    Strength,
    Temper,
    is_opening,
    slips_of,
)
from qb_engine.wording import against_words, strength_words, waits_words

OPENING = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=1 hand=005 ehand=?*5"


def test_turns_without_a_wait_make_waiting_less_likely_and_waits_more() -> None:
    assert Temper().waits == Temper.seen(0, 0).waits == USUAL_WAITS
    assert 0 < Temper.seen(42, 0).waits < Temper.seen(4, 0).waits < USUAL_WAITS
    assert USUAL_WAITS < Temper.seen(4, 1).waits < Temper.seen(40, 10).waits < 10 / 40


def test_the_readiness_to_wait_is_told_with_what_it_is_known_from() -> None:
    assert waits_words(Temper()) == (
        "The enemy is taken to wait in 3 % of games: so much is usual, and no opening turn of it is known."
    )
    assert (
        waits_words(Temper.seen(42, 0))
        == "The enemy is taken to wait in 1 % of games: in 42 opening turns it never did."
    )
    assert waits_words(Temper.seen(1, 1)).endswith("in 1 opening turn it did once.")
    assert waits_words(Temper.seen(9, 3)).endswith("in 9 opening turns it did 3 times.")
    assert waits_words(Temper().told(0.2)) == "The enemy is taken to wait in 20 % of games: so you said."
    assert waits_words(NEVER_WAITS).startswith("The enemy is taken never to wait: ")


def test_a_chance_says_against_whom_it_holds() -> None:
    assert against_words(Temper(), 0.5) == (
        "Chances hold against an enemy that plays as well as this search and waits in 3 % of games."
    )
    assert "never waits. You must win: a draw counts as nothing." in against_words(NEVER_WAITS, 0.0)
    assert "plays 25 % of its moves at random and the others as well as this search" in against_words(
        Temper().slipping(0.25), 0.5
    )


def test_whoever_gives_away_more_slips_more() -> None:
    assert all(low < high for (_, low), (_, high) in pairwise(GIVEN_BY_SLIPS))
    for slips, given in GIVEN_BY_SLIPS:
        assert slips_of(given - EVEN) == pytest.approx(slips)
    assert slips_of(-1.0) == 0.0
    assert slips_of(1.0) == 1.0
    assert 0.25 < slips_of(GIVEN_BY_SLIPS[2][1] - EVEN + 0.001) < 0.5


def test_a_strength_needs_so_many_turns_and_has_an_interval() -> None:
    assert Strength.of([EVEN] * (LEAST_TURNS - 1)) is None
    even = Strength.of([EVEN + 0.1, EVEN - 0.1] * LEAST_TURNS)
    assert even is not None
    assert even.turns == 2 * LEAST_TURNS
    assert even.given == pytest.approx(0.0)
    assert even.slips == pytest.approx(0.0)
    assert even.low == pytest.approx(-even.high)
    assert even.low < 0 < even.high
    assert even.slips_low <= even.slips < even.slips_high
    assert f"In {2 * LEAST_TURNS} turns it gave away" in strength_words(even, even.turns)
    assert f"12 of its turns could be judged, {LEAST_TURNS} are needed" in strength_words(None, 12)


def test_an_opening_has_many_empty_tiles_and_nobody_has_just_passed() -> None:
    board = GameState.parse(OPENING).board
    assert is_opening(board, 0)
    assert not is_opening(board, 1)
    full = "rebirth Y1[008],Y1[008],Y1[008],Y1[008],E1/Y1[008],Y1[008],-,-,E1/Y1[008],-,-,-,E1[008] Y turn=9 hand=005"
    assert not is_opening(GameState.parse(full).board, 0)


def test_a_draw_that_counts_as_nothing_leaves_the_wins() -> None:
    chance = Chance(0.4, 0.2, 0.4, 0.45, 0.55, 100, False, 0.0)
    must_win = chance.valued(0.0)
    assert (chance.worth, chance.points) == (0.5, 0.5)
    assert (must_win.worth, must_win.points) == (0.4, 0.5)
    assert must_win.low == pytest.approx(0.35)
    assert must_win.high == pytest.approx(0.45)
    assert must_win.valued(0.5).low == pytest.approx(chance.low)
    assert must_win.for_side("E").worth == pytest.approx(1 - must_win.worth), "the enemy gets the rest"
    assert Chance.certain(0, 1, 0, 0).valued(0.0).worth == 0.0

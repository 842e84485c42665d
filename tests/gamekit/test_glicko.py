"""Glicko-2 against its published example, and what must hold of any rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.glicko import MOST_DEVIATION, Game, Standing, expected_share, rated, rested

PAPER = Standing(1500, 200, 0.06)
GAMES = [Game(Standing(1400, 30), 1.0), Game(Standing(1550, 100), 0.0), Game(Standing(1700, 300), 0.0)]

standings = st.builds(Standing, st.floats(600, 2400), st.floats(30, 350), st.floats(0.03, 0.12))
shares = st.sampled_from([0.0, 0.5, 1.0])


def test_the_published_example_comes_out() -> None:
    after = rated(PAPER, GAMES)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(("place", "share"), [(0, 0.639), (1, 0.432), (2, 0.303)])
def test_the_expected_shares_of_the_example_come_out(place: int, share: float) -> None:
    assert expected_share(PAPER, GAMES[place].opponent) == pytest.approx(share, abs=0.0005)


def test_without_games_a_rating_stays_and_becomes_less_sure() -> None:
    # Step 6 of the paper: the square root of 200² and (173.7178 · 0.06)².
    after = rated(PAPER, [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.27, abs=0.01)
    assert rested(Standing(1500, 349), 1000).deviation == MOST_DEVIATION


def test_a_result_that_nobody_expected_makes_a_player_more_changeable() -> None:
    beaten = [Game(Standing(700, 30), 0.0)] * 6
    assert rated(Standing(1500, 40), beaten).volatility > 0.06
    assert rated(Standing(1500, 40), [Game(Standing(1500, 30), 0.5)] * 6).volatility < 0.06


@given(standings, standings, shares)
def test_a_better_result_never_gives_a_lower_rating(player: Standing, opponent: Standing, share: float) -> None:
    after = rated(player, [Game(opponent, share)], periods=0)
    better = rated(player, [Game(opponent, min(share + 0.5, 1.0))], periods=0)
    assert better.rating >= after.rating
    assert after.deviation < player.deviation


@given(standings, st.floats(0, 50), st.floats(0, 50))
def test_rest_adds_up(player: Standing, first: float, second: float) -> None:
    once = rested(player, first + second)
    assert rested(rested(player, first), second).deviation == pytest.approx(once.deviation)
    assert once.deviation >= player.deviation

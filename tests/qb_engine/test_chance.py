"""Winning chances: sums, intervals, labels, and the same number seen from both sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_engine.chance import DRIFT, DRIFT_SAMPLE, Chance, sharpened
from qb_engine.geometry import Side
from qb_engine.wording import percents

shares = st.floats(0, 1)


@st.composite
def estimates(draw: st.DrawFn) -> Chance:
    """Chances from worlds of which each brought a win, a draw, a loss or something between."""
    sample = draw(st.integers(1, 200))
    rows = [(draw(shares), draw(shares)) for _ in range(min(sample, 12))]
    worlds = [(win, min(drawn, 1 - win)) for win, drawn in rows]
    worlds += [worlds[-1]] * (sample - len(worlds))
    wins, draws = sum(win for win, _ in worlds), sum(drawn for _, drawn in worlds)
    squares = sum((win + drawn / 2) ** 2 for win, drawn in worlds)
    return Chance.estimated(wins, draws, sample - wins - draws, 3.0 * sample, squares, sample)


@given(estimates())
def test_estimates_are_probabilities_inside_their_interval(chance: Chance) -> None:
    assert chance.win + chance.draw + chance.loss == pytest.approx(1.0)
    assert all(-1e-12 <= share <= 1 + 1e-12 for share in (chance.win, chance.draw, chance.loss))
    assert 0 <= chance.low <= chance.points + 1e-12
    assert chance.points - 1e-12 <= chance.high <= 1
    assert not chance.exact
    assert chance.margin == pytest.approx(3.0)


@given(estimates())
def test_the_other_side_reads_the_same_chance_the_other_way_round(chance: Chance) -> None:
    other = chance.for_side(Side.ENEMY)
    assert other.points == pytest.approx(1 - chance.points)
    assert (other.low, other.high) == (1 - chance.high, 1 - chance.low)
    assert other.margin == -chance.margin
    assert chance.for_side(Side.YOU) is chance


def test_an_interval_shrinks_with_the_sample_but_no_faster_than_more_search_moves_figures() -> None:
    few, usual, many = (Chance.estimated(n / 2, 0, n / 2, 0, n / 2, n) for n in (100, DRIFT_SAMPLE, 16 * DRIFT_SAMPLE))
    assert few.high - few.low > 2 * (usual.high - usual.low)
    assert usual.high - usual.low >= DRIFT, "at even chances a game scatters by a half to either side"
    assert many.high - many.low == pytest.approx((usual.high - usual.low) / 2, rel=0.05)


def test_worlds_that_all_agree_are_still_no_certainty() -> None:
    chance = Chance.estimated(20, 0, 0, 60, 20, 20)
    assert chance.points == 1.0
    assert chance.low < 0.995
    assert not chance.exact


def test_a_certain_chance_is_labelled_exact_and_has_no_width() -> None:
    chance = Chance.certain(0.25, 0.5, 0.25, 1.5)
    assert chance.exact
    assert (chance.low, chance.points, chance.high) == (0.5, 0.5, 0.5)
    assert chance.sample == 0


@given(shares, shares)
def test_sharpening_keeps_the_order_and_the_middle(one: float, other: float) -> None:
    assert sharpened(0.5) == 0.5
    assert (sharpened(0.0), sharpened(1.0)) == (0.0, 1.0)
    assert sharpened(1 - one) == pytest.approx(1 - sharpened(one), abs=1e-9)
    if one < other:
        assert sharpened(one) <= sharpened(other)
    assert sharpened(0.6) > 0.6
    if 0.01 < one < 0.49:
        assert sharpened(one) < one


@given(st.lists(st.integers(0, 1000), min_size=3, max_size=3).filter(any))
def test_shares_of_a_whole_are_shown_as_percents_that_sum_to_100(parts: list[int]) -> None:
    shown = percents([part / sum(parts) for part in parts])
    assert sum(shown) == 100
    assert all(abs(whole - 100 * part / sum(parts)) < 1 for whole, part in zip(shown, parts, strict=True))

"""The sequential test: its ratio, its bounds, and how often it errs."""

from math import log
from random import Random

import pytest

from gamekit.elo import expected_share, lead_of
from gamekit.pairs import PAIR_SCORES
from gamekit.sprt import BOUND, Sprt, SprtCourse, Verdict

WIDE = Sprt(0, 100)


def course_of(share: float, sprt: Sprt, rng: Random, most: int = 5000) -> SprtCourse:
    """A test over pairs of independent games that give the player so much."""
    course = SprtCourse(sprt)
    while course.verdict is Verdict.OPEN and course.pairs < most:
        course.add(float(rng.random() < share) + float(rng.random() < share))
    return course


def test_leads_and_shares_are_two_names_of_one_thing() -> None:
    assert expected_share(0) == 0.5
    assert expected_share(400) == pytest.approx(10 / 11)
    assert lead_of(expected_share(-35.5)) == pytest.approx(-35.5)
    assert lead_of(0.0) == -lead_of(1.0) == float("-inf")


def test_the_bounds_are_those_of_one_error_in_twenty() -> None:
    assert pytest.approx(log(19)) == BOUND


def test_the_ratio_of_plain_wins_and_losses_is_that_of_coins() -> None:
    """With two scores only, the fitted distributions are the hypotheses themselves."""
    ratio = Sprt(0, 50).ratio([400, 0, 0, 0, 600])
    high = expected_share(50)
    coins = 600 * log(high / 0.5) + 400 * log((1 - high) / 0.5)
    assert ratio == pytest.approx(coins, abs=0.05)


def test_a_draw_of_both_speaks_for_the_lead_in_the_middle() -> None:
    counts = [100, 0, 300, 0, 100]
    assert Sprt(-20, 20).ratio(counts) == pytest.approx(0.0, abs=1e-6)
    assert Sprt(-20, 60).ratio(counts) < -1
    assert Sprt(-60, 20).ratio(counts) > 1


def test_exchanging_the_players_turns_the_ratio_round() -> None:
    counts = [30, 4, 80, 7, 45]
    assert Sprt(-10, 30).ratio(counts) == pytest.approx(-Sprt(-30, 10).ratio(counts[::-1]))


def test_a_steadier_score_decides_sooner() -> None:
    """The same points, but of pairs that differ less."""
    assert Sprt(0, 20).ratio([0, 0, 90, 0, 10]) > Sprt(0, 20).ratio([35, 0, 20, 0, 45]) > 0


@pytest.mark.parametrize(("share", "verdict"), [(0.5, Verdict.ELO0), (expected_share(100), Verdict.ELO1)])
def test_at_most_about_one_test_in_twenty_errs(share: float, verdict: Verdict) -> None:
    rng = Random(f"sprt/{share}")
    found = [course_of(share, WIDE, rng).verdict for _ in range(100)]
    assert found.count(verdict) >= 90
    assert Verdict.OPEN not in found


def test_pairs_after_the_decision_count_no_more() -> None:
    course = course_of(1.0, WIDE, Random(1))
    before = (course.pairs, course.ratio)
    for score in PAIR_SCORES:
        course.add(score)
    assert (course.pairs, course.ratio) == before
    assert course.verdict is Verdict.ELO1


def test_the_smaller_lead_comes_first() -> None:
    for elo1 in (0, -5):
        with pytest.raises(ValueError, match="smaller"):
            Sprt(0, elo1)

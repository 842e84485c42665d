"""Pairs of games as the unit of points."""

from random import Random

import pytest

from gamekit.match import wilson_interval
from gamekit.pairs import Pairs


def independent(pairs: int, share: float, rng: Random) -> Pairs:
    return Pairs.of((float(rng.random() < share), float(rng.random() < share)) for _ in range(pairs))


def test_points_and_counts_are_those_of_the_pairs() -> None:
    found = Pairs.of([(1.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.0, 0.0), (0.5, 0.0), (0.5, 0.5)])
    assert found.scores == (1.0, 2.0, 1.5, 0.0, 0.5, 1.0)
    assert found.share == 0.5
    assert found.counts == (1, 1, 2, 1, 1)


def test_independent_games_have_the_interval_of_independent_games() -> None:
    found = independent(4000, 0.6, Random(1))
    assert found.interval() == pytest.approx(wilson_interval(found.share, 8000), abs=5e-4)


def test_pairs_that_the_deal_decides_say_more_and_pairs_that_go_together_less() -> None:
    even = wilson_interval(0.5, 80)
    split = Pairs((1.0,) * 36 + (2.0, 0.0) * 2).interval()
    together = Pairs((0.0, 2.0) * 20).interval()
    assert together[0] < even[0] < split[0] < 0.5 < split[1] < even[1] < together[1]


def test_few_pairs_are_never_certain() -> None:
    for scores in ((2.0,), (1.0,), (0.0,), (2.0, 2.0), (1.0, 1.0, 1.0)):
        low, high = Pairs(scores).interval()
        assert high - low > 0.4
        assert 0.0 <= low <= Pairs(scores).share <= high <= 1.0


def test_a_clean_sweep_counts_as_so_many_games() -> None:
    assert Pairs((2.0,) * 10).interval() == pytest.approx(wilson_interval(1.0, 20))


@pytest.mark.parametrize("by_the_deal", [0.0, 0.4])
def test_19_of_20_intervals_hold_the_truth(by_the_deal: float) -> None:
    rng, truth, held = Random(f"pairs/{by_the_deal}"), 0.6, 0
    open_share = (truth - by_the_deal / 2) / (1 - by_the_deal)
    for _ in range(400):
        scores = [
            1.0 if rng.random() < by_the_deal else float(rng.random() < open_share) + float(rng.random() < open_share)
            for _ in range(50)
        ]
        low, high = Pairs(tuple(scores)).interval()
        held += low <= truth <= high
    assert 0.92 <= held / 400 <= 0.98


def test_a_lead_on_the_same_deals_is_sharper_than_both_intervals() -> None:
    rng = Random(5)
    worse = independent(200, 0.4, rng)
    better = Pairs(tuple(min(2.0, score + (rng.random() < 0.1)) for score in worse.scores))
    lead, low, high = better.lead_over(worse)
    assert lead == pytest.approx(better.share - worse.share)
    assert 0 < low < lead < high
    assert high - low < better.interval()[1] - better.interval()[0]
    assert worse.lead_over(better) == pytest.approx((-lead, -high, -low))
    assert Pairs((1.0,)).lead_over(Pairs((1.0,)))[2] > 0.5

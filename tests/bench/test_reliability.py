"""Calibration figures: what they say of forecasters whose honesty is known."""

from __future__ import annotations

from random import Random

import pytest

from bench.forecasts import Forecast, forecasts_of
from bench.reliability import bins, brier, calibration_error, fits, noise_floor


def forecasters(count: int, power: float = 1.0) -> list[Forecast]:
    """Results come true as ``points`` says; what is said has its odds raised to 1/power."""
    rng = Random(7)
    found = []
    for _ in range(count):
        points = rng.uniform(0.02, 0.98)
        made = float(rng.random() < points)
        there, against = points ** (1 / power), (1 - points) ** (1 / power)
        said = there / (there + against)
        found.append(Forecast(said, 0.0, 1 - said, made, 9, False))
    return found


def test_the_error_is_the_distance_in_the_bins_weighted_by_their_sizes() -> None:
    found = [Forecast(0.9, 0.0, 0.1, made, 9, False) for made in (1.0, 1.0, 1.0, 0.0)]
    found += [Forecast(0.2, 0.0, 0.8, 0.0, 9, False)] * 4
    assert calibration_error(bins(found)) == pytest.approx((0.15 + 0.2) / 2)
    assert brier(found) == pytest.approx((3 * 0.01 + 0.81 + 4 * 0.04) / 8)


def test_certain_forecasts_fall_into_the_outer_bins_and_have_no_noise() -> None:
    found = [Forecast(1.0, 0.0, 0.0, 1.0, 1, True)] * 5 + [Forecast(0.0, 0.0, 1.0, 0.0, 1, True)] * 5
    assert [each.size for each in bins(found)] == [5, 5]
    assert calibration_error(bins(found)) == 0.0
    assert noise_floor(found) == (0.0, 0.0)


def test_an_honest_forecaster_stays_within_the_noise_and_another_does_not() -> None:
    honest, timid = forecasters(2_000), forecasters(2_000, power=2.0)
    assert calibration_error(bins(honest)) <= noise_floor(honest).high
    assert calibration_error(bins(timid)) > 2 * noise_floor(timid).high


def test_the_noise_falls_with_the_root_of_the_number_and_is_the_same_every_time() -> None:
    few, many = noise_floor(forecasters(400)), noise_floor(forecasters(3_600))
    assert few == noise_floor(forecasters(400))
    assert many.mean == pytest.approx(few.mean / 3, rel=0.15)
    assert few.mean < few.high


def test_draws_make_less_noise_than_wins_and_losses() -> None:
    decided = [Forecast(0.5, 0.0, 0.5, 0.5, 9, False)] * 100
    drawn = [Forecast(0.1, 0.8, 0.1, 0.5, 9, False)] * 100
    assert noise_floor(drawn).mean < 0.6 * noise_floor(decided).mean


def test_the_fit_finds_the_power_by_which_odds_were_bent() -> None:
    power, shift, _ = fits(forecasters(2_500, power=1.5))
    assert power.number == pytest.approx(1.5, abs=0.15)
    assert power.gain > 0.005
    assert shift.number == pytest.approx(0.0, abs=0.1)
    assert shift.gain == pytest.approx(0.0, abs=0.001)


def test_rows_become_forecasts_of_whoever_moved() -> None:
    row = {"win": 0.5, "draw": 0.2, "loss": 0.3, "empty": 4, "exact": False, "waits": False}
    found = forecasts_of([{**row, "margin": margin} for margin in (3, 0, -1)])
    assert [each.made for each in found] == [1.0, 0.5, 0.0]
    assert found[0].points == pytest.approx(0.6)

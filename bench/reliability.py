"""Do forecasts come true? Bins, the calibration error with its noise floor, and calibrations of a single number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from statistics import fmean, quantiles
from typing import NamedTuple

from bench.forecasts import Forecast
from gamekit.match import wilson_interval

BINS = 10
SIMULATIONS = 200
LEAST = 1e-4
"""Fits take no forecast for surer than this."""


@dataclass(frozen=True)
class Bin:
    predicted: float
    made: float
    low: float
    high: float
    size: int


class NoiseFloor(NamedTuple):
    """The error that forecasts would show by chance alone if every one of them were right."""

    mean: float
    high: float
    """19 of 20 times it would be less."""


class Fit(NamedTuple):
    """The number of a calibration under which the results surprise least."""

    name: str
    number: float
    unchanged: float
    """The number that leaves forecasts as they are."""
    gain: float
    """Log loss that it saves, in nats."""


def bins(forecasts: Sequence[Forecast]) -> list[Bin]:
    found = []
    for inside in _sorted_into_bins(forecasts):
        if inside:
            made = fmean(each.made for each in inside)
            predicted = fmean(each.points for each in inside)
            found.append(Bin(predicted, made, *wilson_interval(made, len(inside)), len(inside)))
    return found


def _sorted_into_bins(forecasts: Sequence[Forecast]) -> list[list[Forecast]]:
    found: list[list[Forecast]] = [[] for _ in range(BINS)]
    for each in forecasts:
        found[min(BINS - 1, int(each.points * BINS))].append(each)
    return found


def calibration_error(found: Sequence[Bin]) -> float:
    """The mean distance between predicted points and points made, bins weighted by their sizes."""
    return sum(each.size * abs(each.predicted - each.made) for each in found) / sum(each.size for each in found)


def noise_floor(forecasts: Sequence[Forecast]) -> NoiseFloor:
    """The results are drawn anew from the forecasts themselves, many times, from a fixed seed."""
    rng = Random("noise floor")
    sorted_in = [inside for inside in _sorted_into_bins(forecasts) if inside]
    errors = [_error_by_chance(sorted_in, rng) / len(forecasts) for _ in range(SIMULATIONS)]
    return NoiseFloor(fmean(errors), quantiles(errors, n=20)[-1])


def _error_by_chance(sorted_in: Sequence[Sequence[Forecast]], rng: Random) -> float:
    total = 0.0
    for inside in sorted_in:
        off = 0.0
        for win, draw, loss, *_ in inside:
            drawn = rng.random()
            off += win + draw / 2 - (1.0 if drawn < win else 0.0 if drawn < win + loss else 0.5)
        total += abs(off)
    return total


def brier(forecasts: Sequence[Forecast]) -> float:
    return fmean((each.points - each.made) ** 2 for each in forecasts)


def _odds(points: float) -> float:
    held = min(max(points, LEAST), 1 - LEAST)
    return log(held / (1 - held))


CALIBRATIONS: tuple[tuple[str, Callable[[float, float], float], float, tuple[float, float]], ...] = (
    ("odds to the power of", lambda points, number: number * _odds(points), 1.0, (0.3, 3.0)),
    ("odds times e to the", lambda points, number: _odds(points) + number, 0.0, (-1.0, 1.0)),
    ("distance from even times", lambda points, number: _odds(0.5 + number * (points - 0.5)), 1.0, (0.5, 1.5)),
)
"""Each with the log odds that its number makes of points, the number that changes nothing, and where to look."""


def fits(forecasts: Sequence[Forecast]) -> list[Fit]:
    found = []
    for name, odds, unchanged, (low, high) in CALIBRATIONS:

        def surprise(number: float, odds: Callable[[float, float], float] = odds) -> float:
            return fmean(_surprise(odds(each.points, number), each.made) for each in forecasts)

        best = _lowest(surprise, low, high)
        found.append(Fit(name, best, unchanged, surprise(unchanged) - surprise(best)))
    return found


def _surprise(odds: float, made: float) -> float:
    return log(1 + exp(-odds)) * made + log(1 + exp(odds)) * (1 - made)


def _lowest(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one valley is lowest, to a thousandth."""
    while high - low > 1e-3:
        third = (high - low) / 3
        if function(low + third) <= function(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2

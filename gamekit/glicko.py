"""Glicko-2: a rating that knows how sure it is, moved game by game.

The formulas are those of Mark E. Glickman, "Example of the Glicko-2 system" (2013), by the numbers of its steps. Where
``elo`` fits all games of a tournament at once, this takes each result as it comes, and in between a rating only becomes
less sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

CENTRE = 1500.0
MOST_DEVIATION = 350.0
"""Of somebody of whom nothing is known."""
USUAL_VOLATILITY = 0.06
CHANGEABLE = 0.5
"""The constant τ of the paper: how much a volatility itself may change."""
_PER_UNIT = 173.7178
_CLOSE_ENOUGH = 1e-6
_Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one player's strength."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = USUAL_VOLATILITY

    @property
    def reach(self) -> float:
        """How far the 95 % interval goes to either side."""
        return _Z_95 * self.deviation


class Game(NamedTuple):
    opponent: Standing
    share: float
    """What was got of it: 1 for a win, a half for a draw."""


def expected_share(player: Standing, opponent: Standing) -> float:
    """Share of points that the player gets against such an opponent."""
    return _expected(_mu(player), _mu(opponent), _phi(opponent))


def rested(player: Standing, periods: float) -> Standing:
    """The same after so many periods without a game (step 6): as strong, but less surely so."""
    phi = sqrt(_phi(player) ** 2 + periods * player.volatility**2)
    return Standing(player.rating, min(phi * _PER_UNIT, MOST_DEVIATION), player.volatility)


def rated(player: Standing, games: Sequence[Game], *, periods: float = 1.0) -> Standing:
    """The standing after these games, which end so many periods after the one before; periods may be parts of one."""
    if not games:
        return rested(player, periods)
    mu, phi = _mu(player), _phi(player)
    informed = surplus = 0.0
    for opponent, share in games:
        weight = _weight(_phi(opponent))
        hoped = _expected(mu, _mu(opponent), _phi(opponent))
        informed += weight**2 * hoped * (1 - hoped)
        surplus += weight * (share - hoped)
    variance = 1 / informed  # step 3
    volatility = _volatility(player.volatility, phi, variance, variance * surplus)  # steps 4 and 5
    widened = phi**2 + periods * volatility**2  # step 6
    phi = 1 / sqrt(1 / widened + 1 / variance)  # step 7
    return Standing(CENTRE + _PER_UNIT * (mu + phi**2 * surplus), _PER_UNIT * phi, volatility)


def _mu(player: Standing) -> float:
    return (player.rating - CENTRE) / _PER_UNIT


def _phi(player: Standing) -> float:
    return player.deviation / _PER_UNIT


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, other: float, other_phi: float) -> float:
    return 1 / (1 + exp(-_weight(other_phi) * (mu - other)))


def _volatility(before: float, phi: float, variance: float, gain: float) -> float:
    """Step 5: the root of a function that falls, by the Illinois variant of regula falsi."""
    start = log(before**2)

    def error(value: float) -> float:
        grown = exp(value)
        spread = phi**2 + variance + grown
        return grown * (gain**2 - spread) / (2 * spread**2) - (value - start) / CHANGEABLE**2

    low = start
    if gain**2 > phi**2 + variance:
        high = log(gain**2 - phi**2 - variance)
    else:
        steps = 1
        while error(start - steps * CHANGEABLE) < 0:
            steps += 1
        high = start - steps * CHANGEABLE
    error_low, error_high = error(low), error(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * error_low / (error_high - error_low)
        error_middle = error(middle)
        if error_middle * error_high <= 0:
            low, error_low = high, error_high
        else:
            error_low /= 2
        high, error_high = middle, error_middle
    return exp(low / 2)

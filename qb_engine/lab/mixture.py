"""Zero-sum games of decks: the mixture that none of the decks exploits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROUNDS = 20_000
_LEAST = 0.001
"""Weights below this are what is left of the averaging and count as none."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """How often to play each deck."""

    weights: tuple[float, ...]
    exploited: float
    """What the best of the decks makes against the mixture beyond the half: 0 would be perfect."""


def solve(shares: Sequence[Sequence[float]]) -> Mixture:
    """The mixture for ``shares[i][j]``, what deck i makes of its games against deck j; ``shares[j][i]`` is the rest.

    Regret matching with only positive regrets kept and later rounds counted for more: it needs nothing but sums, and
    the same shares give the same bytes.
    """
    count = len(shares)
    gains = [[share - 0.5 for share in row] for row in shares]
    regrets = [0.0] * count
    total = [0.0] * count
    for number in range(1, _rounds(count) + 1):
        play = _scaled(regrets)
        values = [sum(gain * part for gain, part in zip(row, play, strict=True) if part) for row in gains]
        mean = sum(value * part for value, part in zip(values, play, strict=True))
        regrets = [max(0.0, regret + value - mean) for regret, value in zip(regrets, values, strict=True)]
        total = [whole + number * part for whole, part in zip(total, play, strict=True)]
    weights = _scaled([part if part >= _LEAST else 0.0 for part in _scaled(total)])
    best = max(sum(gain * part for gain, part in zip(row, weights, strict=True)) for row in gains)
    return Mixture(tuple(weights), max(0.0, best))


def _rounds(count: int) -> int:
    """Fewer for many decks, so that an answer takes seconds."""
    return max(2_000, ROUNDS // max(1, count // 8))


def _scaled(parts: Sequence[float]) -> list[float]:
    whole = sum(parts)
    return [part / whole for part in parts] if whole else [1 / len(parts)] * len(parts)

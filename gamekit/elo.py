"""Ratings on the Elo scale from the games of pairs: the likeliest ones, with 95 % intervals.

A lead of 400 points means odds of ten to one (the model of Bradley and Terry); a draw is half a win. The mean of all
players is 1000. Every pair that met is credited with half a drawn game more than it played, so that a player who won
every game still has a rating; the price is a slight pull towards the middle, a few points over 200 games.

An interval is the wider of two. One draws deals again with replacement (bootstrap, seeded), because the games of one
deal hang together. The other follows from the curvature of the likelihood: it alone stays honest when there are few
deals, or when somebody won them all.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log1p, sqrt
from random import Random
from typing import NamedTuple

MEAN = 1000.0
PER_LOG_ODDS = 400 / log(10)
HALF_DRAW = 0.5
"""Games, all drawn, that every pair is credited with."""
RESAMPLES = 400
_Z_95 = 1.959963984540054
_CLOSE_ENOUGH = 1e-9

_Pair = tuple[int, int]
_Table = dict[_Pair, tuple[float, float]]
"""Games and points of the first of a pair; a pair is two places in the order of the players, the lower first."""


class Score(NamedTuple):
    """One game; ``share`` is what the player got of it: 1 for a win, a half for a draw."""

    deal: Hashable
    """Games of equal deals are not taken as independent."""
    player: str
    opponent: str
    share: float


@dataclass(frozen=True, slots=True)
class Rating:
    player: str
    elo: float
    low: float
    high: float


def ratings(scores: Iterable[Score], *, resamples: int = RESAMPLES, seed: int = 0) -> tuple[Rating, ...]:
    """All players, the strongest first; equal scores in any order give equal ratings."""
    found = sorted(scores, key=lambda score: (repr(score.deal), score.player, score.opponent, score.share))
    players = sorted({name for score in found for name in (score.player, score.opponent)})
    deals = list(_by_deal(found, players).values())
    whole = _credited(_sum((table, 1) for table in deals))
    _refuse_unconnected(players, whole)
    fitted = _fit(len(players), whole)
    reaches = [_Z_95 * deviation for deviation in _deviations(fitted, whole)]
    rng = Random(f"elo/{seed}")
    drawn = [_fit(len(players), _credited(_resampled(deals, rng), whole), fitted) for _ in range(resamples)]
    rows = []
    for place, player in enumerate(players):
        low, high = _middle_95([sample[place] for sample in drawn] or fitted[place : place + 1])
        low, high = min(low, fitted[place] - reaches[place]), max(high, fitted[place] + reaches[place])
        rows.append(Rating(player, *(MEAN + PER_LOG_ODDS * value for value in (fitted[place], low, high))))
    return tuple(sorted(rows, key=lambda row: (-row.elo, row.player)))


def expected_share(lead: float) -> float:
    """Share of points that a lead of so many Elo points gives."""
    return _expected(lead / PER_LOG_ODDS)


def lead_of(share: float) -> float:
    """The lead that gives this share of points; infinite for none and for all."""
    if not 0 < share < 1:
        return inf if share else -inf
    return PER_LOG_ODDS * log(share / (1 - share))


def _by_deal(scores: Sequence[Score], players: Sequence[str]) -> dict[Hashable, _Table]:
    place = {player: index for index, player in enumerate(players)}
    tables: dict[Hashable, _Table] = {}
    for score in scores:
        if score.player == score.opponent:
            raise ValueError(f"{score.player} cannot be rated by games against itself")
        first, second = place[score.player], place[score.opponent]
        pair, share = ((first, second), score.share) if first < second else ((second, first), 1 - score.share)
        table = tables.setdefault(score.deal, {})
        games, points = table.get(pair, (0.0, 0.0))
        table[pair] = (games + 1, points + share)
    return tables


def _sum(tables: Iterable[tuple[_Table, int]]) -> _Table:
    total: _Table = {}
    for table, times in tables:
        for pair, (games, points) in table.items():
            so_far = total.get(pair, (0.0, 0.0))
            total[pair] = (so_far[0] + times * games, so_far[1] + times * points)
    return total


def _resampled(deals: Sequence[_Table], rng: Random) -> _Table:
    times = Counter(rng.choices(range(len(deals)), k=len(deals)))
    return _sum((deals[index], count) for index, count in sorted(times.items()))


def _credited(table: _Table, pairs: Iterable[_Pair] | None = None) -> _Table:
    """The table with half a drawn game more for every pair."""
    filled = {}
    for pair in sorted(table if pairs is None else pairs):
        games, points = table.get(pair, (0.0, 0.0))
        filled[pair] = (games + HALF_DRAW, points + HALF_DRAW / 2)
    return filled


def _refuse_unconnected(players: Sequence[str], table: _Table) -> None:
    if not players:
        raise ValueError("without games there is nothing to rate")
    reached, fresh = set[int](), {0}
    while fresh:
        reached |= fresh
        fresh = {place for pair in table if fresh & set(pair) for place in pair} - reached
    if len(reached) < len(players):
        apart = next(player for place, player in enumerate(players) if place not in reached)
        raise ValueError(f"{players[0]} and {apart} cannot be compared: no games connect them, not even through others")


def _fit(count: int, table: _Table, start: Sequence[float] | None = None) -> list[float]:
    """The likeliest log odds, their mean 0: Newton's steps, halved while they would make things worse."""
    values = list(start) if start is not None else [0.0] * count
    likelihood = _log_likelihood(values, table)
    while True:
        gradient = [0.0] * count
        for (first, second), (games, points) in table.items():
            surplus = points - games * _expected(values[first] - values[second])
            gradient[first] += surplus
            gradient[second] -= surplus
        step = _solve(_curvature(values, table), gradient)
        while max(map(abs, step)) > _CLOSE_ENOUGH:
            tried = [value + change for value, change in zip(values, step, strict=True)]
            better = _log_likelihood(tried, table)
            if better >= likelihood:
                break
            step = [change / 2 for change in step]
        else:
            return values
        values, likelihood = tried, better


def _expected(lead: float) -> float:
    return 1 / (1 + exp(-lead))


def _log_likelihood(values: Sequence[float], table: _Table) -> float:
    total = 0.0
    for (first, second), (games, points) in table.items():
        lead = values[first] - values[second]
        total -= points * log1p(exp(-lead)) + (games - points) * log1p(exp(lead))
    return total


def _curvature(values: Sequence[float], table: _Table) -> list[list[float]]:
    """The information matrix; 1 / players in every entry holds the mean, which the games leave open."""
    count = len(values)
    matrix = [[1 / count] * count for _ in range(count)]
    for (first, second), (games, _) in table.items():
        expected = _expected(values[first] - values[second])
        weight = games * expected * (1 - expected)
        matrix[first][first] += weight
        matrix[second][second] += weight
        matrix[first][second] -= weight
        matrix[second][first] -= weight
    return matrix


def _deviations(values: Sequence[float], table: _Table) -> list[float]:
    """Standard deviations of the values, if all games were independent."""
    count = len(values)
    units = [[float(row == column) for row in range(count)] for column in range(count)]
    variances = [_solve(_curvature(values, table), unit)[place] - 1 / count for place, unit in enumerate(units)]
    return [sqrt(max(0.0, variance)) for variance in variances]


def _solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of a symmetric positive system of equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for pivot in range(count):
        for below in range(pivot + 1, count):
            factor = rows[below][pivot] / rows[pivot][pivot]
            if factor:
                rows[below] = [entry - factor * above for entry, above in zip(rows[below], rows[pivot], strict=True)]
    solution = [0.0] * count
    for place in reversed(range(count)):
        known = sum(rows[place][later] * solution[later] for later in range(place + 1, count))
        solution[place] = (rows[place][count] - known) / rows[place][place]
    return solution


def _middle_95(values: Iterable[float]) -> tuple[float, float]:
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(0.025 * last)], ordered[round(0.975 * last)]

"""Pairs of games: both seats of one deal, the unit in which points are counted where luck is to cancel out.

The two games of a deal hang together, whoever the deal favours; pairs do not.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from gamekit.match import Z_95, wilson_interval

PAIR_SCORES = (0.0, 0.5, 1.0, 1.5, 2.0)
"""What one player can get of the two games of a pair."""
_CREDIT = 2
"""Pairs of even, independent games that a spread is credited with, so that a few pairs alike do not look certain."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """What somebody got of each pair, in the order of the deals."""

    scores: tuple[float, ...]
    breadth: float = 1.0
    """Of how many pairs of the same deal, against different opponents, each score is the mean."""

    @staticmethod
    def of(shares: Iterable[tuple[float, float]]) -> "Pairs":
        """From the shares of both games of each pair."""
        return Pairs(tuple(first + second for first, second in shares))

    @property
    def share(self) -> float:
        """Part of all points."""
        return sum(self.scores) / (2 * len(self.scores))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many pairs gave 0, ½, 1, 1½ and 2 points."""
        found = Counter(self.scores)
        return tuple(found[score] for score in PAIR_SCORES)

    def interval(self) -> tuple[float, float]:
        """95 % interval of the share: Wilson's, for as many independent games as would spread like these pairs."""
        mean, count = self.share, len(self.scores)
        spread = sum((score / 2 - mean) ** 2 for score in self.scores) + _CREDIT / 8 / self.breadth
        of_games = (count - 1) * mean * (1 - mean) + _CREDIT / 4
        return wilson_interval(mean, count * of_games / spread)

    def lead_over(self, other: "Pairs") -> tuple[float, float, float]:
        """How much more of the points these are than those of another on the same deals, with the 95 % interval."""
        leads = [(mine - theirs) / 2 for mine, theirs in zip(self.scores, other.scores, strict=True)]
        count = len(leads)
        mean = sum(leads) / count
        spread = sum((lead - mean) ** 2 for lead in leads) + _CREDIT / 4 / self.breadth
        reach = Z_95 * sqrt(spread / count / count)
        return mean, mean - reach, mean + reach

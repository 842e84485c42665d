"""A sequential test between two answers about the strength of a player: it stops as soon as the games decide.

The generalized sequential probability ratio test over pairs of games, as chess engines are tested: the likeliest
distribution of pair scores is fitted under each hypothesis (a lead of ``elo0``, a lead of ``elo1`` on the logistic
scale), and the logarithm of the ratio of both likelihoods is compared with two bounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import log

from gamekit.elo import expected_share
from gamekit.pairs import PAIR_SCORES

ERROR = 0.05
"""How often the test accepts ``elo1`` where ``elo0`` is true, and the other way round."""
BOUND = log((1 - ERROR) / ERROR)
_UNSEEN = 1e-3
"""Pairs that a score is credited with which did not come up yet."""
_HALVINGS = 60


class Verdict(StrEnum):
    ELO0 = "elo0"
    ELO1 = "elo1"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Sprt:
    """The question: is the lead of a player rather ``elo0`` or rather ``elo1``?"""

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError("the first lead must be the smaller one")

    def ratio(self, counts: Sequence[int]) -> float:
        """Logarithm of the likelihood ratio after so many pairs of each score; above 0 it speaks for ``elo1``."""
        seen = [count or _UNSEEN for count in counts]
        pairs = sum(seen)
        parts = [count / pairs for count in seen]
        weaker = _fitted(parts, expected_share(self.elo0))
        stronger = _fitted(parts, expected_share(self.elo1))
        return pairs * sum(part * log(b / a) for part, a, b in zip(parts, weaker, stronger, strict=True))


@dataclass(slots=True)
class SprtCourse:
    """A test under way: pairs are added in the order of their deals, and those after the decision count no more."""

    sprt: Sprt
    counts: list[int] = field(default_factory=lambda: [0] * len(PAIR_SCORES))
    ratio: float = 0.0

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def verdict(self) -> Verdict:
        if abs(self.ratio) < BOUND:
            return Verdict.OPEN
        return Verdict.ELO1 if self.ratio > 0 else Verdict.ELO0

    def add(self, score: float) -> None:
        """Count a pair of which the player got so many points."""
        if self.verdict is Verdict.OPEN:
            self.counts[PAIR_SCORES.index(score)] += 1
            self.ratio = self.sprt.ratio(self.counts)


def _fitted(parts: Sequence[float], share: float) -> list[float]:
    """The distribution likeliest to give these parts among those with that mean share.

    It is ``part / (1 + t * (score - share))`` for the one ``t`` that makes the mean right; halving finds it.
    """
    leads = [score / 2 - share for score in PAIR_SCORES]
    low, high = -1 / leads[-1], -1 / leads[0]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        surplus = sum(part * lead / (1 + middle * lead) for part, lead in zip(parts, leads, strict=True))
        low, high = (middle, high) if surplus > 0 else (low, middle)
    return [part / (1 + low * lead) for part, lead in zip(parts, leads, strict=True)]

"""Marks: how good a decision was, by the chance to win that it gave away, and what chance itself did.

The thresholds stand here and nowhere else; docs/review.md tells them to the user.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum


class Mark(StrEnum):
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"
    """Nothing else could be done."""
    ONLY = "only move"
    """Every other move would have been a mistake."""
    LUCKY = "lucky"
    UNLUCKY = "unlucky"


JUDGEMENTS = (  # loss of winning chance by a move, worst first
    (0.30, Mark.BLUNDER),
    (0.20, Mark.MISTAKE),
    (0.10, Mark.INACCURACY),
    (float("-inf"), Mark.GOOD),
)
MISTAKE_LOSS = JUDGEMENTS[-3][0]
LUCK = 0.10
"""A draw that moves the chance by this much was lucky or unlucky."""
TURNING = 0.15
"""What moves the chance by this much, either way, is a turning point."""
WORST_LOSS = JUDGEMENTS[0][0]
"""A move that gives away so much counts nothing in the accuracy."""
FAULTLESS = frozenset({Mark.BEST, Mark.ONLY, Mark.FORCED})
"""Beside such a move stands no better one."""
WORTH_A_WORD = frozenset({Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER})


def judged(loss: float) -> Mark:
    """By the whole percents that are shown."""
    return next(mark for least, mark in JUDGEMENTS if in_percents(loss) >= least)


def is_costly(loss: float) -> bool:
    """Whether a decision that gave away so much is worth a word."""
    return judged(loss) in WORTH_A_WORD


def in_percents(share: float) -> float:
    """As it is shown: in whole percents."""
    return round(100 * share) / 100


def mark_of(loss: float, played: float, best: float, others: Sequence[float]) -> Mark:
    """The mark of a move worth ``played``, where the best one was worth ``best``.

    ``others`` are the worths of all other moves; all are the mover's own, higher is better.
    """
    if not others:
        return Mark.FORCED
    if shown_alike(played, best):
        return Mark.ONLY if all(in_percents(best - other) >= MISTAKE_LOSS for other in others) else Mark.BEST
    return judged(loss)


def shown_alike(one: float, other: float) -> bool:
    """Whether two chances are the same in the whole percents that are shown."""
    return in_percents(one) == in_percents(other)


def luck_of(swing: float) -> Mark | None:
    """The mark of a draw; None for most of them."""
    if in_percents(abs(swing)) < LUCK:
        return None
    return Mark.LUCKY if swing > 0 else Mark.UNLUCKY


def accuracy_of(losses: Sequence[float]) -> float | None:
    """0 to 100 from the losses of all moves with a choice, None without one.

    A move counts 100 if it gave away nothing, 0 from the threshold of a blunder on, and in between what lies between.
    """
    if not losses:
        return None
    return 100 * sum(1 - min(loss, WORST_LOSS) / WORST_LOSS for loss in losses) / len(losses)

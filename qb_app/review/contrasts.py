"""What a move lacked beside the best one: the theme under which it is learned, and the sentences."""

from __future__ import annotations

from typing import NamedTuple

from qb_app.answers.advice import Advice
from qb_engine.models import Move
from qb_engine.themes import Theme, theme_of


class Contrasted(NamedTuple):
    theme: Theme
    sentences: tuple[str, ...]


def contrasted(advice: Advice, move: Move) -> Contrasted:
    """The move against the best of the advice, in which it was asked about."""
    best = advice.recommendation.moves[0]
    passes = best.candidate.move.is_pass or move.is_pass
    theme = Theme.PASSING if passes or not best.reasons else theme_of(best.reasons[0].kind)
    return Contrasted(theme, best.lines[:1])

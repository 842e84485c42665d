"""A winning chance as a document."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_engine.chance import Chance
from qb_engine.wording import chance_words, percents


class ChanceDocument(TypedDict):
    """From your side; ``points`` is win + draw / 2, ``low`` and ``high`` are the 95 % interval of ``worth``."""

    win: float
    draw: float
    loss: float
    points: float
    worth: float
    """What moves are ranked by: the points, or the wins alone where a draw counts as nothing."""
    low: float
    high: float
    sample: int
    exact: bool
    margin: float
    percents: list[int]
    """Win, draw and loss in whole percents that add up to 100."""
    text: str
    """The worth as a player reads it, ``61 % (57 to 65)``."""


def chance_document(chance: Chance) -> ChanceDocument:
    return {
        "win": chance.win,
        "draw": chance.draw,
        "loss": chance.loss,
        "points": chance.points,
        "worth": chance.worth,
        "low": chance.low,
        "high": chance.high,
        "sample": chance.sample,
        "exact": chance.exact,
        "margin": chance.margin,
        "percents": percents((chance.win, chance.draw, chance.loss)),
        "text": chance_words(chance),
    }

"""A winning chance as a document."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_engine.chance import Chance
from qb_engine.wording import chance_words, percents


class ChanceDocument(TypedDict):
    """From your side; ``points`` is win + draw / 2, ``low`` and ``high`` are its 95 % interval."""

    win: float
    draw: float
    loss: float
    points: float
    low: float
    high: float
    sample: int
    exact: bool
    margin: float
    percents: list[int]
    """Win, draw and loss in whole percents that add up to 100."""
    text: str
    """The points as a player reads them, ``61 % (57 to 65)``."""


def chance_document(chance: Chance) -> ChanceDocument:
    return {
        "win": chance.win,
        "draw": chance.draw,
        "loss": chance.loss,
        "points": chance.points,
        "low": chance.low,
        "high": chance.high,
        "sample": chance.sample,
        "exact": chance.exact,
        "margin": chance.margin,
        "percents": percents((chance.win, chance.draw, chance.loss)),
        "text": chance_words(chance),
    }

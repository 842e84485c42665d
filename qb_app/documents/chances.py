"""A winning chance in JSON."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_engine.deep.chance import Chance


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
    }

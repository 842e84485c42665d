"""How things stand whoever is to act, as a document."""

from __future__ import annotations

from typing import Literal

from qb_app.answers.glance import Glance
from qb_app.documents.advice import QuestionDocument, question_document
from qb_app.documents.chances import ChanceDocument, chance_document
from qb_app.documents.fears import FearDocument, fear_document
from qb_app.documents.matches import Expects
from qb_app.documents.outlooks import HoldDocument, hold_documents, lane_pressure, tile_pressure


class GlanceDocument(QuestionDocument):
    """Your chance, and what the enemy can do about it."""

    expects: Expects
    """What the match waits for."""
    chance: ChanceDocument | None
    """To win, whoever is to act; the look back tells the same. None where there is no kernel."""
    against: str | None
    """Against whom the chance holds, in a sentence; None without a chance."""
    fears: list[FearDocument]
    """Replies of the enemy that cost you something, each of another card: by what they cost times how likely the enemy
    holds them, the greatest first, three at most."""
    lane_pressure: dict[str, float]
    tile_pressure: dict[str, float]
    """By tile, ``TOP-1`` to ``BOT-5``."""
    holds: list[HoldDocument]
    """Odds that the enemy holds each card, likeliest first."""
    sentence: str
    """How things stand in one sentence: the first fear, or that there is none."""


class GlanceAnswer(GlanceDocument):
    kind: Literal["glance"]


def glance_document(glance: Glance, expects: Expects) -> GlanceDocument:
    outlook = glance.outlook
    return {
        **question_document(glance.question, "qbcoach-glance-1"),
        "expects": expects,
        "chance": None if glance.chance is None else chance_document(glance.chance),
        "against": glance.against,
        "fears": [fear_document(fear, glance.question.view.hydrator) for fear in outlook.fears],
        "lane_pressure": lane_pressure(outlook.threat),
        "tile_pressure": tile_pressure(outlook.threat),
        "holds": hold_documents(outlook),
        "sentence": outlook.sentence(),
    }

"""A match looked back on, as a document."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.documents.boards import SIDES, ScoreDocument, SideName, score_document
from qb_app.documents.chances import ChanceDocument, chance_document
from qb_app.live.summary import Summary
from qb_engine.geometry import Side


class PlyDocument(TypedDict):
    number: int
    side: SideName
    text: str
    """The move as a player writes it."""
    before: ChanceDocument
    after: ChanceDocument
    loss: float
    """What a move of yours gave away; 0 for the enemy's."""
    judgement: str | None
    """``blunder``, ``mistake``, ``inaccuracy`` or ``good``; None for the enemy's moves."""


class SummaryDocument(TypedDict):
    over: bool
    moves: int
    score: ScoreDocument
    screen_score: list[int] | None
    without_chances: str | None
    """Why moves are not judged, in a sentence."""
    notes: list[str]
    points: list[float]
    """Your chance before and after every move."""
    turning_points: list[int]
    """Numbers of plies."""
    plies: list[PlyDocument]


def summary_document(summary: Summary) -> SummaryDocument:
    return {
        "over": summary.over,
        "moves": summary.moves,
        "score": score_document(summary.score),
        "screen_score": None if summary.screen_score is None else list(summary.screen_score),
        "without_chances": summary.without_chances,
        "notes": list(summary.notes),
        "points": list(summary.points),
        "turning_points": [ply.number for ply in summary.turning_points],
        "plies": [
            {
                "number": ply.number,
                "side": SIDES[ply.side],
                "text": ply.text,
                "before": chance_document(ply.before),
                "after": chance_document(ply.after),
                "loss": ply.loss,
                "judgement": ply.judgement.value if ply.side is Side.YOU else None,
            }
            for ply in summary.plies
        ],
    }

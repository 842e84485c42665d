"""What the enemy may hold and do next, as documents."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.answers.outlook import Outlook, reply_move
from qb_app.documents.advice import QuestionDocument, question_document
from qb_app.documents.boards import LANES, SIDES, ScoreDocument, SideName, score_document
from qb_app.documents.moves import MoveDocument, move_document, move_text
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side, Tile
from qb_engine.models import CardId
from qb_engine.prediction import EnemyMoveOutcome, ThreatMap


class ReplyDocument(MoveDocument):
    in_hand: float
    """Probability that the enemy holds it."""
    weight: float
    """Share of this reply among all; the weights sum to 1."""
    score: ScoreDocument
    enemy_value: float
    """Evaluation from the ENEMY's side: higher is worse for you."""


class HoldDocument(TypedDict):
    card: CardId
    name: str
    probability: float


class HandsDocument(TypedDict):
    listed: int
    truncated: bool
    kept_mass: float
    """Probability of the hands that can be listed; the figures of the document count all hands."""


class OutlookDocument(QuestionDocument):
    to_act: SideName
    score: ScoreDocument
    enemy_value: float
    expected_margin: float
    best_enemy_score: float
    expected_enemy_score: float
    lane_pressure: dict[str, float]
    tile_pressure: dict[str, float]
    """By tile, ``TOP-1`` to ``BOT-5``."""
    replies: list[ReplyDocument]
    """All of them, worst for you first."""
    likeliest: list[str]
    """The same moves, likeliest first."""
    holds: list[HoldDocument]
    """Odds that the enemy holds each card, likeliest first."""
    hands: HandsDocument


def outlook_document(outlook: Outlook) -> OutlookDocument:
    view, threat = outlook.question.view, outlook.threat
    return {
        **question_document(outlook.question, "qbcoach-outlook-1"),
        "to_act": SIDES[view.side_to_act],
        "score": score_document(outlook.now.score),
        "enemy_value": outlook.now.value.for_side(Side.ENEMY),
        "expected_margin": outlook.expected_margin,
        "best_enemy_score": threat.best_enemy_score,
        "expected_enemy_score": threat.expected_enemy_score,
        "lane_pressure": lane_pressure(threat),
        "tile_pressure": tile_pressure(threat),
        "replies": [_reply(one, view.hydrator) for one in outlook.worst],
        "likeliest": [move_text(reply_move(one)) for one in outlook.likeliest],
        "holds": hold_documents(outlook),
        "hands": {
            "listed": len(outlook.hands.hypotheses),
            "truncated": outlook.hands.truncated,
            "kept_mass": outlook.hands.kept_mass,
        },
    }


def lane_pressure(threat: ThreatMap) -> dict[str, float]:
    return {LANES[lane]: value for lane, value in threat.lane_pressure.items()}


def tile_pressure(threat: ThreatMap) -> dict[str, float]:
    return {Tile.at(*place).long: value for place, value in threat.tile_pressure.items()}


def hold_documents(outlook: Outlook) -> list[HoldDocument]:
    hydrator = outlook.question.view.hydrator
    return [
        {"card": card_id, "name": hydrator.get(card_id).name, "probability": odds} for card_id, odds in outlook.odds
    ]


def _reply(one: EnemyMoveOutcome, hydrator: CardHydrator) -> ReplyDocument:
    return {
        **move_document(reply_move(one), hydrator),
        "in_hand": one.in_hand,
        "weight": one.weight,
        "score": score_document(one.match_score),
        "enemy_value": one.resulting_score,
    }

"""The answers to questions in the middle of a match, as documents; ``kind`` tells them apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from typing_extensions import TypedDict

from qb_app.documents.advice import (
    AdviceDocument,
    MulliganAdviceDocument,
    RatedMoveDocument,
    advice_document,
    mulligan_document,
    rated_move_document,
)
from qb_app.documents.boards import EventDocument, ScoreDocument, event_document, score_document
from qb_app.documents.moves import MoveDocument, move_document
from qb_app.documents.outlooks import HoldDocument, OutlookDocument, hold_documents, outlook_document
from qb_app.documents.summaries import SummaryDocument, summary_document
from qb_app.live import outcome as o
from qb_app.live.guide import HELP
from qb_engine.geometry import Side
from qb_engine.models import CardId


class AdviceAnswer(AdviceDocument):
    kind: Literal["advice"]


class MulliganAnswer(MulliganAdviceDocument):
    kind: Literal["mulligan"]


class WhyAnswer(TypedDict):
    kind: Literal["why"]
    move: RatedMoveDocument


class WhatAnswer(MoveDocument):
    kind: Literal["what"]
    changes: list[EventDocument]
    position: str
    score: ScoreDocument
    rating: RatedMoveDocument | None
    """None when the hand is not fully told, so that moves cannot be compared."""


class OutlookAnswer(OutlookDocument):
    kind: Literal["threat"]


class DrawOdds(TypedDict):
    card: CardId
    probability: float


class OddsAnswer(TypedDict):
    kind: Literal["odds"]
    enemy: list[HoldDocument]
    draws: list[DrawOdds]
    """Likeliest first."""


class BoardAnswer(TypedDict):
    kind: Literal["board"]
    position: str


class HelpEntry(TypedDict):
    command: str
    text: str


class HelpAnswer(TypedDict):
    kind: Literal["help"]
    commands: list[HelpEntry]


class SummaryAnswer(SummaryDocument):
    kind: Literal["summary"]


AnswerDocument = (
    AdviceAnswer
    | MulliganAnswer
    | WhyAnswer
    | WhatAnswer
    | OutlookAnswer
    | OddsAnswer
    | BoardAnswer
    | HelpAnswer
    | SummaryAnswer
)


def answer_document(answer: o.Answer) -> AnswerDocument:
    match answer:
        case o.Advised(advice, top):
            return {"kind": "advice", **advice_document(advice, top)}
        case o.HandAdvised(advice_on_hand):
            return {"kind": "mulligan", **mulligan_document(advice_on_hand)}
        case o.Explained(advice, move):
            return {"kind": "why", "move": rated_move_document(move, advice)}
        case o.Supposed(move, changes, after, judged):
            return {
                "kind": "what",
                **move_document(move, after.hydrator),
                "changes": [event_document(change, Side.YOU, after.hydrator) for change in changes],
                "position": after.key(),
                "score": score_document(after.score()),
                "rating": None if judged is None else rated_move_document(judged.move, judged.advice),
            }
        case o.Foreseen(outlook):
            return {"kind": "threat", **outlook_document(outlook)}
        case o.Weighed(outlook, draws):
            return {"kind": "odds", "enemy": hold_documents(outlook), "draws": draw_documents(draws)}
        case o.BoardShown(state):
            return {"kind": "board", "position": state.key()}
        case o.HelpShown():
            return {"kind": "help", "commands": [{"command": command, "text": text} for command, text in HELP]}
        case o.Summed(review):
            return {"kind": "summary", **summary_document(review)}


def draw_documents(draws: Mapping[CardId, float]) -> list[DrawOdds]:
    return [{"card": card, "probability": odds} for card, odds in draws.items()]

"""The JSON of ``qbcoach coach --deep``; conventions as in ``documents.py``."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.answers.deep import DeepAdvice, MulliganAdvice
from qb_app.documents.advice import BeliefDocument, ReasonDocument, belief_document, reason_document
from qb_app.documents.chances import ChanceDocument, chance_document
from qb_engine.deep.coach import DeepMove


class LikelyReplyDocument(TypedDict):
    move: str
    share: float


class DeepMoveDocument(TypedDict):
    rank: int
    move: str
    name: str
    chance: ChanceDocument
    line: list[str]
    reply: LikelyReplyDocument | None
    reasons: list[ReasonDocument]


class DeepDocument(TypedDict):
    format: str
    ruleset: str
    behaviour: int
    position: str
    belief: BeliefDocument
    chance: ChanceDocument
    exact: bool
    within_noise: bool
    nodes: int
    moves: list[DeepMoveDocument]
    notes: list[str]


class MulliganDocument(TypedDict):
    mulligan: list[int]
    """Places in hand, counted from 1."""
    exchanged: list[str]
    points: float
    gain: float
    gain_low: float
    gain_high: float
    deals: int


class MulliganAdviceDocument(TypedDict):
    format: str
    ruleset: str
    behaviour: int
    position: str
    belief: BeliefDocument
    choices: list[MulliganDocument]


def deep_document(advice: DeepAdvice, top: int) -> DeepDocument:
    answer = advice.answer
    return {
        "format": "qbcoach-deep-1",
        "ruleset": str(advice.view.ruleset),
        "behaviour": advice.view.ruleset.behaviour,
        "position": advice.view.key(),
        "belief": belief_document(advice.enemy, advice.decks),
        "chance": chance_document(answer.chance),
        "exact": answer.exact,
        "within_noise": answer.within_noise,
        "nodes": answer.nodes,
        "moves": [_move_document(rank, move) for rank, move in enumerate(answer.moves[:top], 1)],
        "notes": list(advice.notes),
    }


def _move_document(rank: int, move: DeepMove) -> DeepMoveDocument:
    return {
        "rank": rank,
        "move": str(move.move),
        "name": move.evaluation.candidate.name,
        "chance": chance_document(move.chance),
        "line": [str(step) for step in move.line],
        "reply": None if move.reply is None else {"move": str(move.reply.move), "share": move.reply.share},
        "reasons": [
            reason_document(reason, line)
            for reason, line in zip(move.evaluation.reasons, move.evaluation.lines, strict=True)
        ],
    }


def mulligan_document(advice: MulliganAdvice) -> MulliganAdviceDocument:
    return {
        "format": "qbcoach-mulligan-1",
        "ruleset": str(advice.view.ruleset),
        "behaviour": advice.view.ruleset.behaviour,
        "position": advice.view.key(),
        "belief": belief_document(advice.enemy, advice.decks),
        "choices": [
            {
                "mulligan": [index + 1 for index in choice.mulligan.indices],
                "exchanged": list(choice.exchanged),
                "points": choice.points,
                "gain": choice.gain,
                "gain_low": choice.gain_low,
                "gain_high": choice.gain_high,
                "deals": choice.deals,
            }
            for choice in advice.choices
        ],
    }

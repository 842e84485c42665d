"""The JSON of ``qbcoach coach`` and ``qbcoach predict``; conventions as in ``documents.py``.

Probabilities are exact for the belief named in ``belief``. Margins are strict scores, values are evaluations.
"""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.answers.advice import Advice
from qb_app.answers.outlook import Outlook, reply_move, reply_name
from qb_app.asking.enemies import EnemyChoice
from qb_app.documents.chances import ChanceDocument, chance_document
from qb_app.documents.decks import DeckDocument, deck_document
from qb_app.documents.scores import ScoreDocument, score_document
from qb_engine.board_notation import format_board
from qb_engine.card_hydrator import CardHydrator
from qb_engine.coaching import MoveEvaluation, WorstReply
from qb_engine.geometry import LANE_NAMES, Side, Tile
from qb_engine.prediction import EnemyMoveOutcome, InferredEnemyDeck
from qb_engine.reasons import Reason


class BeliefDocument(TypedDict):
    kind: str
    """``known deck``, ``equal`` or ``evidence``."""
    text: str
    deck: DeckDocument | None
    """The deck said to be known."""
    opponent: str | None
    candidates: int
    """How many decks the enemy may play under this belief."""


class ReasonDocument(TypedDict):
    kind: str
    warning: bool
    text: str
    lane: str | None
    tile: str | None
    card: str | None
    amount: int
    probability: float | None


class WorstDocument(TypedDict):
    move: str
    name: str
    in_hand: float
    """Probability that the enemy holds it."""
    margin: int
    value: float


class MoveDocument(TypedDict):
    """Margins and values are from your side: higher is better for you."""

    rank: int
    move: str
    name: str
    label: str
    """``best``, ``close``, ``playable`` or ``weak``."""
    chance: ChanceDocument | None
    """To win, where the coach looked so far ahead."""
    move_score: float
    behind: float
    score: ScoreDocument
    """Right after the move."""
    value: float
    worst: WorstDocument | None
    """None when the move ends the game."""
    margin_expected: float
    value_expected: float
    replies: int
    lockout_risk: float
    reasons: list[ReasonDocument]
    board: str
    """The lanes after the move, in the notation of positions."""


class CoachDocument(TypedDict):
    format: str
    ruleset: str
    behaviour: int
    position: str
    """As you see it: what was given of the enemy's hidden cards is not in it."""
    belief: BeliefDocument
    notes: list[str]
    primary: str
    secondary: list[str]
    score: ScoreDocument
    value: float
    candidates: int
    """How many moves were compared, the pass among them."""
    moves: list[MoveDocument]


class ReplyDocument(TypedDict):
    move: str
    name: str
    in_hand: float
    weight: float
    """Share of this reply among all; the weights sum to 1."""
    score: ScoreDocument
    enemy_value: float
    """Evaluation from the ENEMY's side: higher is worse for you."""


class HoldDocument(TypedDict):
    card: str
    name: str
    probability: float


class HandsDocument(TypedDict):
    listed: int
    truncated: bool
    kept_mass: float
    """Probability of the hands that can be listed; the figures of the document count all hands."""


class PredictDocument(TypedDict):
    format: str
    ruleset: str
    behaviour: int
    position: str
    to_act: str
    belief: BeliefDocument
    notes: list[str]
    score: ScoreDocument
    enemy_value: float
    expected_margin: float
    best_enemy_score: float
    expected_enemy_score: float
    lane_pressure: dict[str, float]
    tile_pressure: dict[str, float]
    replies: list[ReplyDocument]
    """All of them, worst for you first."""
    likeliest: list[str]
    """The same moves, likeliest first."""
    holds: list[HoldDocument]
    """Odds that the enemy holds each card, likeliest first."""
    hands: HandsDocument


def coach_document(advice: Advice) -> CoachDocument:
    recommendation, view = advice.recommendation, advice.view
    return {
        "format": "qbcoach-coach-1",
        "ruleset": str(view.ruleset),
        "behaviour": view.ruleset.behaviour,
        "position": view.key(),
        "belief": belief_document(advice.enemy, advice.decks),
        "notes": list(advice.notes),
        "primary": recommendation.primary,
        "secondary": list(recommendation.secondary),
        "score": score_document(recommendation.position.score),
        "value": recommendation.position.value.for_you,
        "candidates": recommendation.candidates,
        "moves": [move_document(move, advice) for move in recommendation.moves],
    }


def predict_document(outlook: Outlook) -> PredictDocument:
    view, threat, hydrator = outlook.view, outlook.threat, outlook.view.hydrator
    return {
        "format": "qbcoach-predict-1",
        "ruleset": str(view.ruleset),
        "behaviour": view.ruleset.behaviour,
        "position": view.key(),
        "to_act": view.side_to_act.value,
        "belief": belief_document(outlook.enemy, outlook.decks),
        "notes": list(outlook.notes),
        "score": score_document(outlook.now.score),
        "enemy_value": outlook.now.value.for_side(Side.ENEMY),
        "expected_margin": outlook.expected_margin,
        "best_enemy_score": threat.best_enemy_score,
        "expected_enemy_score": threat.expected_enemy_score,
        "lane_pressure": {LANE_NAMES[lane]: value for lane, value in threat.lane_pressure.items()},
        "tile_pressure": {str(Tile.at(*place)): value for place, value in threat.tile_pressure.items()},
        "replies": [_reply(one, hydrator) for one in outlook.worst],
        "likeliest": [str(reply_move(one)) for one in outlook.likeliest],
        "holds": [
            {"card": card_id, "name": hydrator.get(card_id).name, "probability": odds} for card_id, odds in outlook.odds
        ],
        "hands": {
            "listed": len(outlook.hands.hypotheses),
            "truncated": outlook.hands.truncated,
            "kept_mass": outlook.hands.kept_mass,
        },
    }


def belief_document(enemy: EnemyChoice, decks: InferredEnemyDeck) -> BeliefDocument:
    return {
        "kind": enemy.kind,
        "text": enemy.describe(decks),
        "deck": deck_document(enemy.deck) if enemy.deck else None,
        "opponent": enemy.opponent.title if enemy.opponent else None,
        "candidates": len(decks.possible_decks),
    }


def move_document(move: MoveEvaluation, advice: Advice) -> MoveDocument:
    prediction, chance = move.prediction, advice.chances.get(move.candidate.move)
    return {
        "rank": move.rank,
        "move": str(move.candidate.move),
        "name": move.candidate.name,
        "label": move.label.value,
        "chance": None if chance is None else chance_document(chance),
        "move_score": move.move_score.for_you,
        "behind": move.behind,
        "score": score_document(prediction.evaluation.score),
        "value": move.value_after.for_you,
        "worst": _worst(move.worst) if move.worst else None,
        "margin_expected": move.margin_expected,
        "value_expected": move.value_expected.for_you,
        "replies": move.replies,
        "lockout_risk": prediction.lockout_risk,
        "reasons": [reason_document(reason, line) for reason, line in zip(move.reasons, move.lines, strict=True)],
        "board": " ".join(format_board(prediction.board)),
    }


def _worst(worst: WorstReply) -> WorstDocument:
    return {
        "move": str(worst.move),
        "name": worst.name,
        "in_hand": worst.in_hand,
        "margin": worst.margin,
        "value": worst.value.for_you,
    }


def reason_document(reason: Reason, line: str) -> ReasonDocument:
    return {
        "kind": reason.kind.value,
        "warning": reason.is_warning,
        "text": line,
        "lane": None if reason.lane is None else LANE_NAMES[reason.lane],
        "tile": None if reason.tile is None else str(reason.tile),
        "card": reason.card,
        "amount": reason.amount,
        "probability": reason.probability,
    }


def _reply(one: EnemyMoveOutcome, hydrator: CardHydrator) -> ReplyDocument:
    return {
        "move": str(reply_move(one)),
        "name": reply_name(one, hydrator),
        "in_hand": one.in_hand,
        "weight": one.weight,
        "score": score_document(one.match_score),
        "enemy_value": one.resulting_score,
    }

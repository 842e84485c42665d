"""The coach's advice as documents. Probabilities are exact for the belief named in ``belief``.

Margins are strict scores, values are evaluations; both are yours: higher is better for you.
"""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.answers.advice import Advice, MulliganAdvice, Weaker
from qb_app.answers.question import Question
from qb_app.documents.boards import ScoreDocument, score_document
from qb_app.documents.chances import ChanceDocument, chance_document
from qb_app.documents.decks import DeckDocument, deck_document
from qb_app.documents.fears import FearDocument, fear_document
from qb_app.documents.moves import MoveDocument, move_document
from qb_app.documents.reasons import ContrastDocument, ReasonDocument, contrast_document, reason_document
from qb_engine.board_notation import format_board
from qb_engine.coaching import MoveEvaluation, WorstReply
from qb_engine.deep.coach import LookedMove
from qb_engine.models import CardId
from qb_engine.wording import waits_words


class BeliefDocument(TypedDict):
    kind: str
    """``known deck``, ``equal`` or ``evidence``."""
    text: str
    deck: DeckDocument | None
    """The deck said to be known."""
    opponent: str | None
    candidates: int
    """How many decks the enemy may play under this belief."""
    waits: float
    """Share of the worlds in which the enemy may wait: pass in the opening although it could place a card."""
    waits_text: str
    """The same in a sentence, with what it is known from."""


class QuestionDocument(TypedDict):
    """What an answer of the coach stands on."""

    format: str
    ruleset: str
    behaviour: int
    position: str
    """As you see it: what was given of the enemy's hidden cards is not in it."""
    belief: BeliefDocument
    notes: list[str]


class WorstDocument(MoveDocument):
    in_hand: float
    """Probability that the enemy holds it."""
    margin: int
    value: float


class LikelyReplyDocument(MoveDocument):
    share: float
    """Of the likely worlds in which it is the answer."""


class RatedMoveDocument(MoveDocument):
    rank: int
    """From 1; 0 for a wait that stands apart."""
    label: str
    """``best``, ``close``, ``playable`` or ``weak``; ``provisional`` for what stands first only so far."""
    chance: ChanceDocument | None
    """To win; None in provisional advice."""
    line: list[MoveDocument]
    """A game that may follow in one of the likeliest worlds, this move first, to its end; empty if provisional."""
    reply: LikelyReplyDocument | None
    """What the enemy answers in more of the likely worlds than anything else."""
    move_score: float
    behind: float
    score: ScoreDocument
    """Right after the move."""
    value: float
    worst: WorstDocument | None
    """None when the move ends the game."""
    fear: FearDocument | None
    """What the enemy then threatens most: a cost times how likely it holds the card. None where nothing costs you."""
    margin_expected: float
    value_expected: float
    replies: int
    lockout_risk: float
    reasons: list[ReasonDocument]
    board: str
    """The lanes after the move, in the notation of positions."""


class AskedDocument(MoveDocument):
    """The move that was asked about; it stands among ``moves`` wherever its place is, a wait apart in ``waiting``."""

    rank: int
    """From 1; 0 for a wait that stands apart."""
    lost: float | None
    """How much less it is worth than the best move, of 1; None in provisional advice."""
    sentence: str
    """Where it stands, and how far behind the best."""
    contrast: ContrastDocument
    """Why the best move and not this one."""


class WaitingDocument(TypedDict):
    """Passing in the opening although a card can be placed, where that is best or nearly so."""

    advised: bool
    """It leads the best placement by more than its interval, and heads ``moves``. Otherwise it is not among them."""
    sentences: list[str]
    """How it compares with the best placement, and what comes of it if the enemy waits too."""
    move: RatedMoveDocument


class WeakerMoveDocument(MoveDocument):
    chance: ChanceDocument


class WeakerDocument(TypedDict):
    """The second figure: the same position against an enemy as weak as its turns show it."""

    opponent: str
    turns: int
    """Of the opponent that could be judged in stored matches."""
    slips: float
    """Share of moves that the enemy is taken to play at random."""
    slips_low: float
    slips_high: float
    sentences: list[str]
    chance: ChanceDocument
    moves: list[WeakerMoveDocument]
    """Best first against that enemy."""


class AdviceDocument(QuestionDocument):
    provisional: bool
    """One move ahead only; deep search may say otherwise."""
    primary: str
    secondary: list[str]
    opening: str | None
    """Why the chance is not what the score suggests, where it is not."""
    score: ScoreDocument
    value: float
    chance: ChanceDocument | None
    """Of the position, if the best move is played."""
    exact: bool
    within_noise: bool
    """No move can be told from the best."""
    nodes: int
    """Worlds that were searched."""
    candidates: int
    """How many moves were compared, the pass among them."""
    moves: list[RatedMoveDocument]
    """Best first: no chance is worth more than the one before it. The last may be the move that was asked about."""
    asked: AskedDocument | None
    """None unless a move was asked about."""
    waiting: WaitingDocument | None
    """None where waiting is not possible, or plainly worse than placing."""
    against: str | None
    """Against whom the chances hold, in a sentence; None in provisional advice."""
    draw_worth: float
    """What a draw counts in ``worth``: a half, or nothing."""
    weaker: WeakerDocument | None
    """None unless it was asked for."""


class MulliganDocument(TypedDict):
    mulligan: list[int]
    """Places in hand, counted from 1."""
    exchanged: list[CardId]
    points: float
    gain: float
    gain_low: float
    gain_high: float
    deals: int


class MulliganAdviceDocument(QuestionDocument):
    provisional: bool
    """A rule of thumb; nothing was tried."""
    primary: str
    mulligan: list[int]
    """The places in hand that are to be exchanged, counted from 1; none keeps the hand."""
    exchanged: list[CardId]
    choices: list[MulliganDocument]


def advice_document(advice: Advice, top: int | None = None) -> AdviceDocument:
    """The advice with its ``top`` moves, or with all."""
    recommendation, look = advice.recommendation, advice.look
    return {
        **question_document(advice.question, "qbcoach-advice-2"),
        "provisional": advice.is_provisional,
        "primary": advice.primary,
        "secondary": list(advice.secondary),
        "opening": None if recommendation.opening is None else recommendation.opening.sentence,
        "score": score_document(recommendation.position.score),
        "value": recommendation.position.value.for_you,
        "chance": None if look is None else chance_document(look.chance),
        "exact": look is not None and look.exact,
        "within_noise": look is not None and look.within_noise,
        "nodes": 0 if look is None else look.nodes,
        "candidates": recommendation.candidates,
        "moves": [rated_move_document(move, advice) for move in advice.shown(top)],
        "asked": _asked(advice),
        "waiting": _waiting(advice),
        "against": advice.against,
        "draw_worth": advice.question.draw_worth,
        "weaker": None if advice.weaker is None else _weaker(advice.weaker, top),
    }


def _asked(advice: Advice) -> AskedDocument | None:
    asked, sentence = advice.asked, advice.asked_words()
    if asked is None or sentence is None:
        return None
    looked = advice.looked.get(asked.candidate.move)
    return {
        **move_document(asked.candidate.move, advice.question.view.hydrator),
        "rank": asked.rank,
        "lost": None if looked is None or advice.look is None else advice.look.chance.worth - looked.chance.worth,
        "sentence": sentence,
        "contrast": contrast_document(advice, asked.candidate.move),
    }


def _waiting(advice: Advice) -> WaitingDocument | None:
    sentences, recommendation = advice.waiting(), advice.recommendation
    if not sentences:
        return None
    move = recommendation.apart or recommendation.moves[0]
    return {
        "advised": recommendation.apart is None,
        "sentences": list(sentences),
        "move": rated_move_document(move, advice),
    }


def _weaker(weaker: Weaker, top: int | None) -> WeakerDocument:
    strength, hydrator = weaker.strength, weaker.question.view.hydrator
    return {
        "opponent": weaker.enemy,
        "turns": strength.turns,
        "slips": strength.slips,
        "slips_low": strength.slips_low,
        "slips_high": strength.slips_high,
        "sentences": list(weaker.words),
        "chance": chance_document(weaker.look.chance),
        "moves": [
            {**move_document(move.move, hydrator), "chance": chance_document(move.chance)} for move in weaker.shown(top)
        ],
    }


def question_document(question: Question, kind: str) -> QuestionDocument:
    enemy, ruleset = question.enemy, question.view.ruleset
    return {
        "format": kind,
        "ruleset": str(ruleset),
        "behaviour": ruleset.behaviour,
        "position": question.view.key(),
        "belief": {
            "kind": enemy.kind,
            "text": question.belief_words,
            "deck": deck_document(enemy.deck) if enemy.deck else None,
            "opponent": enemy.opponent.title if enemy.opponent else None,
            "candidates": len(question.decks.possible_decks),
            "waits": question.temper.waits,
            "waits_text": waits_words(question.temper),
        },
        "notes": list(question.notes),
    }


def rated_move_document(move: MoveEvaluation, advice: Advice) -> RatedMoveDocument:
    prediction, hydrator, fear = move.prediction, advice.question.view.hydrator, move.fear
    looked = advice.looked.get(move.candidate.move)
    return {
        **move_document(move.candidate.move, hydrator),
        "rank": move.rank,
        "label": advice.label(move),
        "chance": None if looked is None else chance_document(looked.chance),
        "line": [] if looked is None else [move_document(step, hydrator) for step in looked.line],
        "reply": None if looked is None else _reply(looked, advice),
        "move_score": move.move_score.for_you,
        "behind": move.behind,
        "score": score_document(prediction.evaluation.score),
        "value": move.value_after.for_you,
        "worst": _worst(move.worst, advice) if move.worst else None,
        "fear": None if fear is None else fear_document(fear, hydrator),
        "margin_expected": move.margin_expected,
        "value_expected": move.value_expected.for_you,
        "replies": move.replies,
        "lockout_risk": prediction.lockout_risk,
        "reasons": [
            reason_document(reason, line, hydrator) for reason, line in zip(move.reasons, move.lines, strict=True)
        ],
        "board": " ".join(format_board(prediction.board)),
    }


def _worst(worst: WorstReply, advice: Advice) -> WorstDocument:
    told = move_document(worst.move, advice.question.view.hydrator)
    return {**told, "in_hand": worst.in_hand, "margin": worst.margin, "value": worst.value.for_you}


def _reply(looked: LookedMove, advice: Advice) -> LikelyReplyDocument | None:
    if looked.reply is None:
        return None
    return {**move_document(looked.reply.move, advice.question.view.hydrator), "share": looked.reply.share}


def mulligan_document(advice: MulliganAdvice) -> MulliganAdviceDocument:
    return {
        **question_document(advice.question, "qbcoach-mulligan-1"),
        "provisional": advice.is_provisional,
        "primary": advice.primary,
        "mulligan": [index + 1 for index in advice.advised.indices],
        "exchanged": [card.id for card in advice.exchanged],
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

"""A match looked back on, as a document; ``format`` rises with its meaning."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.documents.boards import SIDES, ScoreDocument, SideName, score_document
from qb_app.documents.chances import ChanceDocument, chance_document
from qb_app.documents.moves import MoveDocument, move_document
from qb_app.review.course import Moment, entry_text
from qb_app.review.judging import Reviewed, ReviewedHand
from qb_app.review.lines import LineStep
from qb_app.review.remarks import Remark
from qb_app.review.review import Review, ReviewedDraw
from qb_app.review.skill import Cause, Skill
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move

FORMAT = "qbcoach-summary-2"


class LineStepDocument(MoveDocument):
    side: SideName
    position: str
    """After it, as you would see it."""


class MadeDocument(MoveDocument):
    """A play or pass, judged or not."""

    number: int
    side: SideName
    position: str
    """Before it, as you saw it."""


class PlyDocument(TypedDict):
    """One play or pass."""

    number: int
    side: SideName
    text: str
    """The move as a player writes it."""
    position: str
    """Before it, as you saw it."""
    before: ChanceDocument
    """Of your moves what the best one was worth; of the enemy's your chance before it."""
    after: ChanceDocument
    """Of your moves what it was worth, by the same search; of the enemy's your chance after it."""
    mark: str | None
    """``best``, ``good``, ``inaccuracy``, ``mistake``, ``blunder``, ``forced`` or ``only move``; None for a move
    of which it is not known what else could have been done."""
    loss: float | None
    """What the mover gave away, of 1, by one search; None without a mark."""
    best: MoveDocument | None
    """The better move; None where there was none."""
    clear: bool
    """Whether the best move can be told from every other beyond noise, and lies 5 % ahead."""
    theme: str | None
    """What a costly move of yours was about."""
    contrast: list[str]
    """The two moves beside each other, in sentences."""
    line: list[LineStepDocument]
    """How the game may have gone on after the move, itself first; empty for faultless moves and the enemy's."""
    best_line: list[LineStepDocument]
    """The same after the better move."""


class DrawnDocument(TypedDict):
    """A draw of yours."""

    number: int
    """Of the move that was made with it."""
    cards: list[CardId]
    """What came, if it was told."""
    before: ChanceDocument
    after: ChanceDocument
    mark: str | None
    """``lucky``, ``unlucky`` or None."""


class HandDocument(TypedDict):
    """Your decision on the opening hand."""

    hand: list[CardId]
    """What was dealt."""
    made: str
    """``keep`` or ``mulligan 1 3``."""
    advised: str
    mark: str
    loss: float
    """Points less than the choice advised, in the same deals."""


class SkillDocument(TypedDict):
    """The way of your chance from the first figure to the last; the parts add up to the difference."""

    start: float
    end: float
    you: float
    """Your moves against the best, never above 0."""
    enemy: float
    """The enemy's moves and what they revealed."""
    draws: float
    search: float
    """What further search corrected."""
    untold: float
    """Corrections, giving up, and moves with a hand that was not told."""
    searches: int
    moved: float
    """How far a further search moved the figure, on average and either way."""


class TurningDocument(TypedDict):
    kind: str
    """``move`` or ``draw``."""
    number: int


class SummaryDocument(TypedDict):
    format: str
    over: bool
    moves: int
    score: ScoreDocument
    screen_score: list[int] | None
    without_chances: str | None
    """Why moves are not judged, in a sentence."""
    notes: list[str]
    points: list[float]
    """Your chance, figure by figure."""
    turning_points: list[int]
    """Numbers of moves that turned the match."""
    turned: list[TurningDocument]
    """The same with draws."""
    accuracy: dict[SideName, float | None]
    """0 to 100; None where no move was judged that was a choice."""
    skill: SkillDocument | None
    hand: HandDocument | None
    made: list[MadeDocument]
    """All plays and passes, also where no chances are known."""
    position: str
    """As it stands at the end, as you see it."""
    plies: list[PlyDocument]
    """The moves around which chances are known."""
    unjudged: list[int]
    """The numbers of all others: your hand was not told."""
    draws: list[DrawnDocument]


class RemarkDocument(TypedDict):
    """What is to be said of the last move."""

    wanted: bool
    """Whether the match has remarks switched on."""
    lines: list[str]
    """What it cost, what was better, and why; of the enemy's what uses it. Empty where nothing is worth a word."""
    ply: PlyDocument | None
    """The move; of the enemy's, ``after`` is what you had before it."""


def remark_document(remark: Remark | None, hydrator: CardHydrator, *, wanted: bool) -> RemarkDocument:
    if remark is None:
        return {"wanted": wanted, "lines": [], "ply": None}
    return {"wanted": wanted, "lines": list(remark.lines), "ply": ply_document(remark.ply, hydrator)}


def summary_document(review: Review) -> SummaryDocument:
    course = review.course
    turned = review.turning_points
    return {
        "format": FORMAT,
        "over": course.result is not None,
        "moves": course.moves,
        "score": score_document(course.score),
        "screen_score": None if course.screen_score is None else list(course.screen_score),
        "without_chances": review.without_chances,
        "notes": list(course.notes),
        "points": list(review.points),
        "turning_points": [one.number for one in turned if isinstance(one, Reviewed)],
        "turned": [{"kind": "move" if isinstance(one, Reviewed) else "draw", "number": one.number} for one in turned],
        "accuracy": {SIDES[side]: review.accuracy(side) for side in Side},
        "skill": None if review.skill is None else _skill(review.skill),
        "hand": None if review.hand is None else _hand(review.hand),
        "made": [_made(moment, course.hydrator) for moment in course.made],
        "position": _seen(course.last),
        "plies": [ply_document(ply, course.hydrator) for ply in review.plies],
        "unjudged": [] if review.without_chances else list(review.unjudged),
        "draws": [_drawn(draw) for draw in review.draws],
    }


def _made(moment: Moment, hydrator: CardHydrator) -> MadeDocument:
    move = moment.move
    assert isinstance(move, Move)
    position = _seen(moment.before)
    return {**move_document(move, hydrator), "number": moment.number, "side": SIDES[moment.side], "position": position}


def _seen(state: GameState) -> str:
    return state.observe(Side.YOU).key()


def ply_document(ply: Reviewed, hydrator: CardHydrator) -> PlyDocument:
    assert ply.moment.question is not None, "what is judged had a question"
    return {
        "number": ply.number,
        "side": SIDES[ply.side],
        "text": entry_text(ply.side, ply.move, hydrator),
        "position": ply.moment.question.view.key(),
        "before": chance_document(ply.before),
        "after": chance_document(ply.after),
        "mark": None if ply.mark is None else ply.mark.value,
        "loss": ply.loss,
        "best": None if ply.best is None else move_document(ply.best, hydrator),
        "clear": ply.clear,
        "theme": None if ply.theme is None else ply.theme.value,
        "contrast": list(ply.contrast()),
        "line": [_step(step, hydrator) for step in ply.line],
        "best_line": [_step(step, hydrator) for step in ply.best_line],
    }


def _step(step: LineStep, hydrator: CardHydrator) -> LineStepDocument:
    return {**move_document(step.move, hydrator), "side": SIDES[step.side], "position": step.position}


def _drawn(draw: ReviewedDraw) -> DrawnDocument:
    return {
        "number": draw.number,
        "cards": list(draw.event.cards),
        "before": chance_document(draw.before),
        "after": chance_document(draw.after),
        "mark": None if draw.mark is None else draw.mark.value,
    }


def _hand(hand: ReviewedHand) -> HandDocument:
    return {
        "hand": hand.moment.before.hands[Side.YOU].as_card_ids(),
        "made": str(hand.made),
        "advised": str(hand.advised),
        "mark": hand.mark.value,
        "loss": hand.loss,
    }


def _skill(skill: Skill) -> SkillDocument:
    return {
        "start": skill.start,
        "end": skill.end,
        "you": skill.parts[Cause.YOU],
        "enemy": skill.parts[Cause.ENEMY],
        "draws": skill.parts[Cause.DRAWS],
        "search": skill.parts[Cause.SEARCH],
        "untold": skill.parts[Cause.UNTOLD],
        "searches": skill.searches,
        "moved": skill.moved,
    }

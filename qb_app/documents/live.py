"""The JSON of a live match: what ``--json`` prints for every line, and what the matches commands list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from qb_app.documents.advice import coach_document, move_document, predict_document
from qb_app.documents.chances import ChanceDocument, chance_document
from qb_app.documents.games import event_document
from qb_app.documents.scores import ScoreDocument, score_document
from qb_app.live import outcome as o
from qb_engine.geometry import Side

if TYPE_CHECKING:
    from qb_app.live.session import Session
    from qb_app.live.summary import Summary
    from qb_engine.card_hydrator import CardHydrator


class OutcomeDocument(TypedDict):
    format: str
    match: str
    version: int
    """Events in the log so far."""
    branch: str
    refused: bool
    lines: list[str]
    entered: str | None
    """The command as the log keeps it; None when nothing changed."""
    changes: list[dict[str, Any]]
    choice: dict[str, Any] | None
    """``question`` and ``labels``; the number of a label, from 1, answers."""
    answer: dict[str, Any] | None
    expects: str
    hint: str
    position: str
    hand: list[str]
    """Your hand; ``?`` is a card not told."""
    score: ScoreDocument
    result: str | None


class PlyDocument(TypedDict):
    number: int
    side: str
    move: str
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


def outcome_document(session: Session, outcome: o.Outcome) -> OutcomeDocument:
    state = session.state
    choice = outcome.choice
    return {
        "format": "qbcoach-live-1",
        "match": session.match_id,
        "version": session.version,
        "branch": session.history.branch,
        "refused": outcome.refused,
        "lines": list(outcome.lines),
        "entered": outcome.entered,
        "changes": [event_document(change, state.side_to_act.other, state.hydrator) for change in outcome.changes],
        "choice": None if choice is None else {"question": choice.question, "labels": list(choice.labels)},
        "answer": None if outcome.answer is None else answer_document(outcome.answer, state.hydrator),
        "expects": session.expects.value,
        "hint": session.expects.hint,
        "position": state.key(),
        "hand": state.hands[Side.YOU].as_card_ids(),
        "score": score_document(state.score()),
        "result": session.result,
    }


def answer_document(answer: o.Answer, hydrator: CardHydrator) -> dict[str, Any]:
    match answer:
        case o.Advised(advice, top, chance):
            document = coach_document(advice)
            shown = document["moves"][:top]
            return {"kind": "best", **document, "moves": shown, "chance": chance and chance_document(chance)}
        case o.Explained(advice, move):
            return {"kind": "why", "move": move_document(move, advice)}
        case o.Supposed(title, changes, after, judged):
            return {
                "kind": "what",
                "move": title,
                "changes": [event_document(change, Side.YOU, hydrator) for change in changes],
                "position": after.key(),
                "score": score_document(after.score()),
                "rating": judged and move_document(judged.move, judged.advice),
            }
        case o.Foreseen(outlook):
            return {"kind": "threat", **predict_document(outlook)}
        case o.Weighed(outlook, draws):
            return {"kind": "odds", "enemy": predict_document(outlook)["holds"], "draws": dict(draws)}
        case o.BoardShown(state):
            return {"kind": "board", "position": state.key()}
        case o.HelpShown():
            from qb_app.live.guide import HELP

            return {"kind": "help", "commands": [{"command": command, "text": text} for command, text in HELP]}
        case o.Summed(summary):
            return {"kind": "summary", **summary_document(summary)}


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
                "side": ply.side.value,
                "move": ply.text,
                "before": chance_document(ply.before),
                "after": chance_document(ply.after),
                "loss": ply.loss,
                "judgement": ply.judgement.value if ply.side is Side.YOU else None,
            }
            for ply in summary.plies
        ],
    }

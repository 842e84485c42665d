"""What came of an answer to an exercise, as a document."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.documents.boards import BoardDocument, board_document
from qb_app.documents.moves import MoveDocument, move_document
from qb_app.documents.training import PlayerRatingDocument, rating_document
from qb_app.practice import sentences
from qb_app.practice.exercise import Exercise, Verdict, worded
from qb_app.practice.memory import written_time
from qb_app.practice.refutation import Refutation
from qb_app.practice.trainer import Answered
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.narration import move_name


class RefutationDocument(TypedDict):
    text: str
    """What the move costs."""
    reply: MoveDocument | None
    """The enemy's answer, where there is one."""
    board: BoardDocument
    """After it."""


class ExerciseAnswerDocument(TypedDict):
    format: str
    exercise: str
    verdict: str
    """``right``, ``on_the_way`` (more moves are asked for) or ``wrong``."""
    text: str
    counted: bool
    """Whether it changed when the exercise comes back; trying again at once does not."""
    due: str | None
    """When it comes back; None while the answer is not finished."""
    hints: int
    reply: MoveDocument | None
    """What the enemy answers to moves that are on the way."""
    board: BoardDocument
    """After your moves, and after that answer."""
    hand: list[CardId]
    """What you hold then."""
    refutation: RefutationDocument | None
    """For a wrong move."""
    solution: list[list[MoveDocument]]
    """Every way to do it, your moves only; empty until it was done or given up."""
    explanation: list[str]
    rating: PlayerRatingDocument | None
    """Where it moved."""
    rating_before: float | None


def answer_document(
    exercise: Exercise, answered: Answered, refutation: Refutation | None, proof: str | None
) -> ExerciseAnswerDocument:
    """``proof`` is how the game ends after a right answer, where that was solved."""
    hydrator, moves = exercise.hydrator, answered.moves
    finished = answered.verdict is Verdict.RIGHT or answered.gave_up
    going = answered.verdict is Verdict.ON_THE_WAY
    state = exercise.after(moves) if going else exercise.played(moves)
    return {
        "format": "qbcoach-exercise-answer-1",
        "exercise": exercise.exercise_id,
        "verdict": answered.verdict.value,
        "text": _told(exercise, answered),
        "counted": answered.counted,
        "due": None if answered.due is None else written_time(answered.due),
        "hints": answered.hints,
        "reply": move_document(exercise.answer_to(moves), hydrator) if going else None,
        "board": board_document(state.board),
        "hand": list(state.hands[Side.YOU].as_card_ids()),
        "refutation": None if refutation is None else _refutation(exercise, refutation),
        "solution": [[move_document(move, hydrator) for move in line[::2]] for line in exercise.lines]
        if finished
        else [],
        "explanation": _explained(exercise, proof) if finished else [],
        "rating": None if answered.rating is None else rating_document(answered.rating),
        "rating_before": answered.rating_before,
    }


def _explained(exercise: Exercise, proof: str | None) -> list[str]:
    return [*([] if proof is None else [proof]), *(worded(line) for line in exercise.explanation)]


def _told(exercise: Exercise, answered: Answered) -> str:
    """The answer's worth in a sentence."""
    hydrator, moves = exercise.hydrator, answered.moves
    if answered.gave_up:
        return sentences.solution([[move_name(move, hydrator) for move in line[::2]] for line in exercise.lines])
    match answered.verdict:
        case Verdict.RIGHT:
            return sentences.right(answered.hints, length=exercise.length)
        case Verdict.ON_THE_WAY:
            reply = move_name(exercise.answer_to(moves), hydrator)
            return sentences.on_the_way(reply, exercise.length - len(moves))
        case Verdict.WRONG:
            return sentences.wrong(move_name(moves[-1], hydrator))


def _refutation(exercise: Exercise, refutation: Refutation) -> RefutationDocument:
    reply = refutation.reply
    return {
        "text": refutation.sentence,
        "reply": None if reply is None else move_document(reply, exercise.hydrator),
        "board": board_document(refutation.board.board),
    }

"""Training: the next exercise, answers, lessons, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import Path, Query, Response
from pydantic import ConfigDict, Field

from qb_app.documents.exercise_answers import ExerciseAnswerDocument, answer_document
from qb_app.documents.training import (
    ExerciseDocument,
    LessonsDocument,
    MistakesDocument,
    NextDocument,
    TrainingDocument,
    exercise_document,
    lessons_document,
    mistakes_document,
    next_document,
    training_document,
)
from qb_app.limits import LONGEST_LINE, MOST_SEED
from qb_app.live.times import utc_now
from qb_app.practice.choosing import Wish
from qb_app.practice.exercise import Exercise, ExerciseKind, Verdict
from qb_app.practice.mistakes import Mistakes
from qb_app.practice.reading import read_answer, read_beginning
from qb_app.practice.refutation import Refutation, proven, refute
from qb_app.practice.shelf import find_theme
from qb_app.practice.trainer import DEFAULT_SEED, Answered, Trainer
from qb_app.web.constants import ASK_AGAIN, constant_answer
from qb_app.web.desk import AnalysisCancelledError, Cancelled
from qb_app.web.etags import NOT_MODIFIED, IdempotencyKey, IfNoneMatch
from qb_app.web.problems import problems
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.texts import Body, MoveText
from qb_engine.models import Move

router = api_router("training")

MOST_HINTS = 20
MOST_MOVES = 20
"""Of an answer; the longest have three."""
MOST_SKIPPED = 100

_ID = "^[A-Za-z0-9_-]+$"
ExerciseId = Annotated[str, Path(max_length=100, pattern=_ID, examples=["lesson-place-1"])]
ExerciseIdText = Annotated[str, Field(max_length=100, pattern=_ID, examples=["lesson-place-1"])]
ThemeText = Annotated[
    str | None, Query(max_length=LONGEST_LINE, description="Only exercises about it: room, tempo, …", examples=["room"])
]
KindText = Annotated[Literal["lesson", "puzzle", "mistake"] | None, Query(description="Only exercises of this kind.")]
Hints = Annotated[int, Query(ge=0, le=MOST_HINTS, description="So many hints, of as many as there are.")]


class AnswerRequest(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"exercise": "lesson-place-1", "moves": ["security officer m1"], "hints": 0}]}
    )

    exercise: ExerciseIdText
    moves: Annotated[
        list[MoveText],
        Field(max_length=MOST_MOVES, description="Your moves so far, each as a person types it; none to give up."),
    ]
    hints: Annotated[int, Field(ge=0, le=MOST_HINTS, strict=True, description="How many hints were shown.")] = 0


@router.get(
    "/train/next",
    operation_id="next_exercise",
    response_model=NextDocument,
    responses={**NOT_MODIFIED, **problems(422)},
)
def next_exercise(
    service: ServiceDep,
    theme: ThemeText = None,
    kind: KindText = None,
    seed: Annotated[
        int, Query(ge=0, le=MOST_SEED, description="Decides between new exercises that are as good.")
    ] = DEFAULT_SEED,
    skip: Annotated[
        list[ExerciseIdText] | None, Query(max_length=MOST_SKIPPED, description="Exercises that are not wanted now.")
    ] = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """What is due first, then what is new: near your strength, and where you are weakest."""
    kinds = tuple(ExerciseKind) if kind is None else (ExerciseKind(kind),)
    wish = Wish(None if theme is None else find_theme(theme), kinds)
    practice = _trainer(service).practice()
    found = practice.next(wish, seed, frozenset(skip or ()))
    return _answer(next_document(practice, wish, found), if_none_match)


@router.get(
    "/train/exercises/{exercise_id}",
    operation_id="read_exercise",
    response_model=ExerciseDocument,
    responses={**NOT_MODIFIED, **problems(404, 422)},
)
def read_exercise(
    exercise_id: ExerciseId,
    service: ServiceDep,
    hints: Hints = 0,
    moves: Annotated[
        list[MoveText] | None,
        Query(max_length=MOST_MOVES, description="Moves that are right so far: what follows them is shown."),
    ] = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """An exercise with so many of its hints, and without its answer."""
    practice = _trainer(service).practice()
    exercise = practice.shelf.find(exercise_id)
    return _answer(exercise_document(exercise, practice, hints, read_beginning(exercise, moves or ())), if_none_match)


@router.post("/train/answers", operation_id="answer_exercise", responses=problems(404, 409, 422, 503))
def answer_exercise(
    body: AnswerRequest, service: ServiceDep, client: ClientDep, idempotency_key: IdempotencyKey = None
) -> ExerciseAnswerDocument:
    """Answer an exercise: stored before it is told. A wrong move is refuted on the board; no move gives up.

    Moves that are right so far and not all are answered by the enemy, and stored with the last of them.
    """
    trainer = _trainer(service)
    shelf = trainer.practice().shelf
    exercise = shelf.find(body.exercise)
    moves = read_answer(exercise, body.moves)
    answered = trainer.answer(exercise, moves, hints=body.hints, gave_up=not moves, key=idempotency_key)
    exercise = shelf.find(answered.exercise_id)  # what was answered with this key before
    refutation, proof = _refuted(exercise, answered, service, client), _proven(exercise, answered, service, client)
    return answer_document(exercise, answered, refutation, proof)


@router.get(
    "/train/lessons",
    operation_id="list_lessons",
    response_model=LessonsDocument,
    responses=NOT_MODIFIED,
)
def list_lessons(service: ServiceDep, if_none_match: IfNoneMatch = None) -> Response:
    """The rules in eight steps, then tactics by theme, each with its text and exercises."""
    return _answer(lessons_document(_trainer(service).practice()), if_none_match)


@router.get(
    "/train/progress",
    operation_id="read_training",
    response_model=TrainingDocument,
    responses=NOT_MODIFIED,
)
def read_training(service: ServiceDep, if_none_match: IfNoneMatch = None) -> Response:
    """Your rating with its interval, what is due, and how you do by theme."""
    return _answer(training_document(_trainer(service).practice()), if_none_match)


@router.post("/train/mistakes", operation_id="find_mistakes", responses=problems(501, 503))
def find_mistakes(service: ServiceDep, client: ClientDep) -> MistakesDocument:
    """Look back on one match or duel that was not looked back on yet, for mistakes to train; takes seconds.

    Asked again until none is left, it finds them all.
    """
    own = _mistakes(service)
    left = own.unsearched()
    found: Sequence[Exercise] = ()
    if left:
        found = service.desk.run(client, lambda cancelled: _watched(own, cancelled).find_in(left[0]))
    practice = _trainer(service).practice()
    return mistakes_document(left[0].game_id if left else None, found, len(left[1:]), practice)


def _watched(own: Mistakes, cancelled: Cancelled) -> Mistakes:
    def track(numbers: Sequence[int]) -> Iterable[int]:
        return _until_cancelled(numbers, cancelled)

    return replace(own, tools=replace(own.tools, track=track))


def _until_cancelled(numbers: Sequence[int], cancelled: Cancelled) -> Iterator[int]:
    for number in numbers:
        if cancelled():
            raise AnalysisCancelledError
        yield number


def _refuted(exercise: Exercise, answered: Answered, service: Service, client: str) -> Refutation | None:
    if answered.verdict is not Verdict.WRONG or answered.gave_up:
        return None
    moves: tuple[Move, ...] = answered.moves
    ask = _mistakes(service).question
    return service.desk.run(client, lambda _: refute(exercise, moves, service.advisor, ask))


def _proven(exercise: Exercise, answered: Answered, service: Service, client: str) -> str | None:
    if answered.verdict is not Verdict.RIGHT:
        return None
    return service.desk.run(client, lambda _: proven(exercise, answered.moves))


def _mistakes(service: Service) -> Mistakes:
    return Mistakes(service.storage, service.tools)


def _trainer(service: Service) -> Trainer:
    return Trainer(service.storage.practice, utc_now, _mistakes(service).known())


def _answer(document: object, if_none_match: str | None) -> Response:
    return constant_answer(document, if_none_match, ASK_AGAIN)

"""Runs of the deck lab that a server plays, as documents."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from qb_app.documents.lab import LabDocument, lab_document
from qb_app.figures import counted
from qb_app.lab.journal import ANSWER, TASKS, StoredJournal
from qb_app.lab.runs import BuildRun, DeckRun, LabAnswer, LabRun, MatrixRun, MetaRun, Progress
from qb_app.storage.records import Document, StoredEvent
from qb_engine.deck_notation import format_deck_code

JobKind = Literal["matrix", "deck", "build", "meta"]
JobState = Literal["waiting", "running", "stopped", "finished", "failed"]
_Answer = Annotated[LabDocument, Field(discriminator="kind")]
_ANSWER: TypeAdapter[LabDocument] = TypeAdapter(_Answer)


class BestDocument(TypedDict):
    code: str
    points: float
    """Part of all points: in the games of the search while it goes on, in the proof when it is finished."""


class JobRow(TypedDict):
    id: str
    kind: JobKind | None
    """None where this version cannot read the question."""
    title: str
    state: JobState
    games: int
    """Played so far, what is kept of earlier times included."""
    share: float | None
    """0 to 1; None where nobody can say."""
    best: BestDocument | None
    """The best deck so far, of a search."""
    created_at: str
    updated_at: str
    """When something of it was stored the last time."""
    problem: str | None
    """Why it failed, in one sentence."""


class JobDocument(JobRow):
    answer: _Answer | None
    """Once it is finished."""


class JobsDocument(TypedDict):
    jobs: list[JobRow]


class UnreadableAnswerError(Exception):
    """The stored answer was written by another version."""


def job_title(run: LabRun) -> str:
    """What was asked, on one line."""
    match run:
        case MatrixRun(decks=decks, field=field):
            return f"{counted(len(decks), 'deck')} against {'each other' if field is None else field.name}"
        case DeckRun(deck=deck, field=field):
            return f"{deck.name} against {field.name}"
        case BuildRun(question=question):
            what = "the best deck" if question.before is None else f"{question.before.name} improved"
            return f"{what} against {question.field.name}"
        case MetaRun(starts=starts, rounds=rounds):
            return f"the meta from {counted(len(starts), 'deck')}, {counted(rounds, 'round')}"


def best_so_far(progress: Progress) -> BestDocument | None:
    if progress.oracle is not None:
        cards, points = progress.oracle.deck.cards, progress.oracle.share
    elif progress.best is not None and progress.points is not None:
        cards, points = progress.best, progress.points
    else:
        return None
    return {"code": format_deck_code(tuple(sorted(cards))), "points": points}


def best_of(answer: LabDocument | None) -> BestDocument | None:
    """The deck that was built."""
    if answer is None or answer["kind"] != "build":
        return None
    return {"code": answer["deck"]["code"], "points": answer["points"]["share"]}


def keep_answer(run: LabRun, answer: LabAnswer, journal: StoredJournal) -> LabDocument:
    """The document of an answer, stored with its run if anything of that is stored."""
    found = lab_document(run, answer)
    if journal.run_id is not None:
        journal.close_with(cast("Document", found))
    return found


def stored_games(log: tuple[StoredEvent, ...]) -> int:
    """How many games the log of a run holds: a byte of a result is a game."""
    tasks = [cast("list[list[int]]", entry.payload["tasks"]) for entry in log if entry.kind == TASKS]
    return sum(task[2] for each in tasks for task in each)


def stored_answer(log: tuple[StoredEvent, ...]) -> LabDocument | None:
    found: Document | None = next((entry.payload for entry in log if entry.kind == ANSWER), None)
    try:
        return None if found is None else _ANSWER.validate_python(found)
    except ValidationError as error:
        raise UnreadableAnswerError from error

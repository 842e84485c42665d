"""Habits over all matches, as a document."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from qb_app.review.habits import Costly, Digest, Habit, Progress, Share
from qb_app.review.sentences import few_decisions

FORMAT = "qbcoach-progress-1"


class GivenDocument(TypedDict):
    """What a part of your decisions gave away."""

    name: str
    matches: int
    decisions: int
    """The sample of every figure here."""
    costly: int
    """Decisions that gave away 10 % or more."""
    given: float
    """In all, of the chance to win, 1 for a whole match."""
    each: float
    """By a decision on average."""
    low: float
    """95 % interval of ``each``, from here to ``high``."""
    high: float
    note: str | None
    """Said of a small sample."""


class ExampleDocument(TypedDict):
    match: str
    kind: Literal["match", "duel"]
    number: int
    """Of the move in its match; 0 for the opening hand."""
    played: str
    """As a player writes it, tiles in full: ``Zu MID-3``, ``pass``, ``mulligan 1 3``."""
    best: str
    position: str
    loss: float
    mark: str


class HabitDocument(GivenDocument):
    examples: list[ExampleDocument]
    """The dearest first."""


class AccuracyDocument(TypedDict):
    match: str
    kind: Literal["match", "duel"]
    at: str
    accuracy: float
    decisions: int


class ProgressDocument(TypedDict):
    format: str
    whole: GivenDocument
    themes: list[HabitDocument]
    """By what it was about, what cost most first; costly decisions only."""
    small: float
    """What all other decisions gave away."""
    habits: list[str]
    """The themes that cost most, three at most."""
    opponents: list[GivenDocument]
    decks: list[GivenDocument]
    months: list[GivenDocument]
    matches: list[AccuracyDocument]
    """In the order in which they were played."""


class ProgressAnswer(ProgressDocument):
    kind: Literal["progress"]


def progress_document(progress: Progress) -> ProgressDocument:
    return {
        "format": FORMAT,
        "whole": _share(progress.whole),
        "themes": [_habit(habit) for habit in progress.habits],
        "small": progress.small,
        "habits": [habit.theme.value for habit in progress.worst],
        "opponents": [_share(share) for share in progress.by_opponent()],
        "decks": [_share(share) for share in progress.by_deck()],
        "months": [_share(share) for share in progress.by_month()],
        "matches": [
            {
                "match": digest.match_id,
                "kind": _kind(digest),
                "at": digest.at,
                "accuracy": digest.accuracy,
                "decisions": len(digest.moves),
            }
            for digest in progress.digests
            if digest.accuracy is not None
        ],
    }


def _share(share: Share) -> GivenDocument:
    return {
        "name": share.name,
        "matches": share.matches,
        "decisions": share.decisions,
        "costly": share.costly,
        "given": share.given,
        "each": share.each,
        "low": share.low,
        "high": share.high,
        "note": few_decisions() if share.few else None,
    }


def _habit(habit: Habit) -> HabitDocument:
    return {**_share(habit.share), "examples": [_example(*pair) for pair in habit.examples]}


def _example(digest: Digest, costly: Costly) -> ExampleDocument:
    return {
        "match": digest.match_id,
        "kind": _kind(digest),
        "number": costly.number,
        "played": costly.text,
        "best": costly.best,
        "position": costly.position,
        "loss": costly.loss,
        "mark": costly.mark.value,
    }


def _kind(digest: Digest) -> Literal["match", "duel"]:
    return "duel" if digest.kind == "duel" else "match"

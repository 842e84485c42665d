"""Your own mistakes as exercises: those that have one clearly best answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qb_app.review.lines import LineStep
from qb_app.review.review import Review
from qb_engine.geometry import Side, TileNaming
from qb_engine.models import HIDDEN, Move
from qb_engine.themes import Theme

if TYPE_CHECKING:
    from qb_app.answers.question import Question
    from qb_engine.contrast import Contrast


@dataclass(frozen=True)
class Exercise:
    match_id: str
    number: int
    """Of the move in its match."""
    question: Question
    best: Move
    played: Move
    loss: float
    """Of the chance to win, of 1."""
    theme: Theme
    beside: Contrast | None
    """The two moves beside each other."""
    best_line: tuple[LineStep, ...]
    line: tuple[LineStep, ...]
    """How the move that was played is answered."""

    @property
    def position(self) -> str:
        """In one line, as the player saw it."""
        return self.question.view.key()

    def contrast(self, place: TileNaming = str) -> tuple[str, ...]:
        """The two moves beside each other, in words."""
        return () if self.beside is None else self.beside.sentences(self.question.view.hydrator, place)


def exercises_of(review: Review) -> tuple[Exercise, ...]:
    """The mistakes of a match in its order, each with its answer: the best move, clearly ahead of every other."""
    found = []
    for ply in review.of(Side.YOU):
        question = ply.moment.question
        if question is None or ply.theme is None or ply.best is None or ply.loss is None or not ply.clear:
            continue
        if HIDDEN in question.view.hands[Side.YOU].as_card_ids():
            continue  # what was not told might be the answer
        found.append(
            Exercise(
                review.course.match_id,
                ply.number,
                question,
                ply.best,
                ply.move,
                ply.loss,
                ply.theme,
                ply.beside,
                ply.best_line,
                ply.line,
            )
        )
    return tuple(found)

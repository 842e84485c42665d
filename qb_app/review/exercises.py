"""Your own mistakes as exercises: those that have one clearly best answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qb_app.review.lines import LineStep
from qb_app.review.review import Review
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.themes import Theme

if TYPE_CHECKING:
    from qb_app.answers.question import Question


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
    contrast: tuple[str, ...]
    """The two moves beside each other, in words."""
    best_line: tuple[LineStep, ...]
    line: tuple[LineStep, ...]
    """How the move that was played is answered."""

    @property
    def position(self) -> str:
        """In one line, as the player saw it."""
        return self.question.view.key()


def exercises_of(review: Review) -> tuple[Exercise, ...]:
    """The mistakes of a match in its order, each with its answer: the best move, clearly ahead of every other."""
    found = []
    for ply in review.of(Side.YOU):
        question = ply.moment.question
        if question is None or ply.theme is None or ply.best is None or ply.loss is None or not ply.clear:
            continue
        found.append(
            Exercise(
                review.course.match_id,
                ply.number,
                question,
                ply.best,
                ply.move,
                ply.loss,
                ply.theme,
                ply.contrast(),
                ply.best_line,
                ply.line,
            )
        )
    return tuple(found)

"""How things stand in a position, whoever is to act: your chance, and what the enemy can do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from qb_app.answers.outlook import Outlook, look_ahead
from qb_engine.errors import GameOverError, TurnOrderError

if TYPE_CHECKING:
    from qb_app.answers.advisor import Advisor
    from qb_app.answers.question import Question
    from qb_engine.chance import Chance
    from qb_engine.deep.search import Watching


@dataclass(frozen=True)
class Glance:
    outlook: Outlook
    chance: Chance | None
    """None where there is no kernel."""

    @property
    def question(self) -> Question:
        return self.outlook.question

    @property
    def against(self) -> str | None:
        """Against whom the chance holds, in a sentence."""
        return None if self.chance is None else self.question.against


def check_glance(question: Question) -> None:
    """Refuse a moment at which nothing stands yet, or no more."""
    if question.view.is_over:
        raise GameOverError("the game is over; nothing is left to hope or to fear")
    if any(question.view.mulligan_open):
        raise TurnOrderError("the opening hand comes first: tell it, keep it or mulligan, then ask how things stand")


def glance_at(question: Question, advisor: Advisor, **watching: Unpack[Watching]) -> Glance:
    """The position at a glance; its chance is the one that the look back tells of it."""
    check_glance(question)
    return Glance(look_ahead(question), advisor.chance(question, **watching))

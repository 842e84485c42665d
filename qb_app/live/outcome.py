"""What comes of one line that a player entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qb_app.answers.advice import Advice, MulliganAdvice
    from qb_app.answers.outlook import Outlook
    from qb_app.live.commands import EditKind
    from qb_app.review.review import Review
    from qb_engine.changes import Change
    from qb_engine.coaching import MoveEvaluation
    from qb_engine.game_state import GameState
    from qb_engine.models import CardId, Move


@dataclass(frozen=True, slots=True)
class Choice:
    """A question that a number answers, or ``y`` where there is only one thing to choose."""

    question: str
    labels: tuple[str, ...]
    commands: tuple[str, ...]
    """For each label the whole line with that card in it; entering it answers as well."""


@dataclass(frozen=True, slots=True)
class Advised:
    advice: Advice
    top: int


@dataclass(frozen=True, slots=True)
class HandAdvised:
    advice: MulliganAdvice


@dataclass(frozen=True, slots=True)
class Explained:
    """One move of the advice."""

    advice: Advice
    move: MoveEvaluation


@dataclass(frozen=True, slots=True)
class Supposed:
    """A move tried out: what it would do, and where it stands among all."""

    move: Move
    changes: tuple[Change, ...]
    after: GameState
    judged: Explained | None
    """None when the hand is not fully told, so that moves cannot be compared."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the enemy may hold, and what you may draw."""

    outlook: Outlook
    draws: Mapping[CardId, float]


@dataclass(frozen=True, slots=True)
class BoardShown:
    state: GameState


@dataclass(frozen=True, slots=True)
class HelpShown:
    pass


@dataclass(frozen=True, slots=True)
class Summed:
    review: Review


Answer = Advised | HandAdvised | Explained | Supposed | Foreseen | Weighed | BoardShown | HelpShown | Summed


@dataclass(frozen=True, slots=True)
class Unfit:
    """The first entry that would not fit if the log were rewritten so."""

    number: int
    """In the log as it stands; of an edit the number that it names."""
    edit: EditKind | None
    """It stands in the command itself, so it is that edit which does not fit; None for an entry of the log."""
    text: str
    """As a player would write it, with names."""
    command: str
    """As the log keeps it."""
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    lines: tuple[str, ...] = ()
    """What to tell the player, one sentence each."""
    refused: bool = False
    """Nothing has changed, and ``lines`` holds one sentence that says why and what would be right."""
    conflict: str | None = None
    """Refused only because the match has gone on elsewhere; the same for one who has not seen it since."""
    entered: str | None = None
    """The command as the log keeps it, when it changed the match."""
    changes: tuple[Change, ...] = ()
    inverse: str | None = None
    """After a revision: the line that takes exactly this back."""
    unfit: Unfit | None = None
    """A revision was refused because of this entry."""
    choice: Choice | None = None
    answer: Answer | None = None

    @property
    def changed(self) -> bool:
        return self.entered is not None


def refusal(error: Exception) -> Outcome:
    return Outcome(lines=(str(error),), refused=True)

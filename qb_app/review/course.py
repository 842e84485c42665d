"""A course: what happened in a match, one event after the other, whichever source tells of it.

A source says no more than it knows: a question is missing where nobody can judge, a card where nobody saw it.
"""

from __future__ import annotations

from dataclasses import dataclass

from qb_app.answers.question import Question
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, TileNaming
from qb_engine.models import CardId, Decision, Move
from qb_engine.narration import move_name
from qb_engine.scoring import MatchScore

OPENING_HAND = 0
"""The number of the decision on the opening hand; plays and passes of both sides count from 1."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision with the position before it."""

    number: int
    side: Side
    move: Decision
    question: Question | None
    """The position before it as YOU saw it; None where nothing of your hand was told, so that nobody can judge."""
    before: GameState
    """The position itself, as far as it is known by now."""
    held: tuple[CardId, ...] = ()
    """Of an enemy's decision: the cards that it is known, by now, to have held."""
    mirrored: Question | None = None
    """The same decision as the enemy saw it itself, the sides exchanged, where its whole hand is known."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw of yours."""

    number: int
    """Of the move that was made with it."""
    question: Question | None
    """The position before it."""
    cards: tuple[CardId, ...] = ()
    """What came; none where it was not told, so that nobody can say what it did."""


@dataclass(frozen=True, slots=True)
class Break:
    """Something that is no move: a correction, a card told late, giving up, the end on the screen."""

    question: Question | None = None
    """The position before it."""


Event = Moment | Drawn | Break


@dataclass(frozen=True)
class Course:
    """The whole of it, in order."""

    events: tuple[Event, ...]
    hydrator: CardHydrator
    last: GameState
    """As it stands at the end of the events."""
    result: Chance | None = None
    """How it ended, as a chance that is certain; None while it is running."""
    now: Question | None = None
    """Where it stands, while it is running and something can be said of that."""
    screen_score: tuple[int, int] | None = None
    notes: tuple[str, ...] = ()
    match_id: str = ""
    opponent: str | None = None
    level: int | None = None
    """Of the enemy, where it was an engine of that level."""
    deck: str | None = None
    """Yours, by its title."""
    at: str = ""
    """When it was played."""

    @property
    def score(self) -> MatchScore:
        """As it stands at the end of the events."""
        return self.last.score()

    @property
    def made(self) -> tuple[Moment, ...]:
        """Plays and passes of both sides."""
        return tuple(one for one in self.events if isinstance(one, Moment) and one.number > OPENING_HAND)

    @property
    def moves(self) -> int:
        """How many plays and passes both sides made."""
        return len(self.made)

    def check_moves(self) -> None:
        """Refuse to look back on nothing."""
        if not self.moves:
            raise InputError("no move was made in this match yet, so there is nothing to look back on")

    def moment(self, number: int) -> Moment:
        """The move of that number."""
        self.check_moves()
        found = next((one for one in self.made if one.number == number), None)
        if found is None:
            raise InputError(f"move {number} does not exist: this match has the moves 1 to {self.moves}")
        return found


def entry_text(side: Side, move: Move, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """The move as a player writes it: ``Zu M3``, ``e Mandragora T4``, ``e pass``."""
    return f"{'e ' if side is Side.ENEMY else ''}{move_name(move, hydrator, place)}"

"""An exercise: a position of yours, what is to be done in it, and the one way to tell whether an answer does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from qb_app.live.setup import hydrator_with
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_state import GameState
from qb_engine.geometry import TILES, TileNaming
from qb_engine.models import Move
from qb_engine.themes import Theme

Line = tuple[Move, ...]
"""Your moves and the enemy's in turn, yours first and last."""


class ExerciseKind(StrEnum):
    LESSON = "lesson"
    PUZZLE = "puzzle"
    MISTAKE = "mistake"


class Verdict(StrEnum):
    RIGHT = "right"
    ON_THE_WAY = "on_the_way"
    """Right so far; more moves of yours are asked for."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an exercise comes from."""

    title: str
    grade: int | None = None
    """How hard a puzzle is, 1 to 8."""
    lesson: int | None = None
    match_id: str | None = None
    duel_id: str | None = None
    move_number: int | None = None
    """Of the match, counted as its look back does."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Texts name tiles in braces, ``{M3}``, so that each surface names them its own way (``worded``)."""

    exercise_id: str
    kind: ExerciseKind
    themes: tuple[Theme, ...]
    """What it is about, the clearest first."""
    position: str
    """In the notation; it is your turn."""
    lines: tuple[Line, ...]
    """Every way to do it."""
    task: str
    hints: tuple[str, ...]
    """Each tells more than the one before, and none the whole."""
    origin: Origin
    explanation: tuple[str, ...] = ()
    """What can be learned from it; told once it is done."""
    notes: tuple[str, ...] = ()
    """What has to be known of the position."""
    cards: tuple[str, ...] = ()
    """JSON of the cards that only its match had."""

    @property
    def hydrator(self) -> CardHydrator:
        return hydrator_with(self.cards)

    @property
    def start(self) -> GameState:
        return GameState.parse(self.position, self.hydrator)

    @property
    def accepted(self) -> tuple[Move, ...]:
        """The moves to begin with, each once."""
        return tuple(dict.fromkeys(line[0] for line in self.lines))

    @property
    def length(self) -> int:
        """How many moves of yours the shortest way takes."""
        return min(len(_own(line)) for line in self.lines)

    def judge(self, moves: Sequence[Move]) -> Verdict:
        """What your moves so far are worth."""
        given = tuple(moves)
        fitting = [_own(line) for line in self.lines if given and _own(line)[: len(given)] == given]
        if not fitting:
            return Verdict.WRONG
        return Verdict.RIGHT if given in fitting else Verdict.ON_THE_WAY

    def after(self, moves: Sequence[Move]) -> GameState:
        """The game with your next move due, after these moves, which are on the way, and the answers to them."""
        state, done = self.start, list[Move]()
        for move in moves:
            done.append(move)
            state.play(move)
            state.play(self.answer_to(done))
        return state

    def played(self, moves: Sequence[Move]) -> GameState:
        """The game right after the last of these moves; those before it are on the way."""
        if not moves:
            return self.start
        state = self.after(moves[:-1])
        state.play(moves[-1])
        return state

    def answer_to(self, moves: Sequence[Move]) -> Move:
        """What the enemy answers to moves that are on the way."""
        given = tuple(moves)
        return next(
            line[2 * len(given) - 1]
            for line in self.lines
            if _own(line)[: len(given)] == given and len(line) > 2 * len(given)
        )

    def rest(self, moves: Sequence[Move]) -> tuple[Line, ...]:
        """Every way to go on after these moves and the answers to them."""
        given = tuple(moves)
        return tuple(
            line[2 * len(given) :] for line in self.lines if _own(line)[: len(given)] == given and _own(line) != given
        )


def _own(line: Line) -> Line:
    return line[::2]


def worded(text: str, place: TileNaming = str) -> str:
    """A text of an exercise with its tiles named."""
    return text.format_map({str(tile): place(tile) for tile in TILES})

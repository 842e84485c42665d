"""An exercise: a position of yours, what is to be done in it, and the one way to tell whether an answer does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

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
    move_number: int | None = None
    """Of the match, counted as its look back does."""
    note: str = ""
    """What has to be known of it, as a sentence: what was supposed, or what was played."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Texts name tiles in braces, ``{M3}``, so that each surface names them its own way (``worded``)."""

    exercise_id: str
    kind: ExerciseKind
    themes: tuple[Theme, ...]
    position: str
    """In the notation; it is your turn."""
    lines: tuple[Line, ...]
    """Every way to do it."""
    task: str
    hints: tuple[str, ...]
    """Each tells more than the one before, and none the whole."""
    origin: Origin

    def state(self, hydrator: CardHydrator | None = None) -> GameState:
        return GameState.parse(self.position, hydrator)

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

    def played(self, moves: Sequence[Move], hydrator: CardHydrator | None = None) -> GameState:
        """The game after your moves, the enemy's answers in between; after the last of them it has not answered yet.

        All moves but the last are right ones; a move that the rules forbid is refused.
        """
        state, done = self.state(hydrator), list[Move]()
        for move in moves:
            if done:
                state.play(self._answer(done))
            state.play(move)
            done.append(move)
        return state

    def before(self, moves: Sequence[Move], hydrator: CardHydrator | None = None) -> GameState:
        """The game with your next move due, after these right ones and what the enemy answers to each."""
        state = self.played(moves, hydrator)
        if moves:
            state.play(self._answer(moves))
        return state

    def _answer(self, moves: Sequence[Move]) -> Move:
        """What the enemy answers to these moves of yours."""
        given = tuple(moves)
        return next(
            line[2 * len(given) - 1]
            for line in self.lines
            if _own(line)[: len(given)] == given and len(line) >= 2 * len(given)
        )


def _own(line: Line) -> Line:
    return line[::2]


def worded(text: str, place: TileNaming = str) -> str:
    """A text of an exercise with its tiles named."""
    return text.format_map({str(tile): place(tile) for tile in TILES})

"""Puzzles to train with: the one reader of data/training_puzzles.json, which ``make puzzles`` writes.

Nothing is hidden in them. It is YOUR turn, and exactly one move wins against every reply, or draws where none wins;
``solver.move_margins`` proves it. What makes a puzzle hard was measured; docs/training.md tells how that gives grades.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from math import log2
from typing import Any

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import PuzzleDataError, PuzzleNameError
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.models import Move
from qb_engine.themes import Theme

FILE_NAME = "training_puzzles.json"
GRADE_BOUNDS = (2.0, 3.5, 5.0, 7.0, 9.0, 11.5, 14.5)
"""Points of difficulty from which on a puzzle belongs to the next grade."""
GRADES = range(1, len(GRADE_BOUNDS) + 2)
_NUMBERS = ("level", "plies", "tempting", "moves", "game")
_ID = re.compile(r"p0*([0-9]{1,9})")


class PuzzleResult(StrEnum):
    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What was measured of a puzzle; for an order of moves what its hardest move needs."""

    level: int
    """The first level of the engine that finds the moves, as all above it do, seeing every card and without slips;
    one more than there are where none does."""
    plies: int
    """How many plies one must look ahead, weighing points and tiles alone, to find the moves, and find them looking
    further too; one more than were tried where that is not enough."""
    tempting: int
    """Wrong first moves after which the score is at least as good as after the right one."""
    moves: int
    """Legal first moves, the pass among them."""
    order: int
    """YOUR moves in the solution, each the only one."""

    @property
    def points(self) -> float:
        """Half of it what a machine needs, half what leads a person astray; docs/training.md."""
        tempted = 2 * self.tempting / (self.moves - 1)
        return (self.level - 1) + (self.plies - 1) + tempted + log2(self.moves / 4) + (self.order - 1)

    @property
    def grade(self) -> int:
        return 1 + sum(self.points >= bound for bound in GRADE_BOUNDS)


@dataclass(frozen=True, slots=True)
class TrainingPuzzle:
    id: str
    """``p0123``: the game it comes from, so it stays whatever else is found."""
    position: str
    """In the notation; nothing in it is hidden, and it is YOUR turn."""
    line: tuple[Move, ...]
    """YOUR only move, then a reply of the enemy that leaves only one again, and so on; it ends with a move of YOURS."""
    result: PuzzleResult
    difficulty: Difficulty
    themes: tuple[Theme, ...]
    """What it is about, the clearest first."""
    seed: int
    """Of the self-play that it comes from."""
    game: int
    """The number of its game in that self-play."""

    @property
    def grade(self) -> int:
        return self.difficulty.grade

    @property
    def solution(self) -> tuple[Move, ...]:
        """YOUR moves."""
        return self.line[::2]

    def start(self, hydrator: CardHydrator) -> GameState:
        return GameState.parse(self.position, hydrator)

    def keeps(self, margin: int) -> bool:
        """Whether a move with this final margin of YOURS keeps the result that the puzzle asks for."""
        return margin > 0 or (margin == 0 and self.result is PuzzleResult.DRAW)


@cache
def training_puzzles() -> tuple[TrainingPuzzle, ...]:
    """Every puzzle that is shipped, in the order of their games."""
    return read_training_puzzles(resources.files("qb_engine").joinpath(f"data/{FILE_NAME}").read_text(encoding="utf-8"))


def select_puzzles(grade: int | None = None, theme: Theme | None = None) -> tuple[TrainingPuzzle, ...]:
    """Puzzles of that grade and about that theme, the easiest first."""
    found = (
        puzzle
        for puzzle in training_puzzles()
        if grade in (None, puzzle.grade) and (theme is None or theme in puzzle.themes)
    )
    return tuple(sorted(found, key=lambda puzzle: (puzzle.difficulty.points, puzzle.game)))


def is_training_id(text: str) -> bool:
    """Whether it is written as ids are: ``p0007``, ``p7``."""
    return _ID.fullmatch(text.strip().casefold()) is not None


def find_training_puzzle(text: str) -> TrainingPuzzle:
    """The puzzle of that id; ``p7`` means ``p0007``."""
    read = _ID.fullmatch(text.strip().casefold())
    found = next((puzzle for puzzle in training_puzzles() if read and puzzle.game == int(read[1])), None)
    if found is None:
        raise PuzzleNameError(
            f"there is no training puzzle {quoted(text)}; they are called as in {training_puzzles()[0].id}, and "
            "'qbcoach puzzles --grade 1' lists the easiest"
        )
    return found


def puzzle_themes() -> tuple[Theme, ...]:
    """Themes that puzzles have, in their order."""
    return tuple(theme for theme in Theme if any(theme in puzzle.themes for puzzle in training_puzzles()))


def find_puzzle_theme(text: str) -> Theme:
    known = puzzle_themes()
    found = next((theme for theme in known if theme == text.strip().casefold()), None)
    if found is None:
        raise PuzzleNameError(
            f"no training puzzle is about {quoted(text)}; choose {', '.join(known[:-1])} or {known[-1]}"
        )
    return found


def read_training_puzzles(text: str) -> tuple[TrainingPuzzle, ...]:
    """Read puzzle data; what is missing or of the wrong kind is refused with the name of its puzzle."""
    raw = json.loads(text)
    rows, seed = (raw.get("puzzles"), raw.get("seed")) if isinstance(raw, dict) else (None, None)
    if not isinstance(rows, list) or type(seed) is not int:
        raise PuzzleDataError("data of training puzzles is an object with a number 'seed' and a list 'puzzles'")
    return tuple(_read_puzzle(row, seed) for row in rows)


def _read_puzzle(raw: Any, seed: int) -> TrainingPuzzle:
    name = raw.get("id") if isinstance(raw, dict) else None
    if not isinstance(name, str):
        raise PuzzleDataError("a training puzzle has no id")
    try:
        numbers = {key: raw[key] for key in _NUMBERS}
        if not all(type(number) is int for number in numbers.values()):
            raise PuzzleDataError(f"{', '.join(_NUMBERS)} must be numbers")
        line, game = tuple(map(Move.parse, raw["line"])), numbers.pop("game")
        difficulty, themes = Difficulty(**numbers, order=len(line[::2])), tuple(map(Theme, raw["themes"]))
        return TrainingPuzzle(
            name, str(raw["position"]), line, PuzzleResult(raw["result"]), difficulty, themes, seed, game
        )
    except KeyError as error:
        raise PuzzleDataError(f"training puzzle {name}: the field {error.args[0]} is missing") from error
    except (TypeError, ValueError, QueensBloodError) as error:
        raise PuzzleDataError(f"training puzzle {name}: {error}") from error


def format_training_puzzles(about: str, seed: int, puzzles: Sequence[TrainingPuzzle]) -> str:
    """What ``read_training_puzzles`` reads, one puzzle a line."""
    rows = ",\n".join(json.dumps(_raw_puzzle(puzzle), separators=(",", ":")) for puzzle in puzzles)
    return f'{{"about":{json.dumps(about)},\n"seed":{seed},\n"puzzles":[\n{rows}\n]}}\n'


def _raw_puzzle(puzzle: TrainingPuzzle) -> dict[str, object]:
    numbers = {key: getattr(puzzle if key == "game" else puzzle.difficulty, key) for key in _NUMBERS}
    return {
        "id": puzzle.id,
        "result": puzzle.result,
        "position": puzzle.position,
        "line": [str(move) for move in puzzle.line],
        "themes": puzzle.themes,
        **numbers,
    }

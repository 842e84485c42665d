"""The puzzles of the Card Carnival in Costa del Sol: the one reader of data/puzzles.json.

Of most puzzles only title and hint are known. Two have a known solution; their boards are rebuilt from what the sources
tell, and ``reconstructed`` says what had to be supposed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import Tile
from qb_engine.models import Move
from qb_engine.notation import Position, parse_position


class PuzzleDataError(QueensBloodError):
    """Puzzle data breaks the schema; the message names the puzzle and the field."""


class PuzzleNameError(QueensBloodError):
    """A name that fits no puzzle, or several, or one whose board is not known."""


@dataclass(frozen=True, slots=True)
class PuzzleBoard:
    """A board to be beaten, and the way that is known to do it."""

    position: Position
    reconstructed: str
    """What of the board is supposed and not known, in sentences."""
    solution: tuple[Move, ...]
    score: tuple[int, int]
    """Yours and the enemy's after the known solution."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    number: int
    title: str
    group: str
    hint: str
    board: PuzzleBoard | None
    """None where the sources do not tell enough to play it."""


def puzzles(hydrator: CardHydrator) -> tuple[Puzzle, ...]:
    """Every puzzle of the game, in its order."""
    text = resources.files("qb_engine").joinpath("data/puzzles.json").read_text(encoding="utf-8")
    return read_puzzles(text, hydrator)


def find_puzzle(query: str, hydrator: CardHydrator) -> Puzzle:
    """The one puzzle of that number, or whose title is, begins with or holds the text."""
    everyone, wanted = puzzles(hydrator), normalised(query)
    numbered = [puzzle for puzzle in everyone if wanted == str(puzzle.number)]
    for found in (
        numbered,
        [puzzle for puzzle in everyone if normalised(puzzle.title) == wanted],
        [puzzle for puzzle in everyone if wanted and normalised(puzzle.title).startswith(wanted)],
        [puzzle for puzzle in everyone if wanted and wanted in normalised(puzzle.title)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            choices = " or ".join(f"'{puzzle.title}'" for puzzle in found)
            raise PuzzleNameError(f"{quoted(query)} may mean {choices}; write more of the title")
    raise PuzzleNameError(f"there is no puzzle {quoted(query)}; 'qbcoach puzzles' lists them")


def read_puzzles(text: str, hydrator: CardHydrator) -> tuple[Puzzle, ...]:
    """Read puzzle data; whatever is missing or of the wrong kind is refused with the name of its field."""
    return tuple(_read_puzzle(raw, hydrator) for raw in _raw_puzzles(text))


@cache
def _raw_puzzles(text: str) -> list[dict[str, Any]]:
    raw = json.loads(text)
    rows = raw.get("puzzles") if isinstance(raw, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise PuzzleDataError("puzzle data is an object whose field 'puzzles' lists objects")
    return rows


def _read_puzzle(raw: dict[str, Any], hydrator: CardHydrator) -> Puzzle:
    title = _text(raw, "title", "a puzzle without a title")
    where = f"puzzle '{title}'"
    number = _text(raw, "game_no", where)
    if not number.isdecimal():
        raise PuzzleDataError(f"{where}, field game_no: '{number}' is no number")
    board = _read_board(raw, where, hydrator) if "position" in raw else None
    return Puzzle(int(number), title, _text(raw, "group", where), _text(raw, "hint_in_own_words", where), board)


def _read_board(raw: dict[str, Any], where: str, hydrator: CardHydrator) -> PuzzleBoard:
    steps, expected = raw.get("solution"), raw.get("expected")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise PuzzleDataError(f"{where}, field solution: a puzzle with a position lists its plays")
    score = expected.get("final_score") if isinstance(expected, dict) else None
    if not isinstance(score, dict) or not all(type(score.get(key)) is int for key in ("player", "enemy")):
        raise PuzzleDataError(f"{where}, field expected: final_score needs the points of player and enemy")
    try:
        position = parse_position(_text(raw, "position", where), hydrator)
        solution = tuple(_read_step(step, where, hydrator) for step in steps)
    except PuzzleDataError:
        raise
    except QueensBloodError as error:
        raise PuzzleDataError(f"{where}: {error}") from error
    return PuzzleBoard(position, _text(raw, "reconstructed", where), solution, (score["player"], score["enemy"]))


def _read_step(step: dict[str, Any], where: str, hydrator: CardHydrator) -> Move:
    return Move(hydrator.get(_text(step, "card", where)).id, Tile.parse(_text(step, "tile", where)))


def _text(raw: dict[str, Any], key: str, where: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str) or not value:
        raise PuzzleDataError(f"{where}, field {key}: a text is needed")
    return value

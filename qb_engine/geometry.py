"""The 3x5 board as coordinates: tiles, their names, and how a pattern falls on the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple, NoReturn, TypeVar

from gamekit.quoting import quoted
from gamekit.sides import BySide, TwoSides
from qb_engine.errors import NotationError, OffBoardError

LANES = 3
COLUMNS = 5
TILE_COUNT = LANES * COLUMNS
LANE_LETTERS = "TMB"
LANE_NAMES = ("TOP", "MID", "BOT")

Offset = tuple[int, int]
"""(dlane, dcol) for the left player: dlane -1 is one lane up, dcol +1 one column towards the opponent."""


class Side(TwoSides):
    """YOU sit on the left, ENEMY on the right."""

    YOU = "Y"
    ENEMY = "E"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise NotationError(f"{quoted(value)} is no side; sides are 'Y' (you) and 'E' (the enemy)")


SideName = Literal["Y", "E"]
AnySide = Side | SideName
"""What every public function takes for a side: ``Side(side)`` makes the member of either, and refuses the rest."""


def as_owner(side: AnySide | None) -> Side | None:
    """The same where nobody is an answer too; cheap for a member, since records of every play are made with it."""
    return side if side is None or side.__class__ is Side else Side(side)


T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class PerSide(BySide[T_co]):
    """One value for each side, asked for by the side or by its letter: ``state.hands["Y"]``."""

    def __getitem__(self, side: TwoSides | SideName) -> T_co:
        # A member equals its letter; no member is made of it in the innermost loops.
        if side == "Y":
            return self.first
        return self.second if side == "E" else super().__getitem__(Side(side))

    def replaced(self, side: TwoSides | SideName, value: U) -> PerSide[T_co | U]:
        return PerSide(*super().replaced(Side(side), value))

    def map(self, f: Callable[[T_co], U]) -> PerSide[U]:
        return PerSide(*super().map(f))

    def swapped(self) -> PerSide[T_co]:
        return PerSide(*super().swapped())


class Tile(NamedTuple):
    """A place on the board; ``str(Tile(1, 2)) == "M3"``, and ``MID-3`` is its ``long`` name."""

    lane: int
    col: int

    # A tile is a tuple so that it unpacks into lane and column; nobody searches it, so tuple.index may be hidden.
    @property
    def index(self) -> int:  # type: ignore[override]
        """Position in tile order: lane first, then column."""
        return self.lane * COLUMNS + self.col

    def __str__(self) -> str:
        return f"{LANE_LETTERS[self.lane]}{self.col + 1}"

    @property
    def long(self) -> str:
        """``TOP-1``, as documents, logs and plain screens write it."""
        return f"{LANE_NAMES[self.lane]}-{self.col + 1}"

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"

    @staticmethod
    def at(lane: int, col: int) -> Tile:
        """The tile with these zero-based coordinates; off the board raises."""
        if not (0 <= lane < LANES and 0 <= col < COLUMNS):
            raise OffBoardError(f"lane {lane}, column {col} is off the board; lanes are 0-2 and columns 0-4")
        return TILES[lane * COLUMNS + col]

    @staticmethod
    def parse(text: str) -> Tile:
        """Read ``TOP-1`` … ``BOT-5``, ``top 1`` or ``T1``, in either case."""
        tile = Tile.find(text)
        if tile is None:
            raise NotationError(f"{quoted(text)} is not a tile; tiles are T1-T5, M1-M5 and B1-B5")
        return tile

    @staticmethod
    def find(text: str) -> Tile | None:
        """The same where a text may be something else."""
        found = _TILE.fullmatch(text.strip())
        return None if found is None else Tile(LANE_LETTERS.index(found[0][0].upper()), int(found[0][-1]) - 1)


TILES: tuple[Tile, ...] = tuple(Tile(lane, col) for lane in range(LANES) for col in range(COLUMNS))
TILE_PATTERN = r"(?:T|TOP|M|MID|MIDDLE|B|BOT|BOTTOM)[- ]?[1-5]"
"""Every way to write a tile, as a regular expression that is to ignore case."""
_TILE = re.compile(TILE_PATTERN, re.IGNORECASE)

TileNaming = Callable[[Tile], str]
"""How tiles are named in a text: ``str`` for the short form, ``long_name`` for the long one."""


def long_name(tile: Tile) -> str:
    return tile.long


def mirrored_index(index: int) -> int:
    """The tile index on the same lane, seen from the other end of the board."""
    lane, col = divmod(index, COLUMNS)
    return lane * COLUMNS + COLUMNS - 1 - col


def project(offsets: tuple[Offset, ...], index: int, side: AnySide) -> tuple[int, ...]:
    """Tile indexes, in tile order, that a pattern covers from a tile; offsets that leave the board are ignored.

    The right player's pattern is mirrored left to right; lanes are never flipped.
    """
    lane, col = divmod(index, COLUMNS)
    toward = 1 if Side(side) is Side.YOU else -1
    covered = (
        (lane + dlane, col + toward * dcol)
        for dlane, dcol in offsets
        if 0 <= lane + dlane < LANES and 0 <= col + toward * dcol < COLUMNS
    )
    return tuple(sorted(a * COLUMNS + b for a, b in covered))

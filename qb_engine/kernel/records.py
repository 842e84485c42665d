"""What the kernel tells of a play, or of a board as it stands: one flat record of numbers, read in place."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Generic, TypeVar

from qb_engine.evaluation import BoardEvaluation, LaneEvaluation
from qb_engine.geometry import LANES, TILE_COUNT, Side
from qb_engine.kernel.words import SIDES, agree, told
from qb_engine.scoring import LaneScore, match_score

N = TypeVar("N", int, float)
_FIELDS: dict[str, tuple[str, int]] = told("PLAY_RECORD")
"""How many numbers of which type, and at which byte."""
_SIZE: int = told("PLAY_RECORD_BYTES")


class _Field(Generic[N]):
    """Numbers that lie where the kernel says that it has the field of this name."""

    def __init__(self, kind: type[N], count: int = 1) -> None:
        self.format = f"{count}{'i' if kind is int else 'd'}"

    def __set_name__(self, owner: type[PlayRecord], name: str) -> None:
        _, start = _FIELDS.get(name, ("", 0))
        self.read: Callable[[bytes], tuple[N, ...]] = Struct(f"={start}x{self.format}").unpack_from


class _Number(_Field[N]):
    def __get__(self, record: PlayRecord, owner: type[PlayRecord]) -> N:
        return self.read(record)[0]


class _Numbers(_Field[N]):
    def __get__(self, record: PlayRecord, owner: type[PlayRecord]) -> tuple[N, ...]:
        return self.read(record)


class PlayRecord(bytes):
    """``struct PlayRecord`` in ``kernel/replies.hpp``. Sets of tiles are bit masks."""

    __slots__ = ()
    value = _Number(float)
    stability = _Numbers(float, LANES)
    access = _Numbers(float, LANES)
    effect = _Numbers(float, LANES)
    diff = _Numbers(int, LANES)
    power_you = _Numbers(int, LANES)
    power_enemy = _Numbers(int, LANES)
    winner = _Numbers(int, LANES)
    points = _Numbers(int, LANES)
    margin = _Number(int)
    captured = _Number(int)
    """Tiles that pawns took from the other side."""
    fallen = _Numbers(int, len(Side))
    """Tiles where a card was destroyed, by its side."""
    occupied = _Number(int)
    can_place = _Number(int)
    """Whether YOU could place a card of the hand that was handed over."""
    powers = _Numbers(int, TILE_COUNT)
    standing = _Numbers(int, TILE_COUNT)
    """Per tile, how it stands for the enemy: power of its card (yours negative), and one point for owning it."""

    def evaluation(self) -> BoardEvaluation:
        """The evaluation that the record holds, as the Python engine gives it."""
        lanes = tuple(map(LaneEvaluation, range(LANES), self.diff, self.stability, self.access, self.effect))
        winners = map(SIDES.__getitem__, self.winner)
        scores = tuple(map(LaneScore, range(LANES), self.power_you, self.power_enemy, winners, self.points))
        return BoardEvaluation(lanes, match_score(scores), list(self.powers))


_OURS = {name: field.format for name, field in vars(PlayRecord).items() if isinstance(field, _Field)}
agree("field of PlayRecord", __name__, _OURS, "replies.hpp", {name: format for name, (format, _) in _FIELDS.items()})


def read_records(data: bytes) -> list[PlayRecord]:
    return [PlayRecord(data[start : start + _SIZE]) for start in range(0, len(data), _SIZE)]

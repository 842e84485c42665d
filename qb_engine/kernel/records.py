"""What the kernel tells of a play, or of a board as it stands: one flat record of numbers, read in place."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from qb_engine.evaluation import BoardEvaluation, LaneEvaluation, Score
from qb_engine.geometry import LANES, TILE_COUNT, Side
from qb_engine.scoring import LaneScore, match_score

_LAYOUT = struct.Struct("10d51i4x")
_WINNERS = {-1: None, 0: Side.YOU, 1: Side.ENEMY}


class PlayRecord(tuple[int | float, ...]):
    """The numbers of ``struct PlayRecord`` in ``kernel/replies.hpp``, in its order. Sets of tiles are bit masks."""

    __slots__ = ()

    @property
    def value(self) -> Score:
        return Score(self[0])

    @property
    def stability(self) -> tuple[float, ...]:
        return self[1:4]

    @property
    def access(self) -> tuple[float, ...]:
        return self[4:7]

    @property
    def effect(self) -> tuple[float, ...]:
        return self[7:10]

    @property
    def diffs(self) -> tuple[int, ...]:
        return self[10:13]  # type: ignore[return-value]  # from here on all are whole numbers

    @property
    def winners(self) -> tuple[Side | None, ...]:
        top, mid, bot = self[19:22]
        return _WINNERS[top], _WINNERS[mid], _WINNERS[bot]  # type: ignore[index]

    @property
    def margin(self) -> int:
        return self[25]  # type: ignore[return-value]

    @property
    def captured(self) -> int:
        """Tiles that pawns took from the other side."""
        return self[26]  # type: ignore[return-value]

    @property
    def fallen(self) -> tuple[int, int]:
        """Tiles where a card was destroyed, by its side."""
        return self[27:29]  # type: ignore[return-value]

    @property
    def occupied(self) -> int:
        return self[29]  # type: ignore[return-value]

    @property
    def can_place(self) -> bool:
        """Whether YOU could place a card of the hand that was handed over."""
        return self[30] != 0

    @property
    def powers(self) -> tuple[int, ...]:
        return self[31 : 31 + TILE_COUNT]  # type: ignore[return-value]

    @property
    def standing(self) -> tuple[int, ...]:
        """Per tile, how it stands for the enemy: power of its card (yours negative), and one point for owning it."""
        return self[31 + TILE_COUNT :]  # type: ignore[return-value]

    def evaluation(self) -> BoardEvaluation:
        """The evaluation that the record holds, as the Python engine gives it."""
        you, enemy, points = self[13:16], self[16:19], self[22:25]
        lanes = tuple(map(LaneEvaluation, range(LANES), self.diffs, self.stability, self.access, self.effect))
        scores = tuple(map(LaneScore, range(LANES), you, enemy, self.winners, points))  # type: ignore[arg-type]
        return BoardEvaluation(lanes, match_score(scores), list(self.powers))


def read_records(data: bytes) -> Iterator[PlayRecord]:
    return map(PlayRecord, _LAYOUT.iter_unpack(data))

"""What a reply of the enemy leads to: simulated by the Python engine, or read off a record of the kernel.

Both kinds answer the same questions with the same numbers. A reply from the kernel is played again by the Python
engine only when somebody asks for its board or its changes, as the explanation of a few replies does.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from qb_engine.board_state import BoardState
from qb_engine.changes import CardDestroyed, Change, TileCaptured
from qb_engine.evaluation import BoardEvaluation, LaneEvaluation
from qb_engine.geometry import LANES, TILE_COUNT, Side
from qb_engine.kernel import KernelEngine
from qb_engine.models import Card, Move
from qb_engine.scoring import LaneScore, match_score

_SIGNS = {None: 0.0, Side.YOU: -1.0, Side.ENEMY: 1.0}


@dataclass(frozen=True)
class Reply:
    """One reply of the enemy: a card on a tile, or a pass."""

    move: Move
    in_hand: float
    board: BoardState
    evaluation: BoardEvaluation
    changes: tuple[Change, ...]

    @property
    def captures(self) -> bool:
        """Whether its pawns take a tile from you."""
        return any(isinstance(change, TileCaptured) for change in self.changes)

    @property
    def fallen(self) -> list[int]:
        """Tiles of the cards of yours that it destroys."""
        gone = (change.card for change in self.changes if isinstance(change, CardDestroyed))
        return [card.tile.index for card in gone if card.side is Side.YOU]

    @property
    def fills_board(self) -> bool:
        return self.board.is_full

    def standing(self) -> list[float]:
        """Per tile, how it stands for the enemy: power of its card (yours negative), and one point for owning it."""
        return standing(self.board, self.evaluation)

    def can_place(self, hand: Sequence[Card]) -> bool:
        """Whether any of these cards of yours could be placed after it."""
        board = self.board
        own = [index for index, owner in enumerate(board.owners) if owner is Side.YOU and not board.occupants[index]]
        best_rank = max((board.rank(index) for index in own), default=0)
        holds_card = any(occupant is not None and occupant.side is Side.YOU for occupant in board.occupants)
        return any(holds_card if card.replaces else 0 < card.needed_rank <= best_rank for card in hand)


def standing(board: BoardState, evaluation: BoardEvaluation) -> list[float]:
    return [
        _SIGNS[occupant.side if occupant else None] * evaluation.powers[index] + _SIGNS[board.owners[index]]
        for index, occupant in enumerate(board.occupants)
    ]


RECORD = struct.Struct("10d64i")
"""The kernel's record of a play; its fields stand in ``kernel/replies.hpp`` in this order."""
_DIFF, _YOU, _ENEMY, _WINNER, _POINTS = (10 + LANES * field for field in range(5))
_CAPTURED, _FALLEN_YOU, _, _CAN_PLACE = range(25, 29)
_POWERS, _OWNERS, _SIDES = (29 + TILE_COUNT * field for field in range(3))
_WINNERS = {-1: None, 0: Side.YOU, 1: Side.ENEMY}
_SIGN_OF = {-1: 0.0, 0: -1.0, 1: 1.0}


class PackedReply(Reply):
    """A reply as the kernel tells it."""

    def __init__(
        self,
        move: Move,
        in_hand: float,
        record: tuple[float, ...],
        simulate: Callable[[], tuple[BoardState, tuple[Change, ...]]],
    ) -> None:
        object.__setattr__(self, "move", move)
        object.__setattr__(self, "in_hand", in_hand)
        self.__dict__.update(_record=record, _simulate=simulate)

    @cached_property
    def _played(self) -> tuple[BoardState, tuple[Change, ...]]:
        simulate: Callable[[], tuple[BoardState, tuple[Change, ...]]] = self.__dict__["_simulate"]
        return simulate()

    @property
    def _packed(self) -> tuple[int, ...]:
        record: tuple[int, ...] = self.__dict__["_record"]
        return record

    @property
    def board(self) -> BoardState:
        return self._played[0]

    @property
    def changes(self) -> tuple[Change, ...]:
        return self._played[1]

    @cached_property
    def evaluation(self) -> BoardEvaluation:
        return evaluation_of(self._packed)

    @property
    def captures(self) -> bool:
        return self._packed[_CAPTURED] != 0

    @property
    def fallen(self) -> list[int]:
        return [tile for tile in range(TILE_COUNT) if self._packed[_FALLEN_YOU] >> tile & 1]

    @property
    def fills_board(self) -> bool:
        return -1 not in self._packed[_SIDES : _SIDES + TILE_COUNT]

    def standing(self) -> list[float]:
        packed = self._packed
        return [
            _SIGN_OF[packed[_SIDES + tile]] * packed[_POWERS + tile] + _SIGN_OF[packed[_OWNERS + tile]]
            for tile in range(TILE_COUNT)
        ]

    def can_place(self, hand: Sequence[Card]) -> bool:
        """As the kernel found it for the hand it was given, which must be this one."""
        return self._packed[_CAN_PLACE] != 0


def evaluation_of(record: tuple[float, ...]) -> BoardEvaluation:
    """The evaluation that a record holds."""
    whole = [int(number) for number in record[_DIFF:]]
    base = _DIFF
    lanes = tuple(
        LaneEvaluation(lane, whole[lane], record[1 + lane], record[4 + lane], record[7 + lane]) for lane in range(LANES)
    )
    scores = tuple(
        LaneScore(
            lane,
            whole[_YOU - base + lane],
            whole[_ENEMY - base + lane],
            _WINNERS[whole[_WINNER - base + lane]],
            whole[_POINTS - base + lane],
        )
        for lane in range(LANES)
    )
    return BoardEvaluation(lanes, match_score(scores), whole[_POWERS - base : _POWERS - base + TILE_COUNT])


def packed_replies(
    engine: KernelEngine,
    board: BoardState,
    placements: Sequence[tuple[Move, float]],
    hand: Sequence[Card],
    simulate: Callable[[Move], tuple[BoardState, tuple[Change, ...]]],
) -> list[Reply]:
    """All placements of the enemy at once; ``hand`` are the cards you would hold then."""
    pairs = [engine.pair(move) for move, _ in placements]
    held = engine.indexes([card.id for card in hand])
    records = engine.kernel.describe_plays(engine.board(board), Side.ENEMY.index, pairs, held, 1)
    return [
        PackedReply(move, in_hand, record, partial(simulate, move))
        for (move, in_hand), record in zip(placements, RECORD.iter_unpack(records), strict=True)
    ]

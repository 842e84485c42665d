"""What a reply of the enemy leads to: simulated by the Python engine, or read off a record of the kernel.

Both kinds answer the same questions with the same numbers. A reply from the kernel is played again by the Python
engine only when somebody asks for its board or its changes, as the explanation of a few replies does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property

from qb_engine.board_state import BoardState
from qb_engine.changes import CardDestroyed, Change, TileCaptured
from qb_engine.evaluation import BoardEvaluation, Score
from qb_engine.geometry import TILE_COUNT, Side
from qb_engine.kernel.door import KernelEngine
from qb_engine.kernel.records import PlayRecord
from qb_engine.models import Card, Move

Played = tuple[BoardState, tuple[Change, ...]]
_SIGNS = {None: 0, Side.YOU: -1, Side.ENEMY: 1}


class Reply(ABC):
    """One reply of the enemy: a card on a tile, or a pass. Sequences are by lane, unless said otherwise."""

    def __init__(self, move: Move, in_hand: float, simulate: Callable[[Move], Played]) -> None:
        self.move = move
        self.in_hand = in_hand
        """Probability that the enemy has this reply at all."""
        self._simulate = simulate

    @cached_property
    def _played(self) -> Played:
        return self._simulate(self.move)

    @property
    def board(self) -> BoardState:
        return self._played[0]

    @property
    def changes(self) -> tuple[Change, ...]:
        return self._played[1]

    @property
    @abstractmethod
    def evaluation(self) -> BoardEvaluation:
        """Of the board; what is asked for below follows from it, from the board and from the changes."""

    def __repr__(self) -> str:
        return f"<Reply {self.move} in_hand={self.in_hand!r} {self.evaluation!r}>"

    def __eq__(self, other: object) -> bool:
        """Whether they tell the same, whoever told it."""
        return isinstance(other, Reply) and self._told() == other._told()

    def _told(self) -> tuple[object, ...]:
        return self.move, self.in_hand, self.evaluation, self.board, self.changes

    @property
    def value(self) -> Score:
        """The evaluation in one number."""
        return self.evaluation.value

    @property
    def margin(self) -> int:
        """The margin of the strict score."""
        return self.evaluation.score.margin

    @property
    def winners(self) -> Sequence[Side | None]:
        return [lane.winner for lane in self.evaluation.score.lanes]

    @property
    def diffs(self) -> Sequence[int]:
        return [lane.diff for lane in self.evaluation.lanes]

    @property
    def stability(self) -> Sequence[float]:
        return [lane.stability for lane in self.evaluation.lanes]

    @property
    def access(self) -> Sequence[float]:
        return [lane.access for lane in self.evaluation.lanes]

    @property
    def captures(self) -> bool:
        """Whether its pawns take a tile from you."""
        return any(isinstance(change, TileCaptured) for change in self.changes)

    @property
    def fallen(self) -> Sequence[int]:
        """Tiles of the cards of yours that it destroys, in tile order."""
        gone = (change.card for change in self.changes if isinstance(change, CardDestroyed))
        return sorted({card.tile.index for card in gone if card.side is Side.YOU})

    @property
    def fills_board(self) -> bool:
        return self.board.is_full

    @property
    def standing(self) -> Sequence[int]:
        """Per tile, how it stands for the enemy: power of its card (yours negative), and one point for owning it."""
        return standing(self.board, self.evaluation)

    def can_place(self, hand: Sequence[Card]) -> bool:
        """Whether any of these cards of yours could be placed after it."""
        board = self.board
        own = [index for index, owner in enumerate(board.owners) if owner is Side.YOU and not board.occupants[index]]
        best_rank = max((board.rank(index) for index in own), default=0)
        holds_card = any(occupant is not None and occupant.side is Side.YOU for occupant in board.occupants)
        return any(holds_card if card.replaces else 0 < card.cost <= best_rank for card in hand)


class SimulatedReply(Reply):
    """A reply that the Python engine has played."""

    def __init__(
        self, move: Move, in_hand: float, board: BoardState, evaluation: BoardEvaluation, changes: tuple[Change, ...]
    ) -> None:
        super().__init__(move, in_hand, lambda _: (board, changes))
        self._evaluation = evaluation

    @property
    def evaluation(self) -> BoardEvaluation:
        return self._evaluation


class PackedReply(Reply):
    """A reply as the kernel tells it."""

    def __init__(self, move: Move, in_hand: float, record: PlayRecord, simulate: Callable[[Move], Played]) -> None:
        super().__init__(move, in_hand, simulate)
        self.record = record

    @cached_property
    def evaluation(self) -> BoardEvaluation:
        return self.record.evaluation()

    @property
    def value(self) -> Score:
        return Score(self.record.value)

    @property
    def margin(self) -> int:
        return self.record.margin

    @property
    def diffs(self) -> Sequence[int]:
        return self.record.diff

    @property
    def stability(self) -> Sequence[float]:
        return self.record.stability

    @property
    def access(self) -> Sequence[float]:
        return self.record.access

    @property
    def captures(self) -> bool:
        return self.record.captured != 0

    @property
    def fallen(self) -> Sequence[int]:
        mask = self.record.fallen[0]
        return [tile for tile in range(TILE_COUNT) if mask >> tile & 1] if mask else ()

    @property
    def fills_board(self) -> bool:
        return self.record.occupied == (1 << TILE_COUNT) - 1

    @property
    def standing(self) -> Sequence[int]:
        return self.record.standing

    def can_place(self, hand: Sequence[Card]) -> bool:
        """As the kernel found it for the hand it was given, which must be this one."""
        return self.record.can_place != 0


def standing(board: BoardState, evaluation: BoardEvaluation) -> list[int]:
    return [
        _SIGNS[occupant.side if occupant else None] * evaluation.powers[index] + _SIGNS[board.owners[index]]
        for index, occupant in enumerate(board.occupants)
    ]


def packed_replies(
    engine: KernelEngine,
    board: BoardState,
    placements: Sequence[tuple[Move, float]],
    hand: Sequence[Card],
    simulate: Callable[[Move], Played],
) -> list[Reply]:
    """All placements of the enemy at once; ``hand`` are the cards you would hold then."""
    records = engine.describe_plays(board, Side.ENEMY, [move for move, _ in placements], hand)
    return [
        PackedReply(move, in_hand, record, simulate)
        for (move, in_hand), record in zip(placements, records, strict=True)
    ]

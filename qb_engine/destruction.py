"""CardDestructionEngine: how a card leaves the board, and what becomes of its tile and its pawns."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.board_state import BoardState
from qb_engine.changes import Change, Pawns, PawnsUndone
from qb_engine.geometry import TILES, Side
from qb_engine.models import CardInPlay
from qb_engine.ruleset import RankAfterDestruction


@dataclass(frozen=True)
class CardDestructionEngine:
    """Removal only; abilities that a death sets off are the effect engine's."""

    def remove(self, board: BoardState, index: int) -> tuple[CardInPlay, list[Change]]:
        """Take the card off its tile under the rule set of the board; its continuous effect ends with it."""
        by = board.card_at(index)
        gone = board.occupants[index]
        assert gone is not None  # card_at has refused an empty tile
        before = [board.pawns(tile) for tile in range(len(TILES))]
        board.occupants[index] = None
        match board.ruleset.rank_after_destruction:
            case RankAfterDestruction.UNDONE:
                board.layer.forget(gone.number)
                board.recompute_influence_from_deltas()
            case RankAfterDestruction.RESET:
                one = Pawns(gone.side, 1, 0) if gone.side is Side.YOU else Pawns(gone.side, 0, 1)
                board.set_pawns(index, one)
            case RankAfterDestruction.KEPT:
                pass
        changes: list[Change] = [
            PawnsUndone(TILES[tile], by, was, board.pawns(tile))
            for tile, was in enumerate(before)
            if was != board.pawns(tile)
        ]
        return gone, changes

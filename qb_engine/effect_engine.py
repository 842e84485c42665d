"""EffectEngine: what cards are worth now, and what a play sets off."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Change
from qb_engine.geometry import Side, Tile
from qb_engine.models import Card
from qb_engine.powers import powers
from qb_engine.resolution import Resolution


@dataclass(eq=False, slots=True)
class EffectEngine:
    """All triggers, targets and operations of the vocabulary, under the rule set of the board."""

    hydrator: CardHydrator

    def effective_powers(self, board: BoardState) -> list[int]:
        """Current power per tile index, 0 where no card lies."""
        return powers(board).power

    def compute_effective_power(self, board: BoardState, lane: int, col: int) -> int:
        """Printed power + lasting changes + continuous changes in force, of the card on that tile; 0 without one."""
        return self.effective_powers(board)[Tile.at(lane, col).index]

    def resolve_play(self, board: BoardState, side: Side, card: Card, tile: Tile) -> list[Change]:
        """Play a card, which must be legal, onto the board, with everything that follows from it."""
        return Resolution(board, self.hydrator).play(side, card, tile.index)

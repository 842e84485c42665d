"""EffectEngine: what cards are worth now, and what a play sets off."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Change
from qb_engine.geometry import AnySide, Side, Tile
from qb_engine.models import Card
from qb_engine.powers import powers
from qb_engine.projection import ProjectionEngine
from qb_engine.resolution import Resolution


@dataclass(eq=False, slots=True)
class EffectEngine:
    """All triggers, targets and operations of the vocabulary, under the rule set of the board."""

    hydrator: CardHydrator
    projection: ProjectionEngine = field(default_factory=ProjectionEngine)

    @property
    def is_usual(self) -> bool:
        """Whether it and its part are what the kernel is the twin of."""
        return type(self) is EffectEngine and type(self.projection) is ProjectionEngine

    def with_projection(self, projection: ProjectionEngine) -> EffectEngine:
        """This engine, laying pawns by that part."""
        if projection == self.projection:
            return self
        other = copy(self)
        other.projection = projection
        return other

    def effective_powers(self, board: BoardState) -> list[int]:
        """Current power per tile index, 0 where no card lies."""
        return powers(board).power

    def compute_effective_power(self, board: BoardState, lane: int, col: int) -> int:
        """Printed power + lasting changes + continuous changes in force, of the card on that tile; 0 without one."""
        return self.effective_powers(board)[Tile.at(lane, col).index]

    def resolve_play(self, board: BoardState, side: AnySide, card: Card, tile: Tile) -> list[Change]:
        """Play a card, which must be legal, onto the board, with everything that follows from it."""
        return Resolution(board, self.hydrator, self.projection).play(side, card, tile.index)

    def apply_effects(self, board: BoardState, side: AnySide, card: Card, lane: int, col: int) -> list[Change]:
        """What a card does that has just been laid there: its continuous effect, its ability, and all that follows.

        Its pawns are the projection engine's, before or after it as the rule set says.
        """
        lying = board.card_lying(card, side, lane, col)
        return Resolution.take_effect(board, self.hydrator, lying)

    def apply_effects_for_you(self, board: BoardState, card: Card, lane: int, col: int) -> list[Change]:
        return self.apply_effects(board, Side.YOU, card, lane, col)

    def apply_effects_for_enemy(self, board: BoardState, card: Card, lane: int, col: int) -> list[Change]:
        return self.apply_effects(board, Side.ENEMY, card, lane, col)

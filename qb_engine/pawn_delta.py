"""PawnDelta layer: what each card in play did to the pawns, so that it can be taken back."""

from __future__ import annotations

from typing import NamedTuple

from qb_engine.geometry import TILE_COUNT


class PawnDelta(NamedTuple):
    """What one card in play, by its number, adds to the two counters of one tile."""

    number: int
    player_rank_delta: int
    enemy_rank_delta: int


class PawnDeltaLayer:
    """Base pawns and, per tile, the deltas of the cards in play; a counter is the clamped sum of both.

    A sum may lie outside 0-3 after a card has gone. A new delta is measured from that sum to the counter that the
    board shows after the pawn, so the shown counters always follow from the layer, and taking back the newest card
    always restores what was shown before it.
    """

    __slots__ = ("base", "by_tile")

    def __init__(self, base: list[tuple[int, int]], by_tile: list[tuple[PawnDelta, ...]] | None = None) -> None:
        self.base = base
        self.by_tile: list[tuple[PawnDelta, ...]] = [()] * TILE_COUNT if by_tile is None else by_tile

    def clone(self) -> PawnDeltaLayer:
        return PawnDeltaLayer(self.base.copy(), self.by_tile.copy())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PawnDeltaLayer) and (self.base, self.by_tile) == (other.base, other.by_tile)

    def total(self, index: int) -> tuple[int, int]:
        """Base plus deltas of a tile, not clamped."""
        player, enemy = self.base[index]
        for delta in self.by_tile[index]:
            player += delta.player_rank_delta
            enemy += delta.enemy_rank_delta
        return player, enemy

    def record(self, index: int, number: int, player_rank: int, enemy_rank: int) -> None:
        """Card ``number`` has brought the tile to these counters."""
        player, enemy = self.total(index)
        self.by_tile[index] += (PawnDelta(number, player_rank - player, enemy_rank - enemy),)

    def rebase(self, index: int, player_rank: int, enemy_rank: int) -> None:
        """Choose the base so that the tile has these counters with the deltas that lie on it."""
        player, enemy = self.total(index)
        base_player, base_enemy = self.base[index]
        self.base[index] = (base_player + player_rank - player, base_enemy + enemy_rank - enemy)

    def forget(self, number: int) -> None:
        """Take back everything that card did."""
        for index, deltas in enumerate(self.by_tile):
            if any(delta.number == number for delta in deltas):
                self.by_tile[index] = tuple(delta for delta in deltas if delta.number != number)

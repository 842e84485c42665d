"""ProjectionEngine: where a card's pattern falls, and what its pawns do there."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.board_state import MAX_RANK, BoardState
from qb_engine.changes import CardAt, Change, LostReason, Pawns, PawnsLaid, PawnsLost, TileCaptured
from qb_engine.geometry import TILES, AnySide, Side, Tile
from qb_engine.models import Card
from qb_engine.ruleset import Capture, Ruleset


@dataclass(frozen=True)
class ProjectionEngine:
    """Pawns (P, X) and marks (E, X) of a pattern, under the rule set of the board."""

    def compute_projection_targets(
        self, card: Card, side: AnySide, lane: int, col: int
    ) -> tuple[list[Tile], list[Tile]]:
        """The tiles that get pawns and the tiles that are marked, each in tile order."""
        index = Tile.at(lane, col).index
        pawns, marks = card.pawn_tiles(index, side), card.affected_tiles(index, side)
        return [TILES[target] for target in pawns], [TILES[target] for target in marks]

    def compute_projection_targets_for_enemy(self, card: Card, lane: int, col: int) -> tuple[list[Tile], list[Tile]]:
        return self.compute_projection_targets(card, Side.ENEMY, lane, col)

    def apply_pawns_for_you(self, board: BoardState, card: Card, lane: int, col: int) -> list[Change]:
        return self.apply_pawns(board, card, board.card_lying(card, Side.YOU, lane, col))

    def apply_pawns_for_enemy(self, board: BoardState, card: Card, lane: int, col: int) -> list[Change]:
        return self.apply_pawns(board, card, board.card_lying(card, Side.ENEMY, lane, col))

    def apply_pawns(self, board: BoardState, card: Card, by: CardAt) -> list[Change]:
        """Lay the pawns of a card that was played as ``by``, also when it has died meanwhile.

        Where pawns vanish with their card, those of a dead card are never there at all.
        """
        changes: list[Change] = []
        if board.ruleset.undoes_pawns and board.find(by.number) is None:
            return changes
        for target in _in_order(card.pawn_tiles(by.tile.index, by.side), board.ruleset):
            if board.occupants[target] is not None and not board.ruleset.pawns_on_occupied:
                changes.append(PawnsLost(TILES[target], by, LostReason.OCCUPIED))
                continue
            before = board.pawns(target)
            after = self._after_pawns(board, target, by.side, card.pawn_amount)
            if after == before:
                changes.append(PawnsLost(TILES[target], by, LostReason.FULL))
                continue
            board.owners[target], board.player_ranks[target], board.enemy_ranks[target] = after
            if board.ruleset.undoes_pawns:
                board.layer.record(target, by.number, after.player_rank, after.enemy_rank)
            captured = before.owner is by.side.other and after.owner is by.side
            changes.append((TileCaptured if captured else PawnsLaid)(TILES[target], by, before, after))
        return changes

    def _after_pawns(self, board: BoardState, index: int, side: Side, amount: int) -> Pawns:
        if board.ruleset.capture is Capture.STEPWISE:
            return _stepwise(board, index, side, amount)
        owner, rank = board.owners[index], board.rank(index)
        if owner is side.other and rank > 0:
            rank += amount - 1 if board.ruleset.raise_on_capture else 0
        else:
            rank += amount
        rank = min(rank, MAX_RANK)
        return Pawns(side, rank, 0) if side is Side.YOU else Pawns(side, 0, rank)


def _stepwise(board: BoardState, index: int, side: Side, amount: int) -> Pawns:
    """Pawn by pawn: off the opponent's counter while the opponent owns the tile, and onto the own one."""
    pawns = board.pawns(index)
    for _ in range(amount):
        counters = {Side.YOU: pawns.player_rank, Side.ENEMY: pawns.enemy_rank}
        if pawns.owner is side.other:
            counters[side.other] = max(counters[side.other] - 1, 0)
        counters[side] = min(counters[side] + 1, MAX_RANK)
        player, enemy = counters[Side.YOU], counters[Side.ENEMY]
        leader = Side.YOU if player > enemy else Side.ENEMY
        pawns = Pawns(pawns.owner if player == enemy else leader, player, enemy)
    return pawns


def _in_order(targets: tuple[int, ...], ruleset: Ruleset) -> list[int]:
    return sorted(targets, key=ruleset.order.index)

"""A position seen from the other end of the table: the board mirrored left to right and the sides exchanged."""

from __future__ import annotations

from dataclasses import replace

from qb_engine.board_state import BoardState
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, TILES, mirrored_index
from qb_engine.models import Decision, Move
from qb_engine.pawn_delta import PawnDelta, PawnDeltaLayer
from qb_engine.ruleset import TileOrder


def mirrored_board(board: BoardState) -> BoardState:
    """The mirror image; it also resolves in mirrored tile order, so that every play on it is the mirror of one here."""
    flipped = {TileOrder.LEFT_TO_RIGHT: TileOrder.RIGHT_TO_LEFT, TileOrder.RIGHT_TO_LEFT: TileOrder.LEFT_TO_RIGHT}
    image = BoardState(board.ruleset.varied(tile_order=flipped[board.ruleset.tile_order]))
    image.next_number = board.next_number
    layer = PawnDeltaLayer([(0, 0)] * TILE_COUNT)
    for index in range(TILE_COUNT):
        there = mirrored_index(index)
        owner, designated, occupant = board.owners[index], board.designated[index], board.occupants[index]
        image.owners[there] = None if owner is None else owner.other
        image.designated[there] = None if designated is None else designated.other
        image.player_ranks[there], image.enemy_ranks[there] = board.enemy_ranks[index], board.player_ranks[index]
        image.occupants[there] = None if occupant is None else occupant._replace(side=occupant.side.other)
        player, enemy = board.layer.base[index]
        layer.base[there] = (enemy, player)
        layer.by_tile[there] = tuple(
            PawnDelta(d.number, d.enemy_rank_delta, d.player_rank_delta) for d in board.layer.by_tile[index]
        )
    image.layer = layer
    return image


def mirrored_state(state: GameState) -> GameState:
    """The game with the sides exchanged; its log begins here."""
    position = state.position()
    image = replace(
        position,
        board=mirrored_board(position.board),
        side_to_act=position.side_to_act.other,
        hands=position.hands.swapped(),
        decks=position.decks.swapped(),
        mulligan_open=position.mulligan_open.swapped(),
        mulligans_applied=position.mulligans_applied.swapped(),
        deck_seeds=position.deck_seeds.swapped(),
    )
    return GameState.from_position(image, state.hydrator)


def mirrored_decision(decision: Decision) -> Decision:
    if isinstance(decision, Move) and decision.tile is not None:
        return Move(decision.card, TILES[mirrored_index(decision.tile.index)])
    return decision

"""What every move would do: each is tried on a copy of the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from qb_app.documents.boards import SIDES
from qb_app.documents.moves import MovesDocument, PreviewDocument, preview_document
from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command
from qb_engine.geometry import Side, Tile
from qb_engine.models import HIDDEN, Card, CardId, Move

MOST_LIKELY = 24
"""Cards of the enemy that are tried on one tile."""


def moves_document(
    game: LiveGame, version: int, side: Side, card: Card | None, tile: Tile | None = None, likely: Iterable[CardId] = ()
) -> MovesDocument:
    """The legal moves of a side, of one card or on one tile if that is named; none when the side is not to act.

    Of the enemy only the pass is known unless a card is named: one of its hidden cards is taken for that card. On a
    tile that is named alone it has the ``likely`` cards that can go there, the first ``MOST_LIKELY`` of them.
    """
    due = not game.is_over and game.state.side_to_act is side
    moves = [_preview(game, command) for command in (_legal(game, side, card, tile, likely) if due else ())]
    return {"side": SIDES[side], "version": version, "moves": moves}


def _legal(
    game: LiveGame, side: Side, card: Card | None, tile: Tile | None, likely: Iterable[CardId]
) -> Iterator[c.Play | c.Pass]:
    if card is not None:
        yield from _placements(game, side, [card], tile)
    elif side is Side.ENEMY and tile is not None:
        allowed = {one.id: one for one in game.may_play(side)}
        cards = [allowed[card_id] for card_id in likely if card_id in allowed]
        yield from islice(_placements(game, side, cards, tile), MOST_LIKELY)
    else:
        held = {one.id: one for one in game.state.hands[side].cards if one.id != HIDDEN}
        yield from _placements(game, side, [held[card_id] for card_id in sorted(held)], tile)
    if card is None and tile is None:
        yield c.Pass(side)


def _placements(game: LiveGame, side: Side, cards: Iterable[Card], wanted: Tile | None) -> Iterator[c.Play]:
    state = game.state
    for one in cards:
        for tile in state.legality.legal_tiles(state.board, side, one):
            if wanted in (None, tile):
                yield c.Play(one.id, side, tile)


def _preview(game: LiveGame, command: c.Play | c.Pass) -> PreviewDocument:
    tried = game.fork()
    changes = tried.apply(command)
    move = Move(command.card, command.tile) if isinstance(command, c.Play) else Move.PASS
    return preview_document(move, format_command(command), changes, tried.state.board, command.side, game.hydrator)

"""What every move would do: each is tried on a copy of the match."""

from __future__ import annotations

from collections.abc import Iterator

from qb_app.documents.boards import SIDES
from qb_app.documents.moves import MovesDocument, PreviewDocument, preview_document
from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, Card, Move


def moves_document(game: LiveGame, version: int, side: Side, card: Card | None) -> MovesDocument:
    """The legal moves of a side, of one card if it is named; none when the side is not to act.

    Of the enemy only the pass is known unless a card is named: one of its hidden cards is taken for that card.
    """
    due = not game.is_over and game.state.side_to_act is side
    moves = [_preview(game, command) for command in (_legal(game, side, card) if due else ())]
    return {"side": SIDES[side], "version": version, "moves": moves}


def _legal(game: LiveGame, side: Side, card: Card | None) -> Iterator[c.Play | c.Pass]:
    if card is not None:
        cards = [card]
    else:
        held = {one.id: one for one in game.state.hands[side].cards if one.id != HIDDEN}
        cards = [held[card_id] for card_id in sorted(held)]
    for one in cards:
        for tile in game.state.legality.legal_tiles(game.state.board, side, one):
            yield c.Play(one.id, side, tile)
    if card is None:
        yield c.Pass(side)


def _preview(game: LiveGame, command: c.Play | c.Pass) -> PreviewDocument:
    tried = game.fork()
    changes = tried.apply(command)
    move = Move(command.card, command.tile) if isinstance(command, c.Play) else Move.PASS
    return preview_document(move, format_command(command), changes, tried.state.board, command.side, game.hydrator)

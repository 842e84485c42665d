"""Where every card may be placed now, for a page that lets a player choose the tile or the card first."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.documents.boards import SIDES, SideName
from qb_app.live.game import LiveGame
from qb_engine.geometry import Side
from qb_engine.models import CardId


class PlacementsDocument(TypedDict):
    version: int
    side: SideName
    cards: dict[CardId, list[str]]
    """By card, the tiles on which it can be placed; a card that can go nowhere is not in it."""


def placements_document(game: LiveGame, version: int, side: Side) -> PlacementsDocument:
    """Of your side the cards held and told, of the enemy every card that it may hold; none when the side is not to act.

    Unlike ``moves_document`` it tries nothing, so it is quick enough for all cards.
    """
    due = not game.is_over and game.state.side_to_act is side
    tiles = game.state.legality.tiles_of(game.state.board, side, game.may_play(side) if due else ())
    cards = {card_id: [tile.long for tile in found] for card_id, found in tiles.items() if found}
    return {"version": version, "side": SIDES[side], "cards": cards}

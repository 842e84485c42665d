"""A position as a document."""

from __future__ import annotations

from typing_extensions import TypedDict

from gamekit.record import result_text
from qb_app.documents.boards import SIDES, BoardDocument, SideName, board_document
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId


class PositionDocument(TypedDict):
    position: str
    """The same in its shortest form."""
    board: BoardDocument
    to_act: SideName
    turn: int
    hand: list[CardId]
    enemy_hand: list[CardId]
    """``?`` is a hidden card."""
    over: bool
    result: str | None


def position_document(state: GameState) -> PositionDocument:
    outcome = state.outcome()
    return {
        "position": state.key(),
        "board": board_document(state.board),
        "to_act": SIDES[state.side_to_act],
        "turn": state.turn,
        "hand": state.hands[Side.YOU].as_card_ids(),
        "enemy_hand": state.hands[Side.ENEMY].as_card_ids(),
        "over": state.is_over,
        "result": None if outcome is None else result_text(outcome),
    }

"""A move as a document, alone and with what it would do."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypedDict

from qb_app.documents.boards import BoardDocument, EventDocument, SideName, board_document, event_document
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Change
from qb_engine.geometry import Side
from qb_engine.models import CardId, Decision, Move
from qb_engine.narration import move_name


class MoveDocument(TypedDict):
    """A placement or a pass; every document that tells of a move holds these."""

    move: str
    """In the notation: ``015 MID-3`` or ``pass``."""
    name: str
    """As a player says it: ``Zu M3``."""
    card: CardId | None
    tile: str | None
    """Both None for the pass."""


class PreviewDocument(MoveDocument):
    """What a move would do."""

    command: str
    """Entering it makes the move."""
    changes: list[EventDocument]
    board: BoardDocument


class MovesDocument(TypedDict):
    side: SideName
    version: int
    moves: list[PreviewDocument]


def preview_document(
    move: Move, command: str, changes: Iterable[Change], board: BoardState, side: Side, hydrator: CardHydrator
) -> PreviewDocument:
    return {
        **move_document(move, hydrator),
        "command": command,
        "changes": [event_document(change, side, hydrator) for change in changes],
        "board": board_document(board),
    }


def move_text(decision: Decision) -> str:
    """A decision in the notation, its tile in the long form."""
    if isinstance(decision, Move) and decision.tile is not None:
        return f"{decision.card} {decision.tile.long}"
    return str(decision)


def move_document(move: Move, hydrator: CardHydrator) -> MoveDocument:
    return {
        "move": move_text(move),
        "name": move_name(move, hydrator),
        "card": move.card,
        "tile": None if move.tile is None else move.tile.long,
    }

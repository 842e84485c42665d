"""What happened in a game, as documents."""

from __future__ import annotations

import re
from dataclasses import asdict, is_dataclass
from enum import Enum
from typing import Any

from typing_extensions import TypedDict

from qb_app.documents.boards import SIDES, SideName
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_events import Event
from qb_engine.geometry import Side, Tile
from qb_engine.narration import narrate


class EventDocument(TypedDict):
    kind: str
    of: SideName
    """The side whose turn it belongs to."""
    text: str
    """As a player reads it."""
    facts: dict[str, Any]
    """The fields of an event of that kind."""


def event_document(event: Event, side: Side, hydrator: CardHydrator) -> EventDocument:
    return {
        "kind": re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower(),
        "of": SIDES[side],
        "text": narrate(event, hydrator),
        "facts": {name: _plain(value) for name, value in event._asdict().items()},
    }


def _plain(value: object) -> object:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value

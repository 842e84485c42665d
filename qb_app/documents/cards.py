"""A card as a document."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_engine.card_hydrator import CardHydrator
from qb_engine.effect_text import card_sentence
from qb_engine.models import Card


class CardDocument(TypedDict):
    id: str
    name: str
    rank: int | str
    """Pawns its tile must hold, or ``replace``."""
    power: int
    legendary: bool
    token: bool
    pattern: list[str]
    """Five rows: W the card, P pawn, E effect, X both, ``.`` nothing."""
    sentence: str


def card_document(card: Card, hydrator: CardHydrator) -> CardDocument:
    return {
        "id": card.id,
        "name": card.name,
        "rank": card.rank,
        "power": card.power,
        "legendary": card.legendary,
        "token": card.token,
        "pattern": list(card.grid()),
        "sentence": card_sentence(card, hydrator),
    }

"""A card as a document."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from qb_app.documents.effects import EffectDocument, effect_documents
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
    effects: list[EffectDocument]
    """The same in words for an emblem; none for a card that only lies there."""


class CardsDocument(TypedDict):
    cards: list[CardDocument]


def cards_document(cards: Sequence[Card], hydrator: CardHydrator) -> CardsDocument:
    return {"cards": [card_document(card, hydrator) for card in cards]}


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
        "effects": effect_documents(card),
    }

"""The booster packs of the game, as a document."""

from __future__ import annotations

from collections.abc import Container

from typing_extensions import TypedDict

from qb_engine.booster_packs import booster_packs
from qb_engine.card_hydrator import CardHydrator
from qb_engine.models import CardId


class BoosterPackDocument(TypedDict):
    name: str
    name_ja: str
    """As it is called in Japanese."""
    cards: list[CardId]
    owned: int
    """How many of its cards the user owns, in any number of copies."""


class BoosterPacksDocument(TypedDict):
    packs: list[BoosterPackDocument]


def booster_packs_document(owned: Container[CardId], hydrator: CardHydrator) -> BoosterPacksDocument:
    return {
        "packs": [
            {
                "name": pack.name,
                "name_ja": pack.name_ja,
                "cards": list(pack.card_ids),
                "owned": sum(card_id in owned for card_id in pack.card_ids),
            }
            for pack in booster_packs(hydrator)
        ]
    }

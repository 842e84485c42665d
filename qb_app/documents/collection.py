"""The cards that the user owns, as a document."""

from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import TypedDict

from qb_engine.models import CardId


class CollectionDocument(TypedDict):
    cards: dict[CardId, int]
    """How many copies of each card; cards without any are left out."""


def collection_document(owned: Mapping[CardId, int]) -> CollectionDocument:
    return {"cards": dict(sorted(owned.items()))}

"""The named decks that come with the product: the one reader of data/decks.json."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.models import CardId


class LibraryDeck(NamedTuple):
    """A complete deck that somebody has played."""

    name: str
    card_ids: tuple[CardId, ...]
    """In ascending order, one entry per copy."""
    source: str
    """Where the list was found, and what is known of it."""


def library_decks(hydrator: CardHydrator | None = None) -> tuple[LibraryDeck, ...]:
    """Every complete deck of the library, in the order of the data."""
    cards = known_cards(hydrator)
    return tuple(_read_deck(raw, cards) for raw in _raw_decks())


def _read_deck(raw: dict[str, Any], hydrator: CardHydrator) -> LibraryDeck:
    ids = (hydrator.get(name).id for name, copies in raw["cards"].items() for _ in range(copies))
    source = "; ".join(raw[key] for key in ("source", "note") if key in raw)
    return LibraryDeck(raw["name"], tuple(sorted(ids)), source)


@cache
def _raw_decks() -> list[dict[str, Any]]:
    text = resources.files("qb_engine").joinpath("data/decks.json").read_text(encoding="utf-8")
    decks: list[dict[str, Any]] = json.loads(text)["decks"]
    return decks

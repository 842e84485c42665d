"""A deck as a document, and with what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from qb_app.asking.choices import DEFAULT_RULESET
from qb_app.asking.decks import NamedDeck
from qb_app.storage.records import StoredDeck
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.deck_notation import format_deck_list
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset


class DeckDocument(TypedDict):
    name: str | None
    code: str
    cards: list[str]


class DeckReport(DeckDocument):
    list: str
    ruleset: str
    legal: bool
    reasons: list[str]


class DecksDocument(TypedDict):
    library: list[DeckReport]
    saved: list[DeckReport]
    """Your own, each judged by the rules it was saved for unless others are asked for."""


def decks_document(saved: Sequence[StoredDeck], ruleset: str | None, hydrator: CardHydrator) -> DecksDocument:
    rules = Ruleset.parse(ruleset or DEFAULT_RULESET)
    return {
        "library": [
            deck_report(NamedDeck(deck.name, deck.card_ids), rules, hydrator) for deck in library_decks(hydrator)
        ],
        "saved": [
            deck_report(NamedDeck(deck.name, deck.card_ids), Ruleset.parse(ruleset or deck.ruleset), hydrator)
            for deck in saved
        ],
    }


def deck_document(deck: NamedDeck) -> DeckDocument:
    return {"name": deck.name, "code": deck.code, "cards": list(deck.card_ids)}


def deck_report(deck: NamedDeck, ruleset: Ruleset, hydrator: CardHydrator) -> DeckReport:
    faults = deck_faults(deck.card_ids, ruleset, hydrator)
    return {
        **deck_document(deck),
        "list": format_deck_list(deck.card_ids, hydrator),
        "ruleset": str(ruleset),
        "legal": not faults,
        "reasons": list(faults),
    }

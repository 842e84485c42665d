"""A deck as a document, and with what speaks against it."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.asking.decks import NamedDeck
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.deck_notation import format_deck_list
from qb_engine.ruleset import Ruleset


class DeckDocument(TypedDict):
    name: str | None
    code: str
    cards: list[str]


class DeckReport(TypedDict):
    name: str | None
    code: str
    cards: list[str]
    list: str
    ruleset: str
    legal: bool
    reasons: list[str]


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

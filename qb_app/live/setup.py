"""What is settled before the first card: rules, decks, who sits opposite, who begins."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gamekit.quoting import quoted
from qb_app.errors import InputError
from qb_app.storage.records import JsonValue
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

FORMAT = "qbcoach-match-1"


@lru_cache(maxsize=16)
def hydrator_with(cards: tuple[str, ...]) -> CardHydrator:
    """The cards of the game and these, given as JSON. Shared by all who ask for the same, so nobody may add to it."""
    hydrator = CardHydrator()
    for text in cards:
        hydrator.add_json(text)
    return hydrator


@dataclass(frozen=True, slots=True)
class MatchSetup:
    ruleset: Ruleset = Ruleset.REBIRTH
    deck: tuple[CardId, ...] | None = None
    """Your deck; None when you did not say: any card may come."""
    opponent: str | None = None
    """The title of a profile."""
    enemy_deck: tuple[CardId, ...] | None = None
    first: Side = Side.YOU
    cards: tuple[str, ...] = ()
    """JSON of cards that only this match has."""

    def hydrator(self) -> CardHydrator:
        return hydrator_with(self.cards)

    @property
    def title(self) -> str:
        return f"against {self.opponent or 'an unknown opponent'}"

    def to_json(self) -> dict[str, JsonValue]:
        return {
            "format": FORMAT,
            "ruleset": str(self.ruleset),
            "behaviour": self.ruleset.behaviour,
            "deck": None if self.deck is None else list(self.deck),
            "opponent": self.opponent,
            "enemy_deck": None if self.enemy_deck is None else list(self.enemy_deck),
            "first": self.first.value,
            "cards": [json.loads(text) for text in self.cards],
        }

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> MatchSetup:
        """Read what ``to_json`` writes; a match of other rules than this program plays is refused."""
        try:
            json.dumps(document, ensure_ascii=False).encode()
            return MatchSetup._read(document)
        except (AttributeError, KeyError, TypeError, UnicodeEncodeError) as error:
            raise InputError(f"this is no setup of a match: {error}") from error

    @staticmethod
    def _read(document: Mapping[str, Any]) -> MatchSetup:
        if document.get("format") != FORMAT:
            raise InputError(
                f"this match was written as {quoted(document.get('format'))}, this program reads '{FORMAT}'"
            )
        ruleset = Ruleset.parse(document["ruleset"])
        if document["behaviour"] != ruleset.behaviour:
            raise InputError(
                f"this match was entered under behaviour {document['behaviour']} of {ruleset}, "
                f"this program plays behaviour {ruleset.behaviour}"
            )
        if document["first"] not in tuple(Side):
            raise InputError(f"the side that begins is Y or E, not {quoted(document['first'])}")
        return MatchSetup(
            ruleset=ruleset,
            deck=_ids(document["deck"]),
            opponent=_text(document["opponent"]),
            enemy_deck=_ids(document["enemy_deck"]),
            first=Side(document["first"]),
            cards=tuple(json.dumps(card, ensure_ascii=False) for card in document["cards"]),
        )


def _ids(cards: object) -> tuple[CardId, ...] | None:
    if cards is None:
        return None
    if not isinstance(cards, Sequence) or not all(isinstance(card_id, str) for card_id in cards):
        raise InputError("a deck is a list of card ids")
    return tuple(cards)


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise InputError(f"a text is expected, not {quoted(value)}")
    return value

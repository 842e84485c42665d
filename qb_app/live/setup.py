"""What is settled before the first card: rules, decks, who sits opposite, who begins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qb_app.errors import InputError
from qb_app.storage.records import JsonValue
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

FORMAT = "qbcoach-match-1"


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
        hydrator = CardHydrator()
        for text in self.cards:
            hydrator.add_json(text)
        return hydrator

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
        if document.get("format") != FORMAT:
            raise InputError(f"this match was written as '{document.get('format')}', this program reads '{FORMAT}'")
        ruleset = Ruleset.parse(document["ruleset"])
        if document["behaviour"] != ruleset.behaviour:
            raise InputError(
                f"this match was entered under behaviour {document['behaviour']} of {ruleset}, "
                f"this program plays behaviour {ruleset.behaviour}"
            )
        return MatchSetup(
            ruleset=ruleset,
            deck=_ids(document["deck"]),
            opponent=document["opponent"],
            enemy_deck=_ids(document["enemy_deck"]),
            first=Side(document["first"]),
            cards=tuple(json.dumps(card, ensure_ascii=False) for card in document["cards"]),
        )


def _ids(cards: list[str] | None) -> tuple[CardId, ...] | None:
    return None if cards is None else tuple(cards)

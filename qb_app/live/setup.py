"""What is settled before the first card: rules, decks, who sits opposite, who begins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from qb_app.errors import InputError
from qb_app.live.file_lines import shown
from qb_app.storage.records import JsonValue
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

FORMAT = "qbcoach-match-1"
SETUP_FIELDS = ("format", "ruleset", "behaviour", "deck", "opponent", "enemy_deck", "first", "cards")


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
        if not isinstance(document, Mapping) or document.get("format") != FORMAT:
            form = document.get("format") if isinstance(document, Mapping) else document
            raise InputError(f"this match was written as {shown(form)}, this program reads '{FORMAT}'")
        if lacking := [name for name in SETUP_FIELDS if name not in document]:
            raise InputError(f"the setup of the match lacks {', '.join(lacking)}")
        rules, behaviour, first = document["ruleset"], document["behaviour"], document["first"]
        if not isinstance(rules, str):
            raise InputError(f"'ruleset' is {shown(rules)}, a text such as 'rebirth' is expected")
        ruleset = Ruleset.parse(rules)
        if behaviour != ruleset.behaviour:
            raise InputError(
                f"this match was entered under behaviour {shown(behaviour)} of {ruleset}, "
                f"this program plays behaviour {ruleset.behaviour}"
            )
        if first not in tuple(Side):
            raise InputError(f"'first', the side that begins, is Y or E, not {shown(first)}")
        return MatchSetup(
            ruleset=ruleset,
            deck=_ids(document, "deck"),
            opponent=_name(document["opponent"]),
            enemy_deck=_ids(document, "enemy_deck"),
            first=Side(first),
            cards=_cards(document["cards"]),
        )


def _ids(document: Mapping[str, Any], field: str) -> tuple[CardId, ...] | None:
    cards = document[field]
    if cards is not None and not (isinstance(cards, list) and all(isinstance(card_id, str) for card_id in cards)):
        raise InputError(f"'{field}' is {shown(cards)}, a list of card ids is expected, or null")
    return None if cards is None else tuple(cards)


def _name(name: object) -> str | None:
    if name is not None and not (isinstance(name, str) and name.strip()):
        raise InputError(f"'opponent' is {shown(name)}, a name is expected, or null")
    return name


def _cards(cards: object) -> tuple[str, ...]:
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise InputError(f"'cards' is {shown(cards)}, a list of cards is expected, each with its fields")
    return tuple(json.dumps(card, ensure_ascii=False) for card in cards)

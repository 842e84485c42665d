"""CardHydrator: the one reader of the card data."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from gamekit.quoting import quoted
from qb_engine.card_schema import parse_card
from qb_engine.effects import AddToHand, SpawnByRank
from qb_engine.errors import AmbiguousCardError, CardDataError, UnknownCardError
from qb_engine.models import HIDDEN, HIDDEN_CARD, Card, CardId


@lru_cache(maxsize=1024)
def normalised(name: str) -> str:
    """A name with case, accents and punctuation ignored."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


class CardHydrator:
    """Cards by id or name: ``cards["Zu"]``. Starts with the game's cards (or those given); cards added stay here."""

    def __init__(self, cards: Iterable[Card] | None = None) -> None:
        self._by_id: dict[CardId, Card] = {}
        self._by_name: dict[str, list[Card]] = {}
        for card in _standard_cards() if cards is None else cards:
            self._insert(card)
        self._check_tokens(self._by_id.values())
        self._closed = False

    @staticmethod
    @cache
    def shared() -> CardHydrator:
        """The game's cards, one set for all who bring none of their own; nothing can be added to it."""
        shared = CardHydrator()
        shared._closed = True
        return shared

    @staticmethod
    def from_json(text: str) -> CardHydrator:
        """A hydrator over a whole card file instead of the game's own."""
        return CardHydrator(_parse_cards(text))

    def get(self, query: str) -> Card:
        """The card of that id or name; case, accents and punctuation of a name are ignored."""
        found = self._by_id.get(query)
        if found is not None:
            return found
        if query == HIDDEN:
            return HIDDEN_CARD
        named = self._by_name.get(normalised(query), [])
        if len(named) == 1:
            return named[0]
        if named:
            raise AmbiguousCardError(query, tuple(card.id for card in named))
        raise UnknownCardError(query, self.close_names(query))

    __getitem__ = get

    def __contains__(self, query: object) -> bool:
        """Whether it is the id or the name of a card here."""
        return isinstance(query, str) and (query in self._by_id or normalised(query) in self._by_name)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self._by_id)

    def __repr__(self) -> str:
        return f"<CardHydrator of {len(self)} cards>"

    def has_id(self, card_id: CardId) -> bool:
        return card_id in self._by_id

    def check_ids(self, card_ids: Iterable[CardId]) -> None:
        """Refuse the first that is neither the id of a card here nor a hidden card; for a name, tell the id."""
        for card_id in card_ids:
            if card_id != HIDDEN and card_id not in self._by_id:
                meant = tuple(card.id for card in self._by_name.get(normalised(card_id), []))
                raise UnknownCardError(card_id, meant or self.close_names(card_id))

    def close_names(self, query: str) -> tuple[str, ...]:
        """Up to three known names nearest to the query, best first."""
        near = difflib.get_close_matches(normalised(query), self._by_name, n=3, cutoff=0.6)
        return tuple(self._by_name[name][0].name for name in near)

    def all(self) -> tuple[Card, ...]:
        """Every card, tokens included, ordered by id."""
        return tuple(self._by_id[card_id] for card_id in sorted(self._by_id))

    def deck_cards(self) -> tuple[Card, ...]:
        """Every card that may be put in a deck, ordered by id."""
        return tuple(card for card in self.all() if not card.token)

    def add_json(self, text: str) -> Card:
        """Validate a card that a user supplies as JSON and keep it in this hydrator only."""
        if self._closed:
            raise CardDataError("the shared cards stay as they are; add cards to a CardHydrator() of your own")
        card = parse_card(_parse_json(text))
        if card.id in self._by_id:
            raise CardDataError(f"card {card.id}, field id: is taken by {self._by_id[card.id].name}")
        name = normalised(card.name)
        if name in self._by_name or name in self._by_id:
            raise CardDataError(f"card {card.id}, field name: {quoted(card.name)} is taken; give it another name")
        if card.id in self._by_name:
            raise CardDataError(f"card {card.id}, field id: is the name of another card")
        if not any(letter.isalpha() for letter in name) or any(mark in card.name for mark in ",;"):
            raise CardDataError(
                f"card {card.id}, field name: {quoted(card.name)} needs a letter and no comma or semicolon"
            )
        if not card.name.isprintable():
            raise CardDataError(f"card {card.id}, field name: {quoted(card.name)} holds signs that cannot be shown")
        self._check_tokens([card])
        self._insert(card)
        return card

    def _insert(self, card: Card) -> None:
        if card.id in self._by_id:
            raise CardDataError(f"card {card.id}, field id: stands twice in the data")
        self._by_id[card.id] = card
        self._by_name.setdefault(normalised(card.name), []).append(card)

    def _check_tokens(self, cards: Iterable[Card]) -> None:
        for card in cards:
            for ability in card.abilities:
                named = ability.op.cards if isinstance(ability.op, AddToHand | SpawnByRank) else ()
                for card_id in named:
                    if card_id not in self._by_id:
                        raise CardDataError(f"card {card.id}, field effect: names the unknown card {quoted(card_id)}")


def known_cards(given: CardHydrator | None) -> CardHydrator:
    """Those given, the shared ones where none are."""
    return CardHydrator.shared() if given is None else given


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise CardDataError("this JSON is nested too deeply to be a card") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise CardDataError(f"this is not JSON: it cannot be read from {place} on") from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise CardDataError("this JSON holds a number with far too many digits") from error


def _parse_cards(text: str) -> tuple[Card, ...]:
    rows = _parse_json(text)
    if not isinstance(rows, list):
        raise CardDataError("a card file is a JSON list of cards")
    return tuple(parse_card(row) for row in rows)


def card_data() -> str:
    """The game's cards as they are written down, read anew."""
    return resources.files("qb_engine").joinpath("data/cards.json").read_text(encoding="utf-8")


@cache
def _standard_cards() -> tuple[Card, ...]:
    return _parse_cards(card_data())

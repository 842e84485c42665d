"""Hand: the cards a player holds, in a kept order."""

from __future__ import annotations

from collections.abc import Iterable

from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import HandIndexError, NotInHandError
from qb_engine.models import HIDDEN, HIDDEN_CARD, Card, CardId


class Hand:
    """Hydrated cards; cards the observer cannot see are held as hidden cards."""

    __slots__ = ("cards", "hydrator", "mulligans_applied")

    def __init__(self, hydrator: CardHydrator) -> None:
        self.hydrator = hydrator
        self.cards: list[Card] = []
        self.mulligans_applied = 0

    def clone(self) -> Hand:
        copy = Hand.__new__(Hand)
        copy.hydrator, copy.cards, copy.mulligans_applied = self.hydrator, self.cards.copy(), self.mulligans_applied
        return copy

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        """The cards with their numbers, as ``GameState.play`` takes them."""
        names = ("?" if card is HIDDEN_CARD else card.name for card in self.cards)
        return ", ".join(f"{number} {name}" for number, name in enumerate(names, 1)) or "no card"

    def __repr__(self) -> str:
        return f"<Hand {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and (self.as_card_ids(), self.mulligans_applied) == (
            other.as_card_ids(),
            other.mulligans_applied,
        )

    @property
    def unknown(self) -> int:
        """How many cards are hidden."""
        return sum(card is HIDDEN_CARD for card in self.cards)

    def from_card_ids(self, ids: Iterable[CardId]) -> None:
        """Fill an empty hand; a hand that already holds cards is refused, ``sync_from_ids`` overwrites one."""
        if self.cards:
            raise HandIndexError(f"this hand already holds {len(self.cards)} cards; sync_from_ids overwrites it")
        self.sync_from_ids(ids)

    def add_card(self, card_id: CardId) -> None:
        self.cards.append(self.hydrator.get(card_id))

    def card_at(self, idx: int) -> Card:
        if not 0 <= idx < len(self.cards):
            raise HandIndexError(f"hand index {idx} names no card; this hand has {len(self.cards)}, counted from 0")
        return self.cards[idx]

    def remove_index(self, idx: int) -> Card:
        """Take out exactly that one card."""
        card = self.card_at(idx)
        del self.cards[idx]
        return card

    def index_of(self, card_id: CardId) -> int | None:
        """Index of the first such card."""
        for index, card in enumerate(self.cards):
            if card.id == card_id:
                return index
        return None

    def as_card_ids(self) -> list[CardId]:
        return [card.id for card in self.cards]

    def sync_from_ids(self, ids: Iterable[CardId]) -> None:
        """Overwrite the whole hand."""
        self.cards = [self.hydrator.get(card_id) for card_id in ids]

    def use_cards(self, hydrator: CardHydrator) -> None:
        """Hold the same cards as another hydrator has them."""
        self.hydrator = hydrator
        self.sync_from_ids(self.as_card_ids())

    def reveal(self, card_id: CardId) -> int:
        """Let a hidden card be this one; its index."""
        hidden = self.index_of(HIDDEN)
        if hidden is None:
            raise NotInHandError(f"{card_id} is not in this hand, and no card there is hidden")
        self.cards[hidden] = self.hydrator.get(card_id)
        return hidden

    def hide(self, idx: int) -> Card:
        """Turn that card face down; the card that it was."""
        card = self.card_at(idx)
        self.cards[idx] = HIDDEN_CARD
        return card

    def hide_all(self) -> None:
        """Turn every card but tokens face down, in an order that tells nothing."""
        self.cards = sorted((card if card.token else HIDDEN_CARD for card in self.cards), key=lambda card: card.id)

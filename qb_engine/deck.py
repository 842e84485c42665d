"""Deck: card ids in a seeded order, and the rules a deck must keep. A deck never looks at card data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import AmbiguousCardError, DeckError, MulliganError, UnknownCardError
from qb_engine.models import HIDDEN, Card, CardId
from qb_engine.ruleset import Ruleset

STANDARD_SIZE = 15
_SEED = re.compile(r"[^\s,]+")


class Deck:
    """The cards of one player that are not yet drawn, next card first.

    A seed makes the order reproducible; without one, shuffling keeps the order given. ``size=None`` admits any number
    of cards, as the rest of a deck in the middle of a game needs.
    """

    __slots__ = ("_cards", "_next", "card_ids", "seed")

    def __init__(
        self, card_ids: Sequence[CardId], seed: int | str | None = None, *, size: int | None = STANDARD_SIZE
    ) -> None:
        if size is not None and len(card_ids) != size:
            raise DeckError((f"it has {len(card_ids)} cards, not {size}",))
        self.card_ids = tuple(card_ids)
        self.seed = seed
        if seed is not None and not _SEED.fullmatch(str(seed)):
            raise DeckError((f"its seed {quoted(seed)} holds a space, a comma or nothing",))
        self._cards = self.card_ids
        self._next = 0

    def clone(self) -> Deck:
        copy = Deck.__new__(Deck)
        copy.card_ids, copy.seed, copy._cards, copy._next = self.card_ids, self.seed, self._cards, self._next
        return copy

    def __len__(self) -> int:
        return len(self._cards) - self._next

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and (self.remaining(), self.seed_text) == (other.remaining(), other.seed_text)

    def __repr__(self) -> str:
        return f"Deck({list(self.remaining())!r}, seed={self.seed!r}, size=None)"

    @property
    def seed_text(self) -> str | None:
        """The seed as it is written down; the order of the cards depends on this text, so 42 and "42" are one seed."""
        return None if self.seed is None else str(self.seed)

    def remaining(self) -> tuple[CardId, ...]:
        """The cards still to be drawn, in order."""
        return self._cards[self._next :]

    def shuffle(self) -> None:
        """All cards of the deck in the order the seed gives, none drawn."""
        self._cards, self._next = _shuffled(self.card_ids, self.seed_text), 0

    def draw(self) -> CardId | None:
        """The next card, or None from an empty deck."""
        if self._next == len(self._cards):
            return None
        self._next += 1
        return self._cards[self._next - 1]

    def draw_n(self, count: int) -> list[CardId]:
        """Up to ``count`` cards in order; fewer when the deck runs out."""
        drawn = self._cards[self._next : self._next + max(count, 0)]
        self._next += len(drawn)
        return list(drawn)

    def take(self, card_ids: Sequence[CardId]) -> list[CardId]:
        """Take these cards out, wherever they lie, for a hand that is given instead of drawn."""
        rest = list(self.remaining())
        for card_id in card_ids:
            if card_id not in rest:
                raise DeckError((f"it does not hold {card_id} as often as the hand that is to be taken from it",))
            rest.remove(card_id)
        self._cards, self._next = tuple(rest), 0
        return list(card_ids)

    def return_card(self, card_id: CardId) -> None:
        """Put a card under the deck."""
        self._cards += (card_id,)

    def mulligan(self, hand: Sequence[CardId], indices_to_replace: Sequence[int]) -> list[CardId]:
        """Exchange those cards of the hand: they go back, the deck is shuffled anew by a seed derived from its own,
        and as many are drawn in their places."""
        chosen = sorted(indices_to_replace)
        if len(set(chosen)) != len(chosen) or any(not 0 <= index < len(hand) for index in chosen):
            raise MulliganError(
                f"a hand of {len(hand)} has places 1 to {len(hand)}, and a mulligan names each at most once"
            )
        if not chosen:
            return list(hand)
        pool = self.remaining() + tuple(hand[index] for index in chosen)
        self._cards, self._next = _shuffled(pool, None if self.seed is None else f"{self.seed}/mulligan"), 0
        result = list(hand)
        for index, card_id in zip(chosen, self.draw_n(len(chosen)), strict=True):
            result[index] = card_id
        return result


def _shuffled(card_ids: tuple[CardId, ...], seed: str | None) -> tuple[CardId, ...]:
    if seed is None:
        return card_ids
    cards = list(card_ids)
    Random(seed).shuffle(cards)
    return tuple(cards)


def deck_faults(card_ids: Sequence[CardId], ruleset: Ruleset, hydrator: CardHydrator) -> tuple[str, ...]:
    """Every reason why this is no legal deck; empty when it is one. Hidden cards are taken on trust."""
    faults = []
    if len(card_ids) != ruleset.deck_size:
        faults.append(f"it has {len(card_ids)} cards, not {ruleset.deck_size}")
    cards: Counter[Card] = Counter()
    for card_id, copies in sorted(Counter(card_ids).items()):
        try:
            card = hydrator.get(card_id)
        except (UnknownCardError, AmbiguousCardError) as error:
            faults.append(str(error))
            continue
        if card.id != card_id:
            faults.append(f"{quoted(card_id)} is a name, a deck holds ids: write {card.id}")
        cards[card] += copies
    for card, copies in cards.items():
        limit = ruleset.max_legendary_copies if card.legendary else ruleset.max_copies
        if card.token:
            faults.append(f"{card.name} is a token and cannot be put in a deck")
        elif copies > limit and card.id != HIDDEN:
            kind = "legendary card" if card.legendary else "card"
            faults.append(f"it holds {copies} copies of {card.name}, the limit for a {kind} is {limit}")
    return tuple(faults)

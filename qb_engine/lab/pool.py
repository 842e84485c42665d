"""The cards that a deck may be built from, and the decks and changes that they allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import QueensBloodError
from qb_engine.lab.rungs import Cards
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset


class PoolError(QueensBloodError):
    """No deck can be built from these cards."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A card that takes another's place in a deck."""

    place: int
    out: CardId
    into: CardId

    def made_in(self, deck: Cards) -> Cards:
        return (*deck[: self.place], self.into, *deck[self.place + 1 :])


@dataclass(frozen=True)
class CardPool:
    """How many copies of each card a deck may hold, by the rules and by what is owned, and which it must hold."""

    copies: Mapping[CardId, int]
    size: int
    keep: Cards = ()

    @staticmethod
    def of(
        hydrator: CardHydrator,
        ruleset: Ruleset,
        *,
        owned: Mapping[CardId, int] | None = None,
        keep: Sequence[CardId] = (),
        without: Sequence[CardId] = (),
    ) -> CardPool:
        """Refused with the reason where these wishes leave no deck."""
        copies = {}
        for card in hydrator.deck_cards():
            limit = ruleset.max_legendary_copies if card.legendary else ruleset.max_copies
            most = limit if owned is None else min(limit, owned.get(card.id, 0))
            if most and card.id not in without:
                copies[card.id] = most
        for card_id, wanted in sorted(Counter(keep).items()):
            if wanted > copies.get(card_id, 0):
                name, most = hydrator.get(card_id).name, copies.get(card_id, 0)
                raise PoolError(f"{wanted} {name} cannot be kept: {_so_many(most)} may be in the deck")
        if len(keep) > ruleset.deck_size:
            raise PoolError(f"{len(keep)} cards to keep are more than a deck has: it has {ruleset.deck_size}")
        if sum(copies.values()) < ruleset.deck_size:
            whose = "you own" if owned is not None else "are left"
            raise PoolError(
                f"{sum(copies.values())} cards that {whose} may be in a deck, and a deck has {ruleset.deck_size}; "
                + ("'qbcoach collection' says which are noted" if owned is not None else "allow more of them")
            )
        return CardPool(copies, ruleset.deck_size, tuple(sorted(keep)))

    def allows(self, deck: Sequence[CardId]) -> bool:
        counted = Counter(deck)
        return (
            len(deck) == self.size
            and all(number <= self.copies.get(card_id, 0) for card_id, number in counted.items())
            and not Counter(self.keep) - counted
        )

    def random_deck(self, rng: Random) -> Cards:
        """Any cards, those to keep among them, in no order."""
        rest = Counter(self.copies)
        rest.subtract(self.keep)
        others = sorted(rest.elements())
        deck = [*self.keep, *rng.sample(others, self.size - len(self.keep))]
        rng.shuffle(deck)
        return tuple(deck)

    def swaps(self, deck: Cards) -> Iterator[Swap]:
        """Every change of one card, one place for each different card."""
        counted = Counter(deck)
        spare = counted - Counter(self.keep)
        for place, out in enumerate(deck):
            if out in deck[:place] or not spare[out]:
                continue
            for into, most in self.copies.items():
                if into != out and counted[into] < most:
                    yield Swap(place, out, into)


def _so_many(copies: int) -> str:
    return "no copy" if copies == 0 else "1 copy" if copies == 1 else f"{copies} copies"

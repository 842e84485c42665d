"""Which decks the enemy may play: candidates with weights, from what was seen.

Two beliefs stand side by side, both deterministic. ``EqualBelief`` is the specified one: candidate decks that hold
every card seen, all with the same weight. ``EvidenceBelief`` starts from known decks and profiles and weighs every
candidate by how well it explains the cards seen (Bayes).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, gcd
from typing import Protocol

from qb_engine.card_hydrator import CardHydrator
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.models import Card, CardId
from qb_engine.ruleset import Ruleset

MAX_CANDIDATES = 200
DeckIds = tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class WeightedDecks:
    """Candidate decks, each in id order, and weights that sum to 1."""

    decks: tuple[DeckIds, ...]
    weights: tuple[float, ...]


class DeckBelief(Protocol):
    def candidates(self, observation: EnemyObservationState, ruleset: Ruleset) -> WeightedDecks:
        """Decks that hold every card seen; a known deck is the only candidate."""


@dataclass(frozen=True)
class EqualBelief:
    """Up to ``limit`` candidates of equal weight; of more, those whose ranks resemble the ranks seen are kept."""

    hydrator: CardHydrator
    limit: int = MAX_CANDIDATES

    def candidates(self, observation: EnemyObservationState, ruleset: Ruleset) -> WeightedDecks:
        if observation.known_deck is not None:
            return WeightedDecks((observation.known_deck,), (1.0,))
        seen, pool = _certain(observation, self.hydrator), self.hydrator.deck_cards()
        usual = _usual_copies(pool, ruleset)
        size = ruleset.deck_size
        decks = list(dict.fromkeys(_fill(seen, number, size, usual) for number in range(2 * self.limit)))
        ranks = {card.id: card.rank for card in pool}
        wanted = _rank_shares(seen, ranks)
        kept = sorted(decks, key=lambda deck: _distance(_rank_shares(deck, ranks), wanted))[: self.limit]
        return WeightedDecks(tuple(kept), (1.0 / len(kept),) * len(kept))


@dataclass(frozen=True, slots=True)
class Archetype:
    """Cards an opponent is believed to play, a whole deck or a part of one, and how likely before anything is seen."""

    name: str
    cards: DeckIds
    prior: float


@dataclass(frozen=True)
class EvidenceBelief:
    """Bayes over archetypes, each completed in several ways, and over a share of decks that follow none of them."""

    hydrator: CardHydrator
    archetypes: tuple[Archetype, ...]
    unknown_prior: float = 8.0
    """Weight of all decks that follow no archetype, together, against the priors of the archetypes."""
    stranger: float = 0.1
    """How likely a seen card is under a deck that may hold any card, against one that is known to hold it."""
    misfit: float = 0.01
    """The same under an archetype that has no place for it: some cards are exchanged even in a deck that is known."""
    variants: int = 12
    limit: int = MAX_CANDIDATES

    def candidates(self, observation: EnemyObservationState, ruleset: Ruleset) -> WeightedDecks:
        if observation.known_deck is not None:
            return WeightedDecks((observation.known_deck,), (1.0,))
        seen, size = _certain(observation, self.hydrator), ruleset.deck_size
        usual = _usual_copies(self.hydrator.deck_cards(), ruleset)
        weights: dict[DeckIds, float] = {}
        for archetype in self.archetypes:
            base = (*seen, *(Counter(archetype.cards) - Counter(seen)).elements())[:size]
            whole = len(base) == size
            for number in range(1 if whole else self.variants):
                deck = _fill(base, number, size, usual)
                prior = archetype.prior * self._fit(archetype.cards, seen, size) / (1 if whole else self.variants)
                weights[deck] = weights.get(deck, 0.0) + prior * _ways(deck, seen)
        unknown = max(1, self.limit - len(weights))
        prior = self.unknown_prior * self._fit((), seen, size) / unknown
        for number in range(unknown):
            deck = _fill(seen, number, size, usual)
            weights[deck] = weights.get(deck, 0.0) + prior * _ways(deck, seen)
        kept = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[: self.limit]
        total = sum(weight for _, weight in kept)
        return WeightedDecks(tuple(deck for deck, _ in kept), tuple(weight / total for _, weight in kept))

    def _fit(self, cards: DeckIds, seen: DeckIds, size: int) -> float:
        """How well cards that a deck is known to hold explain those seen: places not known may hold any card."""
        others = sum((Counter(seen) - Counter(cards)).values())
        strangers = min(others, max(0, size - len(cards)))
        return self.stranger**strangers * self.misfit ** (others - strangers)


def usual_deck(seen: Sequence[CardId], hydrator: CardHydrator, ruleset: Ruleset) -> DeckIds:
    """A deck that holds these cards, its ranks mixed as in the decks that people play, in id order."""
    pool = hydrator.deck_cards()
    usual = _usual_copies(pool, ruleset)
    ranks = {card.id: card.rank for card in pool}
    decks = dict.fromkeys(_fill(seen, number, ruleset.deck_size, usual) for number in range(2 * MAX_CANDIDATES))
    return min(decks, key=lambda deck: _distance(_rank_shares(deck, ranks), _USUAL_SHARES))


def copies_beyond(observation: EnemyObservationState, ruleset: Ruleset, hydrator: CardHydrator) -> tuple[str, ...]:
    """A sentence for every card of which the enemy has shown more copies than a deck may hold."""
    shown = Counter(_certain(observation, hydrator))
    found = []
    for card in map(hydrator.get, sorted(shown)):
        limit = ruleset.max_legendary_copies if card.legendary else ruleset.max_copies
        if shown[card.id] > limit:
            found.append(
                f"The enemy has shown {shown[card.id]} copies of {card.name}, and {ruleset} allows {limit}: "
                "an entry may be wrong, or the match follows other rules."
            )
    return tuple(found)


def _certain(observation: EnemyObservationState, hydrator: CardHydrator) -> DeckIds:
    """Cards that are in the deck for certain: those played and those known to be held, but for tokens."""
    shown = (*observation.played_ids, *observation.known_in_hand)
    return tuple(card_id for card_id in shown if not hydrator.get(card_id).token)


def _ways(deck: Sequence[CardId], seen: Sequence[CardId]) -> int:
    """In how many ways the cards seen can have come out of the deck."""
    copies = Counter(deck)
    ways = 1
    for card_id, times in Counter(seen).items():
        ways *= comb(copies[card_id], times)
    return ways


def _fill(base: Sequence[CardId], number: int, size: int, usual: Sequence[tuple[CardId, int]]) -> DeckIds:
    """Complete a deck in the ``number``-th way: cards taken in a fixed stride, as many copies as decks usually hold.

    A stride has no common divisor with the number of cards, so over many numbers all cards come up equally often;
    when one has gone round, the next takes its place. Too few cards for a whole deck give a smaller one.
    """
    strides = _strides(len(usual))
    stride = strides[number // len(usual) % len(strides)]
    deck = list(base)
    open_places = size - len(deck)
    first = number * -(-size // 2)
    for position in range(first, first + len(usual)):
        if open_places == 0:
            break
        card_id, most = usual[position * stride % len(usual)]
        copies = min(most - deck.count(card_id), open_places)
        if copies > 0:
            deck += [card_id] * copies
            open_places -= copies
    return tuple(sorted(deck))


@cache
def _strides(cards: int) -> tuple[int, ...]:
    """Steps that reach every one of so many cards, the most scattering first."""
    return tuple(step for step in range(cards * 8 // 13, cards * 2) if gcd(step, cards) == 1)


def _usual_copies(pool: Sequence[Card], ruleset: Ruleset) -> list[tuple[CardId, int]]:
    """How many copies of each card decks usually hold."""
    return [(card.id, min(2, ruleset.max_legendary_copies if card.legendary else ruleset.max_copies)) for card in pool]


_RANKS: tuple[int | str, ...] = (1, 2, 3, "replace")
_SMOOTHING = 1.0
_USUAL_SHARES = (0.6, 0.36, 0.03, 0.01)
"""Of the ranks in the decks of the library, nearly."""


def _rank_shares(card_ids: Sequence[CardId], ranks: Mapping[CardId, int | str]) -> tuple[float, ...]:
    """Share of each rank, smoothed so that a few cards do not speak for a whole deck."""
    counted = Counter(map(ranks.__getitem__, card_ids))
    total = len(card_ids) + _SMOOTHING * len(_RANKS)
    return tuple((counted[rank] + _SMOOTHING) / total for rank in _RANKS)


def _distance(shares: tuple[float, ...], wanted: tuple[float, ...]) -> float:
    return sum(abs(share - want) for share, want in zip(shares, wanted, strict=True))

"""What the enemy may hold: pools of hands, exact figures over all of them, and what a pass tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice
from math import comb, inf
from typing import NamedTuple

from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.errors import BeliefError
from qb_engine.models import CardId


@dataclass(frozen=True, slots=True)
class HandHypothesis:
    cards: list[CardId]
    probability: float


class EnemyHandBelief:
    """The hand the enemy may hold: exact figures over all hands, and a list of them up to a limit.

    Made of hypotheses, it holds those; ``over`` makes it of pools, as prediction does.
    """

    def __init__(self, hypotheses: Sequence[HandHypothesis]) -> None:
        if not hypotheses:
            raise BeliefError("a belief needs a hand; HandHypothesis([], 1.0) is an enemy without cards")
        given = [hypothesis.probability for hypothesis in hypotheses]
        if min(given) < 0 or not 0 < sum(given) < inf:
            wrong = f"one of {min(given)}" if min(given) < 0 else f"a sum of {sum(given)}"
            raise BeliefError(f"probabilities of hands are 0 or more and not all 0, these have {wrong}")
        self._decks = [
            _DeckHands(HandPool(hypothesis.probability, tuple(hypothesis.cards), (), 0)) for hypothesis in hypotheses
        ]
        self.limit = len(hypotheses)
        self._given: list[HandHypothesis] | None = list(hypotheses)

    @staticmethod
    def over(pools: Iterable[HandPool], limit: int) -> EnemyHandBelief:
        return EnemyHandBelief._of([_DeckHands(pool) for pool in pools], limit)

    @staticmethod
    def _of(decks: list[_DeckHands], limit: int) -> EnemyHandBelief:
        belief = EnemyHandBelief.__new__(EnemyHandBelief)
        belief._decks, belief.limit, belief._given = decks, limit, None
        return belief

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EnemyHandBelief) and (self._decks, self.limit) == (other._decks, other.limit)

    def __repr__(self) -> str:
        return f"<EnemyHandBelief of {sum(deck.whole.hands for deck in self._decks)} hands>"

    @cached_property
    def pools(self) -> list[HandPool]:
        """All hands; after a pass the stuck ones stand in a pool of their own as well, with the weight they gain."""
        return [pool for deck in self._decks for pool in deck.pools]

    @cached_property
    def marginals(self) -> Mapping[CardId, float]:
        """Exact P(at least one copy in hand) of every card that can be there, in id order; certainty is exactly 1."""
        total = 0.0
        held: dict[CardId, float] = {}
        for pool in self.pools:
            total += pool.weight
            for card_id, probability in pool.chances().items():
                held[card_id] = held.get(card_id, 0.0) + pool.weight * probability
        return {card_id: held[card_id] / total for card_id in sorted(held) if held[card_id] > 0}

    @cached_property
    def hypotheses(self) -> list[HandHypothesis]:
        """The likeliest hands, each once; their probabilities sum to 1. Hands that were given stay as they are."""
        if self._given is not None:
            return self._given
        return [HandHypothesis(cards, probability / self._listed_mass) for cards, probability in self._listed]

    @property
    def truncated(self) -> bool:
        """Whether hands were left out of the list."""
        return sum(deck.whole.hands for deck in self._decks) > self.limit

    @property
    def kept_mass(self) -> float:
        """Probability of the listed hands together, before they were scaled to 1."""
        return min(1.0, self._listed_mass)

    @cached_property
    def _listed_mass(self) -> float:
        return sum(probability for _, probability in self._listed)

    @cached_property
    def _listed(self) -> list[tuple[list[CardId], float]]:
        """The likeliest hands, up to the limit; equal ones in the order of their decks."""
        kinds = sorted((kind for deck in self._decks for kind in deck.kinds()), key=lambda kind: -kind[0])
        likeliest = ((hand, probability) for probability, hands in kinds for hand in hands)
        return list(islice(likeliest, self.limit))

    def probability_of_none(self, cards: Iterable[CardId]) -> float:
        """Exact P(no card of these is in hand); certainty stays exactly 0 or 1."""
        wanted = frozenset(cards)
        total = found = 0.0
        for pool in self.pools:
            total += pool.weight
            found += pool.weight * pool.probability_of_none(wanted)
        return found / total

    def after_pass(self, placeable: frozenset[CardId], willing: float) -> EnemyHandBelief:
        """The belief once the enemy has passed; ``willing`` is P(pass) of an enemy that could place something.

        Hands with nothing to place, who must pass, gain weight against a share of all hands as before.
        """
        split: list[_DeckHands] = []
        for pool in self.pools:
            stuck = pool.without(placeable)
            if stuck is not None:
                stuck = replace(stuck, weight=stuck.weight * (1.0 - willing))
            split.append(_DeckHands(replace(pool, weight=pool.weight * willing), stuck))
        total = sum(pool.weight for deck in split for pool in deck.pools)
        return EnemyHandBelief._of([deck.scaled(total) for deck in split], self.limit)


@dataclass(frozen=True, slots=True)
class HandPool:
    """Hands that one candidate deck allows: the known cards, and ``unknown`` out of ``rest``, all equally likely."""

    weight: float
    known: tuple[CardId, ...]
    rest: tuple[CardId, ...]
    unknown: int
    in_deck: tuple[CardId, ...] = ()
    """Cards of the deck that were not drawn yet, whatever the hand."""

    @staticmethod
    def of(deck: Sequence[CardId], weight: float, seen: EnemyObservationState, hand_size: int) -> HandPool:
        """What a deck leaves to be drawn from, once what was played and what is known to be held is taken out."""
        rest = sorted(deck)
        for card_id in (*seen.played_ids, *seen.known_in_hand):
            if card_id in rest:
                rest.remove(card_id)
        known = seen.known_in_hand[:hand_size]
        return HandPool(weight, known, tuple(rest), min(hand_size - len(known), len(rest)))

    @property
    def hands(self) -> int:
        return comb(len(self.rest), self.unknown)

    def listed(self) -> Iterator[list[CardId]]:
        """Every hand, copies of a card told apart."""
        return ([*self.known, *hand] for hand in combinations(self.rest, self.unknown))

    def chances(self) -> dict[CardId, float]:
        """P(at least one copy in hand) of every card this pool holds."""
        hands, size = self.hands, len(self.rest)
        found = {
            card_id: 1.0 - comb(size - copies, self.unknown) / hands for card_id, copies in Counter(self.rest).items()
        }
        return found | dict.fromkeys(self.known, 1.0)

    def probability_of_none(self, cards: frozenset[CardId]) -> float:
        if any(card_id in cards for card_id in self.known):
            return 0.0
        others = sum(card_id not in cards for card_id in self.rest)
        return comb(others, self.unknown) / self.hands

    def without(self, cards: frozenset[CardId]) -> HandPool | None:
        """The hands in which none of these cards is, weighing as much as they do among all; None if there are none."""
        share = self.probability_of_none(cards)
        if share == 0.0:
            return None
        others = tuple(card_id for card_id in self.rest if card_id not in cards)
        in_deck = (*self.in_deck, *(card_id for card_id in self.rest if card_id in cards))
        return HandPool(self.weight * share, self.known, others, self.unknown, in_deck)


class _DeckHands(NamedTuple):
    """The hands of one deck: all of them, and again those that gain weight because nothing in them could be placed."""

    whole: HandPool
    stuck: HandPool | None = None

    @property
    def pools(self) -> Iterator[HandPool]:
        if self.stuck is not None:
            yield self.stuck
        yield self.whole

    def scaled(self, total: float) -> _DeckHands:
        stuck = self.stuck and replace(self.stuck, weight=self.stuck.weight / total)
        return _DeckHands(replace(self.whole, weight=self.whole.weight / total), stuck)

    def kinds(self) -> Iterator[tuple[float, Iterator[list[CardId]]]]:
        """Hands that are equally likely, with the probability of each; no hand is in two kinds."""
        probability = self.whole.weight / self.whole.hands
        if self.stuck is None:
            yield probability, self.whole.listed()
            return
        idle = {*self.stuck.known, *self.stuck.rest}
        yield probability + self.stuck.weight / self.stuck.hands, self.stuck.listed()
        yield probability, (hand for hand in self.whole.listed() if not idle.issuperset(hand))

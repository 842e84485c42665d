"""Which decks hold against all others: double oracle over found decks.

The decks so far play each other, the mixture that none of them exploits is solved, and a deck is searched that beats
it. If it does so on deals that the search has not seen, it joins; else the round ends, and after the last the mixture
is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from gamekit.pairs import Pairs
from qb_engine.card_hydrator import CardHydrator
from qb_engine.lab.building import shares_of
from qb_engine.lab.climbing import Ascent
from qb_engine.lab.deals import MATRIX, PROOF, RANKING
from qb_engine.lab.field import Field, Objective
from qb_engine.lab.matrix import NamedCards
from qb_engine.lab.mixture import Mixture, solve
from qb_engine.lab.pool import CardPool
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import Cards, Rung
from qb_engine.lab.swapping import pairs_in
from qb_engine.lab.workbench import Workbench

MATRIX_DEALS = 200
"""Of every two decks."""
PROOF_DEALS = 500
TRIED = 12
"""Found decks of which the best is proven."""
TRIED_DEALS = 40
"""Against a mixture of the usual size."""
BEATS = 0.025
"""A tier is left where a deck loses more than this to the mixture beyond its neighbours."""


class Oracle(NamedTuple):
    """One round: the deck that was found against the mixture, and what it makes there on new deals."""

    deck: NamedCards
    share: float
    low: float
    """Of the 95 % interval; the deck joins if this is above the half."""
    high: float
    games: int
    joined: bool


@dataclass(frozen=True)
class Meta:
    """The decks that were found, strongest first, with the mixture."""

    decks: tuple[NamedCards, ...]
    mixture: Mixture
    shares: tuple[tuple[float, ...], ...]
    """What each deck makes against each."""
    against_mixture: tuple[float, ...]
    rounds: tuple[Oracle, ...]
    games_a_pair: int
    all_games: int

    @property
    def tiers(self) -> tuple[tuple[int, ...], ...]:
        """Places of decks of about the same strength against the mixture, the best tier first."""
        tiers: list[list[int]] = []
        for place, share in enumerate(self.against_mixture):
            if not tiers or self.against_mixture[tiers[-1][-1]] - share > BEATS:
                tiers.append([])
            tiers[-1].append(place)
        return tuple(map(tuple, tiers))


def find_meta(
    bench: Workbench,
    rung: Rung,
    pool: CardPool,
    starts: Sequence[NamedCards],
    rounds: int,
    games: int,
    told: Callable[[Oracle], None] = lambda oracle: None,
) -> Meta:
    """So many rounds from these decks on, each with a search of so many games.

    They end sooner where no deck beats the mixture two rounds in a row.
    """
    decks, done = list(starts), list[Oracle]()
    shares = shares_of(bench, rung, [deck.cards for deck in decks], MATRIX[:MATRIX_DEALS])
    mixture = solve(shares)
    for number in range(1, rounds + 1):
        oracle = _oracle(bench, rung, pool, decks, mixture, number, games)
        done.append(oracle)
        told(oracle)
        if oracle.joined:
            _join(bench, rung, decks, shares, oracle.deck)
            mixture = solve(shares)
        elif len(done) > 1 and not done[-2].joined:
            break
    return _sorted(
        Meta(tuple(decks), mixture, tuple(map(tuple, shares)), (), tuple(done), 2 * MATRIX_DEALS, bench.games)
    )


def _join(bench: Workbench, rung: Rung, decks: list[NamedCards], shares: list[list[float]], deck: NamedCards) -> None:
    """Let a deck meet all others, and stand among them."""
    made = bench.against(rung, deck.cards, [other.cards for other in decks], MATRIX[:MATRIX_DEALS])
    for row, against in zip(shares, made, strict=True):
        row.append(1 - against.share)
    shares.append([*(against.share for against in made), 0.5])
    decks.append(deck)


def _oracle(
    bench: Workbench,
    rung: Rung,
    pool: CardPool,
    decks: Sequence[NamedCards],
    mixture: Mixture,
    number: int,
    games: int,
) -> Oracle:
    whole = Field.of("mixture", [(deck.name, deck.cards, 1.0) for deck in decks])
    field = whole.weighed(mixture.weights)
    # All decks, for one that is beaten itself may be close to what beats the mixture. Climbs of another round begin
    # elsewhere: their chance follows from the seed of the bench and the round.
    starts = [deck.cards for deck in decks if pool.allows(deck.cards)]
    ascent = Ascent(bench, rung, field, Objective.MEAN, pool, starts, salt=f"oracle {number}")
    begun = bench.games
    while bench.games - begun < games:
        ascent.step()
    found = [deck for deck in ascent.found() if all(sorted(deck) != sorted(known.cards) for known in decks)][:TRIED]
    points = [_pairs(bench, rung, field, deck, RANKING[: field.deals(TRIED_DEALS)]) for deck in found]
    best = max(range(len(found)), key=lambda place: points[place].share)
    pairs = _pairs(bench, rung, field, found[best], PROOF[number * PROOF_DEALS : (number + 1) * PROOF_DEALS])
    low, high = pairs.interval()
    played = 2 * PROOF_DEALS * len(field.decks)
    return Oracle(NamedCards(_name(number, found[best]), found[best]), pairs.share, low, high, played, low > 0.5)


def _pairs(bench: Workbench, rung: Rung, field: Field, deck: Cards, row: range) -> Pairs:
    results: list[Results] = bench.against(rung, deck, field.cards, row)
    return pairs_in(field, results)


def _name(number: int, deck: Cards) -> str:
    """By the cards that stand out: legendary ones first, then the dearest and strongest."""
    cards = sorted(
        map(CardHydrator.shared().get, set(deck)),
        key=lambda card: (not card.legendary, -card.cost, -card.power, card.id),
    )
    return f"{cards[0].name} and {cards[1].name} (found {number})"


def _sorted(meta: Meta) -> Meta:
    """Decks in the order of what they make against the mixture."""
    weights = meta.mixture.weights
    made = [sum(share * weight for share, weight in zip(row, weights, strict=True)) for row in meta.shares]
    order = sorted(range(len(meta.decks)), key=lambda place: (-round(made[place], 9), -weights[place], place))
    return replace(
        meta,
        decks=tuple(meta.decks[place] for place in order),
        mixture=Mixture(tuple(weights[place] for place in order), meta.mixture.exploited),
        shares=tuple(tuple(meta.shares[row][column] for column in order) for row in order),
        against_mixture=tuple(made[place] for place in order),
    )

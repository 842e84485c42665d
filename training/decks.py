"""The decks that self-play is made of: library decks, and random ones shaped like decks that people play."""

from __future__ import annotations

from random import Random

from qb_engine.card_hydrator import CardHydrator
from qb_engine.library import library_decks
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

LIBRARY_SHARE = 0.4
MIRROR_SHARE = 0.3
SECOND_COPY = 0.6
"""How often a card that may come twice does."""
TAKEN = {1: 1.0, 2: 0.7, 3: 0.45, "replace": 0.35}
"""How readily a card of a rank is taken: decks hold more cheap cards than dear ones."""

Deck = tuple[CardId, ...]


def random_deck(hydrator: CardHydrator, ruleset: Ruleset, rng: Random) -> Deck:
    pool = hydrator.deck_cards()
    deck: list[CardId] = []
    while len(deck) < ruleset.deck_size:
        card = rng.choice(pool)
        limit = min(2, ruleset.max_legendary_copies if card.legendary else ruleset.max_copies)
        if card.id in deck or rng.random() >= TAKEN[card.rank]:
            continue
        copies = 2 if limit == 2 and rng.random() < SECOND_COPY else 1
        deck += [card.id] * min(copies, ruleset.deck_size - len(deck))
    return tuple(sorted(deck))


def deck_pairs(count: int, hydrator: CardHydrator, ruleset: Ruleset, seed: str) -> list[tuple[Deck, Deck]]:
    rng = Random(seed)
    library = [deck.card_ids for deck in library_decks(hydrator)]
    pairs = []
    for _ in range(count):
        first, second = (
            rng.choice(library) if rng.random() < LIBRARY_SHARE else random_deck(hydrator, ruleset, rng)
            for _ in range(2)
        )
        pairs.append((first, first if rng.random() < MIRROR_SHARE else second))
    return pairs

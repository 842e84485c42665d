"""Deals for measurements: half with decks of the library, half with random ones, all from the seed."""

from __future__ import annotations

from random import Random

from gamekit.arena import deal_of
from gamekit.sides import BySide
from qb_engine import CardHydrator, Ruleset
from qb_engine.library import library_decks
from qb_engine.models import CardId
from training.decks import random_deck


def mixed_deal(seed: int, hydrator: CardHydrator, ruleset: Ruleset = Ruleset.REBIRTH) -> BySide[tuple[CardId, ...]]:
    """Of four seeds in a row: the same library deck for both, two library decks, twice two random decks."""
    if seed % 4 < 2:
        return deal_of(seed, [deck.card_ids for deck in library_decks(hydrator)])
    rng = Random(f"decks/{seed}")
    return BySide(random_deck(hydrator, ruleset, rng), random_deck(hydrator, ruleset, rng))

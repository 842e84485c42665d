"""Decks built from small collections that hold two decks already: is the answer ever worse, how often better?

    python -m bench.collections [--collections N] [--games N] [--processes N]

A collection has 40 cards: those of two decks of the library, and others by chance. The deck that the lab builds from
it, and the two, then meet the library on deals of another seed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import combinations
from random import Random

from gamekit.crew import Crew, Processes
from qb_engine.card_hydrator import CardHydrator
from qb_engine.lab.building import BuildQuestion, build
from qb_engine.lab.deals import MATRIX
from qb_engine.lab.field import Field, Objective
from qb_engine.lab.matrix import NamedCards
from qb_engine.lab.pool import CardPool
from qb_engine.lab.rungs import QUICK
from qb_engine.lab.swapping import lead, pairs_in
from qb_engine.lab.workbench import Workbench
from qb_engine.library import LibraryDeck, library_decks
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

SIZE = 40
FRESH_SEED, FRESH_DEALS = 1_000, 400


def collection(decks: tuple[LibraryDeck, LibraryDeck], rng: Random) -> Counter[CardId]:
    owned = Counter(decks[0].card_ids) | Counter(decks[1].card_ids)
    copies = {card.id: 1 if card.legendary else 2 for card in CardHydrator.shared().deck_cards()}
    others = sorted((Counter(copies) - owned).elements())
    return owned + Counter(rng.sample(others, SIZE - owned.total()))


def measure(number: int, games: int, crew: Crew) -> tuple[bool, float, float]:
    """Whether another deck was told, and its lead over the better of the two on fresh deals, with the low end."""
    rng, rules = Random(number), Ruleset.REBIRTH
    pairs = list(combinations(library_decks(), 2))
    decks = pairs[rng.randrange(len(pairs))]
    pool = CardPool.of(CardHydrator.shared(), rules, owned=collection(decks, rng))
    field = Field.of("library", [(deck.name, deck.card_ids, 1.0) for deck in library_decks()])
    starts = tuple(NamedCards(deck.name, deck.card_ids) for deck in decks)
    question = BuildQuestion(field, Objective.MEAN, pool, starts)
    bench = Workbench(rules, number, crew)
    answer = build(bench, question, lambda played: played >= games, lambda deck, points: None)
    fresh, others = Workbench(rules, FRESH_SEED, crew), [deck.cards for deck in field.decks]
    found, *saved = (
        fresh.against(QUICK, deck, others, MATRIX[:FRESH_DEALS])
        for deck in (answer.deck, *(start.cards for start in starts))
    )
    better = max(saved, key=lambda results: pairs_in(field, results).share)
    gained = lead(field, found, better)
    share, before = pairs_in(field, found).share, pairs_in(field, better).share
    told = "another deck" if answer.improved else "the saved one"
    print(
        f"{number:>3}  {told:<13}  {share:.3f} after {before:.3f}, {gained.mean:+.3f} ({gained.low:+.3f})", flush=True
    )
    return answer.improved, gained.mean, gained.low


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collections", type=int, default=20)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    with Processes(asked.processes) as crew:
        found = [measure(number, asked.games, crew) for number in range(asked.collections)]
    worse = sum(improved and mean < 0 for improved, mean, _ in found)
    better = sum(improved and low > 0 for improved, _, low in found)
    print(f"{len(found)} collections: worse in {worse}, better in {better} (95 % interval above 0)")


if __name__ == "__main__":
    main()

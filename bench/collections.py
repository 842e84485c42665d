"""Decks built by the lab, measured on deals that no search has seen.

    python -m bench.collections [--collections N] [--games N] [--processes N]
    python -m bench.collections --all-cards SEARCHES [--games N] [--processes N]

A collection has 40 cards: those of two decks of the library, and others by chance. The deck that the lab builds from
it, and the two, then meet the library on deals of another seed: is the answer ever worse, how often better? With all
cards the library is what a search starts from, and its answer meets the library by the quick player and by deep search.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import combinations
from random import Random
from time import perf_counter

from gamekit.crew import Crew, Processes
from qb_engine.card_hydrator import CardHydrator
from qb_engine.lab.building import BuildAnswer, BuildQuestion, build
from qb_engine.lab.deals import MATRIX
from qb_engine.lab.field import Field, Objective
from qb_engine.lab.matrix import NamedCards
from qb_engine.lab.pool import CardPool
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import QUICK, Cards, Rung
from qb_engine.lab.swapping import lead, pairs_in
from qb_engine.lab.workbench import Workbench
from qb_engine.library import LibraryDeck, library_decks
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

SIZE = 40
FRESH_SEED, FRESH_DEALS = 1_000, 400
ALL_CARDS = ((QUICK, FRESH_DEALS), (Rung.parse("deep:500"), 20))
RULES = Ruleset.REBIRTH
LIBRARY = Field.of("library", [(deck.name, deck.card_ids, 1.0) for deck in library_decks()])


def collection(decks: tuple[LibraryDeck, LibraryDeck], rng: Random) -> Counter[CardId]:
    owned = Counter(decks[0].card_ids) | Counter(decks[1].card_ids)
    copies = {card.id: 1 if card.legendary else 2 for card in CardHydrator.shared().deck_cards()}
    others = sorted((Counter(copies) - owned).elements())
    return owned + Counter(rng.sample(others, SIZE - owned.total()))


def built(number: int, pool: CardPool, starts: tuple[NamedCards, ...], games: int, crew: Crew) -> BuildAnswer:
    question = BuildQuestion(LIBRARY, Objective.MEAN, pool, starts)
    return build(Workbench(RULES, number, crew), question, lambda played: played >= games, lambda deck, points: None)


def fresh(deck: Cards, crew: Crew, rung: Rung = QUICK, deals: int = FRESH_DEALS) -> list[Results]:
    """Against each deck of the library."""
    return Workbench(RULES, FRESH_SEED, crew).against(rung, deck, LIBRARY.cards, MATRIX[:deals])


def measure(number: int, games: int, crew: Crew) -> tuple[bool, float, float]:
    """Whether another deck was told, and its lead over the better of the two on fresh deals, with the low end."""
    rng, pairs = Random(number), list(combinations(library_decks(), 2))
    decks = pairs[rng.randrange(len(pairs))]
    pool = CardPool.of(CardHydrator.shared(), RULES, owned=collection(decks, rng))
    starts = tuple(NamedCards(deck.name, deck.card_ids) for deck in decks)
    answer = built(number, pool, starts, games, crew)
    found, *saved = (fresh(deck, crew) for deck in (answer.deck, *(start.cards for start in starts)))
    better = max(saved, key=lambda results: pairs_in(LIBRARY, results).share)
    gained = lead(LIBRARY, found, better)
    share, before = pairs_in(LIBRARY, found).share, pairs_in(LIBRARY, better).share
    told = "another deck" if answer.improved else "the saved one"
    print(
        f"{number:>3}  {told:<13}  {share:.3f} after {before:.3f}, {gained.mean:+.3f} ({gained.low:+.3f})", flush=True
    )
    return answer.improved, gained.mean, gained.low


def measure_all_cards(number: int, games: int, crew: Crew) -> None:
    begun = perf_counter()
    starts = tuple(NamedCards(deck.name, deck.card_ids) for deck in library_decks())
    answer = built(number, CardPool.of(CardHydrator.shared(), RULES), starts, games, crew)
    seconds = perf_counter() - begun
    quick, deep = (pairs_in(LIBRARY, fresh(answer.deck, crew, rung, deals)) for rung, deals in ALL_CARDS)
    told = (
        f"{pairs.share:.3f} ({low:.3f} to {high:.3f})" for pairs in (quick, deep) for low, high in [pairs.interval()]
    )
    print(f"{number:>3}  {answer.games:,} games of search, {seconds:.0f} s in all: {' and '.join(told)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collections", type=int, default=20)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--all-cards", type=int, metavar="SEARCHES", default=0)
    asked = parser.parse_args()
    if asked.all_cards:
        print(f"points against the library by {' and by '.join(rung.name for rung, _ in ALL_CARDS)}")
        with Processes(asked.processes) as crew:
            for number in range(asked.all_cards):
                measure_all_cards(number, asked.games, crew)
        return
    with Processes(asked.processes) as crew:
        found = [measure(number, asked.games, crew) for number in range(asked.collections)]
    worse = sum(improved and mean < 0 for improved, mean, _ in found)
    better = sum(improved and low > 0 for improved, _, low in found)
    print(f"{len(found)} collections: worse in {worse}, better in {better} (95 % interval above 0)")


if __name__ == "__main__":
    main()

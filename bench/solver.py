"""The solver: the largest ending it solves in a second, and how many endings with hidden cards it answers exactly."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from statistics import median

from qb_engine import CardHydrator, GameState, Ruleset, Side
from qb_engine.deep.solver import TooLargeError, solve, solve_ending
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game import sensible_moves
from qb_engine.geometry import PerSide
from qb_engine.kernel import door as door
from qb_engine.models import CardId
from qb_engine.prediction import PredictionEngine

ENDINGS = 7
"""Random endings for each size; their median is the typical one."""
AIM_SECONDS = 1.0
POSITIONS = 500_000
"""More take clearly longer than a second, so an ending that needs more is not worth finishing here."""
EMPTY_TILES = (6, 9, 12, 15)
HANDS = range(3, 11)
HIDDEN_GAMES = 30


def late_game(rng: Random, empty: int, hydrator: CardHydrator, deck: list[CardId]) -> GameState:
    """A random game, the enemy with that deck, played until so few tiles are empty and it is YOUR turn."""
    ids = [card.id for card in hydrator.deck_cards()]
    while True:
        seed = rng.randrange(10**6)
        state = GameState.start(rng.sample(ids, 15), deck, seed, ruleset=Ruleset.REBIRTH, hydrator=hydrator)
        while not state.is_over and (
            any(state.mulligan_open)
            or sum(card is None for card in state.board.occupants) > empty
            or state.side_to_act is not Side.YOU
        ):
            state.play(rng.choice(sensible_moves(state)))
        if not state.is_over:
            return state


def ending(rng: Random, empty: int, hand: int, hydrator: CardHydrator) -> GameState:
    """Nothing hidden: so many random cards in each hand, none left to draw."""
    ids = [card.id for card in hydrator.deck_cards()]
    state = late_game(rng, empty, hydrator, rng.sample(ids, 15))
    cards = rng.sample(ids, 2 * hand)
    hands = PerSide(tuple(cards[:hand]), tuple(cards[hand:]))
    return GameState.from_position(replace(state.position(), hands=hands, decks=PerSide((), ())), hydrator)


def typical_seconds(empty: int, hand: int, hydrator: CardHydrator) -> tuple[float, int]:
    """CPU seconds of the median ending of that size, and how many were solved in time."""
    taken = []
    for number in range(ENDINGS):
        state = ending(Random(f"{empty}/{hand}/{number}"), empty, hand, hydrator)
        began = time.process_time()
        try:
            solve(state, positions=POSITIONS)
            taken.append(time.process_time() - began)
        except TooLargeError:
            taken.append(float("inf"))
    return median(taken), sum(seconds <= AIM_SECONDS for seconds in taken)


def measure_endings(hydrator: CardHydrator) -> None:
    for empty in EMPTY_TILES:
        largest = "none of these hands"
        for hand in HANDS:
            seconds, solved = typical_seconds(empty, hand, hydrator)
            if seconds > AIM_SECONDS:
                break
            largest = f"{hand} cards in each hand: {seconds * 1e3:,.1f} ms, {solved} of {ENDINGS} in time"
        print(f"  {empty:>2} empty tiles, largest typically solved in {AIM_SECONDS:.0f} s   {largest}")


def measure_hidden(empty: int, hydrator: CardHydrator) -> None:
    rng = Random(f"hidden/{empty}")
    prediction = PredictionEngine.standard(hydrator)
    taken, exact = [], 0
    for _ in range(HIDDEN_GAMES):
        deck = rng.sample([card.id for card in hydrator.deck_cards()], 15)
        state = late_game(rng, empty, hydrator, deck)
        seen = EnemyObservation.of(state.observe(Side.YOU), tuple(deck)).snapshot()
        worlds = BeliefWorlds.of(state, seen, prediction)
        began = time.process_time()
        exact += len(solve_ending(worlds)) == len(state.legal_moves())
        taken.append(time.process_time() - began)
    figures = (
        f"{exact} of {HIDDEN_GAMES} exact, median {median(taken) * 1e3:,.1f} ms, longest {max(taken) * 1e3:,.0f} ms"
    )
    print(f"  hidden cards, {empty} empty tiles, enemy's deck known   {figures}")


def run() -> None:
    print(f"solver, rebirth, random endings of random cards, {ENDINGS} for each size, nothing hidden, no draws")
    if not door.available:
        print("  the kernel is not built; nothing to measure")
        return
    hydrator = CardHydrator()
    measure_endings(hydrator)
    for empty in (2, 3, 4, 5):
        measure_hidden(empty, hydrator)

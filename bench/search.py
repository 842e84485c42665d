"""Deep search: nodes a second beside the positions of plain random games, and what a recommendation costs."""

from __future__ import annotations

import struct
from functools import partial

from bench.coach import MIDDLE, OPENING
from bench.engine import SEED, random_state
from bench.timing import row, seconds_once
from qb_engine import CardHydrator, GameState, Ruleset
from qb_engine.coaching import CoachingEngine
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.quick_games import quick_games
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.kernel import door as door
from qb_engine.kernel.door import KernelEngine
from training.decks import deck_pairs

NODES = 20_000
GAMES = 5_000
QUICK_PAIRS = 1_000
"""Pairs of decks, four games each."""
_RESULT = struct.Struct("3i")


def random_positions(engine: KernelEngine, state: GameState) -> tuple[int, float]:
    """Positions that plain random games went through, and the CPU seconds they took on one thread."""
    raw, seconds = seconds_once(partial(engine.kernel.random_games, engine.state(state), 1, GAMES, False, 1))
    return sum(plies for _, _, plies in _RESULT.iter_unpack(raw)), seconds


def measure(label: str, state: GameState, hydrator: CardHydrator) -> None:
    seen = EnemyObservation.of(state).snapshot()
    coach = CoachingEngine.standard(hydrator)
    worlds = BeliefWorlds.of(state, seen, coach.prediction)
    engine = KernelEngine(hydrator, state.ruleset)
    positions, played = random_positions(engine, state)
    _, searched = seconds_once(partial(DeepSearch(threads=1).run, worlds, Budget(NODES)))
    share = (NODES / searched) / (positions / played)
    row(f"position of a random game, {label}", played / positions, f"{GAMES:,} games, one thread")
    row(f"node of the deep search, {label}", searched / NODES, f"{NODES:,} nodes, one thread: {share:.0%} of that pace")
    deep = DeepCoach(coach, DeepSearch(threads=1))
    _, whole = seconds_once(partial(deep.analyse, state, seen, Budget(NODES)))
    row(f"deep recommendation, {label}", whole, f"{NODES:,} nodes, endings and reasons with it, deck unknown")


def measure_quick_games(hydrator: CardHydrator) -> None:
    pairs = deck_pairs(QUICK_PAIRS, hydrator, Ruleset.REBIRTH, "bench")
    games, seconds = seconds_once(partial(quick_games, pairs, range(2), seed=SEED, hydrator=hydrator))
    about = f"{len(games):,} games, one thread: {len(games) / seconds:,.0f} games a second"
    row("game of the quick player", seconds / len(games), about)


def run() -> None:
    print(f"deep search, rebirth, random decks over all cards, seed {SEED}, the enemy's deck unknown (200 candidates)")
    if not door.available:
        print("  the kernel is not built; nothing to measure")
        return
    hydrator = CardHydrator()
    for label, plies in (("opening", OPENING), ("middle", MIDDLE)):
        measure(label, random_state(Ruleset.REBIRTH, hydrator, plies), hydrator)
    measure_quick_games(hydrator)

"""The kernel against the Python engine: random games, batches of plays, threads.

Every ratio is taken within this run, with the same rule set, decks and positions on both sides.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from random import Random

from bench.coach import MIDDLE
from bench.engine import SEED, play_random, random_state
from bench.timing import row, seconds_once, seconds_per_call
from qb_engine import CardHydrator, GameState, Ruleset, Side
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.kernel import door as door
from qb_engine.kernel.door import KernelEngine
from qb_engine.models import Move, Mulligan

GAMES = 20_000
PYTHON_GAMES = 20
PASSES_OVER_BATCH = 20
AIM = 150
"""How many times faster than Python the kernel is to be, at games and at plays."""


def start_of(ruleset: Ruleset, hydrator: CardHydrator) -> GameState:
    """A new game of two random decks, both opening hands kept."""
    state = random_state(ruleset, hydrator, 0)
    while any(state.mulligan_open):
        state.play(Mulligan())
    return state


def python_games(start: GameState) -> None:
    """Games of the same decks by the Python engine: decks shuffled, placements at random, a pass only in need."""
    rng = Random(SEED)
    for _ in range(PYTHON_GAMES):
        state = start.clone()
        for deck in state.decks:
            deck.shuffle()
        play_random(state, rng)


def measure_games(engine: KernelEngine, start: GameState) -> None:
    packed = engine.state(start)
    _, python = seconds_once(partial(python_games, start))
    _, kernel = seconds_once(partial(engine.kernel.random_games, packed, SEED, GAMES, True, 1))
    ratio = (python / PYTHON_GAMES) / (kernel / GAMES)
    row("random game, Python engine", python / PYTHON_GAMES, f"{PYTHON_GAMES} games, decks shuffled each time")
    row("random game, kernel, one thread", kernel / GAMES, f"{GAMES:,} games: {ratio:,.0f}x Python (aim {AIM}x)")


def python_plays(state: GameState, side: Side, moves: list[Move]) -> None:
    """Play every move on a copy of the board and evaluate it."""
    evaluator = LanePowerEvaluator()
    for move in moves:
        assert move.card is not None
        assert move.tile is not None
        board = state.board.clone()
        state.effect_engine.resolve_play(board, side, state.hydrator.get(move.card), move.tile)
        board.recompute_influence_from_deltas()
        evaluator.evaluate(board)


def all_plays(state: GameState, side: Side) -> list[Move]:
    """Every card there is on every tile where the side could place it."""
    cards = state.hydrator.all()
    return [Move(c.id, tile) for c in cards for tile in state.legality.legal_tiles(state.board, side, c)]


def measure_plays(engine: KernelEngine, state: GameState) -> None:
    side = state.side_to_act
    moves = all_plays(state, side)
    pairs = [engine.pair(move) for move in moves] * PASSES_OVER_BATCH
    packed = engine.board(state.board)
    _, python = seconds_once(partial(python_plays, state, side, moves))
    kernel = seconds_per_call(partial(engine.kernel.describe_plays, packed, side.index, pairs, [], 1))
    per_python, per_kernel = python / len(moves), kernel / len(pairs)
    ratio = per_python / per_kernel
    row("play + evaluation, Python engine", per_python, f"{len(moves)} (position, move) pairs")
    row("play + evaluation, kernel, one thread", per_kernel, f"in one call: {ratio:,.0f}x Python (aim {AIM}x)")


def wall_seconds(call: Callable[[], object]) -> float:
    """Wall time, the best of five: threads share out CPU time, so that is no measure here."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def measure_threads(engine: KernelEngine, start: GameState) -> None:
    if (os.cpu_count() or 1) < 2:
        print("  two threads against one: not measured, this machine has one core")
        return
    packed = engine.state(start)
    one, two = (wall_seconds(partial(engine.kernel.random_games, packed, SEED, GAMES, True, n)) for n in (1, 2))
    print(
        f"  two threads against one, {GAMES:,} games, wall time       {one / two:.2f}x (noisy where cores are shared)"
    )


def run() -> None:
    if not door.available:
        print("kernel: not built, nothing to measure")
        return
    from qb_engine import _kernel as sizes

    hydrator = CardHydrator()
    print(
        f"kernel, bytes: board {sizes.BOARD_BYTES}, with the deltas of v2.2.4 {sizes.BOARD_BYTES_WITH_DELTAS}, "
        f"whole game {sizes.STATE_BYTES}"
    )
    for ruleset in (Ruleset.REBIRTH, Ruleset.V2_2_4):
        print(f"kernel against Python engine, {ruleset}, random decks over all cards, seed {SEED}")
        engine, start = KernelEngine(hydrator, ruleset), start_of(ruleset, hydrator)
        measure_games(engine, start)
        measure_plays(engine, random_state(ruleset, hydrator, MIDDLE))
        measure_threads(engine, start)

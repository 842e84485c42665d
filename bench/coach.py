"""Prediction and recommendation, with the kernel and without it: milliseconds, and the simulated plays behind them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from bench.engine import SEED, random_state
from bench.timing import seconds_once
from qb_engine import CardHydrator, CoachingEngine, EnemyObservation, GameState, PredictionEngine, Ruleset, Side
from qb_engine.kernel import door as door

OPENING, MIDDLE = 4, 14
"""Decisions made before the positions: the first turns, and the middle of a game."""
PREDICTION_AIM, RECOMMENDATION_AIM = 20, 150
"""Milliseconds, with the kernel."""


@contextmanager
def kernel_ignored(ignored: bool) -> Iterator[None]:
    built = door.available
    door.available = built and not ignored
    try:
        yield
    finally:
        door.available = built


def report(label: str, seconds: float, note: str) -> None:
    print(f"  {label:<44} {seconds * 1e3:>12,.1f} ms  {note}")


def measure(name: str, state: GameState, hydrator: CardHydrator) -> tuple[float, float]:
    """Seconds of one full prediction and of one full recommendation."""
    seen = EnemyObservation.of(state).snapshot()
    prediction, coach = PredictionEngine.standard(hydrator), CoachingEngine.standard(hydrator)
    threat, predicting = seconds_once(partial(prediction.full_enemy_prediction, state, seen))
    report(f"{name}: full prediction", predicting, f"{len(threat.outcomes):,} replies")
    ranked, advising = seconds_once(partial(coach.rank_moves, state, seen))
    plays = sum(move.replies + 1 for move in ranked)
    report(f"{name}: full recommendation", advising, f"{len(ranked)} moves, {plays:,} plays")
    return predicting, advising


def run() -> None:
    hydrator = CardHydrator()
    print(f"coach, rebirth, random decks over all cards, seed {SEED}, the enemy's deck unknown (200 candidates)")
    for name, plies in (("opening", OPENING), ("middle", MIDDLE)):
        state = random_state(Ruleset.REBIRTH, hydrator, plies)
        assert state.to_move is Side.YOU, "the positions are chosen with YOU to move"
        view = state.observe(Side.YOU)
        with kernel_ignored(True):
            slow = measure(f"{name}, Python", view, hydrator)
        if not door.available:
            continue
        fast = measure(f"{name}, kernel", view, hydrator)
        aims = f"aims {PREDICTION_AIM} ms and {RECOMMENDATION_AIM} ms"
        print(f"  {name}: {slow[0] / fast[0]:.1f}x and {slow[1] / fast[1]:.1f}x faster with the kernel ({aims})")

"""Prediction and recommendation in Python: seconds, and the number of simulated plays they stand for."""

from __future__ import annotations

from functools import partial

from bench.engine import SEED, random_state
from bench.timing import seconds_once
from qb_engine import CardHydrator, CoachingEngine, EnemyObservation, GameState, PredictionEngine, Ruleset, Side

OPENING, MIDDLE = 4, 14
"""Decisions made before the positions: the first turns, and the middle of a game."""


def report(label: str, seconds: float, plays: int) -> None:
    print(f"  {label:<44} {seconds:>9.3f} s  {plays:>7,} simulated plays, {seconds / plays * 1e6:,.0f} µs each")


def measure(name: str, state: GameState, hydrator: CardHydrator) -> None:
    seen = EnemyObservation.of(state).snapshot()
    prediction, coach = PredictionEngine.standard(hydrator), CoachingEngine.standard(hydrator)
    threat, seconds = seconds_once(partial(prediction.full_enemy_prediction, state, seen))
    report(f"{name}: full prediction, unknown deck", seconds, len(threat.outcomes))
    ranked, seconds = seconds_once(partial(coach.rank_moves, state, seen))
    report(f"{name}: full recommendation, {len(ranked)} moves", seconds, sum(move.replies + 1 for move in ranked))


def run() -> None:
    hydrator = CardHydrator()
    print(f"coach, rebirth, random decks over all cards, seed {SEED}, the enemy's deck unknown (200 candidates)")
    for name, plies in (("opening", OPENING), ("middle", MIDDLE)):
        state = random_state(Ruleset.REBIRTH, hydrator, plies)
        assert state.to_move is Side.YOU, "the positions are chosen with YOU to move"
        measure(name, state.observe(Side.YOU), hydrator)

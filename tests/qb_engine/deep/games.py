"""Positions for the tests of the deep coach: random games between library decks, stopped on YOUR turn."""

from __future__ import annotations

from random import Random

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.kernel import door as kernel
from qb_engine.library import library_decks
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()
DECKS = [deck.card_ids for deck in library_decks(HYDRATOR)]
PREDICTION = PredictionEngine.standard(HYDRATOR, belief=EqualBelief(HYDRATOR, limit=5))

needs_kernel = pytest.mark.skipif(not kernel.available, reason="deep search needs the compiled kernel")


def game(seed: int, turns: int, ruleset: str = "rebirth") -> GameState:
    """A game after so many decisions at random, and as many more as bring YOU to act."""
    rng = Random(seed)
    you, enemy = rng.choice(DECKS), rng.choice(DECKS)
    state = GameState.start(you, enemy, seed, ruleset=Ruleset.parse(ruleset), hydrator=HYDRATOR)
    while any(state.mulligan_open):
        state.play(state.legal_moves()[0])
    while state.to_move is not None and (turns > 0 or state.to_move is not Side.YOU):
        state.play(rng.choice(sensible_moves(state)))
        turns -= 1
    return state


def enemy_deck(seed: int) -> tuple[str, ...]:
    rng = Random(seed)
    rng.choice(DECKS)
    return rng.choice(DECKS)


def seen(state: GameState, seed: int | None) -> EnemyObservationState:
    """What was seen; with a seed the enemy's deck is known too."""
    return EnemyObservation.of(state, None if seed is None else enemy_deck(seed)).snapshot()


def worlds(state: GameState, seed: int | None) -> BeliefWorlds:
    return BeliefWorlds.of(state, seen(state, seed), PREDICTION)

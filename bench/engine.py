"""The Python engine: clone, play, random game, scoring. Ratios are within one run."""

from __future__ import annotations

import copy
from functools import partial
from random import Random

from bench.timing import row, seconds_per_call
from qb_engine import CardHydrator, GameState, Ruleset
from qb_engine.game import sensible_moves

SEED = 7
PLIES = 14


def random_state(ruleset: Ruleset, hydrator: CardHydrator, plies: int) -> GameState:
    """A game of two random decks over all cards after that many random decisions."""
    rng = Random(SEED)
    ids = [card.id for card in hydrator.deck_cards()]
    state = GameState.start(rng.sample(ids, 15), rng.sample(ids, 15), SEED, ruleset=ruleset, hydrator=hydrator)
    play_random(state, rng, plies)
    return state


def play_random(state: GameState, rng: Random, plies: int = 10_000) -> None:
    for _ in range(plies):
        if state.to_move is None:
            return
        state.play(rng.choice(sensible_moves(state)))


def deep_copy(state: GameState) -> GameState:
    """``copy.deepcopy`` with the printed cards shared, as clone shares them; copying them too would flatter clone."""
    shared = [state.hydrator, state.effect_engine, state.ruleset, *state.hydrator.all()]
    return copy.deepcopy(state, {id(thing): thing for thing in shared})


def play_once(state: GameState) -> None:
    child = state.clone()
    child.play(child.legal_moves()[0])


def play_out(state: GameState) -> None:
    play_random(state.clone(), Random(SEED))


def run() -> None:
    hydrator = CardHydrator()
    for ruleset in (Ruleset.REBIRTH, Ruleset.V2_2_4):
        start, middle = random_state(ruleset, hydrator, 0), random_state(ruleset, hydrator, PLIES)
        print(f"engine, {ruleset}, random decks over all cards, seed {SEED}, position after {PLIES} decisions")
        clone, deep = seconds_per_call(middle.clone), seconds_per_call(partial(deep_copy, middle))
        row("clone", clone)
        row("copy.deepcopy of the same state", deep, f"clone is {deep / clone:.0f}x faster")
        row("clone + legal moves + play", seconds_per_call(partial(play_once, middle)))
        row("match score", seconds_per_call(middle.score))
        row("random game", seconds_per_call(partial(play_out, start)))

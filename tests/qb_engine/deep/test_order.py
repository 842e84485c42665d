"""What stands first has most: the order of moves and the figures shown for them never disagree, passes included."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from qb_engine.chance import Chance
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep.coach import DECIDED, DeepCoach
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.search import Budget
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.ruleset import Ruleset
from tests.amounts import amount
from tests.qb_engine.deep.games import DECKS, HYDRATOR, needs_kernel

pytestmark = needs_kernel
COACH = DeepCoach(CoachingEngine.standard(HYDRATOR, belief=EqualBelief(HYDRATOR, limit=5)))
PLAYER = DeepPlayer(HYDRATOR, Budget(40), slips=0.2, tries_hands=False)
"""Strays now and then, so that positions of all kinds come up."""


@cache
def played(seed: int) -> tuple[list[GameState], tuple[str, ...]]:
    """A game, as it stood whenever YOU were to move, and the enemy's deck."""
    rng = Random(f"order/{seed}")
    you, enemy = rng.choice(DECKS), rng.choice(DECKS)
    state = GameState.start(you, enemy, seed, ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR)
    stood = []
    while (side := state.to_move) is not None:
        if side is Side.YOU and not any(state.mulligan_open):
            stood.append(state.clone())
        state.play(PLAYER.choose(state.observe(side), rng))
    return stood, enemy


def figure(chance: Chance) -> float:
    """As it is shown: estimates of less than half a percent, or of all but that, are alike, and points decide."""
    return chance.points if chance.exact else min(max(chance.points, DECIDED), 1.0 - DECIDED)


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [60, 1_000, 6_000])
@pytest.mark.parametrize("seed", range(amount(4, 60)))
def test_no_move_stands_before_one_with_more_points(seed: int, nodes: int) -> None:
    stood, deck = played(seed)
    for state in Random(f"{seed}/{nodes}").sample(stood, min(4, len(stood))):
        seen = EnemyObservation.of(state, deck if seed % 2 else None).snapshot()
        moves = COACH.look(state, seen, Budget(nodes)).moves
        shown = [(figure(move.chance), str(move.move)) for move in moves]
        wrong = [(first, then) for first, then in pairwise(shown) if then[0] > first[0] + 1e-9]
        assert wrong == [], state

"""Positions of played games with what the coach says about every move in them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bench.deals import mixed_deal
from bench.knowledge import Knowledge
from bench.played import deep_seats, own_view, play_game
from qb_engine import CardHydrator, GameState
from qb_engine.coaching import CoachingEngine
from qb_engine.deep.coach import DeepAnswer, DeepCoach
from qb_engine.deep.search import Budget, DeepSearch

PLAY_NODES = 200


class Explained(NamedTuple):
    seed: int
    view: GameState
    answer: DeepAnswer


def explain(seed: int, nodes: int) -> Explained:
    """One decision of the game of that seed in which there is something to choose; the enemy's deck is not known."""
    hydrator = CardHydrator.shared()
    seats = deep_seats(PLAY_NODES, hydrator, mixed_deal(seed, hydrator), Knowledge.EQUAL)
    game = play_game(seed, seats, hydrator)
    state = Random(f"reasons/{seed}").choice([each for each in game.states if len(each.legal_moves()) > 2])
    view, seen = own_view(state, state.side_to_act, None)
    coach = DeepCoach(CoachingEngine.standard(hydrator), DeepSearch(threads=1))
    return Explained(seed, view, coach.analyse(view, seen, Budget(nodes)))

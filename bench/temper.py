"""What does a turn of a weak enemy give away? Players of known weakness sit opposite, and every turn is judged.

    python -m bench.temper [--games N] [--nodes N] [--seed S] [--belief known|equal|evidence] [--slips 0,0.25,1]

YOU are the deep player, the enemy is the same but plays a share of its moves at random. A turn of it is judged as in
the report on an opponent: YOUR chance after it minus the chance before, seen from YOUR chair. The means are
``GIVEN_BY_SLIPS`` of ``qb_engine/temper.py``.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from bench.knowledge import Knowledge
from bench.strength import deal
from qb_engine import CardHydrator, QueensBlood, Ruleset, Side
from qb_engine.chance import Z_95
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_notation import format_deck_code
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game import setup_of
from qb_engine.game_state import GameState
from qb_engine.models import Mulligan
from qb_engine.temper import STRENGTH_NODES

SLIPS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)


class Plan(NamedTuple):
    slips: float
    seed: int
    nodes: int
    knowledge: Knowledge


def play(plan: Plan) -> list[float]:
    """One game: what each turn of the enemy gave away of YOUR chance."""
    hydrator = CardHydrator()
    decks, rng = deal(plan.seed, hydrator), Random(plan.seed)
    known, belief = plan.knowledge.told(decks), plan.knowledge.belief(hydrator)
    judge = DeepCoach(CoachingEngine.standard(hydrator, belief=belief), DeepSearch(threads=1))
    budget = Budget(plan.nodes)
    players = {
        side: DeepPlayer(hydrator, budget, slips, tries_hands=False, belief=belief, known_decks=known)
        for side, slips in ((Side.YOU, 0.0), (Side.ENEMY, plan.slips))
    }

    def chance(state: GameState) -> float:
        view = state.observe(Side.YOU)
        seen = EnemyObservation.of(view, known.get(Side.ENEMY)).snapshot()
        return judge.chance(view, seen, Budget(STRENGTH_NODES)).worth

    setup = setup_of(Ruleset.REBIRTH, format_deck_code(decks.first), format_deck_code(decks.second))
    state, given = QueensBlood(hydrator).start(setup, plan.seed), []
    while (side := state.to_move) is not None:
        decision = players[side].choose(state.observe(side), rng)
        if isinstance(decision, Mulligan) or side is Side.YOU:
            state.play(decision)
            continue
        before = chance(state)
        if decision.is_pass:
            state.pass_turn(side)
        else:
            index, tile = state.placement(side, decision)
            state.play_card_from_hand(side, index, tile.lane, tile.col)
        if not state.is_over:
            state.end_turn()
        given.append(chance(state) - before)  # before YOUR draw, as in a live match
        if not state.is_over:
            state.draw_start_of_turn()
    return given


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=30, help="for each share of slips")
    parser.add_argument("--nodes", type=int, default=1_000, help="that both players search a move")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal; deals count up from it")
    parser.add_argument("--belief", type=Knowledge, choices=tuple(Knowledge), default=Knowledge.EQUAL)
    parser.add_argument("--slips", type=lambda text: tuple(map(float, text.split(","))), default=SLIPS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    knowledge = arguments.belief
    print(f"deep player, {arguments.nodes:,} nodes a move, decks {knowledge}, judged with {STRENGTH_NODES:,} nodes")
    with ProcessPoolExecutor(arguments.processes) as pool:
        for slips in arguments.slips:
            seeds = range(arguments.seed, arguments.seed + arguments.games)
            plans = [Plan(slips, seed, arguments.nodes, knowledge) for seed in seeds]
            given = [each for game in pool.map(play, plans) for each in game]
            reach = Z_95 * stdev(given) / sqrt(len(given))
            mean = f"{fmean(given):+.4f} (95 %: {fmean(given) - reach:+.4f} to {fmean(given) + reach:+.4f})"
            print(f"  slips {slips:4.2f}  given {mean}, scatter {stdev(given):.3f}, {len(given)} turns", flush=True)


if __name__ == "__main__":
    main()

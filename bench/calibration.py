"""Do predicted chances come true? The deep player plays itself, and every prediction meets the result of its game.

    python -m bench.calibration [--games N] [--nodes N] [--seed S] [--belief known|equal] [--fit] [--plot FILE]

Both seats know only what they see. The expected calibration error is the mean distance between predicted points and
points made, over ten bins of predictions, weighted by their sizes.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from bench.calibration_plot import draw_plot
from bench.strength import deal
from gamekit.match import wilson_interval
from qb_engine import CardHydrator, QueensBlood, Ruleset, Side
from qb_engine.chance import SHARPNESS
from qb_engine.coach_player import opening_mulligan
from qb_engine.deck_notation import format_deck_code
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game import setup_of
from qb_engine.mirror import mirrored_decision, mirrored_state
from qb_engine.prediction import PredictionEngine

BINS = 10


class Forecast(NamedTuple):
    predicted: float
    made: float


class Plan(NamedTuple):
    seed: int
    nodes: int
    known: bool


@dataclass(frozen=True)
class Bin:
    predicted: float
    made: float
    low: float
    high: float
    size: int


def play(plan: Plan) -> list[Forecast]:
    """One game of the deep player against itself: what each mover expected, and what became of it."""
    hydrator = CardHydrator()
    decks, prediction = deal(plan.seed, hydrator), PredictionEngine.standard(hydrator)
    setup = setup_of(Ruleset.REBIRTH, format_deck_code(decks.first), format_deck_code(decks.second))
    state = QueensBlood(hydrator).start(setup, plan.seed)
    expected: list[tuple[Side, float]] = []
    while (side := state.to_move) is not None:
        view = state.observe(side)
        if view.mulligan_open[side]:
            state.play(opening_mulligan(view.hands[side].cards))
            continue
        known = decks[side.other] if plan.known else None
        seen = EnemyObservation.of(view, known, enemy=side.other).snapshot()
        own = view if side is Side.YOU else mirrored_state(view)
        found = DeepSearch(threads=1).run(BeliefWorlds.of(own, seen, prediction), Budget(plan.nodes))
        expected.append((side, found.chance.points))
        move = found.moves[0].move
        state.play(move if side is Side.YOU else mirrored_decision(move))
    margin = state.score().margin
    points = 0.5 if margin == 0 else float(margin > 0)
    return [Forecast(chance, points if side is Side.YOU else 1 - points) for side, chance in expected]


def bins(forecasts: Sequence[Forecast]) -> list[Bin]:
    found = []
    for number in range(BINS):
        inside = [each for each in forecasts if min(BINS - 1, int(each.predicted * BINS)) == number]
        if inside:
            made = sum(each.made for each in inside) / len(inside)
            predicted = sum(each.predicted for each in inside) / len(inside)
            found.append(Bin(predicted, made, *wilson_interval(made, len(inside)), len(inside)))
    return found


def calibration_error(found: Sequence[Bin]) -> float:
    return sum(each.size * abs(each.predicted - each.made) for each in found) / sum(each.size for each in found)


def best_sharpness(forecasts: Sequence[Forecast]) -> float:
    """The sharpness, in steps of 0.05, under which the results surprise least."""

    def surprise(sharpness: float) -> float:
        total = 0.0
        for each in forecasts:
            predicted = min(max(each.predicted, 1e-4), 1 - 1e-4)
            odds = sharpness / SHARPNESS * log(predicted / (1 - predicted))
            total += log(1 + exp(-odds)) * each.made + log(1 + exp(odds)) * (1 - each.made)
        return total

    return min((0.5 + 0.05 * step for step in range(60)), key=surprise)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal; deals count up from it")
    parser.add_argument("--belief", choices=("known", "equal"), default="known")
    parser.add_argument("--fit", action="store_true", help="tell the sharpness that would fit these games best")
    parser.add_argument("--plot", type=Path, help="write the plot to this SVG file")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    plans = [Plan(arguments.seed + i, arguments.nodes, arguments.belief == "known") for i in range(arguments.games)]
    with ProcessPoolExecutor(arguments.processes) as pool:
        forecasts = [each for game in pool.map(play, plans, chunksize=2) for each in game]
    found = bins(forecasts)
    brier = sum((each.predicted - each.made) ** 2 for each in forecasts) / len(forecasts)
    print(f"deep player, {arguments.nodes:,} nodes a move, deck {arguments.belief}, seeds from {arguments.seed}")
    print(f"{arguments.games} games, {len(forecasts):,} positions")
    for each in found:
        interval = f"{each.low:.3f} to {each.high:.3f}"
        print(f"  predicted {each.predicted:.3f}  made {each.made:.3f} (95 %: {interval}), {each.size} positions")
    print(f"expected calibration error {calibration_error(found):.4f}, Brier score {brier:.4f}")
    if arguments.fit:
        print(f"sharpness that fits best: {best_sharpness(forecasts):.2f} (in use: {SHARPNESS})")
    if arguments.plot:
        title = f"{len(forecasts):,} positions, {arguments.nodes:,} nodes a move"
        draw_plot(arguments.plot, found, f"{title}, error {calibration_error(found):.3f}, Brier {brier:.3f}")


if __name__ == "__main__":
    main()

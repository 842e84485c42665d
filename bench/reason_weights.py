"""What free tiles, stuck cards, leads and threats are worth: points of chance by which the moves of a position differ.

    python -m bench.reason_weights [--positions N] [--nodes N] [--seed S]

Within every position the chance of each move is compared with what the move leaves on the board, and all positions are
fitted at once by least squares. The weights in ``qb_engine/reasons/field.py`` follow these figures; they order reasons
and are never told.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bench.explained import explain
from bench.phases import Phase, empty_tiles, phase_of
from qb_engine import Side
from qb_engine.reasons.context import MoveContext

Floats = NDArray[np.float64]
MEASURES: dict[str, Callable[[MoveContext], float]] = {
    "enemy tile": lambda it: len(it.enemy_tiles),
    "own tile": lambda it: len(it.own_tiles),
    "card without a tile": lambda it: len(it.stranded),
    "enemy can place nothing": lambda it: it.stuck_enemy,
    "you can place nothing": lambda it: it.prediction.lockout_risk,
    "a lane can be taken back": lambda it: it.take_back,
    "a card can be destroyed": lambda it: it.danger,
    "lane led": lambda it: sum(
        (lane.winner is Side.YOU) - (lane.winner is Side.ENEMY) for lane in it.after.score.lanes
    ),
    "point of the score": lambda it: it.after.score.margin,
    "pass": lambda it: float(it.move.is_pass),
}
LEAST_MOVES = 3


def rows(seed: int, nodes: int) -> tuple[Phase, list[list[float]]]:
    """Of every move that does not end the game: the chance, and what the move leaves, each less its mean."""
    found = explain(seed, nodes)
    contexts = [each.context for each in found.answer.recommendation.moves if not each.context.ends_game]
    told = [[each.worth, *(measure(each) for measure in MEASURES.values())] for each in contexts]
    return phase_of(empty_tiles(found.view)), told


def centred(tables: Sequence[list[list[float]]]) -> Floats:
    kept = [np.array(table) for table in tables if len(table) >= LEAST_MOVES]
    return np.vstack([table - table.mean(axis=0) for table in kept])


def report(title: str, tables: Sequence[list[list[float]]]) -> None:
    table = centred(tables)
    chance, left = table[:, 0], table[:, 1:]
    weights, *_ = np.linalg.lstsq(left, chance, rcond=None)
    explained = 1.0 - ((chance - left @ weights) ** 2).sum() / (chance**2).sum()
    print(f"{title}: {len(table)} moves, {explained:.0%} of the differences explained")
    for place, name in enumerate(MEASURES):
        column = left[:, place]
        alone = column @ chance / (column @ column) if column.any() else 0.0
        print(f"  {name:26} {100 * weights[place]:+6.1f} points each, alone {100 * alone:+6.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=6_000_000, help="seed of the first deal; deals count up from it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.positions)
    with ProcessPoolExecutor(arguments.processes) as pool:
        found = list(pool.map(partial(rows, nodes=arguments.nodes), seeds, chunksize=4))
    report("all", [table for _, table in found])
    for phase in Phase:
        report(phase, [table for each, table in found if each is phase])


if __name__ == "__main__":
    main()

"""Fit the win-chance network on self-play and write it where the engine reads it.

    python -m training.fit [--scale S] [--output FILE] [--threads N]

The recipe: random games first; then four times the network of the round before plays both sides, looking one move ahead
and straying now and then, and a network is fitted on what became of the positions. It takes about a quarter of an hour
on two cores.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from qb_engine import _kernel
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.win_chance import NETWORK_FILE
from qb_engine.kernel.door import KernelEngine
from qb_engine.ruleset import Ruleset
from training.decks import deck_pairs
from training.network import Examples, Network

PAIRS = 6_000
HELD_OUT = 0.05


class Round(NamedTuple):
    games: int
    wander: float
    """Share of moves played at random."""
    epochs: int


RECIPE = (
    Round(100_000, 1.0, 6),
    Round(100_000, 0.15, 8),
    Round(150_000, 0.12, 8),
    Round(300_000, 0.10, 10),
    Round(600_000, 0.10, 14),
)


def self_play(engine: KernelEngine, numbers: list[float], plan: Round, number: int, threads: int) -> Examples:
    pairs = deck_pairs(PAIRS, engine.hydrator, engine.ruleset, f"pairs/{number}")
    start = engine.board(BoardState(engine.ruleset))
    packed = [(engine.indexes(first), engine.indexes(second)) for first, second in pairs]
    searcher = _kernel.Searcher(start, numbers)
    raw = searcher.self_play(start, packed, plan.wander, number, plan.games, threads)
    rows = np.frombuffer(raw, dtype=np.float32).reshape(-1, _kernel.FEATURES + 1).astype(np.float64)
    return Examples(rows[:, :-1], rows[:, -1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scale", type=float, default=1.0, help="games of every round, times this")
    parser.add_argument("--output", type=Path, default=NETWORK_FILE)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    engine = KernelEngine(CardHydrator(), Ruleset.parse("rebirth"))
    rng = np.random.default_rng(0)
    network = Network(rng)
    numbers = [0.0] * len(network.numbers())
    for number, plan in enumerate(RECIPE):
        plan = plan._replace(games=int(plan.games * arguments.scale))
        examples = self_play(engine, numbers, plan, number, arguments.threads)
        fitted, held_out = examples.split(1 - HELD_OUT)
        network.fit(fitted, plan.epochs, rng)
        numbers = network.numbers()
        print(
            f"round {number}: {plan.games:,} games, {len(examples.margins):,} positions, "
            f"log loss {network.surprise(fitted):.4f} fitted, {network.surprise(held_out):.4f} held out",
            flush=True,
        )
    arguments.output.write_text(json.dumps({"numbers": numbers}, indent=None, separators=(",", ":")) + "\n")
    print(f"written: {arguments.output}")


if __name__ == "__main__":
    main()

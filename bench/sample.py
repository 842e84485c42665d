"""A stored sample of positions with the results of their games, for comparing judges on the same ground.

    python -m bench.sample [--deals N] [--seed S] [--nodes N] [--output FILE]

Both players are deep players, decks known. Of every game three positions are kept, chosen by the seed. A line holds the
seed of the game, the final margin of YOU and the position, all cards open and the decks in their order. The stored file
was made by the search of version 0.1.0 (commit 337e7bf); it stays as it is, so that judges of different times can be
compared.
"""

from __future__ import annotations

import argparse
import gzip
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.deals import mixed_deal
from bench.knowledge import Knowledge
from bench.played import deep_seats, play_game
from qb_engine import CardHydrator, GameState, format_position
from qb_engine.geometry import PerSide

SAMPLE_FILE = Path(__file__).parent / "data" / "sample.txt.gz"
KEPT = 3
"""Positions of every game."""


class Sampled(NamedTuple):
    game: int
    """Its seed: positions of one game share a result."""
    margin: int
    """Of YOU at the end of the game."""
    state: GameState


def sample_game(seed: int, nodes: int) -> list[str]:
    """The lines of one game, in its order."""
    hydrator = CardHydrator.shared()
    seats = deep_seats(nodes, hydrator, mixed_deal(seed, hydrator), Knowledge.KNOWN)
    game = play_game(seed, seats, hydrator)
    places = Random(f"sample/{seed}").sample(range(len(game.states)), min(KEPT, len(game.states)))
    return [f"{seed} {game.margin} {_line(game.states[place])}" for place in sorted(places)]


def _line(state: GameState) -> str:
    """The position without its seeds: the decks lie in their order, nothing is shuffled any more."""
    return format_position(replace(state.position(), seed=None, deck_seeds=PerSide(None, None)))


def write_sample(path: Path, lines: Iterable[str]) -> None:
    """The same lines give the same bytes."""
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def read_sample(path: Path = SAMPLE_FILE) -> list[Sampled]:
    hydrator = CardHydrator.shared()
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    parted = [line.split(" ", 2) for line in lines]
    return [Sampled(int(game), int(margin), GameState.parse(text, hydrator)) for game, margin, text in parted]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=3_000_000, help="seed of the first deal; deals count up from it")
    parser.add_argument("--nodes", type=int, default=1_000, help="nodes a move of both players")
    parser.add_argument("--output", type=Path, default=SAMPLE_FILE)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.deals)
    with ProcessPoolExecutor(arguments.processes) as pool:
        games = pool.map(partial(sample_game, nodes=arguments.nodes), seeds, chunksize=4)
        lines = [line for game in games for line in game]
    write_sample(arguments.output, lines)
    print(f"written: {arguments.output}, {len(lines):,} positions of {arguments.deals:,} games")


if __name__ == "__main__":
    main()

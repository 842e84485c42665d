"""Fit the judge's network on self-play and write it where the engine reads it.

    python -m training.fit [--scale S] [--card-dropout S] [--output FILE] [--ruleset NAME] [--date DAY]
        [--processes N] [--cluster ADDRESS] [--learning-threads N]

The recipe: random games first; then the network as it stands plays both sides, looking one move ahead and straying now
and then, learns from what became of the positions, and plays on, chunk after chunk, each seen once. Processes or a
cluster play; learning stays here. What was done is kept beside the output after every chunk, so a fit that was stopped
goes on where it was. The same recipe gives the same bytes, whoever plays.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from importlib.metadata import version
from math import cos, pi
from pathlib import Path

from gamekit.crew import Crew, CrewError
from qb_app.crews import open_crew
from qb_app.errors import InputError
from qb_app.limits import MOST_PROCESSES
from qb_engine import _kernel
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.network_file import NETWORK_FILE, NetworkFile
from qb_engine.deep.self_play import SelfPlay, play_examples
from qb_engine.kernel.door import KernelEngine
from qb_engine.ruleset import Ruleset
from training.decks import deck_pairs

CHUNK = 50_000
"""Games that are played with the same numbers and learned from in one pass."""
PAIRS = 10_000
"""Pairs of decks in a chunk."""
GAMES_A_TASK = 2_500
"""So many that they take a few tenths of a second; no result depends on it."""
BATCH = 4_096
HELD_OUT = 60_000
"""Games that nothing is learned from, for the figures."""
SEED = 17


@dataclass(frozen=True)
class Stage:
    """So many games in a row, and how fast is learned from them: from the first rate to the last, along a cosine."""

    games: int
    wander: float
    """Share of moves played at random."""
    first_rate: float
    last_rate: float

    def rate(self, share: float) -> float:
        """How fast is learned when that share of the stage is done."""
        return self.last_rate + (self.first_rate - self.last_rate) * ((1 + cos(pi * share)) / 2)


RECIPE = (
    Stage(300_000, 1.0, 2e-3, 2e-3),
    Stage(1_200_000, 0.12, 2e-3, 2e-3),
    Stage(3_000_000, 0.10, 2e-3, 1e-3),
    Stage(4_500_000, 0.08, 1e-3, 2e-5),
)
MOVES_WEIGHT = 0.3
MARGIN_WEIGHT = 0.02
CARD_DROPOUT = 0.15
"""Share of examples in which a quarter of the cards is known by traits alone."""


@dataclass(frozen=True)
class Chunk:
    """A piece of a stage."""

    number: int
    games: int
    wander: float
    first_rate: float
    last_rate: float


def chunks(recipe: tuple[Stage, ...], scale: float) -> Iterator[Chunk]:
    number = 0
    for stage in recipe:
        games = max(1, round(stage.games * scale))
        sizes = [min(CHUNK, games - begun) for begun in range(0, games, CHUNK)]
        for i, size in enumerate(sizes):
            first, last = stage.rate(i / len(sizes)), stage.rate((i + 1) / len(sizes))
            yield Chunk(number, size, stage.wander, first, last)
            number += 1


class Fit:
    """A fit under way."""

    def __init__(
        self, engine: KernelEngine, plan: list[Chunk], output: Path, crew: Crew, threads: int, card_dropout: float
    ) -> None:
        self.engine = engine
        self.plan = plan
        self.output = output
        self.kept = output.with_name(f"{output.name}.part")
        self.crew = crew
        self.threads = threads
        """That learn."""
        self.card_dropout = card_dropout
        self.workshop = _kernel.Workshop(engine.board(BoardState(engine.ruleset)), SEED)
        self.done = 0
        recipe = (plan, PAIRS, BATCH, SEED, card_dropout, str(engine.ruleset), engine.card_ids)
        self.name = sha256(repr(recipe).encode()).hexdigest()

    def resume(self) -> None:
        """Go on after the last chunk that was kept, if it was one of this very plan."""
        if not self.kept.exists():
            return
        head, _, memory = self.kept.read_bytes().partition(b"\n")
        told = json.loads(head)
        if told["name"] == self.name:
            self.workshop.remember(memory)
            self.done = told["done"]
            print(f"goes on after chunk {self.done} of {len(self.plan)}", flush=True)

    def run(self) -> None:
        for chunk in self.plan[self.done :]:
            positions = self._play(chunk.games, chunk.wander, chunk.number)
            step = (chunk.first_rate, MOVES_WEIGHT, MARGIN_WEIGHT, self.card_dropout)
            loss = self.workshop.learn(step, chunk.last_rate, BATCH, chunk.number, self.threads)
            self.done += 1
            head = json.dumps({"name": self.name, "done": self.done}).encode()
            fresh = self.kept.with_suffix(".new")
            fresh.write_bytes(head + b"\n" + self.workshop.memory())
            fresh.replace(self.kept)
            print(
                f"chunk {self.done} of {len(self.plan)}: {chunk.games:,} games, {positions:,} positions, "
                f"surprise {loss[0]:.4f} at results, {loss[1]:.4f} at moves",
                flush=True,
            )

    def figures(self, games: int) -> dict[str, float | int]:
        """How the numbers do on games that were not learned from, with all cards known and with all by traits."""
        positions = self._play(games, RECIPE[-1].wander, len(self.plan))
        known, traits = (self.workshop.weigh(dropped, self.threads) for dropped in (0.0, 1.0))
        return {
            "games": games,
            "positions": positions,
            "surprise_at_results": round(known[0], 4),
            "surprise_at_moves": round(known[1], 4),
            "surprise_at_results_by_traits": round(traits[0], 4),
            "surprise_at_moves_by_traits": round(traits[1], 4),
        }

    def _play(self, games: int, wander: float, number: int) -> int:
        """Let the crew play; how many examples there are to learn from."""
        with closing(self.crew.map(play_examples, self._tasks(games, wander, number))) as parts:
            return self.workshop.take(parts)

    def _tasks(self, games: int, wander: float, number: int) -> Iterator[SelfPlay]:
        rules, numbers = self.engine.ruleset, self.workshop.numbers()
        pairs = deck_pairs(min(PAIRS, games), self.engine.hydrator, rules, f"pairs/{number}")
        for first in range(0, games, GAMES_A_TASK):
            played = range(first, min(first + GAMES_A_TASK, games))
            yield SelfPlay(str(rules), numbers, wander, number, first, [pairs[i % len(pairs)] for i in played])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scale", type=float, default=1.0, help="games of every stage, times this")
    parser.add_argument("--card-dropout", type=float, default=CARD_DROPOUT, help="0 to see what it costs")
    parser.add_argument("--output", type=Path, default=NETWORK_FILE)
    parser.add_argument("--ruleset", default="rebirth")
    parser.add_argument("--date", default=date.today().isoformat(), help="the day that the file says it was made")
    parser.add_argument("--processes", type=int, help="that play on this machine; one for each core")
    parser.add_argument("--cluster", metavar="ADDRESS", help="whose workers play: tcp://SCHEDULER:8786, or 'local'")
    parser.add_argument("--learning-threads", type=int, default=os.cpu_count() or 1, help="two are of use")
    arguments = parser.parse_args()
    if not 0 <= arguments.card_dropout <= 1:
        parser.error(f"--card-dropout is a share, from 0 to 1, not {arguments.card_dropout:g}")
    if arguments.processes is not None and not 1 <= arguments.processes <= MOST_PROCESSES:
        parser.error(f"--processes is a number from 1 to {MOST_PROCESSES}, not {arguments.processes}")
    try:
        with open_crew(arguments.processes, arguments.cluster) as crew:
            make(arguments, crew)
    except InputError as error:
        parser.error(str(error))
    except CrewError as error:
        sys.exit(f"error: {error}; the same command goes on after the last chunk that was learned from")


def make(arguments: argparse.Namespace, crew: Crew) -> None:
    """Fit, and write the file."""
    engine = KernelEngine(CardHydrator(), Ruleset.parse(arguments.ruleset))
    plan = list(chunks(RECIPE, arguments.scale))
    fit = Fit(engine, plan, arguments.output, crew, arguments.learning_threads, arguments.card_dropout)
    fit.resume()
    fit.run()
    figures = fit.figures(max(1, round(HELD_OUT * arguments.scale)))
    recipe = {
        "stages": [asdict(stage) for stage in RECIPE],
        "scale": arguments.scale,
        "ruleset": arguments.ruleset,
        "moves_weight": MOVES_WEIGHT,
        "margin_weight": MARGIN_WEIGHT,
        "card_dropout": arguments.card_dropout,
        "batch": BATCH,
    }
    told = {"made": arguments.date, "version": version("qbcoach"), "recipe": recipe, "figures": figures}
    NetworkFile(engine.card_ids, fit.workshop.numbers(), told).write(arguments.output)
    fit.kept.unlink()
    print(f"written: {arguments.output}, {json.dumps(figures)}")


if __name__ == "__main__":
    main()

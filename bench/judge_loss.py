"""How much do results surprise the judge? Its log loss on the stored sample of played positions.

    python -m bench.judge_loss [--judge FILE] [--sample FILE]

The judge sees every card of a position and says how likely YOU win, draw and lose. The loss is the mean of minus the
logarithm of what it gave to the result, in nats; that of points takes a win for 1, a draw for a half and a loss for 0.
Standard errors count the positions of one game as one. ``--judge`` names another network to compare with.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from math import log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench.phases import Phase, empty_tiles, phase_of
from bench.sample import SAMPLE_FILE, Sampled, read_sample
from qb_engine import CardHydrator, Ruleset
from qb_engine.deep.network_file import NetworkFile
from qb_engine.deep.win_chance import deep_engine, searcher, searcher_with
from qb_engine.kernel.door import KernelEngine

if TYPE_CHECKING:
    from qb_engine import _kernel

LEAST = 1e-6
"""No result is taken for less likely than this."""


class Loss(NamedTuple):
    """What one position cost a judge."""

    game: int
    phase: Phase
    result: float
    """Over win, draw and loss."""
    points: float


class Mean(NamedTuple):
    mean: float
    error: float
    """Its standard error."""


def loss_of(position: Sampled, judge: _kernel.Searcher, engine: KernelEngine) -> Loss:
    win, draw, loss, _ = judge.outlook(engine.state(position.state))
    given = win if position.margin > 0 else draw if position.margin == 0 else loss
    points = min(max(win + draw / 2, LEAST), 1 - LEAST)
    made = 0.5 if position.margin == 0 else float(position.margin > 0)
    surprise = -made * log(points) - (1 - made) * log(1 - points)
    return Loss(position.game, phase_of(empty_tiles(position.state)), -log(max(given, LEAST)), surprise)


def mean_by_game(values: Sequence[tuple[int, float]]) -> Mean:
    """The mean of values, each with the game it belongs to; games are independent, positions of one are not."""
    mean = sum(value for _, value in values) / len(values)
    deviation: defaultdict[int, float] = defaultdict(float)
    for game, value in values:
        deviation[game] += value - mean
    return Mean(mean, sqrt(sum(each**2 for each in deviation.values())) / len(values))


def print_losses(label: str, losses: Sequence[Loss], value: Callable[[Loss], float]) -> None:
    for name, chosen in [("all", losses), *((phase, [it for it in losses if it.phase is phase]) for phase in Phase)]:
        if chosen:
            found = mean_by_game([(each.game, value(each)) for each in chosen])
            print(f"  {label:<28} {name:<32} {found.mean:+.4f} ± {found.error:.4f}, {len(chosen):,} positions")


def report(judge: _kernel.Searcher, sample: Sequence[Sampled], engine: KernelEngine) -> list[Loss]:
    losses = [loss_of(position, judge, engine) for position in sample]
    print_losses("win, draw, loss", losses, lambda each: each.result)
    print_losses("points", losses, lambda each: each.points)
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--judge", type=Path, help="another network, to be compared with the one in use")
    parser.add_argument("--sample", type=Path, default=SAMPLE_FILE)
    arguments = parser.parse_args()
    sample = read_sample(arguments.sample)
    engine = deep_engine(CardHydrator.shared(), Ruleset.REBIRTH)
    games = len({position.game for position in sample})
    print(f"log loss in nats, ± standard error, {len(sample):,} positions of {games:,} games: the judge in use")
    here = report(searcher(engine), sample, engine)
    if arguments.judge:
        print(arguments.judge)
        there = report(searcher_with(NetworkFile.read(arguments.judge), engine), sample, engine)
        print("what it loses more than the judge in use")
        both = list(zip(here, there, strict=True))
        print_losses("win, draw, loss", [b._replace(result=b.result - a.result) for a, b in both], lambda it: it.result)
        print_losses("points", [b._replace(points=b.points - a.points) for a, b in both], lambda it: it.points)


if __name__ == "__main__":
    main()

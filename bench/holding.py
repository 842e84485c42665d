"""Do intervals hold? What the coach says with the standard budget meets a search many times as long.

    python -m bench.holding [--positions N] [--times T] [--between 2 4 8] [--resume FILE.jsonl]

Positions are decisions of games between deep players, one of each game, seen by whoever is to move; in half of them the
enemy's deck is known. An interval holds if it holds the figure that the long search finds for the same move. Exact
answers hold by themselves and are counted apart. The rows of ``--resume`` have every figure of every look, what went
into it, and the single trees of the first.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from bench.deals import mixed_deal
from bench.knowledge import Knowledge
from bench.looks import look_rows, tree_rows
from bench.phases import Phase, empty_tiles, phase_of
from bench.played import deep_seats, own_view, play_game
from bench.run_log import Row, measured, run_head
from qb_engine import CardHydrator, format_position
from qb_engine.coaching import CoachingEngine
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import STANDARD_NODES, DeepSearch

POSITIONS = 200
TIMES = 40
BETWEEN = (2, 4, 8)
PLAY_NODES = 400
CLOSE = 0.02
"""A move so few points behind the best is as good as the best."""
EPSILON = 1e-9


class HoldingPlan(NamedTuple):
    seed: int
    nodes: int
    play_nodes: int
    times: tuple[int, ...]
    """Of the nodes, from 1 to the longest."""


class Held(NamedTuple):
    """How the answer of the standard budget fared."""

    known: bool
    phase: Phase
    exact: bool
    """Whether the best move's chance was exact at once."""
    holds: bool
    width: float
    drift: float
    """Points of the same move in the long search, less those that were said."""
    lost: float
    """Points that the move gives away, by the long search, against the moves that it ranks."""
    lost_to_any: float
    """The same against every move, a wait that stands apart among them."""
    contradictions: int
    """Looks in which a move stands before another with more points."""


def knowledge_of(seed: int) -> Knowledge:
    """Half of the deals of every kind are played with decks known."""
    return Knowledge.KNOWN if seed // 4 % 2 == 0 else Knowledge.EQUAL


def look_longer(plan: HoldingPlan) -> Row:
    """Play a game, choose a decision in which there is something to choose, and look at it with every budget."""
    hydrator, knowledge = CardHydrator.shared(), knowledge_of(plan.seed)
    seats = deep_seats(plan.play_nodes, hydrator, mixed_deal(plan.seed, hydrator), knowledge)
    game = play_game(plan.seed, seats, hydrator)
    state = Random(f"holding/{plan.seed}").choice([each for each in game.states if len(each.legal_moves()) > 1])
    mover = state.side_to_act
    view, seen = own_view(state, mover, knowledge.told(game.decks).get(mover.other))
    coach = DeepCoach(CoachingEngine.standard(hydrator), DeepSearch(threads=1))
    looks = {1: look_rows(coach, view, seen, plan.nodes)}
    exact = all(each["exact"] for each in looks[1])
    for times in plan.times[1:]:
        looks[times] = looks[1] if exact else look_rows(coach, view, seen, plan.nodes * times)
    return {
        "seed": plan.seed,
        "known": knowledge is Knowledge.KNOWN,
        "turn": state.turn,
        "empty": empty_tiles(state),
        "position": format_position(view.position()),
        "looks": {str(times): rows for times, rows in looks.items()},
        "trees": [] if exact else tree_rows(coach, view, seen, plan.nodes),
    }


def held(row: Row, times: int) -> Held:
    said, long = row["looks"]["1"][0], row["looks"][str(times)]
    same = next(each for each in long if each["move"] == said["move"])
    return Held(
        known=row["known"],
        phase=phase_of(row["empty"]),
        exact=said["exact"],
        holds=said["low"] - EPSILON <= same["points"] <= said["high"] + EPSILON,
        width=said["high"] - said["low"],
        drift=same["points"] - said["points"],
        lost=max(0.0, max(each["points"] for each in long if not each["apart"]) - same["points"]),
        lost_to_any=max(each["points"] for each in long) - same["points"],
        contradictions=sum(contradicts(look) for look in row["looks"].values()),
    )


def contradicts(look: Sequence[Row]) -> bool:
    points = [each["points"] for each in look if not each["apart"]]
    return any(later > earlier + EPSILON for earlier, later in pairwise(points))


def report(label: str, found: Sequence[Held]) -> None:
    if not found:
        return
    holds, stays = fmean(each.holds for each in found), fmean(each.lost <= CLOSE for each in found)
    stays_with_waits = fmean(each.lost_to_any <= CLOSE for each in found)
    print(
        f"  {label}: {len(found)} positions, held {holds:.1%}, mean width {fmean(each.width for each in found):.3f}, "
        f"best or within {CLOSE:.0%} of it {stays:.1%} ({stays_with_waits:.1%} with waits that stand apart), "
        f"drift {fmean(each.drift for each in found):+.3f} "
        f"(either way {fmean(abs(each.drift) for each in found):.3f}), "
        f"order against number in {sum(each.contradictions > 0 for each in found)}"
    )


def report_all(found: Sequence[Held]) -> None:
    report("all", found)
    report("exact at once", [each for each in found if each.exact])
    estimated = [each for each in found if not each.exact]
    report("estimated", estimated)
    groups: list[tuple[str, Callable[[Held], bool]]] = [
        ("deck known", lambda each: each.known),
        ("deck unknown", lambda each: not each.known),
    ]
    for name, chosen in groups:
        report(name, [each for each in estimated if chosen(each)])
    for phase in Phase:
        report(phase, [each for each in estimated if each.phase is phase])
        for name, chosen in groups:
            report(f"{phase}, {name}", [each for each in estimated if each.phase is phase and chosen(each)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--nodes", type=int, default=STANDARD_NODES, help="of the answer that is judged")
    parser.add_argument("--times", type=int, default=TIMES, help="how many times as long the long search is")
    parser.add_argument("--between", type=int, nargs="*", default=BETWEEN, help="further lengths, for the rows")
    parser.add_argument("--play-nodes", type=int, default=PLAY_NODES, help="of every move in the games")
    parser.add_argument("--seed", type=int, default=2_000_000, help="seed of the first deal; deals count up from it")
    parser.add_argument("--resume", type=Path, help="keep finished positions in this file, and go on from them")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    times = (1, *sorted({*arguments.between, arguments.times} - {1}))
    plans = [
        HoldingPlan(arguments.seed + number, arguments.nodes, arguments.play_nodes, times)
        for number in range(arguments.positions)
    ]
    head = run_head(
        kind="holding",
        seed=arguments.seed,
        nodes=arguments.nodes,
        play_nodes=arguments.play_nodes,
        times=list(times),
    )
    print(f"intervals at {arguments.nodes:,} nodes beside {arguments.times} times as many, seeds from {arguments.seed}")
    rows = measured(look_longer, plans, head, arguments.processes, arguments.resume)
    report_all([held(row, arguments.times) for row in rows])


if __name__ == "__main__":
    main()

"""Does the coach help? A weak player meets a stronger one alone and with the coach beside it, on the same deals.

    python -m bench.helping [--pairs N] [--processes P] [--seed S] [--nodes N] [--resume FILE.jsonl]

Level 3 plays against level 5, both seats of every deal, decks unknown to both. With help it follows the coach on one
turn in three, drawn by lot; or it chooses by itself and takes a move back only when the coach warns of it, that is when
by the same answer it costs at least an inaccuracy: then it plays the coach's best move, or thinks again alone. Deals
and shuffles are always the same, and so are the turns on which it slips. Pairs of games are the unit of all intervals.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.helped_player import Help, HelpedPlayer, HelpedTurn
from bench.played import Seats, play_game
from bench.run_log import Row, measured, run_head
from gamekit.elo import lead_of
from gamekit.pairs import Pairs
from gamekit.sides import BySide
from qb_engine import CardHydrator
from qb_engine.coaching import CoachingEngine
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.levels import LEVELS, DeepPlayer
from qb_engine.deep.search import STANDARD_NODES, Budget, DeepSearch
from qb_engine.temper import NEVER_WAITS

LEARNER, OPPONENT = LEVELS[2], LEVELS[4]
FIRST_SEED = 12_000_000
COMPARED = (
    *((helped, Help.NONE) for helped in Help if helped is not Help.NONE),
    (Help.TAKES_BACK, Help.THINKS_AGAIN),
)
"""Of whom it is told how much more the first made than the second."""


class HelpPlan(NamedTuple):
    """Both games of a deal with one kind of help."""

    seed: int
    help: Help
    nodes: int
    """Of an answer of the coach."""


def play_pair(plan: HelpPlan) -> Row:
    """The learner in both seats of the deal: what it made, and what it decided with the coach."""
    hydrator = CardHydrator.shared()
    learner, opponent = (DeepPlayer.of_level(level, hydrator) for level in (LEARNER, OPPONENT))
    coach = DeepCoach(CoachingEngine.standard(hydrator), DeepSearch(threads=1), temper=NEVER_WAITS)
    helped = HelpedPlayer(learner, coach, plan.help, Budget(plan.nodes))
    seats: Seats = BySide(helped, opponent)
    there = play_game(plan.seed, seats, hydrator).margin
    back = -play_game(plan.seed, seats.swapped(), hydrator).margin
    return {"seed": plan.seed, "help": plan.help, "margins": [there, back], **_counted(helped.turns)}


def _counted(turns: Sequence[HelpedTurn]) -> Row:
    return {
        "turns": len(turns),
        "asked": sum(turn.asked for turn in turns),
        "warned": sum(turn.warned for turn in turns),
        "changed": sum(turn.changed for turn in turns),
        "lost": round(sum(turn.loss or 0.0 for turn in turns if turn.warned), 6),
    }


def pairs_of(rows: Sequence[Row]) -> Pairs:
    return Pairs.of((_share(first), _share(second)) for first, second in (row["margins"] for row in rows))


def _share(margin: int) -> float:
    return (1 + (margin > 0) - (margin < 0)) / 2


def report(rows: Sequence[Row]) -> None:
    of_help = {helped: [row for row in rows if row["help"] == helped] for helped in Help}
    pairs = {helped: pairs_of(found) for helped, found in of_help.items()}
    for helped, found in of_help.items():
        share, (low, high) = pairs[helped].share, pairs[helped].interval()
        elo, least, most = (f"{lead_of(each):+.0f}" for each in (share, low, high))
        counts = "/".join(map(str, pairs[helped].counts))
        print(f"  {helped}: {share:.1%} of points ({low:.1%} to {high:.1%})")
        print(f"    Elo {elo} ({least} to {most}), pairs {counts}")
        print(f"    {_intervention(found)}")
    for one, other in COMPARED:
        mean, low, high = pairs[one].lead_over(pairs[other])
        print(f"  {one}, over {other}: {mean:+.1%} of points ({low:+.1%} to {high:+.1%})")


def _intervention(rows: Sequence[Row]) -> str:
    """How often a game the coach was listened to, warned and changed something."""
    sums = {name: sum(row[name] for row in rows) for name in ("turns", "asked", "warned", "changed", "lost")}
    turns, asked, warned, changed = (sums[name] / (2 * len(rows)) for name in ("turns", "asked", "warned", "changed"))
    told = f"a game has {turns:.2f} own turns with a choice; on {asked:.2f} the coach was asked"
    if warned:
        told += f", of {warned:.2f} moves it warned ({sums['lost'] / sums['warned']:.1%} of the chance each)"
    return f"{told}, {changed:.2f} moves were changed"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=150, help="deals, each played in both seats with every help")
    parser.add_argument("--nodes", type=int, default=STANDARD_NODES, help="of an answer of the coach")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="seed of the first deal; deals count up from it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--resume", type=Path, help="keep finished pairs in this file, and go on from them")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.pairs)
    plans = [HelpPlan(seed, helped, arguments.nodes) for seed in seeds for helped in Help]
    head = run_head(
        kind="helping", seed=arguments.seed, nodes=arguments.nodes, learner=LEARNER.number, opponent=OPPONENT.number
    )
    print(
        f"level {LEARNER.number} against level {OPPONENT.number}, {arguments.pairs} deals in both seats, "
        f"seeds from {arguments.seed}, {arguments.nodes:,} nodes an answer",
        flush=True,
    )
    report(list(measured(play_pair, plans, head, arguments.processes, arguments.resume)))


if __name__ == "__main__":
    main()

"""Do the reasons explain the verdict? What stands first in positions whose chance the score does not explain.

    python -m bench.reasons [--positions N] [--nodes N] [--seed S] [--read FILE]
    python -m bench.reasons --verdicts [--nodes N]

Positions are decisions of games between deep players, one of each game, the enemy's deck not known. Counted are the
first reasons of the best move, or the opening sentence, where the chance differs from what the score suggests (behind
on points with more than 70 %, or ahead with less than 30 %), and positions in which two moves that differ by ten points
or more begin with the same sentence although another tells them apart. With
``--read`` every position is written down with the sentences of its best moves and of its worst, to be read.

With ``--verdicts`` nothing new is counted: of the sentences that a reader judged (``bench/data/reasons_read.jsonl``),
how many were the real reason, over those that are still said.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from bench.explained import Explained, explain
from bench.verdicts import read_verdicts, still_said, told
from qb_engine import Side, format_position
from qb_engine.coaching import MoveEvaluation
from qb_engine.deep.search import STANDARD_NODES
from qb_engine.reasons.finding import APART
from qb_engine.reasons.kinds import ReasonKind as K
from qb_engine.reasons.opening import OpeningKind

SHOWN = 3
BAD, GOOD = 0.3, 0.7
EXPLAINING = frozenset(
    {
        *(K.OPENS_CARDS, K.STRANDS_CARDS, K.LOCKOUT, K.KEEPS_CARD, K.OPENS_RANK_2, K.OPENS_RANK_3),
        *(K.TAKES_LAST_TILES, K.TAKES_TILES, K.KEEPS_ENEMY_NARROW, K.CONCEDES_TILES, K.STUCK_ENEMY),
        *(K.GAINS_TILES, K.RENEWS_TILES, K.FREES_TILE, K.USES_LAST_TILE, K.NARROWS_YOU),
        *(K.OUTLASTS, K.OUTLASTS_LESS, K.RUNS_OUT, K.LASTS_LONGER),
        *(K.CHAIN, K.PREPARES, K.PROMISES, K.PASS_LEADS, K.PASS_SPARES, K.PASS_TRAILS, K.GIVES_TURN),
        *(K.TAKE_BACK, K.HOLDS_LANES, K.CLOSES_LANE, K.THREATENS_CARDS),
        *(K.IS_WON, K.IS_LOST, K.ENDS_WON, K.ENDS_LOST, K.ENDS_DRAWN),
    }
)
"""Playable cards, room, chains and order, waiting, take-back, lost or won."""
RESTATING = frozenset({OpeningKind.AHEAD_LANES, OpeningKind.BEHIND_LANES})
"""Openings that tell the result again rather than a cause."""


class Judged(NamedTuple):
    first: str
    """Kind of the best move's first reason."""
    odd: bool
    """Whether the chance differs from what the score suggests."""
    explained: bool
    alike: bool
    """Whether two moves far apart begin alike although something tells them apart."""
    text: str


def judge(seed: int, nodes: int) -> Judged:
    found = explain(seed, nodes)
    moves, opening = found.answer.recommendation.moves, found.answer.recommendation.opening
    first, margin, worth = moves[0].tags[0], found.view.score().margin, found.answer.look.moves[0].chance.worth
    return Judged(
        first=str(first),
        odd=(margin > 0 and worth < BAD) or (margin < 0 and worth > GOOD),
        explained=first in EXPLAINING or (opening is not None and opening.kind not in RESTATING),
        alike=any(_alike(one, other) for one, other in combinations(moves, 2)),
        text="\n".join(written(found)),
    )


def _alike(one: MoveEvaluation, other: MoveEvaluation) -> bool:
    apart = abs(one.context.worth - other.context.worth) >= APART
    return apart and one.lines[:1] == other.lines[:1] and set(one.lines) != set(other.lines)


def written(found: Explained) -> Iterator[str]:
    """The position and what is said about its best moves and its last."""
    view, moves = found.view, found.answer.recommendation.moves
    yield f"== {found.seed}: turn {view.turn}, {view.score().margin:+d}"
    yield format_position(view.position())
    yield f"hand: {', '.join(f'{card.name} ({card.rank})' for card in view.hands[Side.YOU].cards)}"
    if found.answer.recommendation.opening is not None:
        yield found.answer.recommendation.opening.sentence
    chosen = [*moves[:SHOWN], *moves[SHOWN:][-1:]]
    for move in chosen:
        yield f" {move.rank}. {move.candidate.name}, {100 * move.context.worth:.0f} %"
        for reason, line in zip(move.reasons, move.lines, strict=True):
            yield f"    {'!' if reason.is_warning else '+'} {line}"


def report(judged: list[Judged]) -> None:
    odd = [each for each in judged if each.odd]
    explained = sum(each.explained for each in odd)
    print(f"first reasons: {dict(Counter(each.first for each in judged).most_common())}")
    print(f"chance against score: {len(odd)} positions, explained in {explained} ({explained / max(1, len(odd)):.1%})")
    print(f"not explained: {dict(Counter(each.first for each in odd if not each.explained))}")
    print(f"two moves far apart that begin alike: {sum(each.alike for each in judged)} of {len(judged)} positions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=STANDARD_NODES)
    parser.add_argument("--seed", type=int, default=8_000_000, help="seed of the first deal; deals count up from it")
    parser.add_argument("--read", type=Path, help="write every position with its sentences to this file")
    parser.add_argument(
        "--verdicts", action="store_true", help="count the verdicts of a reader, and what is still said"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if arguments.verdicts:
        verdicts = read_verdicts()
        with ProcessPoolExecutor(arguments.processes) as pool:
            said = list(pool.map(partial(still_said, nodes=arguments.nodes), verdicts, chunksize=4))
        print("\n".join(told(verdicts, said)))
        return
    seeds = range(arguments.seed, arguments.seed + arguments.positions)
    with ProcessPoolExecutor(arguments.processes) as pool:
        judged = list(pool.map(partial(judge, nodes=arguments.nodes), seeds, chunksize=4))
    print(f"{len(judged)} positions, {arguments.nodes:,} nodes, seeds from {arguments.seed}")
    report(judged)
    if arguments.read is not None:
        arguments.read.write_text("\n\n".join(each.text for each in judged) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

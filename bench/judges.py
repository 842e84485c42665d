"""Which of two networks plays better? The quick players of both meet on the same deals.

    python -m bench.judges FILE [OTHER] [--ruleset NAME] [--games N] [--seed S] [--processes P]

They look one move ahead with all cards open and do not wait in the opening. Half of the deals have decks of the
library, half random ones; every deal is played in both seats, and such pairs are the unit of the interval. Without
another file the network meets the one in use.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from bench.deals import mixed_deal
from gamekit.agents import Agent, SeesAll
from gamekit.match import play_match
from gamekit.pairs import Pairs
from gamekit.record import first_share
from gamekit.sides import BySide
from qb_engine import CardHydrator, GameState, QueensBlood, Ruleset, Side
from qb_engine.coach_player import opening_mulligan
from qb_engine.deck_notation import format_deck_code
from qb_engine.deep.network_file import NETWORK_FILE, NetworkFile, NetworkFileError
from qb_engine.deep.win_chance import deep_engine, searcher_with
from qb_engine.game import setup_of
from qb_engine.models import Decision, Move
from qb_engine.temper import is_opening

if TYPE_CHECKING:
    from qb_engine import _kernel


class Meeting(NamedTuple):
    """A deal in both seats."""

    networks: tuple[Path, Path]
    ruleset: str
    seed: int


@cache
def judge_of(network: Path, ruleset: Ruleset) -> _kernel.Searcher:
    return searcher_with(NetworkFile.read(network), deep_engine(CardHydrator.shared(), ruleset))


@dataclass(frozen=True)
class QuickPlayer(SeesAll):
    """Plays what leaves its side with most points by one network, the first of equals in the pinned order."""

    network: Path
    name: str = "quick"

    def choose(self, view: GameState, rng: Random) -> Decision:
        side = view.to_move
        assert side is not None, "the game is over, there is no move to choose"
        if view.mulligan_open[side]:
            return opening_mulligan(view.hands[side].cards)
        moves = [move for move in view.legal_moves() if isinstance(move, Move)]
        if len(moves) > 1 and is_opening(view.board, view.passes):
            moves.remove(Move.PASS)
        return max(moves, key=lambda move: self._points(view, move))

    def _points(self, view: GameState, move: Move) -> float:
        engine = deep_engine(view.hydrator, view.ruleset)
        after = engine.state(view)
        engine.kernel.play(after, *engine.pair(move))
        win, draw, loss, _ = judge_of(self.network, view.ruleset).outlook(after)
        return (win if view.to_move is Side.YOU else loss) + draw / 2


def meet(meeting: Meeting) -> tuple[float, float]:
    """What the first network makes of both games."""
    hydrator, ruleset = CardHydrator.shared(), Ruleset.parse(meeting.ruleset)
    decks = mixed_deal(meeting.seed, hydrator, ruleset)
    setup = setup_of(ruleset, format_deck_code(decks.first), format_deck_code(decks.second))
    game = QueensBlood(hydrator)
    seats: BySide[Agent[GameState, Decision]] = BySide(*map(QuickPlayer, meeting.networks))
    one, two = (play_match(game, setup, meeting.seed, each).result for each in (seats, seats.swapped()))
    return first_share(game, one), 1 - first_share(game, two)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("network", type=Path, metavar="FILE")
    parser.add_argument("other", type=Path, nargs="?", default=NETWORK_FILE, metavar="OTHER")
    parser.add_argument("--ruleset", default="rebirth")
    parser.add_argument("--games", type=int, default=4_000, help="an even number")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal; deals count up from it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if arguments.games < 2:
        parser.error("a pair has two games: --games takes 2 or more")
    networks = arguments.network, arguments.other
    try:
        for network in networks:
            NetworkFile.read(network)
    except (OSError, NetworkFileError) as error:
        parser.error(str(error))
    seeds = range(arguments.seed, arguments.seed + arguments.games // 2)
    meetings = [Meeting(networks, arguments.ruleset, seed) for seed in seeds]
    with ProcessPoolExecutor(arguments.processes) as pool:
        found = Pairs.of(pool.map(meet, meetings, chunksize=8))
    low, high = found.interval()
    print(
        f"{arguments.network.name} against {arguments.other.name}, {arguments.ruleset}, seeds from {arguments.seed}: "
        f"{found.share:.1%} of points, 95 % interval {low:.1%} to {high:.1%}, {arguments.games:,} games"
    )


if __name__ == "__main__":
    main()

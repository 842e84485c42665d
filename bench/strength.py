"""Does the advice help? The coach plays whole games with hidden hands against fixed opponents.

    python -m bench.strength [--games N] [--ruleset NAME] [--belief known|equal|evidence] [--seed S]

Mirrored seats and common seeds: every deal is played twice, the players in exchanged seats with everything else the
same. Half of the deals are mirror matches of one library deck, half pit two library decks against each other. For
other players and for ratings there is ``qbcoach arena``.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from bench.knowledge import Knowledge
from gamekit.agents import Agent
from gamekit.arena import deal_of
from gamekit.match import Tally, play_match
from gamekit.record import first_share
from gamekit.sides import BySide
from qb_app.asking.players import parse_player
from qb_engine import CardHydrator, GameState, QueensBlood, Ruleset, Side
from qb_engine.coach_player import CoachPlayer
from qb_engine.deck_notation import format_deck_code
from qb_engine.game import setup_of
from qb_engine.library import library_decks
from qb_engine.models import CardId, Decision


class Pairing(NamedTuple):
    """One game to be played."""

    opponent: str
    backwards: bool
    knowledge: Knowledge
    ruleset: str
    seed: int
    coach_seat: Side


def deal(seed: int, hydrator: CardHydrator) -> BySide[tuple[CardId, ...]]:
    """The decks of a deal, from the library."""
    return deal_of(seed, [deck.card_ids for deck in library_decks(hydrator)])


def coach_share(pairing: Pairing) -> float:
    """1 for a win of the coach, 0.5 for a draw, 0 for a loss."""
    game = QueensBlood()
    hydrator = game.hydrator
    decks = deal(pairing.seed, hydrator)
    known = pairing.knowledge.told(decks)
    coach = CoachPlayer(hydrator, pairing.knowledge.belief(hydrator), known, backwards=pairing.backwards)
    seats: BySide[Agent[GameState, Decision]] = BySide(coach, parse_player(pairing.opponent).agent(hydrator, known))
    exchanged = pairing.coach_seat is Side.ENEMY
    setup = setup_of(Ruleset.parse(pairing.ruleset), format_deck_code(decks.first), format_deck_code(decks.second))
    share = first_share(game, play_match(game, setup, pairing.seed, seats.swapped() if exchanged else seats).result)
    return 1 - share if exchanged else share


def report(label: str, shares: Iterable[float]) -> None:
    found = Tally.of(shares)
    low, high = found.interval()
    interval = f"95 % interval {low:.1%} to {high:.1%}"
    print(f"  {label:<34} {found.share:6.1%} of points, {interval}, {found.games} games", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="games per pairing, an even number")
    parser.add_argument("--ruleset", default="rebirth")
    parser.add_argument("--belief", type=Knowledge, choices=tuple(Knowledge), default=Knowledge.KNOWN)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal; deals count up from it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    print(
        f"one-ply coach, {arguments.ruleset}, belief '{arguments.belief}', library decks, seeds from {arguments.seed}"
    )
    with ProcessPoolExecutor(arguments.processes) as pool:
        for label, opponent, backwards in (
            ("coach against random", "random", False),
            ("coach against greedy", "greedy", False),
            ("ranking backwards against random", "random", True),
        ):
            pairings = [
                Pairing(opponent, backwards, arguments.belief, arguments.ruleset, seed, seat)
                for seed in range(arguments.seed, arguments.seed + arguments.games // 2)
                for seat in Side
            ]
            report(label, pool.map(coach_share, pairings, chunksize=4))


if __name__ == "__main__":
    main()

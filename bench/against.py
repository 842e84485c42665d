"""Does the present tree play better than another revision? Both play whole games against each other over pipes.

    python -m bench.against [REV] --nodes NEW:OLD | --time SECONDS | --quick
        [--opponent PLAYER] [--games N] [--seed S] [--processes P] [--resume FILE] [--sprt ELO0,ELO1] [--cache FOLDER]

The other revision (v0.1.0 if none is named) is built in an environment of its own. The present tree deals and referees.
Half of the deals have decks of the library, half random ones, decided by the seed; every deal is played in both seats,
and such pairs are the unit of all intervals. With ``--time`` the nodes that take both as long are measured once, then
fixed; equal nodes give equal games, whatever the number of processes. With ``--opponent`` both revisions play against
that player of ``qbcoach arena`` instead, on the same deals.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from bench.deals import mixed_deal
from bench.equal_time import equal_time
from bench.match_report import report, report_opponent
from bench.pipe_player import QUICK
from bench.piped import HousePlayer, PipedPlayer, Seat, Spent, play_game
from bench.revision import CACHE, Engine, build, present
from gamekit.arena import ArenaPlan, Deal, FinishedGame, Fixture, until_decided
from gamekit.record import first_share
from gamekit.sides import BySide
from gamekit.sprt import SprtCourse
from qb_app.asking.players import parse_player
from qb_app.asking.sprt import choose_sprt
from qb_app.games.arena.log import open_log
from qb_engine import QueensBlood, Ruleset, Side
from qb_engine.deck_notation import format_deck_code, parse_deck
from qb_engine.game import setup_of

V0_1_0 = "fa20cd4"
TIMED_DEALS = 24
_NODES = re.compile(r"deep search, (\d+) nodes a move")


class Players(NamedTuple):
    """Who meets: two engines with what each plays as, and perhaps a third whom both meet."""

    engines: tuple[Engine, Engine]
    """The present one first."""
    kinds: tuple[int | str, int | str]
    opponent: str | None


def has_random_decks(seed: int) -> bool:
    """Two deals in four, as ``mixed_deal`` has it."""
    return seed % 4 >= 2


def deal(seed: int, game: QueensBlood) -> Deal:
    ruleset = Ruleset.parse("rebirth")
    decks = mixed_deal(seed, game.hydrator, ruleset)
    setup = setup_of(ruleset, format_deck_code(decks.first), format_deck_code(decks.second))
    return Deal(tuple(setup.items()), seed)


_seats: dict[str, Seat] = {}
"""The players of this process, which live as long as it does."""
_game = QueensBlood()


def sit_down(players: Players) -> None:
    for engine, kind in zip(players.engines, players.kinds, strict=True):
        _seats[engine.name] = PipedPlayer(engine, kind, _game)


def play(task: tuple[Fixture, Deal]) -> tuple[FinishedGame, dict[str, Spent]]:
    fixture, dealt = task
    setup = dict(dealt.setup)
    known = {side: parse_deck(setup[key], _game.hydrator) for side, key in zip(Side, ("you", "enemy"), strict=True)}
    seats: BySide[Seat] = fixture.players.map(
        lambda name: _seats.get(name) or HousePlayer(parse_player(name).agent(_game.hydrator, known))
    )
    for seat in seats:
        seat.spent = Spent()
    result, _ = play_game(_game, setup, dealt.seed, seats)
    spent = {name: seat.spent for name, seat in zip(fixture.players, seats, strict=True)}
    return FinishedGame(fixture, result, first_share(_game, result)), spent


def games_in_order(
    plan: ArenaPlan, players: Players, log_file: Path | None, processes: int, spent: dict[str, Spent]
) -> Iterator[FinishedGame]:
    """Every game of the plan in its order, from the log where that has it."""
    wanted = [it for it in plan.fixtures if players.opponent is None or players.opponent in it.players]
    with open_log(log_file, plan) as log:
        tasks = [(it, plan.deals[it.deal]) for it in wanted if it.number not in log.finished]
        with ProcessPoolExecutor(processes, get_context("spawn"), sit_down, (players,)) as pool:
            fresh = (_noted(used, game, spent) for game, used in pool.map(play, tasks))
            try:
                yield from log.in_order(wanted, fresh)
            finally:
                pool.shutdown(cancel_futures=True)


def _noted(used: dict[str, Spent], game: FinishedGame, spent: dict[str, Spent]) -> FinishedGame:
    for name, more in used.items():
        spent.setdefault(name, Spent()).add(more)
    return game


def timed(engines: tuple[Engine, Engine], seconds: float) -> tuple[int, int]:
    both = BySide(*(PipedPlayer(engine, QUICK, _game) for engine in engines))
    found = equal_time(_game, [deal(1_000_000 + number, _game) for number in range(TIMED_DEALS)], both, seconds)
    for player in both:
        player.close()
    took = " and ".join(f"{each * 1000:.2f} ms" for each in found.seconds)
    print(f"equal time: {found.nodes.first} and {found.nodes.second} nodes, {took} CPU a move, ratio {found.ratio:.3f}")
    return found.nodes.first, found.nodes.second


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("revision", nargs="?", default=V0_1_0, metavar="REV")
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--nodes", metavar="NEW:OLD", help="deep players with so many nodes")
    kind.add_argument("--time", type=float, metavar="SECONDS", help="deep players with nodes for so much CPU a move")
    kind.add_argument("--quick", action="store_true", help="one move ahead by the network, all cards open")
    parser.add_argument("--opponent", metavar="PLAYER", help="whom both meet instead of each other")
    parser.add_argument("--games", type=int, default=400, help="an even number")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal; deals count up from it")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished games there, and go on with them")
    parser.add_argument("--sprt", metavar="ELO0,ELO1", help="stop when the games decide between these leads")
    parser.add_argument("--cache", type=Path, default=CACHE, metavar="FOLDER", help="where revisions are built")
    arguments = parser.parse_args()
    if arguments.sprt and arguments.opponent:
        parser.error("--sprt is about two players, leave out --opponent")
    return arguments


def kinds_of(arguments: argparse.Namespace, engines: tuple[Engine, Engine]) -> tuple[int | str, int | str]:
    if arguments.quick:
        return QUICK, QUICK
    if arguments.time is not None:
        return _kept(arguments.resume, engines) or timed(engines, arguments.time)
    new, _, old = arguments.nodes.partition(":")
    return int(new), int(old or new)


def _kept(log_file: Path | None, engines: tuple[Engine, Engine]) -> tuple[int, int] | None:
    """The nodes that were measured when the log was begun: a second measurement would give others."""
    if log_file is None or not log_file.exists():
        return None
    with log_file.open(encoding="utf-8") as file:
        head = json.loads(file.readline() or "{}")
    found = [_NODES.fullmatch(str(head.get("players", {}).get(engine.name))) for engine in engines]
    new, old = ([int(match[1]) for match in found if match] + [0, 0])[:2]
    return (new, old) if old else None


def main() -> None:
    arguments = read_arguments()
    engines = present(), build(arguments.revision, arguments.cache)
    opponent = parse_player(arguments.opponent).name if arguments.opponent else None
    players = Players(engines, kinds_of(arguments, engines), opponent)
    about = {engine.name: _about(kind) for engine, kind in zip(engines, players.kinds, strict=True)}
    if opponent is not None:
        about[opponent] = parse_player(opponent).about
    seeds = range(arguments.seed, arguments.seed + arguments.games // 2)
    deals = tuple(deal(seed, _game) for seed in seeds)
    plan = ArenaPlan(_game.name, _game.version, about, {"decks": "known, library and random"}, deals)
    print("; ".join(f"{name}: {what}" for name, what in about.items()))
    spent: dict[str, Spent] = {}
    games = games_in_order(plan, players, arguments.resume, arguments.processes, spent)
    random_deals = {number for number, seed in enumerate(seeds) if has_random_decks(seed)}
    new, old = (engine.name for engine in engines)
    if opponent is not None:
        report_opponent(list(games), new, old, opponent, random_deals)
    else:
        course = SprtCourse(choose_sprt(arguments.sprt)) if arguments.sprt else None
        report(list(until_decided(games, new, course) if course else games), new, old, random_deals, course)
    for name, used in spent.items():
        if used.moves:
            print(f"  {name}: {used.seconds / used.moves * 1000:.2f} ms CPU a move, {used.moves} moves")


def _about(kind: int | str) -> str:
    return "one move ahead by the network, all cards open" if kind == QUICK else f"deep search, {kind} nodes a move"


if __name__ == "__main__":
    main()

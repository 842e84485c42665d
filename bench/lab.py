"""The deck lab: games by each rung, against Python players on the same deals; workers together, and what a task costs.

Two processes against one, and a task of a cluster against one of a process, are wall time: that is what they are for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from bench.timing import row
from gamekit.crew import Alone, Crew, Processes
from gamekit.match import play_match
from qb_app.asking.players import parse_player
from qb_app.crews import open_crew
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_code
from qb_engine.game import QueensBlood, setup_of
from qb_engine.geometry import PerSide, Side
from qb_engine.kernel import door
from qb_engine.lab.climbing import Ascent
from qb_engine.lab.field import Field, Objective
from qb_engine.lab.pool import CardPool
from qb_engine.lab.rungs import QUICK, Batch, Meeting, play_batch
from qb_engine.lab.workbench import Workbench
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset

RUNGS = {"quick": 400, "deep:200": 12, "deep:500": 8, "full:500": 1}
"""With the deals of a measurement, both seats of each."""
PLAYERS = {"greedy": 12, "coach": 4}
TASKS, DEALS_A_TASK = 24, 1_000
SEARCH_GAMES = 40_000
EMPTY = 400
ROUNDS = 3


def run() -> None:
    if not door.available:
        print("The deck lab needs the kernel, which is not built.")
        return
    print("The deck lab: games between two decks of the library, both seats of the same deals")
    _rungs()
    _together()
    _tasks()


def _batch(rung: str, deals: range) -> Batch:
    decks = library_decks()
    return Batch(rung, str(Ruleset.REBIRTH), 0, (Meeting(decks[0].card_ids, decks[3].card_ids, deals),))


def _rungs() -> None:
    quick = 0.0
    for rung, deals in RUNGS.items():
        batch = _batch(rung, range(deals))
        seconds = _cpu(partial(play_batch, batch)) / (2 * deals)
        quick = quick or seconds
        row(f"a game by {rung}", seconds)
    for name, deals in PLAYERS.items():
        seconds = _cpu(partial(_python_games, name, deals)) / (2 * deals)
        row(f"a game by the Python player {name}", seconds, f"quick is {seconds / quick:,.0f} times as fast")


def _python_games(name: str, deals: int) -> None:
    game, player, decks = QueensBlood(), parse_player(name), library_decks()
    cards = PerSide(decks[0].card_ids, decks[3].card_ids)
    you, enemy = cards.map(format_deck_code)
    for deal in range(deals):
        for first in Side:
            agents = cards.map(lambda _: player.agent(CardHydrator.shared(), dict(zip(Side, cards, strict=True))))
            play_match(game, setup_of(Ruleset.REBIRTH, you, enemy, first), deal, agents)


def _together() -> None:
    """The same tasks by one worker and by two, in turn, the best of several rounds of each."""
    batches = [_batch("quick", range(number * DEALS_A_TASK, (number + 1) * DEALS_A_TASK)) for number in range(TASKS)]
    with Processes(2) as two:
        _play(two, batches)  # begins the processes
        one_seconds, two_seconds = _in_turn(lambda: _play(Alone(), batches), lambda: _play(two, batches))
        searched, searched_by_two = _in_turn(lambda: _search(Alone()), lambda: _search(two))
    ratio = one_seconds / two_seconds
    print(f"  two workers against one, {TASKS} tasks of {2 * DEALS_A_TASK} games: {ratio:.2f} times as fast")
    print(f"  two workers against one in a search against the library: {searched / searched_by_two:.2f} times as fast")


def _search(crew: Crew) -> None:
    field = Field.of("library", [(deck.name, deck.card_ids, 1.0) for deck in library_decks()])
    pool, starts = CardPool.of(CardHydrator.shared(), Ruleset.REBIRTH), [deck.cards for deck in field.decks]
    bench = Workbench(Ruleset.REBIRTH, 0, crew)
    ascent = Ascent(bench, QUICK, field, Objective.MEAN, pool, starts)
    while bench.games < SEARCH_GAMES:
        ascent.step()


def _tasks() -> None:
    """A task that does nothing, by a process and by a cluster of this machine."""
    try:
        with Processes(2) as processes, open_crew(2, "local") as cluster:
            _nothing(processes)
            _nothing(cluster)
            taken = _in_turn(lambda: _nothing(processes), lambda: _nothing(cluster))
    except InputError as error:
        print(f"  no cluster: {error}")
        return
    process, dask = (1e3 * seconds / EMPTY for seconds in taken)
    print(f"  an empty task: {process:.2f} ms by a process, {dask:.2f} ms by Dask, {dask / process:.1f} times as long")


def _play(crew: Crew, batches: list[Batch]) -> None:
    assert len(list(crew.map(play_batch, batches))) == len(batches)


def _nothing(crew: Crew) -> None:
    assert list(crew.map(abs, range(EMPTY))) == list(range(EMPTY))


def _cpu(call: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def _in_turn(*calls: Callable[[], object]) -> list[float]:
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for place, call in enumerate(calls):
            begin = time.perf_counter()
            call()
            best[place] = min(best[place], time.perf_counter() - begin)
    return best


if __name__ == "__main__":
    run()

"""A player at the other end of a pipe, run with the Python and the packages of any revision of the project.

One JSON object a line. ``{"setup", "seed"}`` starts a game, without an answer. ``{"moves", "player"}`` plays what
happened since and asks for a decision; the answer is ``{"move", "seconds", "position"}``, where seconds are CPU time
and the position is the whole game before the decision, for the referee to compare. A player is a number of nodes for
deep search, which is handed its own view only, or "quick", which looks one move ahead with all cards open.

Only names that old and new revisions have are used here; those that moved are looked for in both places.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from qb_engine.coach_player import opening_mulligan
from qb_engine.deck_notation import parse_deck
from qb_engine.game import QueensBlood
from qb_engine.geometry import Side

QUICK = "quick"


def _named(name: str, *modules: str) -> Any:
    """What is called so in the first of these modules that there is."""
    for module in modules:
        try:
            return getattr(import_module(module), name)
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"this revision has no {name} in {' or '.join(modules)}")


_deep_player: Callable[..., Any] = _named("DeepPlayer", "qb_engine.deep.levels", "qb_engine.levels")
_budget: Callable[[int], Any] = _named("Budget", "qb_engine.deep.search", "qb_engine.search")
_deep_engine: Callable[..., Any] = _named("deep_engine", "qb_engine.deep.win_chance", "qb_engine.win_chance")
_searcher: Callable[[Any], Any] = _named("searcher", "qb_engine.deep.win_chance", "qb_engine.win_chance")


class Table:
    """The game that is played now."""

    def __init__(self, game: QueensBlood, setup: dict[str, str], seed: int) -> None:
        self.game = game
        self.state = game.start(setup, seed)
        # As a match of gamekit has it: one source of chance for each seat.
        self.rngs = [Random(f"{seed}/{place}") for place in range(2)]
        keys = {Side.YOU: "you", Side.ENEMY: "enemy"}
        self.decks = {side: parse_deck(setup[key], game.hydrator) for side, key in keys.items()}

    def choose(self, player: int | str) -> Any:
        side = self.state.to_move
        assert side is not None, "the game is over, there is no move to choose"
        if player == QUICK:
            return self._quick(side)
        deep = _deep_player(self.game.hydrator, _budget(int(player)), known_decks=self.decks)
        return deep.choose(self.state.observe(side), self.rngs[side.index])

    def _quick(self, side: Any) -> Any:
        """The move that leaves its side with most points by the network, the first of equals in the pinned order."""
        state = self.state
        if state.mulligan_open[side]:
            return opening_mulligan(state.hands[side].cards)
        engine = _deep_engine(self.game.hydrator, state.ruleset)
        packed, judge = engine.state(state), _searcher(engine)
        best, most = None, -1.0
        for pair in engine.kernel.legal_moves(packed):
            after = packed.clone()
            engine.kernel.play(after, *pair)
            win, draw, _, _ = judge.outlook(after)
            points = win + draw / 2 if side is Side.YOU else 1.0 - (win + draw / 2)
            if points > most:
                best, most = pair, points
        return engine.move(best)


def main() -> None:
    game = QueensBlood()
    table: Table | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "setup" in asked:
            table = Table(game, asked["setup"], asked["seed"])
            continue
        assert table is not None, "a game must be started first"
        for move in asked["moves"]:
            table.state.play(game.parse_move(move))
        began = time.process_time()
        chosen = table.choose(asked["player"])
        seconds = time.process_time() - began
        answer = {"move": game.format_move(chosen), "seconds": seconds, "position": table.state.key()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

"""Players for the referee: one at the other end of a pipe, one in this process; and the game between two of them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

from bench.revision import Engine
from gamekit.agents import Agent, shown_to
from gamekit.record import result_text
from gamekit.sides import BySide
from qb_engine.game import QueensBlood
from qb_engine.game_state import GameState
from qb_engine.models import Decision, Mulligan

PROGRAM = str(Path(__file__).with_name("pipe_player.py"))


@dataclass(slots=True)
class Spent:
    """CPU time of decisions."""

    moves: int = 0
    seconds: float = 0.0
    mulligans: int = 0
    mulligan_seconds: float = 0.0

    def add(self, other: Spent) -> None:
        self.moves += other.moves
        self.seconds += other.seconds
        self.mulligans += other.mulligans
        self.mulligan_seconds += other.mulligan_seconds


class Seat(Protocol):
    """Somebody at the referee's table."""

    spent: Spent

    def start(self, setup: Mapping[str, str], seed: int, place: int) -> None: ...
    def hear(self, move: str) -> None:
        """A decision that was made, one's own too."""

    def choose(self, state: GameState) -> Decision: ...


class PipedPlayer:
    """A process with an engine of its own; it keeps the game by hearing every decision."""

    def __init__(self, engine: Engine, player: int | str, game: QueensBlood) -> None:
        self.engine, self.player, self.spent = engine, player, Spent()
        self._game = game
        self._news: list[str] = []
        self._process = subprocess.Popen(
            engine.command(PROGRAM), env=engine.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, setup: Mapping[str, str], seed: int, place: int) -> None:
        self._news = []
        self._send({"setup": dict(setup), "seed": seed})

    def hear(self, move: str) -> None:
        self._news.append(move)

    def choose(self, state: GameState) -> Decision:
        move, seconds = self.ask(state, self.player)
        if isinstance(move, Mulligan):
            self.spent.add(Spent(mulligans=1, mulligan_seconds=seconds))
        else:
            self.spent.add(Spent(1, seconds))
        return move

    def ask(self, state: GameState, player: int | str) -> tuple[Decision, float]:
        """The decision of such a player and the CPU seconds that it took."""
        self._send({"moves": self._news, "player": player})
        self._news = []
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the player of {self.engine.name} has ended; its words are above")
        answer: dict[str, Any] = json.loads(line)
        if answer["position"] != state.key():
            raise RuntimeError(f"{self.engine.name} stands at\n{answer['position']}\nthe referee at\n{state.key()}")
        return self._game.parse_move(answer["move"]), float(answer["seconds"])

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()


class HousePlayer:
    """A player of the present tree, in this process; its time is not measured."""

    def __init__(self, agent: Agent[GameState, Decision]) -> None:
        self.spent = Spent()
        self._agent = agent
        self._rng = Random()

    def start(self, setup: Mapping[str, str], seed: int, place: int) -> None:
        self._rng = Random(f"{seed}/{place}")

    def hear(self, move: str) -> None:
        pass

    def choose(self, state: GameState) -> Decision:
        side = state.to_move
        assert side is not None
        return self._agent.choose(shown_to(self._agent, state, side), self._rng)


def play_game(game: QueensBlood, setup: Mapping[str, str], seed: int, seats: BySide[Seat]) -> tuple[str, list[str]]:
    """The result of a game by the rules of the present tree, and its decisions."""
    state = game.start(setup, seed)
    moves: list[str] = []
    for place, seat in enumerate(seats):
        seat.start(setup, seed, place)
    while (side := state.to_move) is not None:
        move = seats[side].choose(state)
        state.play(move)
        moves.append(game.format_move(move))
        for seat in seats:
            seat.hear(moves[-1])
    return result_text(state.outcome()), moves

"""A duel: a person against an agent that sees only its own view. Setup, seed and decisions are all there is to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from gamekit.agents import Agent
from gamekit.record import Record, result_text
from qb_app.asking.moves import read_decision
from qb_app.games.playthrough import Step, take_step
from qb_app.games.turn_log import Turn, can_take_back, taken_back
from qb_engine.errors import GameOverError, TurnOrderError
from qb_engine.game import QueensBlood
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Decision
from qb_engine.narration import result_words

PERSON = "person"
"""The name of a player who is no agent, in records."""
PERSONS = (Side.YOU,)


class Duel:
    """You are the person. The same setup, seed and turns give the same duel; the agent is asked for new turns only."""

    def __init__(
        self,
        game: QueensBlood,
        setup: Mapping[str, str],
        seed: int,
        turns: Iterable[Turn] = (),
        *,
        resigned: bool = False,
    ) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.start = game.start(setup, seed)
        self.steps: list[Step] = []
        for turn in turns:
            self._play(game.parse_move(turn.text))
        self.resigned = resigned

    @property
    def state(self) -> GameState:
        return self.steps[-1].state if self.steps else self.start

    @property
    def seen(self) -> GameState:
        """What the person may know."""
        return self.state.observe(Side.YOU)

    @property
    def to_move(self) -> Side | None:
        """Who must decide; None once the game is over or given up."""
        return None if self.resigned else self.state.to_move

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(Turn(step.side, self.game.format_move(step.move)) for step in self.steps)

    @property
    def record(self) -> Record:
        """The game so far; an unfinished one has the result ``*``."""
        moves = tuple(turn.text for turn in self.turns)
        result = result_text(self.state.outcome())
        return Record(self.game.name, self.game.version, tuple(sorted(self.setup.items())), self.seed, moves, result)

    @property
    def result(self) -> str | None:
        """The winner and the points as they stand, ``Y 23-11``; None while the game is running."""
        if self.resigned:
            score = self.state.score()
            return f"{Side.ENEMY} {score.total_you}-{score.total_enemy}"
        outcome = self.state.outcome()
        return None if outcome is None else result_text(outcome)

    @property
    def ending(self) -> str:
        """The end in words."""
        score = self.state.score()
        if self.resigned:
            return f"You resigned; it stood {score.total_you}–{score.total_enemy}."
        return f"The game is over: {result_words(score)}."

    def decide(self, text: str) -> Step:
        """The person's decision as it was typed; one that is refused changes nothing."""
        self.check_running()
        if self.to_move is not Side.YOU:
            raise TurnOrderError("it is the enemy's turn; wait for its answer")
        return self._play(read_decision(text, self.state.hands[Side.YOU].cards, self.state.hydrator))

    def answer(self, agent: Agent[GameState, Decision]) -> Step:
        """The agent's next decision. Its luck depends on seed and turn alone, so that undo brings no better one."""
        rng = Random(f"{self.seed}/{Side.ENEMY.index}/{len(self.steps)}")
        return self._play(agent.choose(self.state.observe(Side.ENEMY), rng))

    @property
    def can_undo(self) -> bool:
        return self.to_move is not None and can_take_back(self.turns, PERSONS)

    def undo(self) -> None:
        """Back to before the person's last decision, the enemy's answer taken back with it."""
        self.check_running()
        del self.steps[len(taken_back(self.turns, PERSONS)) :]

    def resign(self) -> None:
        self.check_running()
        self.resigned = True

    def _play(self, decision: Decision) -> Step:
        before = self.steps[-1] if self.steps else None
        step = take_step(self.start, before, decision)
        self.steps.append(step)
        return step

    def check_running(self) -> None:
        """Refuse everything once the duel is over."""
        if self.to_move is None:
            raise GameOverError("the game is over; nothing more can be done in it")

"""A seated game: persons and agents by side, whichever game they play. Setup, seed and turns are all there is to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from gamekit.agents import Agent, SeesAll
from gamekit.protocol import Game, MoveT, StateT
from gamekit.record import Record, result_text
from gamekit.sides import BySide, TwoSides
from qb_app.errors import InputError
from qb_app.games.log import TURN, UNDO, Turn, last_of, standing
from qb_app.storage.records import JsonValue, NewEntry, StoredEvent

PERSON = "person"
"""The name of a player who is no agent."""


class OutOfTurnError(InputError):
    """It is another's turn, or nobody's any more."""


class SeatedSetup(Protocol):
    """What a game is begun with."""

    @property
    def rules(self) -> Mapping[str, str]:
        """The setup of the record."""

    @property
    def seed(self) -> int: ...

    def to_json(self) -> Mapping[str, JsonValue]:
        """As it is stored."""


class SeatedStep(Protocol):
    """One turn that was taken."""

    @property
    def side(self) -> TwoSides: ...

    @property
    def move(self) -> Any: ...

    @property
    def state(self) -> Any:
        """The game after it, a state of its own."""


StepT = TypeVar("StepT", bound=SeatedStep)


class SeatedGame(ABC, Generic[StateT, MoveT, StepT]):
    """Each side is a person (None) or an agent. The same log gives the same game; agents are asked for new turns only.

    An agent's luck depends on seed and turn alone, so that undo brings no better one.
    """

    noun: ClassVar[str] = "decision"
    """What a turn of a person is called."""
    kinds: ClassVar[tuple[str, ...]] = (TURN, UNDO)
    """The entries that its log can have."""

    def __init__(
        self,
        game: Game[StateT, MoveT],
        setup: SeatedSetup,
        agents: BySide[Agent[StateT, MoveT] | None],
        log: Iterable[StoredEvent] = (),
    ) -> None:
        for agent in agents:
            if isinstance(agent, SeesAll):
                raise InputError(f"{agent.name} sees all cards: it is there to measure with, not to sit with persons")
        self.game = game
        self.setup = setup
        self.agents = agents
        self.persons = tuple(side for side in game.sides if agents[side] is None)
        self.start = game.start(setup.rules, setup.seed)
        self.steps: list[StepT] = []
        turns, self.resigned = standing(log, self.kinds, type(game.sides.first), self.persons)
        for turn in turns:
            self.steps.append(self.step(game.parse_move(turn.text)))
        self.added: list[NewEntry] = []
        """What has happened since the log was read, as entries for it."""

    @abstractmethod
    def step(self, move: MoveT) -> StepT:
        """The move played after the last step; nothing is changed by it, and a refusal raises."""

    @abstractmethod
    def read(self, text: str) -> MoveT:
        """What a person typed."""

    @property
    @abstractmethod
    def ending(self) -> str:
        """The end in words."""

    @property
    @abstractmethod
    def agent_is_due(self) -> str:
        """Why a person cannot decide while an agent is to move, in words."""

    @property
    def state(self) -> StateT:
        state: StateT = self.steps[-1].state if self.steps else self.start
        return state

    @property
    def to_move(self) -> TwoSides | None:
        """Who must decide; None once the game is over or given up."""
        mover: TwoSides | None = self.state.to_move
        return None if self.resigned else mover

    @property
    def agent_to_move(self) -> Agent[StateT, MoveT] | None:
        """The agent whose turn it is; None when it is a person's or nobody's."""
        mover = self.to_move
        return None if mover is None else self.agents[mover]

    @property
    def record(self) -> Record:
        """The game so far; an unfinished one has the result ``*``."""
        moves = tuple(self.game.format_move(step.move) for step in self.steps)
        settled, result = tuple(sorted(self.setup.rules.items())), result_text(self.state.outcome())
        return Record(self.game.name, self.game.version, settled, self.setup.seed, moves, result)

    @property
    def result(self) -> str | None:
        """The winner and the points, ``Y 23-11``; None while the game is running."""
        outcome = self.state.outcome()
        return None if outcome is None else result_text(outcome)

    def check_running(self) -> None:
        """Refuse everything once the game is over."""
        if self.to_move is None:
            raise OutOfTurnError("the game is over; nothing more can be done in it")

    def decide(self, text: str) -> StepT:
        """A person's turn as it was typed; one that is refused changes nothing."""
        self.check_running()
        if self.agent_to_move is not None:
            raise OutOfTurnError(self.agent_is_due)
        return self._play(self.read(text))

    def answer(self) -> StepT:
        """The next turn of the agent that is to move."""
        mover, agent = self.to_move, self.agent_to_move
        assert mover is not None, "the game is over"
        assert agent is not None, "a person is to move"
        rng = Random(f"{self.setup.seed}/{mover.index}/{len(self.steps)}")
        return self._play(agent.choose(self.state.observe(mover), rng))

    @property
    def can_undo(self) -> bool:
        return self.to_move is not None and any(step.side in self.persons for step in self.steps)

    def undo(self) -> None:
        """Back to before the last turn of a person, with everything that followed."""
        self.check_running()
        del self.steps[last_of([step.side for step in self.steps], self.persons, self.noun) :]
        self.added.append(NewEntry(UNDO, {}))

    def _play(self, move: MoveT) -> StepT:
        step = self.step(move)
        self.steps.append(step)
        self.added.append(Turn(step.side, self.game.format_move(move)).entry)
        return step

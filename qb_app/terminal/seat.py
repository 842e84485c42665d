"""A seat at the terminal: a person plays a game against an agent by typing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from fleet_engine.errors import FleetError
from gamekit.record import Record
from qb_app.errors import InputError
from qb_app.games.seats import SeatedGame
from qb_engine.errors import QueensBloodError

GameT = TypeVar("GameT", bound=SeatedGame[Any, Any, Any])


class Seat(ABC, Generic[GameT]):
    """One game, with everything that can be typed."""

    help: ClassVar[str]

    def __init__(self, game: GameT) -> None:
        self.game = game
        self.told = 0
        """How much of what happened was told."""
        self.shown: int | None = None
        """The number of turns up to which the board was last shown."""
        self.refused = False
        """Whether something that was typed could not be done."""

    @property
    @abstractmethod
    def happened(self) -> Sequence[Any]:
        """Everything that the person may be told, in order."""

    @abstractmethod
    def tell_of(self, news: Sequence[Any]) -> None:
        """Print the last part of ``happened``."""

    @abstractmethod
    def show_board(self) -> None:
        """Print the game as it stands."""

    @abstractmethod
    def show_end(self) -> None: ...

    @abstractmethod
    def say(self, text: str) -> None: ...

    @abstractmethod
    def obey_own(self, text: str) -> bool:
        """Do what only this game knows; False if it is nothing of the kind."""

    def wait_for_agent(self) -> None:
        self.game.answer()

    @property
    def record(self) -> Record:
        return self.game.record

    def play(self, ask: Callable[[], str]) -> None:
        """Until the game is over or the person leaves, by a word or as ``input`` tells it."""
        try:
            finished = self._play(ask)
        except (EOFError, KeyboardInterrupt):
            self.say("\nYou left the game; it is not finished.")
            return
        if not finished:
            self.say("You left the game; it is not finished.")
            return
        self.tell()
        self.show_end()

    def _play(self, ask: Callable[[], str]) -> bool:
        while self.game.to_move is not None:
            if self.game.agent_to_move is not None:
                self.wait_for_agent()
                continue
            self.tell()
            if self.shown != len(self.game.steps):
                self.show()
            if not self.obey(ask().strip()):
                return False
        return True

    def obey(self, text: str) -> bool:
        """Do what was typed; False once the person wants to leave."""
        match text.casefold().split():
            case []:
                pass
            case ["quit" | "exit"]:
                return False
            case ["?" | "help"]:
                self.say(self.help)
            case ["board"]:
                self.show()
            case ["undo"]:
                self.attempt(self.undo)
            case _ if not self.obey_own(text):
                self.attempt(lambda: self.game.decide(text))
        return True

    def attempt(self, work: Callable[[], object]) -> None:
        """Do it, or say why not."""
        try:
            work()
        except (InputError, QueensBloodError, FleetError) as error:
            self.refuse(f"{error}{'' if str(error).endswith('?') else '.'}")

    def refuse(self, reason: str) -> None:
        self.refused = True
        self.say(f"No: {reason}")

    def undo(self) -> None:
        self.game.undo()
        self.told = len(self.happened)
        self.shown = None
        self.say(f"Taken back to before your last {self.game.noun}.")

    def show(self) -> None:
        self.shown = len(self.game.steps)
        self.show_board()

    def tell(self) -> None:
        happened = self.happened
        self.tell_of(happened[self.told :])
        self.told = len(happened)

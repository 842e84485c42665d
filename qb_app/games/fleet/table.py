"""A table of the fleet game, with persons and agents in any seats."""

from __future__ import annotations

from collections.abc import Iterable

from fleet_engine.commands import Command, Concession
from fleet_engine.errors import NotInGameError
from fleet_engine.game import FleetGame
from fleet_engine.game_state import FleetState
from fleet_engine.transcript import Step, take_step
from qb_app.games.fleet.orders import read_command
from qb_app.games.fleet.setup import FleetSetup
from qb_app.games.fleet.words import ending_sentence
from qb_app.games.seats import SeatedGame
from qb_app.storage.records import StoredEvent


class FleetTable(SeatedGame[FleetState, Command, Step]):
    """Who gives up orders a concession."""

    noun = "order"
    setup: FleetSetup

    def __init__(self, setup: FleetSetup, log: Iterable[StoredEvent] = ()) -> None:
        super().__init__(FleetGame(), setup, setup.agents(), log)

    @property
    def ending(self) -> str:
        return ending_sentence(self.state)

    @property
    def agent_is_due(self) -> str:
        return f"the {self.state.turn} is played by an agent and is to move; let it play"

    def read(self, text: str) -> Command:
        command = read_command(text, self.state)
        if isinstance(command, Concession) and command.by is not None and command.by not in self.persons:
            raise NotInGameError(f"you play the {command.by.other} and can give up for nobody else")
        return command

    def step(self, move: Command) -> Step:
        return take_step(self.state, move, len(self.steps) + 1)

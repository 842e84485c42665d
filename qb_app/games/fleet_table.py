"""A fleet game between people and agents: setup, seed and orders are all there is to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from fleet_engine.agents import Player
from fleet_engine.commands import Action, Command, Concession, ShipOrder, TimeoutClaim
from fleet_engine.errors import GameOverError, NotInGameError, NotYourTurnError
from fleet_engine.game import FleetGame
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Side
from fleet_engine.legality import settled
from fleet_engine.notation import format_command, parse_command
from fleet_engine.transcript import Step, take_step
from gamekit.record import Record, result_text
from gamekit.sides import BySide
from qb_app.games.turn_log import Turn, can_take_back, taken_back


class FleetTable:
    """Each side is a person (None) or an agent. The same orders give the same game; agents are asked for new ones only.

    An agent's luck depends on seed and turn alone, so that undo brings no better one.
    """

    def __init__(
        self, setup: Mapping[str, str], seed: int, players: BySide[Player | None], turns: Iterable[Turn] = ()
    ) -> None:
        self.game = FleetGame()
        self.setup = setup
        self.seed = seed
        self.players = players
        self.persons = tuple(side for side in Side if players[side] is None)
        self.start = self.game.start(setup, seed)
        self.state = self.start.clone()
        self.steps: list[Step] = []
        for turn in turns:
            self._play(parse_command(turn.text))

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(Turn(step.side, format_command(step.command)) for step in self.steps)

    @property
    def record(self) -> Record:
        """The game so far; an unfinished one has the result ``*``."""
        moves = tuple(turn.text for turn in self.turns)
        result = result_text(self.state.outcome())
        return Record(self.game.name, self.game.version, tuple(sorted(self.setup.items())), self.seed, moves, result)

    @property
    def agent_to_move(self) -> Player | None:
        """The agent whose turn it is; None when it is a person's or nobody's."""
        mover = self.state.to_move
        return None if mover is None else self.players[mover]

    def command(self, text: str) -> Step:
        """What a person ordered, as it was typed; what is refused changes nothing."""
        self.check_running()
        if self.agent_to_move is not None:
            raise NotYourTurnError(f"the {self.state.turn} is played by an agent and is to move; let it play")
        command = read_command(text, self.state)
        if isinstance(command, Concession) and command.by is not None and self.players[command.by] is not None:
            raise NotInGameError(f"you play the {command.by.other} and can give up for nobody else")
        return self._play(command)

    def answer(self, agent: Player) -> Step:
        """The next order of the agent whose turn it is."""
        rng = Random(f"{self.seed}/{self.state.turn.index}/{len(self.steps)}")
        return self._play(agent.choose(self.state.observe(self.state.turn), rng))

    @property
    def can_undo(self) -> bool:
        return not self.state.is_over and can_take_back(self.turns, self.persons)

    def undo(self) -> None:
        """Back to before the last order of a person, with everything that followed."""
        self.check_running()
        del self.steps[len(taken_back(self.turns, self.persons, "order")) :]
        self.state = (self.steps[-1].state if self.steps else self.start).clone()

    def _play(self, command: Command) -> Step:
        step = take_step(self.state, command, len(self.steps) + 1)
        self.steps.append(step)
        return step

    def check_running(self) -> None:
        """Refuse everything once the game is over."""
        if self.state.is_over:
            raise GameOverError("the game is over; nothing more can be done in it")


def read_command(text: str, state: FleetState) -> Command:
    """A typed command: the notation, or its short forms; put into the form in which it is recorded."""
    words = text.split()
    match words:
        case ["timeout"]:
            return TimeoutClaim(state.terms.turn_time + 1)
        case [ship] if ship.isdecimal():
            words = [ship, "stay", "pass"]
        case [ship, tile] if ship.isdecimal() and "," in tile:
            words = [ship, "move", tile, "pass"]
        case [ship, "move", tile]:
            words = [ship, "move", tile, "pass"]
        case [ship, "stay"]:
            words = [ship, "stay", "pass"]
        case [ship, tile, *action] if ship.isdecimal() and "," in tile:
            words = [ship, "move", tile, *action]
        case [ship, action, *target] if ship.isdecimal() and action in tuple(Action):
            words = [ship, "stay", action, *target]
    command = parse_command(" ".join(words))
    return settled(state, command) if isinstance(command, ShipOrder) else command

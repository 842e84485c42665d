"""A person at the terminal against an agent."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from rich.console import Console

from fleet_engine.agents import Player
from fleet_engine.commands import Action, Command, Concession, ShipOrder, TimeoutClaim
from fleet_engine.errors import FleetError, NotInGameError
from fleet_engine.game import FleetGame
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.legality import settled
from fleet_engine.notation import format_command, parse_command
from fleet_engine.transcript import take_step
from gamekit.record import Record, result_text
from qb_app.fleet_view import FleetView

HELP = """\
Orders name a ship, then where it goes, then what it does there:
  3 move 5,7 shoot 12   ship 3 moves to row 5, column 7 and shoots ship 12
  3 stay special 4      ship 3 stays and uses its special on ship 4
  3 5,7                 ship 3 moves and passes
  3                     ship 3 stays and passes
Actions: pass, shoot N, special [N], assist N (plan only), retreat.
Also: board, ships, moves 3 (what ship 3 can do), undo, concede, timeout,
save FILE, help, quit."""


def record_of(setup: Mapping[str, str], seed: int, moves: list[str], state: FleetState) -> Record:
    """The game so far; an unfinished one has the result ``*``."""
    game = FleetGame()
    result = result_text(state.outcome())
    return Record(game.name, game.version, tuple(sorted(setup.items())), seed, tuple(moves), result)


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


class Table:
    """One game between a person and an agent, with everything that can be typed."""

    def __init__(
        self, setup: Mapping[str, str], seed: int, side: Side, agent: Player, view: FleetView, console: Console
    ) -> None:
        self.setup = setup
        self.seed = seed
        self.side = side
        self.agent = agent
        self.view = view
        self.console = console
        self.rng = Random(f"{seed}/{side.other.index}")
        self.state = FleetGame().start(setup, seed)
        self.moves: list[str] = []
        self.past: list[tuple[FleetState, int]] = []
        """The person's own decisions: the state before each, and the number of moves until then."""
        self.shown: int | None = None
        """The number of moves up to which the board was last drawn."""

    @property
    def record(self) -> Record:
        return record_of(self.setup, self.seed, self.moves, self.state)

    def play(self, ask: Callable[[], str]) -> None:
        """Until the game is over or the person leaves, which ``ask`` tells by an EOFError or KeyboardInterrupt."""
        self.say(f"You are the {self.side}; 'help' lists what you can type.")
        while (mover := self.state.to_move) is not None:
            if mover is not self.side:
                self.do(self.agent.choose(self.state.observe(mover), self.rng))
                continue
            if self.shown != len(self.moves):
                self.show_board()
            if not self.obey(ask().strip()):
                self.say("You left the game; it is not finished.")
                return
        self.console.print(self.view.board(self.state))
        self.console.print(self.view.ending(self.state))

    def obey(self, text: str) -> bool:
        """Do what was typed; False once the person wants to leave."""
        match text.split():
            case []:
                pass
            case ["quit" | "exit"]:
                return False
            case ["help" | "?"]:
                self.say(HELP)
            case ["board"]:
                self.show_board()
            case ["ships"]:
                self.console.print(self.view.ships(self.state))
            case ["moves", ship]:
                self.show_moves(ship)
            case ["undo"]:
                self.undo()
            case ["save", name]:
                self.save(Path(name))
            case _:
                self.try_command(text)
        return True

    def try_command(self, text: str) -> None:
        before, length = self.state.clone(), len(self.moves)
        try:
            command = read_command(text, self.state)
            if isinstance(command, Concession) and command.by not in (None, self.side):
                raise NotInGameError(f"you play the {self.side} and can give up for nobody else")
            self.do(command)
        except FleetError as error:
            self.say(f"No: {error}.")
            return
        self.past.append((before, length))

    def do(self, command: Command) -> None:
        step = take_step(self.state, command, len(self.moves) + 1)
        self.moves.append(format_command(command))
        self.console.print(self.view.step(step))

    def undo(self) -> None:
        if not self.past:
            self.say("No: there is no order of yours to take back.")
            return
        self.state, length = self.past.pop()
        del self.moves[length:]
        self.say("Taken back to before your last order.")
        self.shown = None

    def show_board(self) -> None:
        self.shown = len(self.moves)
        self.console.print(self.view.headline(self.state))
        self.console.print(self.view.board(self.state))

    def show_moves(self, ship: str) -> None:
        orders = [
            order for order in self.state.legal_moves() if isinstance(order, ShipOrder) and str(order.ship) == ship
        ]
        if not orders:
            self.say(f"No: ship {ship} has nothing to do now; 'ships' shows which of yours have not moved.")
            return
        tiles: dict[Position | None, list[str]] = {}
        for order in orders:
            target = "" if order.target is None else f" {order.target}"
            tiles.setdefault(order.to, []).append(f"{order.action}{target}")
        for to, actions in tiles.items():
            self.say(f"{ship} {'stay' if to is None else f'move {to}'}: {', '.join(actions)}")

    def save(self, path: Path) -> None:
        try:
            path.write_text(self.record.to_text(), encoding="utf-8")
        except OSError as error:
            self.say(f"No: {path} cannot be written, {error.strerror}.")
        else:
            self.say(f"Saved to {path}.")

    def say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False)

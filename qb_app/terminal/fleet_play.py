"""A person at the terminal against an agent."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console

from fleet_engine.agents import Player
from fleet_engine.commands import ShipOrder
from fleet_engine.errors import FleetError
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.transcript import Step
from gamekit.record import Record
from gamekit.sides import BySide
from qb_app.errors import InputError
from qb_app.games.fleet_table import FleetTable
from qb_app.terminal.fleet import FleetView

HELP = """\
Orders name a ship, then where it goes, then what it does there:
  3 move 5,7 shoot 12   ship 3 moves to row 5, column 7 and shoots ship 12
  3 stay special 4      ship 3 stays and uses its special on ship 4
  3 5,7                 ship 3 moves and passes
  3                     ship 3 stays and passes
Actions: pass, shoot N, special [N], assist N (plan only), retreat.
Also: board, ships, moves 3 (what ship 3 can do), undo, concede, timeout,
save FILE, help, quit."""


class Table:
    """One game between a person and an agent, with everything that can be typed."""

    def __init__(
        self, setup: Mapping[str, str], seed: int, side: Side, agent: Player, view: FleetView, console: Console
    ) -> None:
        self.side = side
        self.view = view
        self.console = console
        self.table = FleetTable(setup, seed, BySide[Player | None](agent, agent).replaced(side, None))
        self.shown: int | None = None
        """The number of moves up to which the board was last drawn."""

    @property
    def state(self) -> FleetState:
        return self.table.state

    @property
    def record(self) -> Record:
        return self.table.record

    def play(self, ask: Callable[[], str]) -> None:
        """Until the game is over or the person leaves, which ``ask`` tells by an EOFError or KeyboardInterrupt."""
        self.say(f"You are the {self.side}; 'help' lists what you can type.")
        while not self.state.is_over:
            if (agent := self.table.agent_to_move) is not None:
                self.tell(self.table.answer(agent))
                continue
            if self.shown != len(self.table.steps):
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
        try:
            step = self.table.command(text)
        except FleetError as error:
            self.say(f"No: {error}.")
        else:
            self.tell(step)

    def tell(self, step: Step) -> None:
        self.console.print(self.view.step(step))

    def undo(self) -> None:
        try:
            self.table.undo()
        except InputError as error:
            self.say(f"No: {error}.")
            return
        self.say("Taken back to before your last order.")
        self.shown = None

    def show_board(self) -> None:
        self.shown = len(self.table.steps)
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

"""A person at the terminal against an agent of the fleet game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fleet_engine.commands import ShipOrder
from fleet_engine.geometry import Position
from fleet_engine.transcript import Step
from gamekit.quoting import escaped
from qb_app.errors import InputError
from qb_app.files import write_text
from qb_app.games.fleet.setup import FleetSetup
from qb_app.games.fleet.table import FleetTable
from qb_app.system_errors import cause
from qb_app.terminal.fleet.drawing import FleetView
from qb_app.terminal.seat import Seat

HELP = """\
Orders name a ship, then where it goes, then what it does there:
  3 move 5,7 shoot 12   ship 3 moves to row 5, column 7 and shoots ship 12
  3 stay special 4      ship 3 stays and uses its special on ship 4
  3 5,7                 ship 3 moves and passes
  3                     ship 3 stays and passes
Actions: pass, shoot N, special [N], assist N (plan only), retreat.
Also: board, ships, moves 3 (what ship 3 can do), undo, concede, timeout,
save FILE, help, quit."""


class FleetSeat(Seat[FleetTable]):
    """Every step is told as it is taken."""

    help = HELP

    def __init__(self, setup: FleetSetup, view: FleetView, console: Console) -> None:
        super().__init__(FleetTable(setup))
        self.view = view
        self.console = console
        self.saved: set[Path] = set()

    @property
    def happened(self) -> Sequence[Step]:
        return self.game.steps

    def tell_of(self, news: Sequence[Step]) -> None:
        for step in news:
            self.console.print(self.view.step(step))

    def wait_for_agent(self) -> None:
        self.tell()
        self.game.answer()

    def obey_own(self, text: str) -> bool:
        match text.split():
            case ["ships"]:
                self.console.print(self.view.ships(self.game.state))
            case ["moves", ship]:
                self.show_moves(ship)
            case ["save", name]:
                self.save(Path(name))
            case _:
                return False
        return True

    def show_board(self) -> None:
        self.console.print(self.view.headline(self.game.state))
        self.console.print(self.view.board(self.game.state))

    def show_end(self) -> None:
        self.console.print(self.view.board(self.game.state))
        self.console.print(self.view.ending(self.game.state))

    def show_moves(self, ship: str) -> None:
        orders = [
            order for order in self.game.state.legal_moves() if isinstance(order, ShipOrder) and str(order.ship) == ship
        ]
        if not orders:
            self.refuse(f"ship {ship} has nothing to do now; 'ships' shows which of yours have not moved.")
            return
        tiles: dict[Position | None, list[str]] = {}
        for order in orders:
            target = "" if order.target is None else f" {order.target}"
            tiles.setdefault(order.to, []).append(f"{order.action}{target}")
        for to, actions in tiles.items():
            self.say(f"{ship} {'stay' if to is None else f'move {to}'}: {', '.join(actions)}")

    def save(self, path: Path) -> None:
        """A file that this game wrote may be written again; another one is not overwritten."""
        try:
            write_text(path, self.record.to_text(), force=path in self.saved)
        except InputError as error:
            self.refuse(f"{error}.")
        except OSError as error:
            self.refuse(f"{path} cannot be written: {cause(error)}.")
        else:
            self.saved.add(path)
            self.say(f"Saved to {path}.")

    def say(self, text: str) -> None:
        self.console.print(Text(escaped(text, keep="\n")))

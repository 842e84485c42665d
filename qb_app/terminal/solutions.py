"""What the solver found, printed for a reader or as a document."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from qb_app.answers.solutions import LineStep, SolvedPosition, SolvedPuzzle
from qb_app.asking.short_names import SIDE_MARKS
from qb_app.figures import counted, points, signed
from qb_app.terminal.board import BOARD_WIDTH, SIDE_STYLES, BoardView
from qb_app.terminal.console import needs_plain, say, tile_naming
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.narration import move_name, result_words

SHOWN_ORDERS = 5


class SolveView:
    """Prints exact answers on one console."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or needs_plain(console, BOARD_WIDTH)
        self.place = tile_naming(plain=self.plain)

    def show_solution(self, solved: SolvedPosition) -> None:
        end, hydrator = solved.end, solved.start.hydrator
        self._headline(f"Exact: {result_words(end.score())}, if both sides play their best.")
        if not any(len(cards) for cards in (solved.start.hands[Side.ENEMY], solved.start.decks[Side.ENEMY])):
            say(self.console, "The position gives the enemy no card (ehand=…), so it can only pass.", "yellow")
        self.console.print()
        for step in solved.steps:
            self._step(step, hydrator)
        self._end("The board at the end:", end.board, hydrator)
        told = "Nothing is estimated: every line that could matter was looked at, both sides seeing all cards."
        say(self.console, told, "dim", indent=0)

    def show_puzzle(self, solved: SolvedPuzzle, *, everything: bool) -> None:
        exercise, orders = solved.exercise, solved.orders
        hydrator = exercise.state.hydrator
        if exercise.puzzle is not None:
            self.console.print(Text(exercise.puzzle.title, style="bold"))
        if not orders:
            self._headline("Exact: this cannot be won; every order of plays was tried.")
            self._end("The board to beat:", exercise.state.board, hydrator)
        elif not orders[0]:
            self._headline("Exact: you lead already; no card has to be played.")
            self._end("The board:", exercise.state.board, hydrator)
        else:
            self._orders(orders, hydrator, everything=everything)
            title = "The board after the first of them:" if len(orders) > 1 else "The board then:"
            self._end(title, solved.end.board, hydrator)
        if exercise.puzzle is not None and exercise.puzzle.board is not None:
            say(self.console, f"Reconstructed: {exercise.puzzle.board.reconstructed}", "dim", indent=0)

    def _orders(self, orders: tuple[tuple[Move, ...], ...], hydrator: CardHydrator, *, everything: bool) -> None:
        number = len(orders)
        self._headline(f"Exact: {counted(number, 'order')} of plays {'wins' if number == 1 else 'win'}, no other does.")
        shown = orders if everything else orders[:SHOWN_ORDERS]
        for rank, order in enumerate(shown, 1):
            told = ", ".join(move_name(move, hydrator, self.place) for move in order)
            say(self.console, f"{rank}. {told}", indent=0)
        if len(shown) < number:
            say(self.console, f"… and {number - len(shown)} more; --all shows them.", "dim", indent=0)

    def _headline(self, text: str) -> None:
        self.console.print(Text(text, style="bold green"))

    def _step(self, step: LineStep, hydrator: CardHydrator) -> None:
        who = "You" if step.side is Side.YOU else "The enemy"
        act = "pass" if step.move.is_pass else "play"
        if step.side is Side.ENEMY:
            act += "es" if step.move.is_pass else "s"
        name = "" if step.move.is_pass else f" {move_name(step.move, hydrator, self.place)}"
        margin = step.state.score().margin
        if self.plain:
            say(self.console, f"Turn {step.turn}: {who} {act}{name}; {points(margin)}", indent=0)
            return
        text = f"{SIDE_MARKS[step.side]} Turn {step.turn}: {who.lower()} {act}{name}"
        self.console.print(Text.assemble((f"{text:<56}", SIDE_STYLES[step.side]), f"{signed(margin):>4}"))

    def _end(self, title: str, board: BoardState, hydrator: CardHydrator) -> None:
        self.console.print()
        self.console.print(title)
        self.console.print(BoardView(hydrator, plain=self.plain).render(board))

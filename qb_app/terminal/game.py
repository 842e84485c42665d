"""A game printed for a reader: header, every turn with what it did and the board after it, and the result."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from qb_app.asking.short_names import SIDE_MARKS
from qb_app.games.playthrough import Playthrough, Step
from qb_app.terminal.board import BOARD_WIDTH, SIDE_STYLES, BoardView
from qb_app.terminal.console import needs_plain, say, tile_naming
from qb_engine.changes import AbilityFired, CardPlaced
from qb_engine.effects import Trigger
from qb_engine.game_events import CardDrawn, DrawMissed, Event, GameEnded, Mulliganed, OpeningHand, Passed
from qb_engine.geometry import LANE_NAMES, Side
from qb_engine.models import Move, Mulligan
from qb_engine.narration import narrate, result_words
from qb_engine.scoring import MatchScore

_SUBJECTS = {Side.YOU: "you", Side.ENEMY: "the enemy"}
_BEFORE_THE_MOVE = (CardDrawn, DrawMissed)


class GameView:
    """Prints playthroughs on one console."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or needs_plain(console, BOARD_WIDTH)
        self.place = tile_naming(plain=self.plain)

    def show(self, game: Playthrough) -> None:
        """The whole game."""
        board = BoardView(game.start.hydrator, plain=self.plain)
        self._header(game)
        self._opening(game)
        for step in game.steps:
            if isinstance(step.move, Move):
                self._turn(step, board)
        self._result(game)

    def show_step(self, game: Playthrough, step: Step) -> None:
        """One decision, the board after it, and the position as text to play on from."""
        board = BoardView(game.start.hydrator, plain=self.plain)
        self._header(game)
        if isinstance(step.move, Move):
            self._turn(step, board)
        else:
            self._mulligan(step)
            self.console.print(board.render(step.state.board))
        self.console.print(f"Position: {step.state.key()}", soft_wrap=True)

    def _header(self, game: Playthrough) -> None:
        record, start = game.record, game.start
        self.console.print(Text("Queen's Blood", style="bold"))
        self.console.print(f"Rules: {start.ruleset} (behaviour {start.ruleset.behaviour})")
        self.console.print(f"Seed: {record.seed}, {_SUBJECTS[start.first]} {_verb(start.first, 'begin')}")
        for side in Side:
            deck, agent = game.decks[side], game.agents[side]
            player = f", played by {agent}" if agent else ""
            title = f"{_SUBJECTS[side].capitalize()}: {deck.title}{player}"
            self.console.print(f"{self._mark(side)}{title}")
            say(self.console, deck.code, "dim", indent=4)

    def _opening(self, game: Playthrough) -> None:
        self._heading("Opening hands", None)
        for entry in game.start.log:
            say(self.console, f"{_SUBJECTS[entry.side].capitalize()}: {narrate(entry.event, game.start.hydrator)}")
        for step in game.steps:
            if isinstance(step.move, Mulligan):
                self._mulligan(step)

    def _mulligan(self, step: Step) -> None:
        for entry in step.entries:
            if isinstance(entry.event, Mulliganed | OpeningHand):
                say(self.console, f"{_SUBJECTS[entry.side].capitalize()}: {narrate(entry.event, step.state.hydrator)}")

    def _turn(self, step: Step, board: BoardView) -> None:
        hydrator = step.state.hydrator
        move = step.move
        action = _verb(step.side, "pass")
        if isinstance(move, Move) and move.card is not None and move.tile is not None:
            action = f"{_verb(step.side, 'play')} {hydrator.get(move.card).name} on {self.place(move.tile)}"
        self._heading(f"Turn {step.turn}: {_SUBJECTS[step.side]} {action}", step.side)
        for entry in step.entries:
            if isinstance(entry.event, _BEFORE_THE_MOVE):
                say(self.console, narrate(entry.event, hydrator, self.place))
        say(self.console, "Hand: " + (", ".join(hydrator.get(card).name for card in step.hand) or "no card"), "dim")
        for entry in step.entries:
            if not isinstance(entry.event, _BEFORE_THE_MOVE) and not _is_told_by_heading(entry.event):
                say(self.console, narrate(entry.event, hydrator, self.place))
        if move != Move.PASS:
            self.console.print(board.render(step.state.board))

    def _result(self, game: Playthrough) -> None:
        self._heading("Result", None)
        score = game.last.score()
        for line in lane_lines(score):
            say(self.console, line)
        over = "The game is over" if game.last.is_over else "The game is not finished"
        self.console.print(Text(f"{over}: {result_words(score)}", style="bold"))

    def _heading(self, text: str, side: Side | None) -> None:
        self.console.print()
        mark, style = (self._mark(side), SIDE_STYLES[side]) if side else ("", "bold")
        self.console.print(f"{mark}{text}", style=style)

    def _mark(self, side: Side) -> str:
        return "" if self.plain else f"{SIDE_MARKS[side]} "


def lane_lines(score: MatchScore) -> list[str]:
    """Each lane with both powers and what it is worth."""
    width = max(len(str(lane.power_you)) for lane in score.lanes)
    return [
        f"{name}: {lane.power_you:>{width}} – {lane.power_enemy}"
        + (f", {lane.lane_points} for {_SUBJECTS[lane.winner]}" if lane.winner else ", even")
        for name, lane in zip(LANE_NAMES, score.lanes, strict=True)
    ]


def _is_told_by_heading(event: Event) -> bool:
    """Whether the heading of the turn says it already; what a played card's ability does names the card itself."""
    if isinstance(event, AbilityFired):
        return event.trigger is Trigger.ON_PLAY
    return isinstance(event, CardPlaced | Passed | GameEnded)


def _verb(side: Side, verb: str) -> str:
    if side is Side.YOU:
        return verb
    return verb + ("es" if verb.endswith("s") else "s")

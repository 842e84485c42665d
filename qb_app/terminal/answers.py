"""Answers in the middle of a match, printed."""

from __future__ import annotations

from rich.text import Text

from qb_app.live import outcome as o
from qb_app.live.guide import HELP
from qb_app.terminal.coach import CoachView
from qb_app.terminal.console import say
from qb_app.terminal.match import Screen
from qb_app.terminal.outlook import SHOWN_ODDS, PredictView
from qb_app.terminal.summary import show_summary
from qb_engine.geometry import Side
from qb_engine.narration import move_name, narrate
from qb_engine.wording import percent


class AnswerView:
    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.console = screen.console

    def show(self, answer: o.Answer) -> None:
        match answer:
            case o.Advised():
                self._advised(answer)
            case o.HandAdvised():
                pass  # told in a sentence
            case o.Explained(advice, move):
                CoachView(self.console, plain=self.screen.plain).move(move, advice)
            case o.Supposed():
                self._supposed(answer)
            case o.Foreseen(outlook):
                PredictView(self.console, plain=self.screen.plain).show(outlook, all_odds=False)
            case o.Weighed():
                self._weighed(answer)
            case o.BoardShown(state):
                self.console.print(self.screen.board(state.hydrator).render(state.board))
                self.console.print(f"Position: {state.key()}", soft_wrap=True)
            case o.HelpShown():
                self._help()
            case o.Summed(review):
                show_summary(self.console, review, plain=self.screen.plain)

    def _advised(self, answer: o.Advised) -> None:
        CoachView(self.console, plain=self.screen.plain).show(answer.advice, answer.top)

    def _supposed(self, answer: o.Supposed) -> None:
        hydrator, view = answer.after.hydrator, CoachView(self.console, plain=self.screen.plain)
        self.console.print(f"If you play {move_name(answer.move, hydrator, view.place)}:", style="bold")
        for change in answer.changes:
            say(self.console, narrate(change, hydrator, view.place))
        self.console.print(self.screen.board(hydrator).render(answer.after.board))
        if answer.judged is not None:
            view.move(answer.judged.move, answer.judged.advice)

    def _weighed(self, answer: o.Weighed) -> None:
        PredictView(self.console, plain=self.screen.plain).odds(answer.outlook, SHOWN_ODDS)
        hydrator = answer.outlook.question.view.hydrator
        self.console.print()
        self.console.print(Text("Your next draw", style="bold"))
        for card_id, odds in answer.draws.items():
            say(self.console, f"{hydrator.get(card_id).name}: {percent(odds)}")
        if not answer.draws:
            left = len(answer.outlook.question.view.decks[Side.YOU])
            say(self.console, "no deck list was given, so any card may come" if left else "no card is left")

    def _help(self) -> None:
        width = max(len(command) for command, _ in HELP) + 2
        for command, told in HELP:
            if self.screen.plain:
                say(self.console, f"{command}: {told}", indent=0)
            else:
                say_pair(self.screen, command, told, width)


def say_pair(screen: Screen, left: str, right: str, width: int) -> None:
    """Two columns; the right one is wrapped under itself."""
    import textwrap

    first, *more = textwrap.wrap(right, max(20, screen.console.width - width), break_on_hyphens=False)
    screen.console.print(Text.assemble((f"{left:{width}}", "bold"), first), soft_wrap=True)
    for line in more:
        screen.console.print(Text(" " * width + line), soft_wrap=True)

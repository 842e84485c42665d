"""A person at the terminal against an engine: one game, with everything that can be typed."""

from __future__ import annotations

from collections.abc import Sequence

from qb_app.answers.advisor import Advisor
from qb_app.answers.question import Question
from qb_app.games.duels.duel import Duel
from qb_app.games.duels.setup import DuelSetup
from qb_app.terminal.coach import CoachView
from qb_app.terminal.seat import Seat
from qb_app.terminal.spinner import spinner
from qb_app.terminal.table import PlayView
from qb_engine.game_events import LogEntry
from qb_engine.game_state import GameState
from qb_engine.temper import NEVER_WAITS

HELP = """\
A move is a card and a tile. Name the card by its number or by a part of its name:
  zu m3         play Zu on the third tile of the middle lane; mid-3 and mid 3 say the same
  2 m3          play the second card of your hand there
  pass          pass; two passes in a row end the game
Before the first turn:
  mulligan 1 3  exchange the first and the third card
  keep          keep the hand
Also:
  hint          the coach's best move, its chance to win and its reasons
  undo          take back your last decision and what followed
  board         show board and hand again
  resign        give up
  quit          leave the game unfinished"""


class PersonGame(Seat[Duel]):
    """You are the person; the enemy is an agent that sees only its own view."""

    help = HELP

    def __init__(self, setup: DuelSetup, view: PlayView) -> None:
        super().__init__(Duel(view.hydrator, setup))
        self.enemy = setup.belief(view.hydrator)
        self.advisor = Advisor()
        self.view = view

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def seen(self) -> GameState:
        return self.game.seen

    @property
    def happened(self) -> Sequence[LogEntry]:
        return self.seen.log

    def tell_of(self, news: Sequence[LogEntry]) -> None:
        self.view.events(news)

    def wait_for_agent(self) -> None:
        with spinner("The enemy thinks"):
            self.game.answer()

    def obey_own(self, text: str) -> bool:
        match text.casefold().split():
            case ["resign"]:
                self.game.resign()
            case ["hint"]:
                self.hint()
            case _:
                return False
        return True

    def hint(self) -> None:
        """The coach's answer, as every other surface gives it."""
        question, shown = (
            Question(self.seen, self.enemy, temper=NEVER_WAITS),
            CoachView(self.view.console, plain=self.view.plain),
        )
        if question.on_opening_hand:
            with spinner("Playing hands out"):
                on_hand = self.advisor.mulligan(question)
            shown.show_mulligan(on_hand)
            return
        with spinner("Searching"):
            advice = self.advisor.advise(question)
        shown.show(advice, 1)

    def show_board(self) -> None:
        view = self.seen
        self.view.board(view)
        self.view.hand(view)

    def show_end(self) -> None:
        self.view.board(self.seen)
        self.view.ending(self.state, self.game.ending)

    def say(self, text: str) -> None:
        self.view.say(text)

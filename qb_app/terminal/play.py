"""A person at the terminal against an engine: one game, with everything that can be typed."""

from __future__ import annotations

from collections.abc import Callable

from gamekit.record import Record
from qb_app.answers.advisor import Advisor
from qb_app.answers.question import Question
from qb_app.errors import InputError
from qb_app.games.duel import Duel
from qb_app.games.duel_setup import DuelSetup
from qb_app.terminal.coach import CoachView
from qb_app.terminal.spinner import spinner
from qb_app.terminal.table import PlayView
from qb_engine.errors import QueensBloodError
from qb_engine.game import QueensBlood
from qb_engine.game_state import GameState
from qb_engine.geometry import Side

HELP = """\
A move is a card and a tile. Name the card by its number or by a part of its name:
  zu m3         play Zu on M3
  2 m3          play the second card of your hand on M3
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


class PersonGame:
    """You are the person; the enemy is an agent that sees only its own view."""

    def __init__(self, setup: DuelSetup, view: PlayView) -> None:
        self.duel = Duel(QueensBlood(view.hydrator), setup.rules, setup.seed)
        self.agent = setup.enemy(view.hydrator)
        self.enemy = setup.belief(view.hydrator)
        self.advisor = Advisor()
        self.view = view
        self.told = 0
        """Entries of the log that were shown."""
        self.shown: int | None = None
        """The number of moves up to which board and hand were last shown."""

    @property
    def state(self) -> GameState:
        return self.duel.state

    @property
    def seen(self) -> GameState:
        return self.duel.seen

    @property
    def moves(self) -> list[str]:
        return [turn.text for turn in self.duel.turns]

    @property
    def record(self) -> Record:
        return self.duel.record

    def play(self, ask: Callable[[], str]) -> None:
        """Until the game is over or the person leaves, which ``ask`` tells by an EOFError or KeyboardInterrupt."""
        while (mover := self.duel.to_move) is not None:
            if mover is Side.ENEMY:
                with spinner("The enemy thinks"):
                    self.duel.answer(self.agent)
                continue
            self.tell()
            if self.shown != len(self.duel.steps):
                self.show()
            if not self.obey(ask().strip()):
                self.view.say("You left the game; it is not finished.")
                return
        self.tell()
        self.view.board(self.seen)
        self.view.ending(self.state, self.duel.ending)

    def obey(self, text: str) -> bool:
        """Do what was typed; False once the person wants to leave."""
        match text.casefold().split():
            case []:
                pass
            case ["quit" | "exit"]:
                return False
            case ["?" | "help"]:
                self.view.say(HELP)
            case ["board"]:
                self.show()
            case ["undo"]:
                self.undo()
            case ["resign"]:
                self.duel.resign()
            case ["hint"]:
                self.hint()
            case _:
                self.try_decision(text)
        return True

    def try_decision(self, text: str) -> None:
        try:
            self.duel.decide(text)
        except (InputError, QueensBloodError) as error:
            self.refuse(error)

    def undo(self) -> None:
        try:
            self.duel.undo()
        except InputError as error:
            self.refuse(error)
            return
        self.told = len(self.state.log)
        self.shown = None
        self.view.say("Taken back to before your last decision.")

    def refuse(self, error: Exception) -> None:
        self.view.say(f"No: {error}{'' if str(error).endswith('?') else '.'}")

    def hint(self) -> None:
        """The coach's answer, as every other surface gives it."""
        question, shown = Question(self.seen, self.enemy), CoachView(self.view.console, plain=self.view.plain)
        if question.on_opening_hand:
            with spinner("Playing hands out"):
                on_hand = self.advisor.mulligan(question)
            shown.show_mulligan(on_hand)
            return
        with spinner("Searching"):
            advice = self.advisor.advise(question)
        shown.show(advice, 1)

    def show(self) -> None:
        self.shown = len(self.duel.steps)
        view = self.seen
        self.view.board(view)
        self.view.hand(view)

    def tell(self) -> None:
        log = self.seen.log
        self.view.events(log[self.told :])
        self.told = len(log)

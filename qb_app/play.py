"""A person at the terminal against an engine: one game, with everything that can be typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gamekit.agents import Agent
from gamekit.record import Record, result_text
from gamekit.sides import BySide
from qb_app.advice import advise
from qb_app.deck_choice import NamedDeck
from qb_app.deep_advice import advise_deeply, advise_on_hand
from qb_app.deep_view import DeepView
from qb_app.enemy_choice import EnemyChoice
from qb_app.errors import InputError
from qb_app.play_view import PlayView
from qb_app.playthrough import AGENT_KEYS
from qb_app.spinner import spinner
from qb_app.typed_move import read_decision
from qb_engine.coach_player import opening_mulligan
from qb_engine.errors import QueensBloodError
from qb_engine.game import QueensBlood, setup_of
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Decision
from qb_engine.ruleset import Ruleset
from qb_engine.search import Budget

PERSON = "person"
HINT_NODES = 20_000
HELP = """\
A move is a card and a tile. Name the card by its number or by a part of its name:
  zu m3         play Zu on M3
  2 m3          play the second card of your hand on M3
  pass          pass; two passes in a row end the game
Before the first turn:
  mulligan 1 3  exchange the first and the third card
  keep          keep the hand
Also:
  hint          the quick coach's best move and its reasons
  hint deep     the deep coach's, with winning chances
  undo          take back your last decision and what followed
  board         show board and hand again
  resign        give up
  quit          leave the game unfinished"""


@dataclass(frozen=True)
class Moment:
    """Where the game stood when the person was asked."""

    state: GameState
    moves: int
    told: int
    dice: tuple[object, ...]


class PersonGame:
    """You are the person; the enemy is an agent that sees only its own view."""

    def __init__(
        self,
        ruleset: Ruleset,
        decks: BySide[NamedDeck],
        first: Side,
        seed: int,
        agent: Agent[GameState, Decision],
        enemy: EnemyChoice,
        view: PlayView,
    ) -> None:
        self.game = QueensBlood(view.hydrator)
        self.setup = setup_of(ruleset, decks.first.code, decks.second.code, first)
        self.setup |= {AGENT_KEYS[Side.YOU]: PERSON, AGENT_KEYS[Side.ENEMY]: agent.name}
        self.seed = seed
        self.agent = agent
        self.enemy = enemy
        self.view = view
        self.state = self.game.start(self.setup, seed)
        self.rng = Random(f"{seed}/{Side.ENEMY.index}")
        self.moves: list[str] = []
        self.past: list[Moment] = []
        self.told = 0
        """Entries of the log that were shown."""
        self.shown: int | None = None
        """The number of moves up to which board and hand were last shown."""
        self.resigned = False

    @property
    def seen(self) -> GameState:
        return self.state.observe(Side.YOU)

    @property
    def record(self) -> Record:
        """The game so far; an unfinished one has the result ``*``."""
        result = result_text(self.state.outcome())
        setup = tuple(sorted(self.setup.items()))
        return Record(self.game.name, self.game.version, setup, self.seed, tuple(self.moves), result)

    def play(self, ask: Callable[[], str]) -> None:
        """Until the game is over or the person leaves, which ``ask`` tells by an EOFError or KeyboardInterrupt."""
        while (mover := self.state.to_move) is not None and not self.resigned:
            if mover is Side.ENEMY:
                with spinner("The enemy thinks"):
                    decision = self.agent.choose(self.state.observe(mover), self.rng)
                self.do(decision)
                continue
            self.tell()
            if self.shown != len(self.moves):
                self.show()
            if not self.obey(ask().strip()):
                self.view.say("You left the game; it is not finished.")
                return
        self.tell()
        self.view.board(self.seen)
        self.view.ending(self.state, resigned=self.resigned)

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
                self.resigned = True
            case ["hint"]:
                self.hint()
            case ["hint", "deep"]:
                self.hint_deep()
            case _:
                self.try_decision(text)
        return True

    def try_decision(self, text: str) -> None:
        moment = Moment(self.state.clone(), len(self.moves), self.told, self.rng.getstate())
        try:
            self.do(read_decision(text, self.state.hands[Side.YOU].cards, self.state.hydrator))
        except (InputError, QueensBloodError) as error:
            self.view.say(f"No: {error}{'' if str(error).endswith('?') else '.'}")
            return
        self.past.append(moment)

    def do(self, decision: Decision) -> None:
        self.state.play(decision)
        self.moves.append(self.game.format_move(decision))

    def undo(self) -> None:
        if not self.past:
            self.view.say("No: there is no decision of yours to take back.")
            return
        moment = self.past.pop()
        self.state, self.told = moment.state, moment.told
        self.rng.setstate(moment.dice)
        del self.moves[moment.moves :]
        self.view.say("Taken back to before your last decision.")
        self.shown = None

    def hint(self) -> None:
        view = self.seen
        if view.mulligan_open[Side.YOU]:
            cards = view.hands[Side.YOU].cards
            self.view.mulligan_hint([(index + 1, cards[index]) for index in opening_mulligan(cards).indices])
            return
        advice = advise(view, self.enemy, top=1).recommendation
        self.view.hint(advice.primary, advice.moves[0])

    def hint_deep(self) -> None:
        view, shown = self.seen, DeepView(self.view.console, self.state.hydrator, plain=self.view.plain)
        with spinner("Searching"):
            if view.mulligan_open[Side.YOU]:
                hand = advise_on_hand(view, self.enemy)
            else:
                advice = advise_deeply(view, self.enemy, Budget(HINT_NODES), None)
        if view.mulligan_open[Side.YOU]:
            shown.show_mulligan(hand)
        else:
            shown.show(advice, 1)

    def show(self) -> None:
        self.shown = len(self.moves)
        view = self.seen
        self.view.board(view)
        self.view.hand(view)

    def tell(self) -> None:
        log = self.seen.log
        self.view.events(log[self.told :])
        self.told = len(log)

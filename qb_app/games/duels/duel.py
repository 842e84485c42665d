"""A duel: a person against an agent that sees only its own view."""

from __future__ import annotations

from collections.abc import Iterable

from gamekit.sides import BySide
from qb_app.asking.moves import read_decision
from qb_app.games.duels.setup import DuelSetup
from qb_app.games.log import RESIGN, TURN, UNDO
from qb_app.games.playthrough import Step, take_step
from qb_app.games.seats import SeatedGame
from qb_app.storage.records import NewEntry, StoredEvent
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game import QueensBlood
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Decision
from qb_engine.narration import result_words


class Duel(SeatedGame[GameState, Decision, Step]):
    """You are the person. To give up is no move of the game, so it is an entry of its own."""

    kinds = (TURN, UNDO, RESIGN)
    setup: DuelSetup

    def __init__(self, hydrator: CardHydrator, setup: DuelSetup, log: Iterable[StoredEvent] = ()) -> None:
        super().__init__(QueensBlood(hydrator), setup, BySide(None, setup.enemy(hydrator)), log)

    @property
    def seen(self) -> GameState:
        """What the person may know."""
        return self.state.observe(Side.YOU)

    @property
    def result(self) -> str | None:
        """Who resigned has lost, with the points as they stand."""
        score = self.state.score()
        return f"{Side.ENEMY} {score.total_you}-{score.total_enemy}" if self.resigned else super().result

    @property
    def ending(self) -> str:
        score = self.state.score()
        if self.resigned:
            return f"You resigned; it stood {score.total_you}–{score.total_enemy}."
        return f"The game is over: {result_words(score)}."

    @property
    def agent_is_due(self) -> str:
        return "it is the enemy's turn; wait for its answer"

    def resign(self) -> None:
        self.check_running()
        self.resigned = True
        self.added.append(NewEntry(RESIGN, {}))

    def read(self, text: str) -> Decision:
        return read_decision(text, self.state.hands[Side.YOU].cards, self.state.hydrator)

    def step(self, move: Decision) -> Step:
        return take_step(self.start, self.steps[-1] if self.steps else None, move)

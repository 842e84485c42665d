"""A fixed opponent to measure with: it sees every card, and looks some plies ahead by points and tiles alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from gamekit.agents import SeesAll
from qb_engine.card_hydrator import CardHydrator
from qb_engine.coach_player import opening_mulligan
from qb_engine.deep.win_chance import deep_engine
from qb_engine.game_state import GameState
from qb_engine.models import Decision

MOST_PLIES = 6


@dataclass(frozen=True)
class SeerPlayer(SeesAll):
    """Knows both hands and the order of both decks; needs no chance, so equal states get equal moves.

    A running game is worth the lead in points and in tiles, a finished one whoever has won it.
    """

    hydrator: CardHydrator
    plies: int
    name: str = "seer"

    def choose(self, view: GameState, rng: Random) -> Decision:
        side = view.to_move
        assert side is not None, "the game is over, there is no move to choose"
        if view.mulligan_open[side]:
            return opening_mulligan(view.hands[side].cards)
        engine = deep_engine(self.hydrator, view.ruleset)
        return engine.seer(engine.state(view), self.plies)

"""A weak player with the coach beside it: it chooses by itself, and then listens, or does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import NamedTuple

from bench.played import own_view
from gamekit.agents import Agent
from qb_app.review.marks import is_costly
from qb_engine import GameState, Side
from qb_engine.deep.coach import DeepCoach, Look
from qb_engine.deep.search import Budget
from qb_engine.mirror import mirrored_decision
from qb_engine.models import Decision, Move

FOLLOWED = 1 / 3
"""Share of the turns on which a player who follows sometimes does so."""
THOUGHTS = 20
"""So many times a player thinks again before it insists on a move that it was warned of."""


class Help(StrEnum):
    """When the player listens, and what it does then."""

    NONE = "alone"
    SOMETIMES = "follows on one turn in three"
    TAKES_BACK = "plays the better move when warned"
    THINKS_AGAIN = "thinks again when warned"


class HelpedTurn(NamedTuple):
    """One decision about a card with something to choose, by whoever sits there."""

    own: Move
    """What the player would have played alone."""
    played: Move
    asked: bool
    """Whether it listened to the coach."""
    loss: float | None = None
    """What the own move costs by the answer in which it was asked about."""

    @property
    def changed(self) -> bool:
        return self.own != self.played

    @property
    def warned(self) -> bool:
        return self.loss is not None and is_costly(self.loss)


@dataclass(frozen=True)
class HelpedPlayer:
    """Sits on either side; the coach sees what the player sees. Opening hands are the player's own affair."""

    learner: Agent[GameState, Decision]
    coach: DeepCoach
    help: Help
    budget: Budget = field(default_factory=Budget)
    """Of an answer of the coach."""
    turns: list[HelpedTurn] = field(default_factory=list)
    """What was decided so far, for whoever counts."""
    name: str = "helped"

    def choose(self, view: GameState, rng: Random) -> Decision:
        # Two sources for every decision, so that each turn brings the same luck whatever the help has used before.
        own_rng, help_rng = (Random(rng.getrandbits(64)) for _ in range(2))
        own = self.learner.choose(view, own_rng)
        if not isinstance(own, Move) or len(view.legal_moves()) == 1:
            return own
        turn = self._decide(view, own, help_rng)
        self.turns.append(turn)
        return turn.played

    def _decide(self, view: GameState, own: Move, rng: Random) -> HelpedTurn:
        if self.help is Help.NONE or (self.help is Help.SOMETIMES and rng.random() >= FOLLOWED):
            return HelpedTurn(own, own, asked=False)
        side = view.side_to_act
        if self.help is Help.SOMETIMES:
            return HelpedTurn(own, _seen_from(side, self._look(view).moves[0].move), asked=True)
        asked = _seen_from(side, own)
        look = self._look(view, asked)
        shown = next(each for each in look.every if each.move == asked)
        turn = HelpedTurn(own, own, asked=True, loss=look.moves[0].chance.worth - shown.chance.worth)
        if not turn.warned:
            return turn
        if self.help is Help.THINKS_AGAIN:
            return turn._replace(played=self._another(view, own, rng))
        return turn._replace(played=_seen_from(side, look.moves[0].move))

    def _look(self, view: GameState, asked: Move | None = None) -> Look:
        return self.coach.look(*own_view(view, view.side_to_act, None), self.budget, asked=asked)

    def _another(self, view: GameState, own: Move, rng: Random) -> Move:
        """What the player comes to, thinking alone until it finds something else; its own move if it does not."""
        for _ in range(THOUGHTS):
            found = self.learner.choose(view, Random(rng.getrandbits(64)))
            if isinstance(found, Move) and found != own:
                return found
        return own


def _seen_from(side: Side, move: Move) -> Move:
    """A move of YOURS as that side makes it, and back."""
    found = move if side is Side.YOU else mirrored_decision(move)
    assert isinstance(found, Move)
    return found

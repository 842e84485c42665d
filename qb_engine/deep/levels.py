"""Opponents in eight levels, from a beginner to the best: deep search with fewer slips and more nodes each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from qb_engine.card_hydrator import CardHydrator
from qb_engine.coach_player import opening_mulligan
from qb_engine.deck_belief import DeckBelief
from qb_engine.deep.mulligans import best_mulligan
from qb_engine.deep.search import Budget, DeepSearch, SearchSettings
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.mirror import mirrored_decision, mirrored_state
from qb_engine.models import CardId, Decision
from qb_engine.prediction import PredictionEngine


@dataclass(frozen=True, slots=True)
class Level:
    """A named strength."""

    number: int
    name: str
    slips: float
    """Share of moves played at random."""
    budget: Budget
    tries_hands: bool = False
    """Whether it thinks about which cards to exchange; the others follow a simple rule."""


LEVELS = (  # fitted with 'qbcoach arena' to even steps of strength, see docs/levels.md
    Level(1, "beginner", 0.95, Budget(50)),
    Level(2, "novice", 0.75, Budget(50)),
    Level(3, "learner", 0.50, Budget(100)),
    Level(4, "player", 0.36, Budget(400)),
    Level(5, "regular", 0.21, Budget(500)),
    Level(6, "expert", 0.10, Budget(1_000)),
    Level(7, "master", 0.04, Budget(3_000), tries_hands=True),
    Level(8, "champion", 0.0, Budget(40_000), tries_hands=True),
)

HOPEFUL = SearchSettings(mistakes=0.8)
"""Who is behind plays for the enemy's mistakes; measured in docs/deep.md."""


@dataclass(frozen=True)
class DeepPlayer:
    """Sits on either side, sees only its view, and plays what deep search finds best, but for its slips."""

    hydrator: CardHydrator
    budget: Budget
    slips: float = 0.0
    tries_hands: bool = True
    belief: DeckBelief | None = None
    known_decks: Mapping[Side, tuple[CardId, ...]] = field(default_factory=dict)
    """Decks it was told, by the side that plays them; without one it must guess."""
    search: DeepSearch = field(default_factory=lambda: DeepSearch(HOPEFUL, threads=1))
    name: str = "deep"

    @staticmethod
    def of_level(
        level: Level, hydrator: CardHydrator, known_decks: Mapping[Side, tuple[CardId, ...]] | None = None
    ) -> DeepPlayer:
        return DeepPlayer(
            hydrator,
            level.budget,
            level.slips,
            level.tries_hands,
            known_decks=known_decks or {},
            name=f"level{level.number}",
        )

    def choose(self, view: GameState, rng: Random) -> Decision:
        side = view.to_move
        assert side is not None, "the game is over, there is no move to choose"
        if view.mulligan_open[side]:
            if self.tries_hands:
                return best_mulligan(self._worlds(view, side), threads=1)
            return opening_mulligan(view.hands[side].cards)
        if rng.random() < self.slips:
            return rng.choice(sensible_moves(view))
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        best = self.search.run(self._worlds(view, side), self.budget).moves[0].move
        return best if side is Side.YOU else mirrored_decision(best)

    def _worlds(self, view: GameState, side: Side) -> BeliefWorlds:
        seen = EnemyObservation.of(view, self.known_decks.get(side.other), enemy=side.other).snapshot()
        state = view if side is Side.YOU else mirrored_state(view)
        return BeliefWorlds.of(state, seen, PredictionEngine.standard(self.hydrator, belief=self.belief))

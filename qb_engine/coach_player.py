"""The coach as a player of gamekit: it sits on either side, sees only its view, and plays its best-ranked move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_belief import DeckBelief
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.mirror import mirrored_decision, mirrored_state
from qb_engine.models import HIDDEN_CARD, Card, CardId, Decision, Move, Mulligan
from qb_engine.prediction import PredictionEngine
from qb_engine.predictor import MoveRanker, PredictorEngine

ENOUGH_OPENERS = 3
"""Rank 1 cards in an opening hand that are enough to keep the rank 2 cards beside them."""


def opening_mulligan(hand: Sequence[Card]) -> Mulligan:
    """Exchange what cannot be placed in the first turns: cards of rank 3 and replacing ones, rank 2 without openers."""
    openers = sum(card.rank == 1 for card in hand)
    kept = (1, 2) if openers >= ENOUGH_OPENERS else (1,)
    return Mulligan(
        tuple(index for index, card in enumerate(hand) if card.rank not in kept and card is not HIDDEN_CARD)
    )


@dataclass(frozen=True)
class CoachPlayer:
    """Exchanges what it cannot open with, then plays the move ranked first, or last if ``backwards``."""

    hydrator: CardHydrator
    belief: DeckBelief | None = None
    known_decks: Mapping[Side, tuple[CardId, ...]] = field(default_factory=dict)
    """Decks it was told, by the side that plays them; without one it must guess."""
    backwards: bool = False
    name: str = "coach"

    def choose(self, view: GameState, rng: Random) -> Decision:
        side = view.to_move
        assert side is not None, "the game is over, there is no move to choose"
        if view.mulligan_open[side]:
            return opening_mulligan(view.hands[side].cards)
        seen = EnemyObservation.of(view, self.known_decks.get(side.other), enemy=side.other).snapshot()
        state = view if side is Side.YOU else mirrored_state(view)
        prediction = PredictionEngine.standard(self.hydrator, belief=self.belief)
        belief = prediction.infer_enemy_hand(state, seen, prediction.infer_enemy_decks(seen, state.ruleset))
        predictor = PredictorEngine(prediction)
        candidates = [*state.legal_placements(Side.YOU), Move.PASS]
        ranked = MoveRanker().rank([predictor.predict(state, move, belief) for move in candidates])
        chosen = ranked[-1 if self.backwards else 0].move
        return chosen if side is Side.YOU else mirrored_decision(chosen)

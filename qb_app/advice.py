"""The coach's answer to one position, with everything it stands on."""

from __future__ import annotations

from dataclasses import dataclass

from qb_app.enemy_choice import EnemyChoice
from qb_app.position_choice import position_notes
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.notation import TurnPhase
from qb_engine.prediction import InferredEnemyDeck


@dataclass(frozen=True)
class Advice:
    view: GameState
    enemy: EnemyChoice
    decks: InferredEnemyDeck
    recommendation: CoachingRecommendation
    notes: tuple[str, ...]


def advise(view: GameState, enemy: EnemyChoice, top: int) -> Advice:
    """The best move and its alternates, ``top`` in all."""
    coach = CoachingEngine.standard(view.hydrator, belief=enemy.belief)
    coach.enumerate_you_moves(view)  # refuses a wrong turn before anything is computed
    if view.phase is TurnPhase.END:
        raise TurnOrderError("you have played or passed in this turn already; the coach advises you before that")
    seen = enemy.observe(view)
    decks = coach.prediction.infer_enemy_decks(seen, view.ruleset)
    return Advice(view, enemy, decks, coach.recommend_moves(view, seen, top), position_notes(view))

"""The coach's answer to one position, with everything it stands on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from qb_app.asking.enemies import EnemyChoice
from qb_app.asking.positions import position_notes
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, MoveEvaluation
from qb_engine.deep.chance import Chance
from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.models import Move
from qb_engine.notation import TurnPhase
from qb_engine.prediction import InferredEnemyDeck
from qb_engine.wording import percent


@dataclass(frozen=True)
class Advice:
    view: GameState
    enemy: EnemyChoice
    decks: InferredEnemyDeck
    recommendation: CoachingRecommendation
    notes: tuple[str, ...]
    chances: Mapping[Move, Chance] = field(default_factory=dict)
    """Winning chances of the moves, where the coach looked so far."""

    def standing(self, move: MoveEvaluation) -> str:
        """How good a move is: its winning chance, or how far it lies behind."""
        chance = self.chances.get(move.candidate.move)
        if chance is not None:
            return f"{move.label}, {_chance_words(chance)}"
        return str(move.label) if move.rank == 1 else f"{move.label}, {move.behind:.1f} behind"


def advise(view: GameState, enemy: EnemyChoice, top: int) -> Advice:
    """The best move and its alternates, ``top`` in all."""
    coach = CoachingEngine.standard(view.hydrator, belief=enemy.belief)
    coach.enumerate_you_moves(view)  # refuses a wrong turn before anything is computed
    if view.phase is TurnPhase.END:
        raise TurnOrderError("you have played or passed in this turn already; the coach advises you before that")
    seen = enemy.observe(view)
    decks = coach.prediction.infer_enemy_decks(seen, view.ruleset)
    return Advice(view, enemy, decks, coach.recommend_moves(view, seen, top), position_notes(view))


def _chance_words(chance: Chance) -> str:
    """A winning chance with what it stands on: ``61 % (57 to 65)``, or ``100 %, exact``."""
    if chance.exact:
        return f"{percent(chance.points)}, exact"
    return f"{percent(chance.points)} ({100 * chance.low:.0f} to {100 * chance.high:.0f})"

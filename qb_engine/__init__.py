"""Queen's Blood, from the rules to coaching: pure Python, standard library only."""

from qb_engine.board_state import BoardState, TileState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.deck import Deck
from qb_engine.destruction import CardDestructionEngine
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.game import QueensBlood
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.hand import Hand
from qb_engine.legality import LegalityChecker, Refusal, RefusalKind
from qb_engine.models import Card, CardInPlay, Move, Mulligan
from qb_engine.notation import Position, TurnPhase, format_position, parse_decision, parse_position
from qb_engine.prediction import (
    EnemyHandBelief,
    EnemyMoveOutcome,
    HandHypothesis,
    InferredEnemyDeck,
    PredictionEngine,
    ThreatMap,
)
from qb_engine.predictor import MoveRanker, PredictorEngine
from qb_engine.projection import ProjectionEngine
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import LaneScore, MatchScore, compute_lane_power, compute_match_score

__all__ = [
    "BoardState",
    "Card",
    "CardDestructionEngine",
    "CardHydrator",
    "CardInPlay",
    "CoachingEngine",
    "CoachingRecommendation",
    "Deck",
    "EffectEngine",
    "EnemyHandBelief",
    "EnemyMoveOutcome",
    "EnemyObservation",
    "EnemyObservationState",
    "GameState",
    "Hand",
    "HandHypothesis",
    "InferredEnemyDeck",
    "LanePowerEvaluator",
    "LaneScore",
    "LegalityChecker",
    "MatchScore",
    "Move",
    "MoveRanker",
    "Mulligan",
    "Position",
    "PredictionEngine",
    "PredictorEngine",
    "ProjectionEngine",
    "QueensBlood",
    "Refusal",
    "RefusalKind",
    "Ruleset",
    "Side",
    "ThreatMap",
    "Tile",
    "TileState",
    "TurnPhase",
    "compute_lane_power",
    "compute_match_score",
    "format_position",
    "parse_decision",
    "parse_position",
]

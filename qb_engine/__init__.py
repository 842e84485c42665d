"""Queen's Blood, from the rules to coaching: pure Python, standard library only.

Names are loaded when they are first used, so that a program that needs the rules does not load the coach.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    from qb_engine.hand_belief import EnemyHandBelief, HandHypothesis
    from qb_engine.legality import LegalityChecker, Refusal, RefusalKind
    from qb_engine.models import Card, CardInPlay, Move, Mulligan
    from qb_engine.notation import Position, TurnPhase, format_position, parse_position
    from qb_engine.prediction import (
        EnemyMoveOutcome,
        InferredEnemyDeck,
        PredictionEngine,
        ThreatMap,
    )
    from qb_engine.predictor import MoveRanker, PredictorEngine
    from qb_engine.projection import ProjectionEngine
    from qb_engine.reader import parse_decision
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

_HOMES = {
    "BoardState": "board_state",
    "Card": "models",
    "CardDestructionEngine": "destruction",
    "CardHydrator": "card_hydrator",
    "CardInPlay": "models",
    "CoachingEngine": "coaching",
    "CoachingRecommendation": "coaching",
    "Deck": "deck",
    "EffectEngine": "effect_engine",
    "EnemyHandBelief": "hand_belief",
    "EnemyMoveOutcome": "prediction",
    "EnemyObservation": "enemy_observation",
    "EnemyObservationState": "enemy_observation",
    "GameState": "game_state",
    "Hand": "hand",
    "HandHypothesis": "hand_belief",
    "InferredEnemyDeck": "prediction",
    "LanePowerEvaluator": "evaluation",
    "LaneScore": "scoring",
    "LegalityChecker": "legality",
    "MatchScore": "scoring",
    "Move": "models",
    "MoveRanker": "predictor",
    "Mulligan": "models",
    "Position": "notation",
    "PredictionEngine": "prediction",
    "PredictorEngine": "predictor",
    "ProjectionEngine": "projection",
    "QueensBlood": "game",
    "Refusal": "legality",
    "RefusalKind": "legality",
    "Ruleset": "ruleset",
    "Side": "geometry",
    "ThreatMap": "prediction",
    "Tile": "geometry",
    "TileState": "board_state",
    "TurnPhase": "notation",
    "compute_lane_power": "scoring",
    "compute_match_score": "scoring",
    "format_position": "notation",
    "parse_decision": "reader",
    "parse_position": "notation",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

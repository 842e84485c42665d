"""Queen's Blood, from the rules to coaching: pure Python, standard library only.

Names are loaded when they are first used, so that a program that needs the rules does not load the coach. The imports
below are the one list of them: type checkers take them as they stand, ``_homes`` reads them when a name is asked for.
"""

# isort: skip_file
# It would give each of these imports a statement of its own.
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qb_engine.board_state import BoardState as BoardState, TileState as TileState
    from qb_engine.card_hydrator import CardHydrator as CardHydrator
    from qb_engine.coaching import CoachingEngine as CoachingEngine, CoachingRecommendation as CoachingRecommendation
    from qb_engine.deck import Deck as Deck
    from qb_engine.chance import Chance as Chance
    from qb_engine.deep.coach import DeepCoach as DeepCoach
    from qb_engine.deep.levels import LEVELS as LEVELS
    from qb_engine.deep.search import Budget as Budget
    from qb_engine.destruction import CardDestructionEngine as CardDestructionEngine
    from qb_engine.effect_engine import EffectEngine as EffectEngine
    from qb_engine.enemy_observation import (
        EnemyObservation as EnemyObservation,
        EnemyObservationState as EnemyObservationState,
    )
    from qb_engine.errors import (
        AmbiguousCardError as AmbiguousCardError,
        BeliefError as BeliefError,
        BoardError as BoardError,
        CardDataError as CardDataError,
        DeckError as DeckError,
        GameOverError as GameOverError,
        HandIndexError as HandIndexError,
        IllegalMoveError as IllegalMoveError,
        MulliganError as MulliganError,
        NotationError as NotationError,
        NotInHandError as NotInHandError,
        OffBoardError as OffBoardError,
        QueensBloodError as QueensBloodError,
        TurnOrderError as TurnOrderError,
        UnknownCardError as UnknownCardError,
        UnknownHandError as UnknownHandError,
    )
    from qb_engine.evaluation import LanePowerEvaluator as LanePowerEvaluator
    from qb_engine.game import QueensBlood as QueensBlood
    from qb_engine.game_state import GameState as GameState
    from qb_engine.geometry import Side as Side, Tile as Tile
    from qb_engine.hand import Hand as Hand
    from qb_engine.hand_belief import EnemyHandBelief as EnemyHandBelief, HandHypothesis as HandHypothesis
    from qb_engine.legality import (
        IllegalPlacementError as IllegalPlacementError,
        LegalityChecker as LegalityChecker,
        Refusal as Refusal,
        RefusalKind as RefusalKind,
    )
    from qb_engine.library import LibraryDeck as LibraryDeck, library_decks as library_decks
    from qb_engine.models import Card as Card, CardInPlay as CardInPlay, Move as Move, Mulligan as Mulligan
    from qb_engine.notation import (
        Position as Position,
        TurnPhase as TurnPhase,
        format_position as format_position,
        parse_position as parse_position,
    )
    from qb_engine.pawn_delta import PawnDelta as PawnDelta, PawnDeltaLayer as PawnDeltaLayer
    from qb_engine.prediction import (
        EnemyMoveOutcome as EnemyMoveOutcome,
        InferredEnemyDeck as InferredEnemyDeck,
        PredictionEngine as PredictionEngine,
        ThreatMap as ThreatMap,
    )
    from qb_engine.predictor import MoveRanker as MoveRanker, PredictorEngine as PredictorEngine
    from qb_engine.projection import ProjectionEngine as ProjectionEngine
    from qb_engine.reader import parse_decision as parse_decision
    from qb_engine.ruleset import Ruleset as Ruleset
    from qb_engine.scoring import (
        LaneScore as LaneScore,
        MatchScore as MatchScore,
        compute_lane_power as compute_lane_power,
        compute_match_score as compute_match_score,
    )


@cache
def _homes() -> dict[str, str]:
    """The module of each name."""
    import ast

    tree = ast.parse(resources.files(__name__).joinpath("__init__.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module for node in imports if node.module for alias in node.names if alias.asname}


if not TYPE_CHECKING:  # so that a name that is not in the list is an error there

    def __getattr__(name: str) -> object:
        if name == "__all__":
            return sorted(_homes())
        if name.startswith("_") or name not in _homes():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_homes()[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes()})

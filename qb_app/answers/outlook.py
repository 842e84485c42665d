"""What the enemy may do next in one position, with everything it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from qb_app.answers.question import Question
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import GameOverError
from qb_engine.evaluation import BoardEvaluation
from qb_engine.fear import Fear, fears, greatest_fears, nothing_to_fear
from qb_engine.geometry import Side, Tile, TileNaming
from qb_engine.hand_belief import EnemyHandBelief
from qb_engine.models import CardId, Move
from qb_engine.narration import move_name
from qb_engine.prediction import EnemyMoveOutcome, ThreatMap
from qb_engine.predictor import PredictorEngine, RatedReply


@dataclass(frozen=True)
class Outlook:
    question: Question
    hands: EnemyHandBelief
    now: BoardEvaluation
    threat: ThreatMap

    @property
    def worst(self) -> list[EnemyMoveOutcome]:
        """Replies, worst for you first."""
        return sorted(self.threat.outcomes, key=lambda one: (-_even(one.resulting_score), -_even(one.in_hand)))

    @property
    def likeliest(self) -> list[EnemyMoveOutcome]:
        """Replies, likeliest first; of equally likely ones the worse for you."""
        return sorted(self.threat.outcomes, key=lambda one: (-_even(one.in_hand), -_even(one.resulting_score)))

    @cached_property
    def fears(self) -> tuple[Fear, ...]:
        """Replies that cost you something, the greatest first, each of another card."""
        return greatest_fears(fears(self.question.view.board, self.now, self._rated))

    def sentence(self, place: TileNaming = str) -> str:
        """What the enemy threatens most, or that it is nothing; ``place`` says how tiles are named."""
        if not self.fears:
            return nothing_to_fear(self.now, self._rated)
        return self.fears[0].sentence(self.question.view.hydrator, place)

    @cached_property
    def _rated(self) -> list[RatedReply]:
        view = self.question.view
        passes = view.passes if view.side_to_act is Side.ENEMY else 0
        return PredictorEngine.rate(view.board, (), passes, self.threat.replies, self.now)

    @property
    def odds(self) -> list[tuple[CardId, float]]:
        """Every card the enemy may hold and how likely that is, likeliest first."""
        return sorted(self.hands.marginals.items(), key=lambda item: (-_even(item[1]), item[0]))

    @property
    def expected_margin(self) -> float:
        """The strict score to expect after the reply, yours minus the enemy's."""
        return sum(one.weight * one.match_score.margin for one in self.threat.outcomes)


def look_ahead(question: Question) -> Outlook:
    """What the enemy can do on this board if it moves now, whoever is to act."""
    view, engine = question.view, question.coach.prediction
    if view.is_over:
        raise GameOverError("the game is over; the enemy has no reply left")
    hands = engine.infer_enemy_hand(view, question.observation, question.decks)
    threat = engine.compute_threat_map(view, question.observation, question.decks, hands)
    return Outlook(question, hands, engine.scoring_engine.evaluate(view.board), threat)


def reply_move(outcome: EnemyMoveOutcome) -> Move:
    if outcome.move is None:
        return Move.PASS
    card_id, lane, col = outcome.move
    return Move(card_id, Tile.at(lane, col))


def reply_name(outcome: EnemyMoveOutcome, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """As a player says it: ``Zu M3``, or ``pass``."""
    return move_name(reply_move(outcome), hydrator, place)


def _even(number: float) -> float:
    """Rounded, so that sums which differ in their last bit alone count as equal."""
    return round(number, 9)

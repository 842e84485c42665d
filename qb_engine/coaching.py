"""CoachingEngine (Phase F): which move is best for YOU, how the others compare, and why.

Deterministic and read-only. Whatever state it is handed, it looks at YOUR view of it only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.deck_belief import DeckBelief
from qb_engine.errors import GameOverError, IllegalMoveError, NotInHandError, TurnOrderError, UnknownHandError
from qb_engine.evaluation import LaneEvaluation, Score
from qb_engine.fear import Fear, greatest_fear
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand import Hand
from qb_engine.hand_belief import EnemyHandBelief
from qb_engine.models import Move
from qb_engine.narration import move_name
from qb_engine.notation import TurnPhase
from qb_engine.prediction import Observation, PredictionEngine
from qb_engine.predictor import MovePrediction, MoveRanker, PredictorEngine
from qb_engine.prospect import Prospect
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.finding import find_reasons
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.reasons.opening import Opening
from qb_engine.reasons.telling import sentence
from qb_engine.scoring import LaneScore, MatchScore
from qb_engine.wording import advised, alternative


class Label(StrEnum):
    BEST = "best"
    CLOSE = "close"
    PLAYABLE = "playable"
    WEAK = "weak"


LABELS = (  # points of move score behind the best move, most generous last
    (0.0, Label.BEST),
    (1.0, Label.CLOSE),
    (5.0, Label.PLAYABLE),
    (float("inf"), Label.WEAK),
)
APART = 0
"""The rank of a move that has no place among the others."""
CLOSE_CALL = 0.5
"""The best move is no clear choice while the second is less than this far behind."""


@dataclass(frozen=True, slots=True)
class Found:
    """What search found of a move; nothing where it was not asked."""

    move: Move
    chance: Chance | None = None
    prospect: Prospect | None = None


@dataclass(frozen=True, slots=True)
class LaneStatus:
    """One lane as it stands."""

    score: LaneScore
    evaluation: LaneEvaluation


@dataclass(frozen=True, slots=True)
class PositionEvaluation:
    lanes: tuple[LaneStatus, ...]
    score: MatchScore
    value: Score
    placements: int
    """How many placements you have."""


@dataclass(frozen=True, slots=True)
class MoveCandidate:
    move: Move
    name: str
    """As a player says it: ``Zu M3``, or ``pass``."""


@dataclass(frozen=True, slots=True)
class WorstReply:
    move: Move
    name: str
    in_hand: float
    """Probability that the enemy holds it."""
    margin: int
    value: Score


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """A candidate with its place, its numbers and its reasons; margins are strict, values heuristic, both YOURS."""

    candidate: MoveCandidate
    rank: int
    label: Label
    move_score: Score
    behind: float
    """How far its move score lies behind the best."""
    margin_after: int
    value_after: Score
    worst: WorstReply | None
    """None when the move ends the game."""
    margin_expected: float
    value_expected: Score
    replies: int
    """How many replies of the enemy the numbers stand for."""
    reasons: tuple[Reason, ...]
    tags: tuple[ReasonKind, ...]
    lines: tuple[str, ...]
    context: MoveContext = field(compare=False, repr=False)
    """Everything that was computed for it."""

    @property
    def prediction(self) -> MovePrediction:
        return self.context.prediction

    @property
    def fear(self) -> Fear | None:
        """What the enemy then threatens most."""
        return greatest_fear(self.prediction)


@dataclass(frozen=True, slots=True)
class CoachingRecommendation:
    position: PositionEvaluation
    moves: tuple[MoveEvaluation, ...]
    """The best move and its alternates."""
    candidates: int
    primary: str
    secondary: tuple[str, ...]
    opening: Opening | None = None
    """Why the chance is not what the score suggests."""
    apart: MoveEvaluation | None = None
    """A wait that is neither clearly better than placing nor worse; its rank is ``APART``."""


@dataclass(eq=False)
class CoachingEngine:
    """Advice for YOU."""

    prediction: PredictionEngine
    predictor: PredictorEngine
    ranker: MoveRanker

    @staticmethod
    def standard(
        hydrator: CardHydrator | None = None, *, belief: DeckBelief | None = None, reads_passes: bool = True
    ) -> CoachingEngine:
        """The coach with its usual parts."""
        prediction = PredictionEngine.standard(hydrator, belief=belief, reads_passes=reads_passes)
        return CoachingEngine(prediction, PredictorEngine(prediction), MoveRanker())

    def enumerate_you_moves(self, state: GameState) -> list[MoveCandidate]:
        """Every placement of the cards known, ordered by card and tile, and the pass."""
        if state.is_over:
            raise GameOverError("the game is over; there is nothing left to advise")
        if state.side_to_act is not Side.YOU:
            raise TurnOrderError("it is the enemy's turn; the coach advises you when it is yours")
        if state.mulligan_open[Side.YOU]:
            raise TurnOrderError("your opening hand comes first: keep it or mulligan, then ask for a move")
        if state.phase is TurnPhase.END:
            raise TurnOrderError("you have played or passed in this turn already; the enemy comes next")
        check_hand_known(state.hands[Side.YOU])
        return [self._candidate(move) for move in (*state.legal_placements(Side.YOU), Move.PASS)]

    def check_move(self, state: GameState, move: Move) -> None:
        """Refuse a move that YOU cannot make here, with what could be; a wrong moment too."""
        self.enumerate_you_moves(state)
        if move.card is None or move.tile is None:
            return
        card, tile = state.hydrator.get(move.card), move.tile
        if state.hands[Side.YOU].index_of(card.id) is None:
            raise NotInHandError(f"{card.name} is not in your hand; only cards held can be played")
        refusal = state.legality.check(state.board, Side.YOU, card, tile.lane, tile.col)
        if refusal is not None:
            tiles = state.legality.legal_tiles(state.board, Side.YOU, card)
            where = ", ".join(map(str, tiles)) or "no tile now"
            raise IllegalMoveError(f"{refusal}; it can go to {where}")

    def evaluate_position(self, state: GameState) -> PositionEvaluation:
        evaluation = self.prediction.scoring_engine.evaluate(state.board)
        return PositionEvaluation(
            lanes=tuple(map(LaneStatus, evaluation.score.lanes, evaluation.lanes)),
            score=evaluation.score,
            value=evaluation.value,
            placements=len(state.legal_placements(Side.YOU)),
        )

    def evaluate_move(self, state: GameState, observation: Observation, move: Move) -> MoveEvaluation:
        """One move with its place among all; a move that is not possible is refused."""
        for evaluation in self.rank_moves(state, observation):
            if evaluation.candidate.move == move:
                return evaluation
        raise IllegalMoveError(f"{self._candidate(move).name} cannot be played in this position")

    def rank_moves(
        self,
        state: GameState,
        observation: Observation,
        found: Sequence[Found] | None = None,
        before: Sequence[Found] | None = None,
    ) -> list[MoveEvaluation]:
        """All candidates, best first, by the move score; or the moves that were ``found``, in that order.

        ``before`` is what had been found before a move was asked about; what is said of the others rests on that.
        """
        view = state.observe(Side.YOU)
        candidates = self.enumerate_you_moves(view)
        belief = self._belief(view, observation)
        if found is None:
            predictions = [self.predictor.predict(view, candidate.move, belief) for candidate in candidates]
            by_move = {prediction.move: prediction for prediction in self.ranker.rank(predictions)}
            found = [*map(Found, by_move)]
        else:
            by_move = {each.move: self.predictor.predict(view, each.move, belief) for each in found}
        best = max(prediction.move_score.for_you for prediction in by_move.values())
        contexts = self._contexts(view, belief, by_move, found)
        reasons = self._reasons(contexts)
        if before is not None:
            asked = {each.move for each in {*found} - {*before}}
            earlier = self._reasons(self._contexts(view, belief, by_move, before))
            reasons |= {move: why for move, why in earlier.items() if move not in asked}
        return [
            self._evaluate(context, place, best, reasons[context.move]) for place, context in enumerate(contexts, 1)
        ]

    def _reasons(self, contexts: Sequence[MoveContext]) -> dict[Move, tuple[Reason, ...]]:
        found = find_reasons(contexts, lambda reason: sentence(reason, self.prediction.card_db))
        return {context.move: why for context, why in zip(contexts, found, strict=True)}

    def _contexts(
        self,
        view: GameState,
        belief: EnemyHandBelief,
        predictions: Mapping[Move, MovePrediction],
        found: Sequence[Found],
    ) -> list[MoveContext]:
        before = self.prediction.scoring_engine.evaluate(view.board)
        return [
            MoveContext(
                board=view.board,
                before=before,
                passes=view.passes,
                prediction=predictions[each.move],
                belief=belief,
                deck=tuple(view.player_deck.remaining()),
                card_of=self.prediction.card_db.get,
                play=self.predictor.changes,
                chance=each.chance,
                prospect=each.prospect,
            )
            for each in found
        ]

    def recommend_moves(self, state: GameState, observation: Observation, top_n: int = 3) -> CoachingRecommendation:
        ranked = self.rank_moves(state, observation)
        close = len(ranked) > 1 and ranked[1].behind < CLOSE_CALL
        best = ranked[0]
        passes = best.candidate.move.is_pass
        others = tuple(alternative(other.candidate.name, other.behind) for other in ranked[1:top_n])
        return CoachingRecommendation(
            position=self.evaluate_position(state),
            moves=tuple(ranked[:top_n]),
            candidates=len(ranked),
            primary=advised(
                best.candidate.name,
                passes=passes,
                only=len(ranked) == 1,
                close=close,
                unknown=state.hands[Side.YOU].unknown,
            ),
            secondary=(*best.lines, *others),
        )

    def _belief(self, view: GameState, observation: Observation) -> EnemyHandBelief:
        decks = self.prediction.infer_enemy_decks(observation, view.ruleset)
        return self.prediction.infer_enemy_hand(view, observation, decks)

    def _candidate(self, move: Move) -> MoveCandidate:
        name = move_name(move, self.prediction.card_db)
        return MoveCandidate(move, name)

    def _evaluate(self, context: MoveContext, place: int, best: float, reasons: tuple[Reason, ...]) -> MoveEvaluation:
        prediction = context.prediction
        behind = best - prediction.move_score.for_you
        return MoveEvaluation(
            candidate=self._candidate(prediction.move),
            rank=place,
            label=Label.BEST if place == 1 else _label(behind),
            move_score=prediction.move_score,
            behind=behind,
            margin_after=prediction.evaluation.score.margin,
            value_after=prediction.immediate,
            worst=self._worst(prediction),
            margin_expected=_expected_margin(prediction),
            value_expected=prediction.expected,
            replies=len(prediction.replies),
            reasons=reasons,
            tags=tuple(dict.fromkeys(reason.kind for reason in reasons)),
            lines=tuple(sentence(reason, self.prediction.card_db) for reason in reasons),
            context=context,
        )

    def _worst(self, prediction: MovePrediction) -> WorstReply | None:
        rated = prediction.worst
        if rated is None:
            return None
        reply = rated.reply
        name = self._candidate(reply.move).name
        return WorstReply(reply.move, name, reply.in_hand, reply.margin, rated.score)


def check_hand_known(hand: Hand) -> None:
    """Refuse a hand of which no card is known: there is nothing to compare."""
    if 0 < len(hand) == hand.unknown:
        raise UnknownHandError(
            "no card of your hand is known, so there is nothing to advise: name at least one, as in hand=015,?*3 in a "
            "position or 'draw zu' in a match"
        )


def _label(behind: float) -> Label:
    return next(label for most, label in LABELS[1:] if behind <= most)


def _expected_margin(prediction: MovePrediction) -> float:
    if not prediction.replies:
        return float(prediction.evaluation.score.margin)
    total = sum(rated.reply.in_hand for rated in prediction.replies)
    margins = (rated.reply.in_hand * rated.reply.margin for rated in prediction.replies)
    return sum(margins) / total

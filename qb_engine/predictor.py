"""PredictorEngine and MoveRanker: what a move is worth once the enemy has answered it.

predicted = 0.7 worst reply + 0.3 likely reply        moveScore = 1.0 immediate + 1.5 predicted
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qb_engine.board_state import BoardState
from qb_engine.changes import CardToHand, Change
from qb_engine.evaluation import BoardEvaluation, Score
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand_belief import EnemyHandBelief
from qb_engine.models import HIDDEN_CARD, Card, Move
from qb_engine.prediction import PredictionEngine
from qb_engine.replies import Reply, SimulatedReply

ALPHA = 0.7
IMMEDIATE_WEIGHT = 1.0
PREDICTIVE_WEIGHT = 1.5
PASS_COST = 5.0
"""What a pass must be better by than a placement: a turn given away. A pass that ends the game pays nothing."""
FINAL_BONUS = 100.0
"""Value of a won game above its margin: more than any evaluation of a running one."""
HIGH_EFFECT_SHARE = 0.75
"""A reply is of high effect if it gains the enemy at least this share of what the best reply gains."""
NOTABLE = 0.25
"""By how much a factor of a lane must move to count as a change of access or stability."""


@dataclass(frozen=True, slots=True)
class RatedReply:
    """A reply of the enemy and what the position is worth after it."""

    reply: Reply
    score: Score
    lockout: bool
    """You hold cards and could place none of them after it."""
    ends_game: bool = False


@dataclass(frozen=True, slots=True)
class MovePrediction:
    """A candidate move with everything that was computed for it."""

    move: Move
    board: BoardState
    hand: tuple[Card, ...]
    """The cards that are left in hand."""
    changes: tuple[Change, ...]
    evaluation: BoardEvaluation
    ends_game: bool
    immediate: Score
    replies: tuple[RatedReply, ...]
    worst: RatedReply | None
    """The reply that leaves you with least; None when the move ends the game."""
    likely: Score
    expected: Score
    """Average over all replies, each as likely as its card is in hand."""
    predicted: Score
    move_score: Score
    lockout_risk: float
    accessibility: float
    stability: float
    vulnerability: float
    """Expected power of your cards that the reply destroys."""


ReplyTest = Callable[[BoardEvaluation, RatedReply], bool]


def contests_lead(before: BoardEvaluation, rated: RatedReply) -> bool:
    """It shrinks a lead of yours in some lane."""
    diffs = rated.reply.diffs
    return any(lane.diff > 0 and diffs[lane.lane_index] < lane.diff for lane in before.lanes)


def opens_projection(before: BoardEvaluation, rated: RatedReply) -> bool:
    """It takes a tile from you, or gives the enemy notably better access to some lane."""
    access = rated.reply.access
    return rated.reply.captures or any(lane.access - access[lane.lane_index] >= NOTABLE for lane in before.lanes)


def stabilises_lane(before: BoardEvaluation, rated: RatedReply) -> bool:
    """It makes a lane that the enemy leads notably more stable for it."""
    diffs, stability = rated.reply.diffs, rated.reply.stability
    return any(
        diffs[lane.lane_index] < 0 and lane.stability - stability[lane.lane_index] >= NOTABLE for lane in before.lanes
    )


LIKELY_TESTS: tuple[ReplyTest, ...] = (contests_lead, opens_projection, stabilises_lane)


@dataclass(eq=False)
class PredictorEngine:
    """Rates candidate moves of YOU by the replies that the enemy may hold."""

    prediction: PredictionEngine

    def predict(self, state: GameState, move: Move, belief: EnemyHandBelief) -> MovePrediction:
        """Simulate the move and every reply to it; ``state`` is left as it is.

        A card that is not held and a placement that is not legal are refused, as in a game.
        """
        board, changes, hand = self._make(state, move)
        evaluation = self.prediction.scoring_engine.evaluate(board)
        passes = state.passes + 1 if move.is_pass else 0
        if passes >= 2 or (state.ruleset.ends_on_full_board and board.is_full):
            return _final(move, board, tuple(hand), changes, evaluation)
        replies = self.rate(board, hand, passes, self.prediction.replies(board, belief, hand, evaluation), evaluation)
        worst = min(replies, key=lambda rated: rated.score.for_you)
        likely = _average(_likely(evaluation, replies))
        predicted = Score(ALPHA * worst.score.for_you + (1 - ALPHA) * likely.for_you)
        immediate = evaluation.value
        cost = PASS_COST if move.is_pass and state.legal_placements(Side.YOU) else 0.0
        return MovePrediction(
            move=move,
            board=board,
            hand=tuple(hand),
            changes=changes,
            evaluation=evaluation,
            ends_game=False,
            immediate=immediate,
            replies=tuple(replies),
            worst=worst,
            likely=likely,
            expected=_average(replies),
            predicted=predicted,
            move_score=Score(IMMEDIATE_WEIGHT * immediate.for_you + PREDICTIVE_WEIGHT * predicted.for_you - cost),
            lockout_risk=_mean(replies, lambda rated: float(rated.lockout)),
            accessibility=sum(lane.access for lane in evaluation.lanes),
            stability=sum(lane.stability for lane in evaluation.lanes),
            vulnerability=_mean(replies, lambda rated: _power_lost(evaluation, rated)),
        )

    def changes(self, board: BoardState, move: Move) -> tuple[Change, ...]:
        """What a placement of YOURS would change; the board is left as it is."""
        if move.card is None or move.tile is None:
            return ()
        card = self.prediction.card_db.get(move.card)
        return tuple(self.prediction.effect_engine.resolve_play(board.clone(), Side.YOU, card, move.tile))

    def _make(self, state: GameState, move: Move) -> tuple[BoardState, tuple[Change, ...], list[Card]]:
        """The board after the move, what it changed, and the cards left in hand."""
        hand = state.player_hand.cards.copy()
        if move.is_pass:
            return state.board, (), hand
        index, tile = state.placement(Side.YOU, move)
        card = hand.pop(index)
        self.prediction.legality_checker.require(state.board, Side.YOU, card, tile.lane, tile.col)
        board = state.board.clone()
        changes = self.prediction.effect_engine.resolve_play(board, Side.YOU, card, tile)
        gained = (change.card for change in changes if isinstance(change, CardToHand) and change.side is Side.YOU)
        return board, tuple(changes), [*hand, *map(self.prediction.card_db.get, gained)]

    @staticmethod
    def rate(
        board: BoardState, hand: Sequence[Card], passes: int, replies: Sequence[Reply], before: BoardEvaluation
    ) -> list[RatedReply]:
        """What the position is worth after each reply to that board, made after so many passes in a row.

        ``replies`` were made for this ``hand`` of yours, ``before`` is the evaluation of the board.
        """
        if passes == 1:
            # After your pass the enemy can end the game at once, whatever it holds.
            placements = (reply for reply in replies if not reply.move.is_pass)
            replies = [*placements, SimulatedReply(Move.PASS, 1.0, board, before, ())]
        return [_rated(reply, board, hand, passes) for reply in replies]


def _rated(reply: Reply, board: BoardState, hand: Sequence[Card], passes: int) -> RatedReply:
    ends = _ends(reply, passes, board.ruleset.ends_on_full_board)
    lockout = bool(hand) and HIDDEN_CARD not in hand and not reply.can_place(hand)
    return RatedReply(reply, _final_score(reply.margin) if ends else reply.value, lockout, ends)


def _ends(reply: Reply, passes: int, full_board_ends: bool) -> bool:
    """Whether the reply, after that many passes in a row, ends the game."""
    if reply.move.is_pass:
        return passes == 1
    return full_board_ends and reply.fills_board


@dataclass(frozen=True)
class MoveRanker:
    """Best move first; ties fall by the five tie-breakers in order, then by card and tile."""

    def rank(self, predictions: Sequence[MovePrediction]) -> list[MovePrediction]:
        return sorted(predictions, key=_ranking_key)


def _ranking_key(prediction: MovePrediction) -> tuple[object, ...]:
    return (
        -round(prediction.move_score.for_you, 9),
        round(prediction.lockout_risk, 9),
        -round(prediction.accessibility, 9),
        -round(prediction.stability, 9),
        round(prediction.vulnerability, 9),
        -prediction.evaluation.score.margin,
        prediction.move.card or "~",
        -1 if prediction.move.tile is None else prediction.move.tile.index,
    )


def _final(
    move: Move, board: BoardState, hand: tuple[Card, ...], changes: tuple[Change, ...], evaluation: BoardEvaluation
) -> MovePrediction:
    """A move that ends the game: its result is certain."""
    score = _final_score(evaluation.score.margin)
    return MovePrediction(
        move=move,
        board=board,
        hand=hand,
        changes=changes,
        evaluation=evaluation,
        ends_game=True,
        immediate=score,
        replies=(),
        worst=None,
        likely=score,
        expected=score,
        predicted=score,
        move_score=Score((IMMEDIATE_WEIGHT + PREDICTIVE_WEIGHT) * score.for_you),
        lockout_risk=0.0,
        accessibility=0.0,
        stability=0.0,
        vulnerability=0.0,
    )


def _final_score(margin: int) -> Score:
    return Score(margin + FINAL_BONUS * ((margin > 0) - (margin < 0)))


def has_high_effect(before: BoardEvaluation, rated: RatedReply, best: Score) -> bool:
    """It gains the enemy nearly as much as its best reply does."""
    gain, most = (before.value.for_you - score.for_you for score in (rated.score, best))
    return gain > 0 and gain >= HIGH_EFFECT_SHARE * most


def _likely(before: BoardEvaluation, replies: list[RatedReply]) -> list[RatedReply]:
    """The replies an enemy who wants something would choose; all of them if none qualifies."""
    best = min((rated.score for rated in replies), key=lambda score: score.for_you)
    likely = [
        rated
        for rated in replies
        if has_high_effect(before, rated, best) or any(test(before, rated) for test in LIKELY_TESTS)
    ]
    return likely or replies


def _average(replies: Sequence[RatedReply]) -> Score:
    return Score(_mean(replies, lambda rated: rated.score.for_you))


def _mean(replies: Sequence[RatedReply], value: Callable[[RatedReply], float]) -> float:
    total = sum(rated.reply.in_hand for rated in replies)
    return sum(rated.reply.in_hand * value(rated) for rated in replies) / total


def _power_lost(before: BoardEvaluation, rated: RatedReply) -> float:
    """Power, before the reply, of the cards of yours that it destroys."""
    return float(sum(before.powers[tile] for tile in rated.reply.fallen))

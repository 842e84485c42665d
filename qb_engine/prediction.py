"""Phase E: what the enemy may hold, what it may do next, and where that hurts. No advice is given here.

Of the enemy only what the player can see is read: the board, the size of its hand, and the observation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import overload

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.changes import Change
from qb_engine.deck_belief import DeckBelief, EqualBelief, copies_beyond
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.evaluation import BoardEvaluation, LanePowerEvaluator
from qb_engine.game_state import GameState
from qb_engine.geometry import LANES, TILE_COUNT, TILES, Side
from qb_engine.hand_belief import EnemyHandBelief, HandHypothesis, HandPool
from qb_engine.kernel.door import LimitError, kernel_engine
from qb_engine.legality import LegalityChecker
from qb_engine.models import Card, CardId, Move
from qb_engine.notation import TurnPhase
from qb_engine.projection import ProjectionEngine
from qb_engine.replies import Reply, SimulatedReply, packed_replies, standing
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import MatchScore

MAX_HYPOTHESES = 5_000
EARLY_TILES = 8
"""With so many empty tiles or more, hardly anybody who can place a card passes."""
WILLING_PASS_EARLY = 0.002
"""P(pass) of an enemy that could place a card; see docs/coach.md for the games behind it."""
WILLING_PASS_LATE = 0.1

EnemyMove = tuple[CardId, int, int]
"""(card id, lane index, column index)."""
Observation = EnemyObservation | EnemyObservationState


@dataclass(frozen=True, slots=True)
class InferredEnemyDeck:
    """Whole decks the enemy may play, and their probabilities."""

    possible_decks: list[list[CardId]]
    weights: list[float]
    notes: tuple[str, ...] = ()
    """What makes them doubtful, as sentences."""


@dataclass(frozen=True, slots=True)
class EnemyMoveOutcome:
    """What one reply of the enemy leads to."""

    move: EnemyMove | None
    """None is a pass."""
    resulting_score: float
    """The evaluation from the ENEMY's side: higher is worse for you."""
    match_score: MatchScore
    weight: float
    """Probability of this branch: replies are as likely as their cards are in hand; all weights sum to 1."""
    in_hand: float = 1.0
    """Probability that the enemy has this reply at all."""


@dataclass(frozen=True, slots=True)
class ThreatMap:
    """All replies of the enemy on one board, by card id and tile, and what they add up to."""

    outcomes: list[EnemyMoveOutcome]
    best_enemy_score: float
    expected_enemy_score: float
    lane_pressure: dict[int, float]
    """Expected change of enemy power minus your power, per lane."""
    tile_pressure: dict[tuple[int, int], float]
    """Expected change of power and ownership in the enemy's favour, per tile."""
    replies: tuple[Reply, ...] = field(default=(), compare=False, repr=False)
    """What the outcomes were read off, in their order."""


class PredictionEngine:
    """Deterministic and clone-safe: nothing is sampled, and nothing passed in is changed."""

    @overload
    def __init__(
        self,
        card_db: CardHydrator,
        legality_checker: LegalityChecker,
        projection_engine: ProjectionEngine,
        effect_engine: EffectEngine,
        scoring_engine: LanePowerEvaluator,
        *,
        belief: DeckBelief | None = None,
        max_hypotheses: int = MAX_HYPOTHESES,
        reads_passes: bool = True,
    ) -> None: ...

    @overload
    def __init__(
        self,
        card_db: CardHydrator,
        legality_checker: LegalityChecker,
        effect_engine: EffectEngine,
        scoring_engine: LanePowerEvaluator,
        /,
        *,
        belief: DeckBelief | None = None,
        max_hypotheses: int = MAX_HYPOTHESES,
        reads_passes: bool = True,
    ) -> None: ...

    def __init__(
        self,
        card_db: CardHydrator,
        legality_checker: LegalityChecker,
        projection_engine: ProjectionEngine | EffectEngine,
        effect_engine: EffectEngine | LanePowerEvaluator,
        scoring_engine: LanePowerEvaluator | None = None,
        *,
        belief: DeckBelief | None = None,
        max_hypotheses: int = MAX_HYPOTHESES,
        reads_passes: bool = True,
    ) -> None:
        """Of its parts the projection engine may be left out; then it is the one that the effect engine has.

        Unless ``reads_passes`` is off, hands with nothing to place are the likelier ones right after a pass.
        """
        match projection_engine, effect_engine, scoring_engine:
            case ProjectionEngine() as projection, EffectEngine() as effects, LanePowerEvaluator() as scoring:
                effects = effects.with_projection(projection)
            case EffectEngine() as effects, LanePowerEvaluator() as scoring, None:
                pass
            case _:
                raise TypeError(
                    "PredictionEngine is made of a CardHydrator, a LegalityChecker, a ProjectionEngine, "
                    "an EffectEngine and a LanePowerEvaluator, in this order"
                )
        self.card_db = card_db
        self.legality_checker = legality_checker
        self.effect_engine = effects
        self.scoring_engine = scoring
        self.belief = belief or EqualBelief(card_db)
        self.max_hypotheses = max_hypotheses
        self.reads_passes = reads_passes
        self._candidates = lru_cache(maxsize=4)(self.belief.candidates)  # one answer asks for them several times

    @staticmethod
    def standard(
        hydrator: CardHydrator | None = None, *, belief: DeckBelief | None = None, reads_passes: bool = True
    ) -> PredictionEngine:
        """The engine with its usual parts."""
        cards = known_cards(hydrator)
        parts = LegalityChecker(), ProjectionEngine(), EffectEngine(cards), LanePowerEvaluator()
        return PredictionEngine(cards, *parts, belief=belief, reads_passes=reads_passes)

    def __repr__(self) -> str:
        return f"<PredictionEngine of {len(self.card_db)} cards with {type(self.belief).__name__}>"

    def infer_enemy_decks(self, observation: Observation, ruleset: Ruleset = Ruleset.V2_2_4) -> InferredEnemyDeck:
        """Candidate decks under the deck rules of that rule set; a card that is not in the data is refused."""
        seen = _frozen(observation)
        self.card_db.check_ids((*seen.played_ids, *seen.tokens_seen, *seen.known_in_hand, *(seen.known_deck or ())))
        found = self._candidates(seen, ruleset)
        notes = copies_beyond(seen, ruleset, self.card_db)
        return InferredEnemyDeck([list(deck) for deck in found.decks], list(found.weights), notes)

    def infer_enemy_hand(
        self, state: GameState, observation: Observation, inferred: InferredEnemyDeck
    ) -> EnemyHandBelief:
        """Every hand of the right size that the candidate decks allow; cards known to be in hand are in each."""
        seen = _frozen(observation)
        candidates = zip(inferred.possible_decks, inferred.weights, strict=True)
        pools = [HandPool.of(deck, weight, seen, state.enemy_hand_size) for deck, weight in candidates]
        belief = EnemyHandBelief.over(pools, self.max_hypotheses)
        return self._after_pass(belief, state.board) if self.reads_passes and _enemy_just_passed(state) else belief

    def _after_pass(self, belief: EnemyHandBelief, board: BoardState) -> EnemyHandBelief:
        """Neither the enemy's hand nor the board has changed since: what can be placed now it left in its hand."""
        empty = sum(occupant is None for occupant in board.occupants)
        willing = WILLING_PASS_EARLY if empty >= EARLY_TILES else WILLING_PASS_LATE
        placeable = frozenset(move.card for move, _ in self._placements(board, belief) if move.card is not None)
        return belief.after_pass(placeable, willing)

    def enumerate_enemy_moves(self, state: GameState, hand: HandHypothesis) -> list[EnemyMove]:
        """Every distinct placement that hand allows, by card id and tile."""
        return [
            (card_id, *tile)
            for card_id in sorted(set(hand.cards))
            for tile in self.legality_checker.legal_tiles(state.board, Side.ENEMY, self.card_db.get(card_id))
        ]

    def simulate_enemy_move(self, state: GameState, move: EnemyMove) -> tuple[GameState, MatchScore, float]:
        """Your view of the game after the enemy's play, its strict score, and the evaluation from the enemy's side."""
        card_id, lane, col = move
        after = state.observe(Side.YOU)
        after.use_engine(self.effect_engine)
        after.skip_to(Side.ENEMY)
        held = after.enemy_hand.index_of(card_id)
        index = after.enemy_hand.reveal(card_id) if held is None else held
        after.play_card_from_hand(Side.ENEMY, index, lane, col)
        evaluation = self.scoring_engine.evaluate(after.board)
        return after, evaluation.score, evaluation.value.for_side(Side.ENEMY)

    def replies(
        self,
        board: BoardState,
        belief: EnemyHandBelief,
        hand: Sequence[Card] = (),
        evaluation: BoardEvaluation | None = None,
    ) -> list[Reply]:
        """Each distinct (card, tile) simulated once, and the pass with the probability that no card can be placed.

        ``hand`` are the cards you would hold then, ``evaluation`` is that of the board where it is known already.
        """
        placements = self._placements(board, belief)
        found = self._packed_replies(board, placements, hand)
        if found is None:
            found = [self._simulated_reply(board, move, in_hand) for move, in_hand in placements]
        stuck = belief.probability_of_none([move.card for move, _ in placements if move.card is not None])
        if stuck > 0:
            now = self.scoring_engine.evaluate(board) if evaluation is None else evaluation
            found.append(SimulatedReply(Move.PASS, stuck, board, now, ()))
        return found

    def _placements(self, board: BoardState, belief: EnemyHandBelief) -> list[tuple[Move, float]]:
        """Every placement that the enemy may have, and how likely it holds the card; by card id and tile."""
        self.card_db.check_ids(belief.marginals)  # hands may have been thought up
        tiles = self.legality_checker.tiles_of(board, Side.ENEMY, map(self.card_db.get, belief.marginals))
        held = belief.marginals.items()
        return [(Move(card_id, tile), in_hand) for card_id, in_hand in held for tile in tiles[card_id]]

    def _packed_replies(
        self, board: BoardState, placements: Sequence[tuple[Move, float]], hand: Sequence[Card]
    ) -> list[Reply] | None:
        """The placements by the kernel, where it is built, can hold the board, and is the twin of the parts in use."""
        usual = type(self.scoring_engine) is LanePowerEvaluator and self.effect_engine.is_usual
        engine = kernel_engine(self.card_db, board.ruleset) if usual else None
        if engine is None:
            return None
        try:
            return packed_replies(engine, board, placements, hand, partial(self._simulate, board))
        except LimitError:
            return None

    def _simulate(self, board: BoardState, move: Move) -> tuple[BoardState, tuple[Change, ...]]:
        after = board.clone()
        if move.card is None or move.tile is None:
            return after, ()
        card = self.card_db.get(move.card)
        return after, tuple(self.effect_engine.resolve_play(after, Side.ENEMY, card, move.tile))

    def _simulated_reply(self, board: BoardState, move: Move, in_hand: float) -> Reply:
        after, changes = self._simulate(board, move)
        return SimulatedReply(move, in_hand, after, self.scoring_engine.evaluate(after), changes)

    def compute_threat_map(
        self,
        state: GameState,
        observation: Observation,
        inferred_decks: InferredEnemyDeck,
        hand_belief: EnemyHandBelief,
    ) -> ThreatMap:
        """What the enemy can do on this board if it moves now."""
        replies = self.replies(state.board, hand_belief)
        before = self.scoring_engine.evaluate(state.board)
        standing_before = standing(state.board, before)
        total = sum(reply.in_hand for reply in replies)
        outcomes = [_outcome(reply, reply.in_hand / total) for reply in replies]
        lanes, tiles = [0.0] * LANES, [0.0] * TILE_COUNT
        for reply, outcome in zip(replies, outcomes, strict=True):
            weight, diffs, now = outcome.weight, reply.diffs, reply.standing
            for lane in before.lanes:
                lanes[lane.lane_index] += weight * (lane.diff - diffs[lane.lane_index])
            for index in range(TILE_COUNT):
                tiles[index] += weight * (now[index] - standing_before[index])
        return ThreatMap(
            outcomes=outcomes,
            best_enemy_score=max(outcome.resulting_score for outcome in outcomes),
            expected_enemy_score=sum(outcome.weight * outcome.resulting_score for outcome in outcomes),
            lane_pressure=dict(enumerate(lanes)),
            tile_pressure={(tile.lane, tile.col): pressure for tile, pressure in zip(TILES, tiles, strict=True)},
            replies=tuple(replies),
        )

    def full_enemy_prediction(self, state: GameState, observation: Observation) -> ThreatMap:
        decks = self.infer_enemy_decks(observation, state.ruleset)
        hands = self.infer_enemy_hand(state, observation, decks)
        return self.compute_threat_map(state, observation, decks, hands)


def _outcome(reply: Reply, weight: float) -> EnemyMoveOutcome:
    card_id, tile = reply.move.card, reply.move.tile
    return EnemyMoveOutcome(
        move=None if card_id is None or tile is None else (card_id, tile.lane, tile.col),
        resulting_score=reply.value.for_side(Side.ENEMY),
        match_score=reply.evaluation.score,
        weight=weight,
        in_hand=reply.in_hand,
    )


def _enemy_just_passed(state: GameState) -> bool:
    next_to_act = state.side_to_act.other if state.phase is TurnPhase.END else state.side_to_act
    return state.passes == 1 and next_to_act is Side.YOU


def _frozen(observation: Observation) -> EnemyObservationState:
    return observation.snapshot() if isinstance(observation, EnemyObservation) else observation

"""The seven start-up checks. Each looks at a real part at work and says what it found; none repairs anything.

There is one list of checks and two amounts of work: ``ALL`` for whoever asks how the engine is, ``QUICK`` for everybody
who waits for a first answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from qb_engine.board_state import BoardState
from qb_engine.card_comparison import difference
from qb_engine.card_hydrator import CardHydrator, card_data
from qb_engine.changes import CardPlaced
from qb_engine.deck_belief import EqualBelief
from qb_engine.destruction import CardDestructionEngine
from qb_engine.effect_engine import EffectEngine
from qb_engine.effects import AddToHand, SpawnByRank
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import BoardError
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import COLUMNS, LANES, TILE_COUNT, Side
from qb_engine.mirror import mirrored_board
from qb_engine.models import CardId, Move
from qb_engine.prediction import PredictionEngine
from qb_engine.predictor import MovePrediction, MoveRanker, PredictorEngine
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import MatchScore, compute_match_score

SHUFFLES = 4
_AGAIN = "install qbCoach again, or undo what was changed in how"


@dataclass(frozen=True, slots=True)
class Amount:
    """How much the checks look at."""

    games: int
    plays: int | None
    """Of each game; None plays it to its end."""
    decks: int
    """Candidate decks in the sandbox: enough to see the predictor work, few enough to start at once."""


ALL = Amount(games=4, plays=None, decks=10)
QUICK = Amount(games=1, plays=6, decks=2)
"""All seven checks too, over fewer plays: every card is compared, and a part that is broken shows it in a few plays."""


class CheckFailedError(Exception):
    """A check found something wrong; the message says what and where."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    name: str
    passed: bool
    detail: str
    """What was looked at, or what is wrong."""
    remedy: str | None = None
    """How to mend what is wrong."""


@dataclass(frozen=True)
class Diagnostics:
    """The checks over these parts; a test hands in a broken one to see a check fail."""

    hydrator: CardHydrator
    evaluator: LanePowerEvaluator
    ranker: MoveRanker
    destruction: CardDestructionEngine
    score: Callable[[BoardState, EffectEngine], MatchScore] = compute_match_score
    play: Callable[[GameState, Move], object] = GameState.play
    prediction: PredictionEngine | None = None
    amount: Amount = ALL

    @staticmethod
    def standard(hydrator: CardHydrator, amount: Amount = ALL) -> Diagnostics:
        return Diagnostics(hydrator, LanePowerEvaluator(), MoveRanker(), CardDestructionEngine(), amount=amount)

    def run(self) -> list[CheckResult]:
        """All seven, in the order of the specification; a failure does not keep the others from running."""
        checks = (
            ("card hydration", self.check_hydration, "install qbCoach again, so that its cards are those of its data"),
            ("pawn deltas", self.check_pawn_deltas, f"{_AGAIN} pawns are laid and taken away"),
            ("tile ownership", self.check_ownership, f"{_AGAIN} pawns are counted"),
            ("strict scoring", self.check_scoring, f"{_AGAIN} points are counted"),
            ("lane power evaluator", self.check_evaluator, f"{_AGAIN} positions are valued"),
            (
                "predictor sandbox",
                self.check_predictor,
                "install qbCoach again, which builds the kernel anew; QBCOACH_PURE=1 does without the kernel meanwhile",
            ),
            ("move ranker order", self.check_ranker, f"{_AGAIN} moves are ranked"),
        )
        return [_run(*check) for check in checks]

    def check_hydration(self) -> str:
        """Every card of the data is handed out as it is written there, by its id too, and every token named exists.

        Nothing that the hydrator made of the data, or keeps, is trusted. Cards that a user added are not in them.
        """
        rows = self._rows
        cards = {card.id: card for card in self.hydrator.all()}
        for card_id, row in rows.items():
            if card_id not in cards:
                raise CheckFailedError(f"card {card_id} ({row['name']}) is in the card data and missing here")
        for card in cards.values():
            differs = difference(card, rows[card.id]) if card.id in rows else None
            if differs:
                raise CheckFailedError(f"card {card.id} ({card.name}), {differs}")
            if self.hydrator.get(card.id) is not card:
                raise CheckFailedError(f"card {card.id} is not the same when looked up again")
            for ability in card.abilities:
                if isinstance(ability.op, AddToHand | SpawnByRank):
                    for token in ability.op.cards:
                        self.hydrator.get(token)
        own = len(cards) - len(rows)
        return f"{len(rows)} cards" + (f", {own} of your own beside them" if own else "")

    def check_pawn_deltas(self) -> str:
        """Counters follow from the deltas, and taking a card back restores the pawns from before it was played."""
        plies = 0
        for state, before, move in self._plies(Ruleset.V2_2_4):
            plies += 1
            again = state.board.clone()
            again.recompute_influence_from_deltas()
            if _pawns(again) != _pawns(state.board):
                raise CheckFailedError(f"counters do not follow from the deltas after {move}")
            placed = [entry.event.card for entry in state.log[len(before.log) :] if isinstance(entry.event, CardPlaced)]
            quiet = _cards(state.board) == _cards(before.board) + 1
            if placed and quiet and state.board.find(placed[0].number) is not None:
                self.destruction.remove(again, placed[0].tile.index)
                if _pawns(again) != _pawns(before.board):
                    raise CheckFailedError(f"taking back {move} does not restore the pawns")
        return f"{plies} plays"

    def check_ownership(self) -> str:
        """No tile is ever left as it cannot be; ``BoardState.check`` says how that is."""
        plies = 0
        for ruleset in (Ruleset.REBIRTH, Ruleset.V2_2_4):
            for state, _, move in self._plies(ruleset):
                plies += 1
                try:
                    state.board.check()
                except BoardError as error:
                    raise CheckFailedError(f"{error}, after {move}") from error
        return f"{plies} plays"

    def check_scoring(self) -> str:
        """Lane powers are the sums of effective powers, and totals the points of the lanes won."""
        plies = 0
        for state, _, move in self._plies(Ruleset.REBIRTH):
            plies += 1
            engine = EffectEngine(self.hydrator)
            score = self.score(state.board, engine)
            for lane in range(LANES):
                sums = {Side.YOU: 0, Side.ENEMY: 0}
                for col in range(COLUMNS):
                    occupant = state.board.tile(lane, col).occupant
                    if occupant is not None:
                        sums[occupant.side] += engine.compute_effective_power(state.board, lane, col)
                if (score.lanes[lane].power_you, score.lanes[lane].power_enemy) != (sums[Side.YOU], sums[Side.ENEMY]):
                    raise CheckFailedError(f"lane {lane} has other powers than its cards after {move}")
            won = sum(lane.lane_points for lane in score.lanes if lane.winner is Side.YOU)
            lost = sum(lane.lane_points for lane in score.lanes if lane.winner is Side.ENEMY)
            if (score.total_you, score.total_enemy, score.margin) != (won, lost, won - lost):
                raise CheckFailedError(f"totals are not the sums of the lanes won after {move}")
        return f"{plies} positions"

    def check_evaluator(self) -> str:
        """Factors stay in their bounds, and exchanging the sides negates the value."""
        plies = 0
        for state, _, move in self._plies(Ruleset.REBIRTH):
            plies += 1
            here = self.evaluator.evaluate(state.board)
            there = self.evaluator.evaluate(mirrored_board(state.board))
            for lane, image in zip(here.lanes, there.lanes, strict=True):
                if abs(lane.stability) > 1 or abs(lane.access) > 1 or abs(lane.effect) > 0.5:
                    raise CheckFailedError(f"a factor of lane {lane.lane_index} leaves its bounds after {move}")
                if lane.value != -image.value:
                    raise CheckFailedError(
                        f"lane {lane.lane_index} is not negated by exchanging the sides after {move}"
                    )
        return f"{plies} positions"

    def check_predictor(self) -> str:
        """Predictions of one position: probabilities sum to 1, and the state is left as it was."""
        state = self._sandbox()
        before = state.key()
        prediction = self._prediction()
        threat = prediction.full_enemy_prediction(state, EnemyObservation.of(state))
        if abs(sum(outcome.weight for outcome in threat.outcomes) - 1) > 1e-9:
            raise CheckFailedError("the weights of the enemy's replies do not sum to 1")
        predictions = self._predictions(state)
        if state.key() != before:
            raise CheckFailedError("predicting changed the position")
        return f"{len(predictions)} moves, {sum(len(found.replies) for found in predictions)} replies"

    def check_ranker(self) -> str:
        """The order of the ranking does not depend on the order in which moves come in."""
        predictions = self._predictions(self._sandbox())
        ranked = [found.move for found in self.ranker.rank(predictions)]
        for seed in range(SHUFFLES):
            shuffled = predictions.copy()
            Random(seed).shuffle(shuffled)
            if [found.move for found in self.ranker.rank(shuffled)] != ranked:
                raise CheckFailedError(f"moves handed in in another order (seed {seed}) are ranked differently")
        return f"{len(ranked)} moves"

    @cached_property
    def _rows(self) -> dict[CardId, dict[str, Any]]:
        """The card data, read anew."""
        return {row["id"]: row for row in json.loads(card_data())}

    def _prediction(self) -> PredictionEngine:
        if self.prediction is not None:
            return self.prediction
        return PredictionEngine.standard(self.hydrator, belief=EqualBelief(self.hydrator, limit=self.amount.decks))

    def _predictions(self, state: GameState) -> list[MovePrediction]:
        prediction = self._prediction()
        seen = EnemyObservation.of(state).snapshot()
        belief = prediction.infer_enemy_hand(state, seen, prediction.infer_enemy_decks(seen, state.ruleset))
        predictor = PredictorEngine(prediction)
        return [predictor.predict(state, move, belief) for move in (*state.legal_placements(Side.YOU), Move.PASS)]

    def _sandbox(self) -> GameState:
        """A position after both sides' opening moves, YOU to act."""
        state = self._start(Ruleset.REBIRTH, seed=1)
        for _ in range(4):
            state.play(sensible_moves(state)[0])
        return state.observe(Side.YOU)

    def _start(self, ruleset: Ruleset, seed: int) -> GameState:
        ids = [card.id for card in self.hydrator.deck_cards() if card.id in self._rows]
        rng = Random(seed)
        size = ruleset.deck_size
        return GameState.start(
            rng.sample(ids, size), rng.sample(ids, size), seed, ruleset=ruleset, hydrator=self.hydrator
        )

    def _plies(self, ruleset: Ruleset) -> Iterator[tuple[GameState, GameState, Move]]:
        """(state after, state before, move) for the plays of a few seeded random games."""
        for seed in range(self.amount.games):
            yield from islice(self._game(ruleset, seed), self.amount.plays)

    def _game(self, ruleset: Ruleset, seed: int) -> Iterator[tuple[GameState, GameState, Move]]:
        rng = Random(f"diagnostics/{seed}")
        state = self._start(ruleset, seed)
        while state.to_move is not None:
            before, move = state.clone(), rng.choice(sensible_moves(state))
            if isinstance(move, Move):
                self.play(state, move)
                yield state, before, move
            else:
                state.play(move)


def _run(name: str, check: Callable[[], str], remedy: str) -> CheckResult:
    try:
        return CheckResult(name, True, check())
    except CheckFailedError as failure:
        return CheckResult(name, False, str(failure), remedy)
    except Exception as failure:  # a check that breaks down has found something too, and the others still run
        return CheckResult(name, False, f"{type(failure).__name__}: {failure}", remedy)


def _pawns(board: BoardState) -> list[object]:
    return [board.pawns(index) for index in range(TILE_COUNT)]


def _cards(board: BoardState) -> int:
    return sum(occupant is not None for occupant in board.occupants)

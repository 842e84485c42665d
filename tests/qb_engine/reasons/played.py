"""Moves of random games played by the rules alone, and all that the hands of the enemy could answer: what reasons must
agree with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import NamedTuple

from qb_engine.board_state import BoardState
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep.coach import DeepAnswer, DeepCoach, LookedMove
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import TILES, Side, Tile
from qb_engine.hand_belief import HandHypothesis
from qb_engine.legality import LegalityChecker
from qb_engine.models import Card, CardId, Move
from qb_engine.powers import powers
from qb_engine.reasons.context import MoveContext
from qb_engine.ruleset import Ruleset
from tests.qb_engine.deep.games import DECKS, HYDRATOR

COACH = DeepCoach(CoachingEngine.standard(HYDRATOR, belief=EqualBelief(HYDRATOR, limit=3)), DeepSearch(threads=1))
PREDICTION = COACH.coach.prediction
RULES, LEGALITY = EffectEngine(HYDRATOR), LegalityChecker()
COPIES = [card.id for card in HYDRATOR.deck_cards() for _ in range(1 if card.legendary else 2)]
NODES = 500


class Standing(NamedTuple):
    """A card in play."""

    card: Card
    side: Side
    tile: Tile
    power: int


def free(board: BoardState, side: Side) -> tuple[Tile, ...]:
    return tuple(tile for tile in TILES if board.owners[tile.index] is side and not board.occupants[tile.index])


def room(board: BoardState, side: Side, card: Card) -> list[Tile]:
    return LEGALITY.legal_tiles(board, side, card)


def standings(board: BoardState) -> dict[int, Standing]:
    """All cards in play, by their numbers."""
    power = powers(board).power
    return {
        it.number: Standing(it.card, it.side, TILES[index], power[index])
        for index, it in enumerate(board.occupants)
        if it is not None
    }


def total(board: BoardState) -> int:
    """Power in play, yours minus the enemy's."""
    return sum(it.power if it.side is Side.YOU else -it.power for it in standings(board).values())


def with_card(board: BoardState, card: Card, tile: Tile, side: Side = Side.YOU) -> BoardState:
    """The board after that card was played there."""
    after = board.clone()
    RULES.resolve_play(after, side, card, tile)
    return after


@dataclass(frozen=True)
class Answer:
    """A placement of the enemy, and the board after it."""

    card: CardId
    tile: Tile
    board: BoardState

    @cached_property
    def leaders(self) -> list[Side | None]:
        return leaders(self.board)


def leaders(board: BoardState) -> list[Side | None]:
    return [lane.winner for lane in PREDICTION.scoring_engine.evaluate(board).score.lanes]


@dataclass(frozen=True)
class Played:
    """A move of YOURS, and everything about it that the rules say without the coach."""

    state: GameState
    """Before it."""
    looked: LookedMove
    context: MoveContext
    hands: Sequence[HandHypothesis]
    """Every hand that the enemy may hold."""

    @property
    def move(self) -> Move:
        return self.looked.move

    @property
    def worth(self) -> float:
        return self.looked.chance.worth

    @cached_property
    def after(self) -> GameState:
        after = self.state.clone()
        after.play(self.move)
        return after

    @property
    def held(self) -> list[Card]:
        """Your hand after the move."""
        return self.after.player_hand.cards

    @property
    def placed(self) -> int | None:
        """The number of the card that was played, if it stays."""
        occupant = None if self.move.tile is None else self.after.board.occupants[self.move.tile.index]
        return None if occupant is None or occupant.number < self.state.board.next_number else occupant.number

    @cached_property
    def answers(self) -> list[Answer]:
        """Every placement of every card that the enemy may hold."""
        if self.after.is_over:
            return []
        board, found = self.after.board, []
        for card in map(HYDRATOR.get, sorted({card_id for hand in self.hands for card_id in hand.cards})):
            for tile in room(board, Side.ENEMY, card):
                found.append(Answer(card.id, tile, with_card(board, card, tile, Side.ENEMY)))
        return found

    def answer(self, card: CardId | None, tile: Tile | None) -> Answer:
        return next(it for it in self.answers if (it.card, it.tile) == (card, tile))

    def share_of_hands(self, does: Callable[[Answer], bool]) -> float:
        """Probability that the enemy holds a card for some placement that does so."""
        able = {answer.card for answer in self.answers if does(answer)}
        return sum(hand.probability for hand in self.hands if not able.isdisjoint(hand.cards))

    def held_by_enemy(self, card: CardId) -> float:
        return sum(hand.probability for hand in self.hands if card in hand.cards)

    @property
    def idle(self) -> float:
        """Probability that the enemy can place nothing."""
        return 1.0 - self.share_of_hands(lambda _: True)

    def stuck_on(self, board: BoardState) -> bool:
        """Whether YOU could place no card of yours."""
        return not any(room(board, Side.YOU, card) for card in self.held)


@cache
def observed(seed: int) -> tuple[GameState, EnemyObservationState]:
    """A random game on YOUR turn: one in three with decks of the library and the enemy's not known, others with any."""
    rng = Random(f"reasons/{seed}")
    known = seed % 3 > 0
    you, enemy = (rng.sample(COPIES, 15) if known else rng.choice(DECKS) for _ in Side)
    state = GameState.start(you, enemy, seed, ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR)
    while any(state.mulligan_open):
        state.play(state.legal_moves()[0])
    turns = rng.randrange(14)
    while state.to_move is not None and (turns > 0 or state.to_move is not Side.YOU):
        state.play(rng.choice(sensible_moves(state)))
        turns -= 1
    return state, EnemyObservation.of(state, enemy if known else None).snapshot()


@cache
def searched(seed: int, nodes: int = NODES) -> DeepAnswer:
    return COACH.analyse(*observed(seed), Budget(nodes))


@cache
def played(seed: int) -> list[Played]:
    """All moves of such a position in the order of the answer; none where the game is over, or hands are too many."""
    state, observation = observed(seed)
    if state.is_over:
        return []
    decks = PREDICTION.infer_enemy_decks(observation, state.ruleset)
    belief = PREDICTION.infer_enemy_hand(state, observation, decks)
    if belief.truncated:
        return []
    answer = searched(seed)
    looked = {each.move: each for each in answer.look.every}
    ranked = [*answer.recommendation.moves, *filter(None, [answer.recommendation.apart])]
    return [Played(state, looked[each.candidate.move], each.context, belief.hypotheses) for each in ranked]

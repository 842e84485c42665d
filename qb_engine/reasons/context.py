"""A move with the position before it, everything that was computed for it, and the moves it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from qb_engine.board_state import BoardState
from qb_engine.chance import Chance
from qb_engine.changes import CardDestroyed, CardPlaced, Change, DeathCause, PowerChanged
from qb_engine.evaluation import BoardEvaluation
from qb_engine.geometry import TILES, AnySide, Side, Tile
from qb_engine.hand_belief import EnemyHandBelief
from qb_engine.legality import LegalityChecker
from qb_engine.models import HIDDEN_CARD, Card, CardId, Move
from qb_engine.predictor import MovePrediction, RatedReply
from qb_engine.prospect import Prospect
from qb_engine.scoring import LaneScore

Playing = Callable[[BoardState, Move], tuple[Change, ...]]
"""What a placement of YOURS would change on a board, which is left as it is."""
POINTS_A_SCORE = 0.01
"""Where there is no chance, a point of the move score counts as so much of one."""


@dataclass(frozen=True)
class MoveContext:
    board: BoardState
    """Before the move."""
    before: BoardEvaluation
    passes: int
    prediction: MovePrediction
    belief: EnemyHandBelief
    deck: tuple[CardId, ...]
    """Cards that you still draw, hidden ones too, in no order."""
    card_of: Callable[[CardId], Card]
    play: Playing
    chance: Chance | None = None
    prospect: Prospect | None = None

    @property
    def move(self) -> Move:
        return self.prediction.move

    @property
    def after(self) -> BoardEvaluation:
        return self.prediction.evaluation

    @property
    def changes(self) -> tuple[Change, ...]:
        return self.prediction.changes

    @property
    def ends_game(self) -> bool:
        return self.prediction.ends_game

    @property
    def worth(self) -> float:
        """What moves are compared by: the chance, or the move score as a share of one."""
        if self.chance is not None:
            return self.chance.worth
        return POINTS_A_SCORE * self.prediction.move_score.for_you

    # Room.

    @cached_property
    def own_tiles(self) -> tuple[Tile, ...]:
        return free_tiles(self.prediction.board, Side.YOU)

    @cached_property
    def enemy_tiles(self) -> tuple[Tile, ...]:
        return free_tiles(self.prediction.board, Side.ENEMY)

    @cached_property
    def own_tiles_before(self) -> tuple[Tile, ...]:
        return free_tiles(self.board, Side.YOU)

    @cached_property
    def enemy_tiles_before(self) -> tuple[Tile, ...]:
        return free_tiles(self.board, Side.ENEMY)

    # The hand.

    @cached_property
    def held(self) -> tuple[Card, ...]:
        """The known cards that are left, each once, in the order of the hand."""
        return tuple(dict.fromkeys(card for card in self.prediction.hand if card is not HIDDEN_CARD))

    def copies(self, cards: Sequence[Card]) -> tuple[CardId, ...]:
        """The ids of these cards as often as they are left in the hand."""
        return tuple(card.id for card in self.prediction.hand if card in cards)

    def tiles_before(self, card: Card) -> list[Tile]:
        """Where a card of the hand could have gone, but for the tile that the move takes."""
        return [tile for tile in _LEGALITY.legal_tiles(self.board, Side.YOU, card) if tile != self.move.tile]

    def tiles_after(self, card: Card) -> list[Tile]:
        return _LEGALITY.legal_tiles(self.prediction.board, Side.YOU, card)

    @cached_property
    def stranded(self) -> tuple[Card, ...]:
        """Cards that have no tile after the move."""
        return tuple(card for card in self.held if not self.tiles_after(card))

    def may_need(self, rank: int) -> bool:
        """Whether a card that is left in the hand or still drawn, or one that is not known, needs so many pawns."""
        cards = (*self.prediction.hand, *map(self.card_of, self.deck))
        return any(card is HIDDEN_CARD or card.cost >= rank for card in cards)

    # What the move does.

    @cached_property
    def placed(self) -> CardPlaced | None:
        return next((change for change in self.changes if isinstance(change, CardPlaced)), None)

    def fallen(self, side: AnySide) -> tuple[CardDestroyed, ...]:
        """Cards that the move destroys; those that are replaced on purpose do not count."""
        side = Side(side)
        return tuple(
            change
            for change in self.changes
            if isinstance(change, CardDestroyed)
            and change.card.side is side
            and change.cause is not DeathCause.REPLACED
        )

    @cached_property
    def power_shifts(self) -> dict[int, tuple[PowerChanged, ...]]:
        """By the number of every card that stays, the changes of its power."""
        gone = {change.card.number for change in self.changes if isinstance(change, CardDestroyed)}
        found: dict[int, tuple[PowerChanged, ...]] = {}
        for change in self.changes:
            if isinstance(change, PowerChanged) and change.card.number not in gone:
                found[change.card.number] = (*found.get(change.card.number, ()), change)
        return found

    # What the enemy may do.

    @cached_property
    def led(self) -> tuple[LaneScore, ...]:
        """The lanes that you lead after the move."""
        return tuple(lane for lane in self.after.score.lanes if lane.winner is Side.YOU)

    def takers(self, lanes: Sequence[LaneScore]) -> list[RatedReply]:
        """Placements of the enemy after which you no longer lead one of these lanes."""
        return [
            rated
            for rated in self.prediction.replies
            if not rated.reply.move.is_pass
            and any(rated.reply.winners[lane.lane_index] is not Side.YOU for lane in lanes)
        ]

    @cached_property
    def destroyers(self) -> list[RatedReply]:
        """Placements of the enemy that destroy a card of yours."""
        return [rated for rated in self.prediction.replies if not rated.reply.move.is_pass and rated.reply.fallen]

    def probability(self, replies: Sequence[RatedReply]) -> float:
        """Exact probability that the enemy's hand has a card for one of these."""
        cards = {rated.reply.move.card for rated in replies if rated.reply.move.card is not None}
        return 1.0 - self.belief.probability_of_none(cards) if cards else 0.0

    @cached_property
    def take_back(self) -> float:
        """Probability that some card of the enemy takes back a lane that you lead."""
        return self.probability(self.takers(self.led))

    @cached_property
    def danger(self) -> float:
        """Probability that some card of the enemy destroys one of yours."""
        return self.probability(self.destroyers)

    @cached_property
    def stuck_enemy(self) -> float:
        """Probability that the enemy can place nothing."""
        if self.move.is_pass or self.ends_game:
            return 0.0
        return sum(rated.reply.in_hand for rated in self.prediction.replies if rated.reply.move.is_pass)


_LEGALITY = LegalityChecker()


def free_tiles(board: BoardState, side: AnySide) -> tuple[Tile, ...]:
    """Tiles of that side on which no card lies."""
    side = Side(side)
    return tuple(
        TILES[index] for index, owner in enumerate(board.owners) if owner is side and board.occupants[index] is None
    )

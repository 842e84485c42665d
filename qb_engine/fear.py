"""What YOU have to fear of the enemy's next move: a reply, and what it would cost, read off the boards around it.

Replies are weighed by harm times probability: what the position is worth less to you, and how likely the enemy holds
the card. What is told of one is the first in ``Loss`` that it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.catalogue import listed, say
from qb_engine.evaluation import BoardEvaluation
from qb_engine.geometry import TILES, Side, Tile, TileNaming
from qb_engine.models import CardId, Move
from qb_engine.predictor import MovePrediction, RatedReply
from qb_engine.wording import lane_words, odds

MOST_FEARS = 3
MOST_NAMED = 2
"""So many cards that would fall are named, more are counted."""


class Loss(StrEnum):
    """What a reply would cost you, the gravest first."""

    GAME = "loses"
    DRAW = "draws"
    LANES = "takes"
    EVENED = "evens"
    CARDS = "destroys"
    TILES = "tiles"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Fear:
    """A reply of the enemy that would cost you something."""

    move: Move
    in_hand: float
    """Probability that the enemy holds it."""
    loss: Loss
    margin: int
    """How it would change your margin."""
    amount: int = 0
    """Points by which you would lose the game, or tiles or points that it would cost."""
    lanes: tuple[int, ...] = ()
    cards: tuple[tuple[CardId, Tile], ...] = ()
    """Cards of yours that would be destroyed, and where they lie."""

    def sentence(self, hydrator: CardHydrator, place: TileNaming = str) -> str:
        """What a player reads; ``place`` says how tiles are named."""
        if self.move.card is None or self.move.tile is None:
            return say(f"fear.passing_{self.loss}", amount=f"{self.amount}")
        return say(
            "fear.told_certain" if self.in_hand == 1.0 else "fear.told",
            reply=_on(self.move.card, self.move.tile, hydrator, place),
            cost=self._cost(hydrator, place),
            odds=odds(self.in_hand),
        )

    def _cost(self, hydrator: CardHydrator, place: TileNaming) -> str:
        named = self.cards[:MOST_NAMED] if len(self.cards) <= MOST_NAMED else ()
        return say(
            f"fear.{self.loss}{'' if named or self.loss is not Loss.CARDS else '_many'}",
            self.amount,
            amount=f"{self.amount}",
            lanes=lane_words(self.lanes),
            cards=listed([_on(card, tile, hydrator, place) for card, tile in named]) if named else "",
        )


def fears(before: BoardState, evaluation: BoardEvaluation, replies: Iterable[RatedReply]) -> Iterator[Fear]:
    """Replies to that board that cost you something, the greatest first; ``evaluation`` is the board's own."""
    now = evaluation.value.for_you

    def weight(rated: RatedReply) -> float:
        return round(rated.reply.in_hand * (now - rated.score.for_you), 9)

    harmful = [rated for rated in replies if weight(rated) > 0]
    for rated in sorted(harmful, key=lambda rated: (-weight(rated), *_place(rated.reply.move))):
        fear = _fear(before, evaluation, rated)
        if fear is not None:
            yield fear


def greatest_fear(prediction: MovePrediction) -> Fear | None:
    """What to fear most after a move of yours."""
    return next(fears(prediction.board, prediction.evaluation, prediction.replies), None)


def greatest_fears(found: Iterable[Fear]) -> tuple[Fear, ...]:
    """The first few, each of another card: one card on several tiles is one danger."""
    return tuple(islice(_of_other_cards(found), MOST_FEARS))


def nothing_to_fear(evaluation: BoardEvaluation, replies: Iterable[RatedReply]) -> str:
    """Why none of these replies is a fear; ``evaluation`` is that of the board before them."""
    placed = [rated.reply for rated in replies if not rated.reply.move.is_pass]
    winners = [lane.winner for lane in evaluation.score.lanes]
    changes = any([*reply.winners] != winners for reply in placed)
    return say(f"fear.none{'_evened' if changes else '' if placed else '_stuck'}")


def _of_other_cards(found: Iterable[Fear]) -> Iterator[Fear]:
    met: set[CardId | None] = set()
    for fear in found:
        if fear.move.card not in met:
            met.add(fear.move.card)
            yield fear


def _fear(before: BoardState, evaluation: BoardEvaluation, rated: RatedReply) -> Fear | None:
    """What that reply would cost; None if it costs nothing that can be named."""
    reply, score = rated.reply, evaluation.score
    change = reply.margin - score.margin
    fear = Fear(reply.move, reply.in_hand, Loss.POINTS, change)
    if rated.ends_game and reply.margin <= 0:
        return replace(fear, loss=Loss.GAME if reply.margin < 0 else Loss.DRAW, amount=-reply.margin)
    winners = [(lane.lane_index, lane.winner, now) for lane, now in zip(score.lanes, reply.winners, strict=True)]
    taken = tuple(lane for lane, old, now in winners if old is not now is Side.ENEMY)
    if taken:
        return replace(fear, loss=Loss.LANES, lanes=taken)
    evened = tuple(lane for lane, old, now in winners if old is Side.YOU and now is None)
    if evened:
        return replace(fear, loss=Loss.EVENED, lanes=evened)
    fallen = [before.occupants[index] for index in reply.fallen]
    if fallen:
        cards = tuple((one.card.id, TILES[index]) for one, index in zip(fallen, reply.fallen, strict=True) if one)
        return replace(fear, loss=Loss.CARDS, cards=cards, amount=len(cards))
    tiles = _tiles_taken(before, reply.board) if reply.captures else 0  # pawns alone take tiles
    if tiles:
        return replace(fear, loss=Loss.TILES, amount=tiles)
    return replace(fear, amount=-change) if change < 0 else None


def _tiles_taken(before: BoardState, after: BoardState) -> int:
    pairs = zip(before.owners, after.owners, strict=True)
    return sum(old is Side.YOU and now is Side.ENEMY for old, now in pairs)


def _place(move: Move) -> tuple[str, int]:
    return move.card or "~", -1 if move.tile is None else move.tile.index


def _on(card: CardId, tile: Tile, hydrator: CardHydrator, place: TileNaming) -> str:
    return say("place.card", card=hydrator.get(card).name, tile=place(tile))

"""What the enemy's hand can do at once, over all hands that it may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qb_engine.changes import CardDestroyed
from qb_engine.geometry import LANES, Side
from qb_engine.predictor import RatedReply
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import Field
from qb_engine.reasons.kinds import Reason, ReasonKind

WORTH_SAYING = 0.05
CLOSED = 0.05
"""A lane is closed if the enemy still places a card there in no more than this share of the games."""


def take_back(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Some card of the enemy takes back a lane that you lead."""
    chances = [(context.probability(context.takers([lane])), lane) for lane in context.led]
    risky = [lane for chance, lane in chances if chance >= WORTH_SAYING]
    if risky:
        takers = context.takers(risky)
        example = _likeliest(takers)
        yield Reason(
            ReasonKind.TAKE_BACK,
            tuple(risky),
            lanes=tuple(lane.lane_index for lane in risky),
            tiles=() if example.reply.move.tile is None else (example.reply.move.tile,),
            cards=() if example.reply.move.card is None else (example.reply.move.card,),
            probability=context.probability(takers),
        )


def holds_lanes(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The lanes that you lead are safe for now, and after most worse moves they are not."""
    others = [other for other in field.worse(context) if not other.ends_game and other.led]
    at_risk = sum(other.take_back >= 2 * WORTH_SAYING for other in others)
    if context.led and not context.ends_game and context.take_back < WORTH_SAYING and 0 < len(others) <= 2 * at_risk:
        yield Reason(
            ReasonKind.HOLDS_LANES,
            context.led,
            lanes=tuple(lane.lane_index for lane in context.led),
            probability=context.take_back,
        )


def threatens_cards(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Some card of the enemy destroys one of yours."""
    if context.danger < WORTH_SAYING:
        return
    example = _likeliest(context.destroyers)
    changes = (change for change in example.reply.changes if isinstance(change, CardDestroyed))
    fallen = tuple(change for change in changes if change.card.side is Side.YOU)
    yield Reason(
        ReasonKind.THREATENS_CARDS,
        fallen,
        tiles=() if example.reply.move.tile is None else (example.reply.move.tile,),
        cards=() if example.reply.move.card is None else (example.reply.move.card,),
        others=tuple(change.card.tile for change in fallen),
        probability=context.danger,
    )


def closes_lane(context: MoveContext, _: Field) -> Iterator[Reason]:
    """The enemy could place in a lane that you lead, and can no longer; nor does it later."""
    prospect = context.prospect
    if prospect is None or context.ends_game:
        return
    placed = prospect.placed_on[Side.ENEMY]
    width = len(placed) // LANES
    closed = [
        lane
        for lane in context.led
        if any(tile.lane == lane.lane_index for tile in context.enemy_tiles_before)
        and not any(tile.lane == lane.lane_index for tile in context.enemy_tiles)
        and sum(placed[lane.lane_index * width : (lane.lane_index + 1) * width]) <= CLOSED * prospect.games
    ]
    if closed:
        games = sum(sum(placed[lane.lane_index * width : (lane.lane_index + 1) * width]) for lane in closed)
        yield Reason(
            ReasonKind.CLOSES_LANE,
            (prospect,),
            lanes=tuple(lane.lane_index for lane in closed),
            games=games,
            of=prospect.games,
        )


def _likeliest(replies: Sequence[RatedReply]) -> RatedReply:
    """The reply that the enemy holds most often; of those the worst for you."""
    return max(replies, key=lambda rated: (rated.reply.in_hand, -rated.score.for_you))


PREDICATES = (take_back, holds_lanes, threatens_cards, closes_lane)

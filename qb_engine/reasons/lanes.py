"""Who leads where, and for how long."""

from __future__ import annotations

from collections.abc import Iterator

from qb_engine.changes import CardDestroyed, CardToHand, Change, PawnsLaid, PowerChanged, TileCaptured, TokenSpawned
from qb_engine.geometry import LANES, Side, Tile
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import Field
from qb_engine.reasons.kinds import Reason, ReasonKind


def changes_lane(context: MoveContext, _: Field) -> Iterator[Reason]:
    """The leader of a lane changes with the move; in how many of the games the new lead lasts to the end."""
    for lane in range(LANES):
        before, after = context.before.score.lanes[lane], context.after.score.lanes[lane]
        if before.winner is after.winner:
            continue
        if after.winner is Side.YOU:
            kind = ReasonKind.WINS_LANE
        elif before.winner is not Side.YOU and after.winner is None:
            kind = ReasonKind.TIES_LANE
        else:
            kind = ReasonKind.LOSES_LANE
        lasts = kind is ReasonKind.WINS_LANE and context.prospect is not None and not context.ends_game
        yield Reason(
            kind,
            (before, after),
            lanes=(lane,),
            amount=abs(after.power_you - after.power_enemy),
            games=context.prospect.kept[lane] if lasts and context.prospect else None,
            of=context.prospect.games if lasts and context.prospect else None,
        )


def secures_lane(context: MoveContext, _: Field) -> Iterator[Reason]:
    """The move makes a lead safe that was not: no reply takes it away, and in no game that may follow it is lost."""
    prospect = context.prospect
    if prospect is None or context.ends_game:
        return
    for lane in context.led:
        index = lane.lane_index
        raised = context.before.lanes[index].diff < context.after.lanes[index].diff
        if raised and prospect.kept[index] == prospect.games and not context.takers([lane]):
            yield Reason(
                ReasonKind.SECURES_LANE,
                (lane, prospect),
                lanes=(index,),
                amount=lane.power_you - lane.power_enemy,
                games=prospect.games,
                of=prospect.games,
            )


def wastes_power(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Power goes to a lane that the enemy still leads, where it counts for nothing, and the move gains nothing else."""
    tile = context.move.tile
    if tile is None or any(_gains(change, tile) for change in context.changes):
        return
    lane = context.after.score.lanes[tile.lane]
    if lane.winner is Side.ENEMY:
        yield Reason(ReasonKind.WASTES_POWER, (lane,), lanes=(tile.lane,), tiles=(tile,))


def _gains(change: Change, tile: Tile) -> bool:
    """Whether the change is worth something beyond the power of the card placed on the tile."""
    if isinstance(change, PowerChanged):
        return change.card.tile != tile
    return isinstance(change, TileCaptured | CardDestroyed | PawnsLaid | CardToHand | TokenSpawned)


PREDICATES = (changes_lane, secures_lane, wastes_power)

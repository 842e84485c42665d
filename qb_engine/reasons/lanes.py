"""Who leads where, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from qb_engine.changes import CardDestroyed, CardToHand, Change, PawnsLaid, PowerChanged, TileCaptured, TokenSpawned
from qb_engine.geometry import LANES, Side, Tile
from qb_engine.models import Move
from qb_engine.prospect import Prospect
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import Field
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.scoring import LaneScore

CLEARLY = 0.15
"""A lane is won so much more often, as a share of the games."""


def changes_lane(context: MoveContext, _: Field) -> Iterator[Reason]:
    """The leader of a lane changes with the move; in how many of the games the new lead lasts to the end."""
    lost: list[LaneScore] = []
    for lane in range(LANES):
        before, after = context.before.score.lanes[lane], context.after.score.lanes[lane]
        if before.winner is after.winner:
            continue
        if after.winner is Side.YOU:
            kind = ReasonKind.WINS_LANE
        elif before.winner is not Side.YOU and after.winner is None:
            kind = ReasonKind.TIES_LANE
        else:
            lost += (before, after)
            continue
        lasts = kind is ReasonKind.WINS_LANE and context.prospect is not None and not context.ends_game
        yield Reason(
            kind,
            (before, after),
            lanes=(lane,),
            amount=abs(after.power_you - after.power_enemy),
            games=context.prospect.kept[lane] if lasts and context.prospect else None,
            of=context.prospect.games if lasts and context.prospect else None,
        )
    if lost:
        yield Reason(ReasonKind.LOSES_LANE, tuple(lost), lanes=tuple(dict.fromkeys(lane.lane_index for lane in lost)))


def turns_score(context: MoveContext, _: Field) -> Iterator[Reason]:
    """You did not lead on points, and do so after the move; in how many of the games it stays so to the end."""
    before, after = context.before.score.margin, context.after.score.margin
    if before <= 0 < after and not context.ends_game:
        prospect = context.prospect
        yield Reason(
            ReasonKind.TURNS_SCORE,
            context.after.score.lanes,
            amount=after,
            games=None if prospect is None else prospect.won,
            of=None if prospect is None else prospect.games,
        )


def lasts(context: MoveContext, field: Field) -> Iterator[Reason]:
    """A lane is yours at the end of clearly more games than after worse moves, or of fewer than after a better one."""
    prospect = context.prospect
    if prospect is None or context.ends_game:
        return
    rival = field.rival(context)
    worse = [other.prospect for other in field.worse(context) if other.prospect is not None]
    if worse and rival is None:
        shares = [fmean(other.lanes_you[lane] / other.games for other in worse) for lane in range(LANES)]
        gains = [prospect.lanes_you[lane] / prospect.games - shares[lane] for lane in range(LANES)]
        lane = max(range(LANES), key=lambda each: gains[each])
        if gains[lane] >= CLEARLY:
            yield Reason(
                ReasonKind.LANE_LASTS,
                (prospect,),
                lanes=(lane,),
                games=prospect.lanes_you[lane],
                of=prospect.games,
                beside=round(prospect.games * shares[lane]),
            )
    if rival is not None and rival.prospect is not None:
        yield from _fades(prospect, rival.prospect, rival.move)


def _fades(prospect: Prospect, beside: Prospect, move: Move) -> Iterator[Reason]:
    gains = [beside.lanes_you[lane] / beside.games - prospect.lanes_you[lane] / prospect.games for lane in range(LANES)]
    lane = max(range(LANES), key=lambda each: gains[each])
    if gains[lane] >= CLEARLY:
        yield Reason(
            ReasonKind.LANE_FADES,
            (prospect, beside),
            lanes=(lane,),
            games=prospect.lanes_you[lane],
            of=prospect.games,
            beside=beside.lanes_you[lane],
            move=move,
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


PREDICATES = (turns_score, changes_lane, lasts, secures_lane, wastes_power)

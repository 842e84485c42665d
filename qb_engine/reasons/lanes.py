"""Who leads where, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
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


def changes_lane(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The leader of a lane changes with the move; for a lead of yours, for how long."""
    lost: list[LaneScore] = []
    for lane in range(LANES):
        before, after = context.before.score.lanes[lane], context.after.score.lanes[lane]
        if before.winner is after.winner:
            continue
        amount = abs(after.power_you - after.power_enemy)
        if after.winner is Side.YOU:
            yield _won(context, field, Reason(ReasonKind.WINS_LANE, (before, after), lanes=(lane,), amount=amount))
        elif before.winner is not Side.YOU and after.winner is None:
            yield _ending(context, field, Reason(ReasonKind.TIES_LANE, (before, after), lanes=(lane,)))
        else:
            lost += (before, after)
    if lost:
        yield Reason(ReasonKind.LOSES_LANE, tuple(lost), lanes=tuple(dict.fromkeys(lane.lane_index for lane in lost)))


def _won(context: MoveContext, field: Field, won: Reason) -> Reason:
    """A lead with how the lane ends up, if that is clearly better than after worse moves, or with how long it lasts."""
    prospect, told = context.prospect, _ending(context, field, won)
    if prospect is None or context.ends_game or won.lane is None or told.beside is not None:
        return told
    return replace(won, games=prospect.kept[won.lane], of=prospect.games)


def _ending(context: MoveContext, field: Field, reason: Reason) -> Reason:
    """With how the lane ends up, if that is clearly better than after worse moves."""
    prospect, usual, lane = context.prospect, _usual(context, field), reason.lane
    if prospect is None or context.ends_game or usual is None or lane is None:
        return reason
    if prospect.lanes_you[lane] / prospect.games - usual[lane] < CLEARLY:
        return reason
    beside = round(prospect.games * usual[lane])
    return replace(reason, games=prospect.lanes_you[lane], of=prospect.games, beside=beside)


def _usual(context: MoveContext, field: Field) -> list[float] | None:
    """By lane, the share of games in which it is yours at the end after worse placements; None for a move that lags."""
    others = [other for other in field.worse(context) if not other.move.is_pass]
    worse = [other.prospect for other in others if other.prospect is not None]
    if not worse or field.rival(context) is not None:
        return None
    return [fmean(other.lanes_you[lane] / other.games for other in worse) for lane in range(LANES)]


def turns_score(context: MoveContext, _: Field) -> Iterator[Reason]:
    """You did not lead on points, and do so after the move."""
    before, after = context.before.score.margin, context.after.score.margin
    if before <= 0 < after and not context.ends_game:
        yield Reason(ReasonKind.TURNS_SCORE, context.after.score.lanes, amount=after)


def lasts(context: MoveContext, field: Field) -> Iterator[Reason]:
    """A lane is yours at the end of clearly more games than after worse moves, or of fewer than after a better one."""
    prospect = context.prospect
    if prospect is None or context.ends_game:
        return
    usual, rival = _usual(context, field), field.rival(context)
    if usual is not None:
        gains = [prospect.lanes_you[lane] / prospect.games - usual[lane] for lane in range(LANES)]
        lane = max(range(LANES), key=lambda each: gains[each])
        secured = any(lane in reason.lanes for reason in secures_lane(context, field))
        told = any(lane in reason.lanes and reason.beside is not None for reason in changes_lane(context, field))
        if gains[lane] >= CLEARLY and not told and not secured:
            yield Reason(
                ReasonKind.LANE_LASTS,
                (prospect,),
                lanes=(lane,),
                games=prospect.lanes_you[lane],
                of=prospect.games,
                beside=round(prospect.games * usual[lane]),
            )
    if rival is not None and rival.prospect is not None and not context.move.is_pass:
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

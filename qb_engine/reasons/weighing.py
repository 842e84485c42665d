"""How many points of chance a reason accounts for: against worse moves for a merit, against the best for a warning."""

from __future__ import annotations

from collections.abc import Callable

from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import LANE_IN_THE_END, POINT, Aspect, Field, emptiness
from qb_engine.reasons.kinds import Reason, ReasonKind

K = ReasonKind
Weighing = Callable[[Reason, MoveContext, Field], float]
DECISIVE = frozenset({K.ENDS_WON, K.ENDS_LOST, K.ENDS_DRAWN, K.IS_WON, K.IS_LOST})
FIRST = 50.0
"""Weight of what decides everything else: how the game ends."""
KEEPING = 0.1
"""Share of what is lost by placing a card now that is put down to keeping it."""
KEPT_AT_MOST = 1.0
"""What is kept is seldom what a move is good for."""
CARD_ADDED = 1.5
"""Points for every card that comes to the hand."""
PROMISED = 0.9
"""Points for every point of power that waits on an empty tile."""
RANK_TO_COME = 0.5
"""A tile of a new rank that no card of the hand needs."""
OWN_CARD_LOST = 2.0
ENDS_UP_AT_MOST = 3.0
LASTS_AT_MOST = 0.75
"""How a lane ends up is a result: behind a lead that is taken it counts for little, and alone it stands behind every
cause that accounts for anything."""
COSTLY_CHAIN_AT_MOST = 0.75
LEVELLED = 0.5
"""A lane that is levelled, as a share of one that is won."""
LOCKED_BEFORE = 1.0
"""What makes it likely that nothing can be placed stands before the cards that have no tile."""
ASPECTS: dict[ReasonKind, Aspect] = {
    K.ENDS_WON: Aspect.ENDING,
    K.ENDS_LOST: Aspect.ENDING,
    K.ENDS_DRAWN: Aspect.ENDING,
    K.IS_WON: Aspect.ENDING,
    K.IS_LOST: Aspect.ENDING,
    K.OPENS_CARDS: Aspect.CARDS,
    K.STRANDS_CARDS: Aspect.CARDS,
    K.KEEPS_CARD: Aspect.CARDS,
    K.ADDS_CARD: Aspect.CARDS,
    K.LOCKOUT: Aspect.CARDS,
    K.TAKES_LAST_TILES: Aspect.ENEMY_ROOM,
    K.TAKES_TILES: Aspect.ENEMY_ROOM,
    K.KEEPS_ENEMY_NARROW: Aspect.ENEMY_ROOM,
    K.CONCEDES_TILES: Aspect.ENEMY_ROOM,
    K.STUCK_ENEMY: Aspect.ENEMY_ROOM,
    K.CEDES_TILES: Aspect.ENEMY_ROOM,
    K.GAINS_TILES: Aspect.OWN_ROOM,
    K.RENEWS_TILES: Aspect.OWN_ROOM,
    K.FREES_TILE: Aspect.OWN_ROOM,
    K.BIDES: Aspect.OWN_ROOM,
    K.USES_LAST_TILE: Aspect.OWN_ROOM,
    K.NARROWS_YOU: Aspect.OWN_ROOM,
    K.OUTLASTS: Aspect.TEMPO,
    K.OUTLASTS_LESS: Aspect.TEMPO,
    K.RUNS_OUT: Aspect.TEMPO,
    K.LASTS_LONGER: Aspect.TEMPO,
    K.OPENS_RANK_3: Aspect.CARDS,
    K.OPENS_RANK_2: Aspect.CARDS,
    K.WASTES_PAWNS: Aspect.OWN_ROOM,
    K.CHAIN: Aspect.EFFECTS,
    K.PREPARES: Aspect.EFFECTS,
    K.PROMISES: Aspect.EFFECTS,
    K.DESTROYS: Aspect.EFFECTS,
    K.SACRIFICES: Aspect.EFFECTS,
    K.WEAKENS: Aspect.EFFECTS,
    K.STRENGTHENS: Aspect.EFFECTS,
    K.ARRIVES: Aspect.EFFECTS,
    K.SPAWNS: Aspect.EFFECTS,
    K.WASTES_ABILITY: Aspect.EFFECTS,
    K.TAKE_BACK: Aspect.REPLIES,
    K.HOLDS_LANES: Aspect.REPLIES,
    K.THREATENS_CARDS: Aspect.DANGER,
    K.CLOSES_LANE: Aspect.REPLIES,
    K.TURNS_SCORE: Aspect.LANES,
    K.WINS_LANE: Aspect.LANES,
    K.TIES_LANE: Aspect.LANES,
    K.LOSES_LANE: Aspect.LANES,
    K.SECURES_LANE: Aspect.LANES,
    K.WASTES_POWER: Aspect.LANES,
    K.PASS_LEADS: Aspect.TURN,
    K.PASS_SPARES: Aspect.TURN,
    K.PASS_TRAILS: Aspect.TURN,
    K.GIVES_TURN: Aspect.TURN,
}


def weigh(reason: Reason, context: MoveContext, field: Field) -> Reason:
    """The reason with its weight; below 0 it speaks against the move."""
    weighing = _SPECIAL.get(reason.kind, _by_aspect)
    return reason.weighing(weighing(reason, context, field))


def _by_aspect(reason: Reason, context: MoveContext, field: Field) -> float:
    aspect = ASPECTS[reason.kind]
    return field.lag(context, aspect) if reason.is_warning else field.lead(context, aspect)


def _decided(reason: Reason, _: MoveContext, __: Field) -> float:
    return -FIRST if reason.is_warning else FIRST


def _passed(_: Reason, context: MoveContext, field: Field) -> float:
    return 100 * (context.worth - field.placement.worth) if field.placement else 0.0


def _gave_turn(_: Reason, context: MoveContext, field: Field) -> float:
    return 100 * (context.worth - field.best.worth)


def _won_lane(reason: Reason, context: MoveContext, field: Field) -> float:
    """A lead that is soon lost counts for little."""
    led = field.lead(context, Aspect.LANES)
    if reason.beside is not None:
        return max(led, _ended_up(reason, context, field))
    return led if reason.games is None else led * reason.games / (reason.of or 1)


def _levelled(reason: Reason, context: MoveContext, field: Field) -> float:
    led = LEVELLED * field.lead(context, Aspect.LANES)
    return led if reason.beside is None else max(led, _ended_up(reason, context, field))


def _chained(reason: Reason, context: MoveContext, field: Field) -> float:
    """What costs as many points as it brings counts for little, however many cards it touches."""
    led = field.lead(context, Aspect.EFFECTS)
    return led if (reason.beside or 0) > 0 else min(led, COSTLY_CHAIN_AT_MOST)


def _turned(_: Reason, context: MoveContext, field: Field) -> float:
    """To be ahead counts the less the more tiles are still empty."""
    prospect = context.prospect
    led = field.lead(context, Aspect.LANES) * (1.0 - emptiness(context))
    return led if prospect is None else led * prospect.won / prospect.games


def _ended_up(reason: Reason, _: MoveContext, __: Field) -> float:
    points = LANE_IN_THE_END * ((reason.games or 0) - (reason.beside or 0)) / (reason.of or 1)
    return min(points, ENDS_UP_AT_MOST)


def _prepared(reason: Reason, _: MoveContext, __: Field) -> float:
    return POINT * (reason.beside or 0) * (reason.games or 0) / (reason.of or 1)


def _kept(reason: Reason, context: MoveContext, field: Field) -> float:
    now = (other.worth for other in field.contexts if other.move.card == reason.card)
    return min(KEEPING * 100 * (context.worth - max(now)), KEPT_AT_MOST)


def _took(reason: Reason, context: MoveContext, field: Field) -> float:
    """A tile that is taken narrows the enemy and, where it is free, widens you."""
    points = field.lead(context, Aspect.ENEMY_ROOM)
    own = any(tile in context.own_tiles for tile in reason.tiles)
    return points + max(0.0, field.lead(context, Aspect.OWN_ROOM)) if own else points


def _locked(reason: Reason, context: MoveContext, field: Field) -> float:
    likely = (reason.probability or 0.0) >= 0.5
    return field.lag(context, Aspect.CARDS) - (LOCKED_BEFORE if likely else 0.0)


def _sacrificed(reason: Reason, context: MoveContext, field: Field) -> float:
    return min(0.0, field.lag(context, Aspect.EFFECTS)) * 2 - OWN_CARD_LOST * len(reason.cards)


_SPECIAL: dict[ReasonKind, Weighing] = {
    **dict.fromkeys(DECISIVE, _decided),
    K.PASS_LEADS: _passed,
    K.PASS_SPARES: _passed,
    K.PASS_TRAILS: _gave_turn,
    K.GIVES_TURN: _gave_turn,
    K.WINS_LANE: _won_lane,
    K.TURNS_SCORE: _turned,
    K.TIES_LANE: _levelled,
    K.CHAIN: _chained,
    K.LANE_LASTS: lambda *about: min(_ended_up(*about), LASTS_AT_MOST),
    K.LANE_FADES: _ended_up,
    K.PREPARES: _prepared,
    K.PROMISES: lambda reason, _, __: PROMISED * reason.amount * len(reason.tiles),
    K.ARRIVES: lambda reason, _, __: PROMISED * reason.amount,
    K.ADDS_CARD: lambda reason, _, __: CARD_ADDED * len(reason.cards),
    K.OPENS_RANK_2: lambda *_: RANK_TO_COME,
    K.OPENS_RANK_3: lambda *_: RANK_TO_COME,
    K.KEEPS_CARD: _kept,
    K.TAKES_TILES: _took,
    K.TAKES_LAST_TILES: _took,
    K.LOCKOUT: _locked,
    K.SACRIFICES: _sacrificed,
}

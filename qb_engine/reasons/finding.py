"""The reasons for every move of a position, the most telling first.

A reason stands first because it is what the move has and worse ones lack, or, of a move that is behind, what it lacks
against the best. Two moves that differ by ``APART`` or more do not begin with the same sentence while another reason
tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from qb_engine.reasons import effects, endings, hand, lanes, passing, replies, room
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import LANE_IN_THE_END, POINT, Aspect, Field
from qb_engine.reasons.kinds import BEHIND, Reason, ReasonKind

K = ReasonKind
PREDICATES = (
    endings.ends_game,
    endings.is_decided,
    *hand.PREDICATES,
    *room.PREDICATES,
    *effects.PREDICATES,
    *replies.PREDICATES,
    *lanes.PREDICATES,
    *passing.PREDICATES,
)
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
    K.GAINS_TILES: Aspect.OWN_ROOM,
    K.FREES_TILE: Aspect.OWN_ROOM,
    K.USES_LAST_TILE: Aspect.OWN_ROOM,
    K.NARROWS_YOU: Aspect.OWN_ROOM,
    K.OUTLASTS: Aspect.TEMPO,
    K.OUTLASTS_LESS: Aspect.TEMPO,
    K.RUNS_OUT: Aspect.TEMPO,
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
FIRST = 50.0
"""Weight of what decides everything else: how the game ends, and to pass or not to."""
DECISIVE = frozenset({K.ENDS_WON, K.ENDS_LOST, K.ENDS_DRAWN, K.IS_WON, K.IS_LOST})
CARD_ADDED = 1.5
"""Points for every card that comes to the hand."""
KEEPING = 0.1
"""Share of what is lost by placing a card now that is put down to keeping it."""
ALWAYS = 2
"""So many reasons are given however little they weigh."""
MARGINAL = 0.75
"""What accounts for fewer points is left out."""
THREATS = frozenset({K.TAKE_BACK, K.THREATENS_CARDS, K.LOCKOUT})
TELLING = 1.0
"""A warning that accounts for so many points is what a move is behind for."""
APART = 0.10
BEHIND_BEST = 0.05
"""A move so far behind begins with what it lacks."""


def find_reasons(contexts: Sequence[MoveContext], said: Callable[[Reason], str]) -> list[tuple[Reason, ...]]:
    """For each of the moves, which come best first, the reasons worth saying, most telling first.

    ``said`` tells a reason in words, which is what two moves must not have in common.
    """
    found = [[*filter(_matters(reasons), reasons)] for reasons in every_reason(Field(contexts))]
    return _told_apart(contexts, found, said)


def every_reason(field: Field) -> list[list[Reason]]:
    """For each of the moves all reasons that hold, most telling first."""
    return [_ordered(context, field) for context in field.contexts]


def _matters(reasons: Sequence[Reason]) -> Callable[[Reason], bool]:
    """The first few reasons, what the enemy can do at once, and whatever else makes a difference."""
    first = [reason for reason in reasons if reason.kind not in THREATS][:ALWAYS]
    return lambda reason: reason in first or reason.kind in THREATS or abs(reason.weight) >= MARGINAL


def _ordered(context: MoveContext, field: Field) -> list[Reason]:
    reasons = [_weighed(reason, context, field) for predicate in PREDICATES for reason in predicate(context, field)]
    lags = field.best.worth - context.worth >= BEHIND_BEST

    def group(reason: Reason) -> int:
        if reason.kind in DECISIVE:
            return 0
        if reason.kind in BEHIND:
            return 3
        if reason.is_warning:
            return 1 if lags and reason.weight <= -TELLING else 4
        return 2

    def order(place: int) -> tuple[int, float, int]:
        reason = reasons[place]
        weight = abs(reason.weight) if reason.is_warning else reason.weight
        return group(reason), -weight, place

    return [reasons[place] for place in sorted(range(len(reasons)), key=order)]


def _weighed(reason: Reason, context: MoveContext, field: Field) -> Reason:
    """The reason with the points of chance that it accounts for, against those it is compared with."""
    games = reason.of or 1
    match reason.kind:
        case kind if kind in DECISIVE:
            return reason.weighing(-FIRST if reason.is_warning else FIRST)
        case K.PASS_LEADS | K.PASS_SPARES:
            return reason.weighing(100 * (context.worth - field.placement.worth) if field.placement else 0.0)
        case K.WINS_LANE | K.TURNS_SCORE if reason.games is not None:
            return reason.weighing(field.lead(context, Aspect.LANES) * reason.games / games)
        case K.ADDS_CARD:
            return reason.weighing(CARD_ADDED * len(reason.cards))
        case K.LANE_LASTS | K.LANE_FADES:
            return reason.weighing(LANE_IN_THE_END * ((reason.games or 0) - (reason.beside or 0)) / games)
        case K.PREPARES:
            return reason.weighing(POINT * (reason.beside or 0) * (reason.games or 0) / games)
        case K.PROMISES:
            return reason.weighing(POINT * reason.amount * len(reason.tiles) / 2)
        case K.KEEPS_CARD:
            now = (other.worth for other in field.contexts if other.move.card == reason.card)
            return reason.weighing(KEEPING * 100 * (context.worth - max(now)))
    aspect = ASPECTS[reason.kind]
    return reason.weighing(field.lag(context, aspect) if reason.is_warning else field.lead(context, aspect))


def _told_apart(
    contexts: Sequence[MoveContext], found: list[list[Reason]], said: Callable[[Reason], str]
) -> list[tuple[Reason, ...]]:
    """A first reason that a much better or worse move begins with too makes way for the next that tells them apart."""
    firsts: list[tuple[float, str]] = []
    for context, reasons in zip(contexts, found, strict=True):
        if not reasons:
            continue
        taken = {first for worth, first in firsts if abs(worth - context.worth) >= APART}
        place = next((place for place, reason in enumerate(reasons) if said(reason) not in taken), 0)
        reasons.insert(0, reasons.pop(place))
        firsts.append((context.worth, said(reasons[0])))
    return [tuple(reasons) for reasons in found]

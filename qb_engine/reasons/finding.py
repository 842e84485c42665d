"""The reasons for every move of a position, the most telling first.

A reason stands first because it is what the move has and worse ones lack, or, of a move that is behind, what it lacks
against the best. Two moves that differ by ``APART`` or more do not begin with the same sentence while another reason
tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qb_engine.reasons import effects, endings, hand, lanes, passing, replies, room
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import Field
from qb_engine.reasons.kinds import BEHIND, Reason, ReasonKind
from qb_engine.reasons.weighing import DECISIVE, weigh

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
ALWAYS = 2
"""So many reasons are given however little they weigh."""
MARGINAL = 0.75
"""What accounts for fewer points is left out."""
LOCKED = 0.5
"""From this chance on it goes without saying that cards have no tile, and that no tile is left."""
IMPLIED = frozenset({K.STRANDS_CARDS, K.USES_LAST_TILE})
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
    found = [[*filter(_matters(reasons), reasons)] for reasons in map(_once, every_reason(Field(contexts)))]
    return _told_apart(contexts, found, said)


def every_reason(field: Field) -> list[list[Reason]]:
    """For each of the moves all reasons that hold, most telling first."""
    return [_ordered(context, field) for context in field.contexts]


def _once(reasons: Sequence[Reason]) -> Sequence[Reason]:
    """Without what follows from another reason: who can place nothing has no tile, and what is lost by giving the turn
    away tells more than that it is given away."""
    locked = any(reason.kind is K.LOCKOUT and (reason.probability or 0.0) >= LOCKED for reason in reasons)
    lacks = any(it.is_warning and it.weight <= -TELLING and it.kind is not K.GIVES_TURN for it in reasons)
    follows = {*(IMPLIED if locked else ()), *((K.GIVES_TURN,) if lacks else ())}
    return [reason for reason in reasons if reason.kind not in follows]


def _matters(reasons: Sequence[Reason]) -> Callable[[Reason], bool]:
    """The first few reasons, what the enemy can do at once, and whatever else makes a difference."""
    first = [reason for reason in reasons if reason.kind not in THREATS][:ALWAYS]
    return lambda reason: reason in first or reason.kind in THREATS or abs(reason.weight) >= MARGINAL


def _ordered(context: MoveContext, field: Field) -> list[Reason]:
    found = [reason for predicate in PREDICATES for reason in predicate(context, field)]
    if all(reason.is_warning and reason.kind not in DECISIVE for reason in found):
        found += room.bides(context, field)
    reasons = [weigh(reason, context, field) for reason in found]
    behind = field.best.worth - context.worth

    def order(place: int) -> tuple[int, float, int]:
        reason = reasons[place]
        weight = abs(reason.weight) if reason.is_warning else reason.weight
        return _group(reason, behind), -weight, place

    return [reasons[place] for place in sorted(range(len(reasons)), key=order)]


def _group(reason: Reason, behind: float) -> int:
    """What stands before what, of a move so far behind the best: what it lacks before what it has."""
    if reason.kind in DECISIVE:
        return 0
    if reason.is_warning and behind >= BEHIND_BEST and reason.weight <= -TELLING and reason.kind not in BEHIND:
        return 1
    if reason.is_warning and behind >= APART and reason.weight < 0:
        return 2
    if reason.kind in BEHIND:
        return 4
    return 5 if reason.is_warning else 3


def _told_apart(
    contexts: Sequence[MoveContext], found: list[list[Reason]], said: Callable[[Reason], str]
) -> list[tuple[Reason, ...]]:
    """A first reason that a much better or worse move begins with too makes way for the next that tells them apart."""
    told = [[said(reason) for reason in reasons] for reasons in found]
    firsts: dict[int, int] = {}
    for move, sentences in enumerate(told):
        if sentences:
            begins = _Beginnings(contexts, told, firsts)
            free = begins.free(move)
            firsts = {**firsts, move: free} if free is not None else begins.made_way(move)
    return [_beginning_with(reasons, firsts.get(move, 0)) for move, reasons in enumerate(found)]


def _beginning_with(reasons: Sequence[Reason], first: int) -> tuple[Reason, ...]:
    return (*reasons[first : first + 1], *reasons[:first], *reasons[first + 1 :])


@dataclass(frozen=True)
class _Beginnings:
    """With which of its sentences each of some moves begins."""

    contexts: Sequence[MoveContext]
    told: Sequence[Sequence[str]]
    firsts: Mapping[int, int]

    def free(self, move: int) -> int | None:
        """The first sentence of the move with which no other begins that is far from it."""
        sentences = enumerate(self.told[move])
        return next((place for place, sentence in sentences if not self.rivals(move, sentence)), None)

    def rivals(self, move: int, sentence: str) -> list[int]:
        worth = self.contexts[move].worth
        return [
            other
            for other, place in self.firsts.items()
            if self.told[other][place] == sentence and abs(self.contexts[other].worth - worth) >= APART
        ]

    def made_way(self, move: int) -> dict[int, int]:
        """With the move too, where others make way for it; if they cannot, it begins as one of them does."""
        for place, sentence in enumerate(self.told[move]):
            tried = {**self.firsts, move: place}
            for rival in self.rivals(move, sentence):
                del tried[rival]
                free = _Beginnings(self.contexts, self.told, tried).free(rival)
                if free is None:
                    break
                tried[rival] = free
            else:
                return tried
        return {**self.firsts, move: 0}

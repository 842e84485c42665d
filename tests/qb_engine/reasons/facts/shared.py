"""What the checks of several rooms need."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from qb_engine.geometry import Side
from qb_engine.prospect import Prospect
from qb_engine.reasons.field import WORSE
from qb_engine.reasons.kinds import Reason, ReasonKind
from tests.qb_engine.reasons.played import Answer, Played, leaders

YOU, ENEMY = Side.YOU, Side.ENEMY
Field = Sequence[Played]
Check = Callable[[Reason, Played, Field], None]
Checks = dict[ReasonKind, Check]


def counted(me: Played) -> Prospect:
    assert me.looked.prospect is not None
    return me.looked.prospect


def rival(reason: Reason, me: Played, field: Field) -> Played:
    """The best move, which is set beside one that is behind it."""
    best = field[0]
    assert reason.move == best.move != me.move
    assert best.worth >= me.worth
    return best


def worse(me: Played, field: Field) -> list[Played]:
    """Moves that are worse and after which the game goes on."""
    return [each for each in field if me.worth - each.worth >= WORSE and not each.after.is_over]


def led(me: Played) -> set[int]:
    return {lane for lane, winner in enumerate(leaders(me.after.board)) if winner is YOU}


def ends_lead(me: Played, lanes: set[int]) -> Callable[[Answer], bool]:
    """Whether an answer of the enemy ends your lead in one of these lanes."""
    return lambda answer: any(answer.leaders[lane] is not YOU for lane in lanes)

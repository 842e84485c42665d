"""How the game stands with the move: it ends here, or it is decided already."""

from __future__ import annotations

from collections.abc import Iterator

from qb_engine.geometry import Side
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import Field
from qb_engine.reasons.kinds import Reason, ReasonKind

WON, LOST = 0.975, 0.045
"""From here on a position counts as decided."""


def ends_game(context: MoveContext, _: Field) -> Iterator[Reason]:
    """The move ends the game, and its result is certain."""
    if context.ends_game:
        score = context.after.score
        kinds = {Side.YOU: ReasonKind.ENDS_WON, Side.ENEMY: ReasonKind.ENDS_LOST, None: ReasonKind.ENDS_DRAWN}
        yield Reason(kinds[score.winner], score.lanes, amount=abs(score.margin))


def is_won(context: MoveContext, field: Field) -> bool:
    """Whether the game is won by the move, or all but won."""
    kinds = {reason.kind for reason in (*ends_game(context, field), *is_decided(context, field))}
    return bool(kinds & {ReasonKind.ENDS_WON, ReasonKind.IS_WON})


def is_decided(context: MoveContext, field: Field) -> Iterator[Reason]:
    """Whatever is played, the game is won or lost; the final margin still differs."""
    chance, best = context.chance, field.best.chance
    if chance is None or best is None or context.ends_game:
        return
    evidence = (context.prospect,) if context.prospect else context.after.score.lanes
    margin = round(chance.margin)
    if chance.worth >= WON:
        yield Reason(ReasonKind.IS_WON, evidence, amount=margin, probability=chance.worth)
    elif best.worth <= LOST:
        yield Reason(ReasonKind.IS_LOST, evidence, amount=-margin, probability=chance.worth)

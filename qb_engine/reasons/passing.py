"""To pass, or not to."""

from __future__ import annotations

from collections.abc import Iterator

from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import WORSE, Field
from qb_engine.reasons.kinds import Reason, ReasonKind


def pass_leads(context: MoveContext, _: Field) -> Iterator[Reason]:
    """You lead, and if the enemy passes too, you have won."""
    margin = context.before.score.margin
    if context.move.is_pass and not context.ends_game and margin > 0:
        yield Reason(ReasonKind.PASS_LEADS, context.before.score.lanes, amount=margin)


def pass_spares(context: MoveContext, field: Field) -> Iterator[Reason]:
    """Every placement is worse: what is kept by placing nothing."""
    placement = field.placement
    if not context.move.is_pass or context.ends_game or placement is None:
        return
    if context.worth - placement.worth >= WORSE and placement.move.tile in context.own_tiles and context.held:
        yield Reason(
            ReasonKind.PASS_SPARES,
            context.before.score.lanes,
            tiles=context.own_tiles,
            cards=tuple(card.id for card in context.held),
            move=placement.move,
        )


def pass_trails(context: MoveContext, _: Field) -> Iterator[Reason]:
    """You are behind, and if the enemy passes too, you have lost."""
    margin = context.before.score.margin
    if context.move.is_pass and not context.ends_game and margin < 0:
        yield Reason(ReasonKind.PASS_TRAILS, context.before.score.lanes, amount=-margin)


def gives_turn(context: MoveContext, field: Field) -> Iterator[Reason]:
    """A pass although placing a card is better, and you are not behind."""
    placement = field.placement
    if not context.move.is_pass or context.ends_game or placement is None or context.before.score.margin < 0:
        return
    if placement.worth - context.worth >= WORSE:
        yield Reason(ReasonKind.GIVES_TURN, context.before.score.lanes, move=placement.move)


PREDICATES = (pass_leads, pass_spares, pass_trails, gives_turn)

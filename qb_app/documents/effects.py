"""The effects of a card in plain words, for drawing an emblem; made from its data, so that a new card has one too."""

from __future__ import annotations

from typing import Literal, assert_never

from typing_extensions import TypedDict

from qb_engine.effects import (
    Ability,
    AddLoserScore,
    AddToHand,
    CountedSide,
    Destroy,
    ModifyPower,
    PerCard,
    RaiseRank,
    ScoreBonus,
    SpawnByRank,
    Status,
    Target,
    Trigger,
)
from qb_engine.models import Card

Does = Literal["raise", "lower", "count", "destroy", "draw", "spawn", "pawns", "bonus", "spoils", "replace"]
When = Literal[
    "played",
    "standing",
    "destroyed",
    "own destroyed",
    "enemy destroyed",
    "any destroyed",
    "own played",
    "enemy played",
    "raised",
    "lowered",
    "strong",
    "lane won",
    "end",
]
Whom = Literal["self", "own", "enemy", "all", "pawns", "tiles", "hand", "lane"]
Counted = Literal["raised", "lowered", "changed"]


class EffectDocument(TypedDict):
    does: Does
    """``raise`` or ``lower`` powers; ``count`` other cards for power of its own; ``destroy`` cards; ``draw`` cards into
    the hand; ``spawn`` cards on empty tiles; lay more ``pawns``; score a ``bonus``; share out the ``spoils``, by which
    the winner of a lane scores the loser's power too; ``replace`` a card of its own side."""
    when: When
    """It is ``played``; as long as it lies there, ``standing``; it is ``destroyed``, or another card is; another card
    is played; it is ``raised`` or ``lowered`` for the first time, or first ``strong`` enough; ``lane won``; ``end``."""
    whom: Whom
    """Cards that are ``own``, ``enemy`` or ``all``: the marked ones, those counted, or the winners who get the spoils;
    ``self``; the tiles of its ``pawns``; your empty ``tiles``; your ``hand``; its ``lane``."""
    amount: int | None
    """Of power, less than 0 where it is lowered; of power for each card counted; of cards, pawns or points. None where
    no number is fixed."""
    counted: Counted | None
    """Which cards are counted: raised, lowered, or changed either way; None for all that does not count."""


_WHEN: dict[Trigger, When] = {
    Trigger.ON_PLAY: "played",
    Trigger.WHILE_IN_PLAY: "standing",
    Trigger.ON_DESTROYED: "destroyed",
    Trigger.ON_ALLY_DESTROYED: "own destroyed",
    Trigger.ON_ENEMY_DESTROYED: "enemy destroyed",
    Trigger.ON_ANY_DESTROYED: "any destroyed",
    Trigger.ON_ALLY_PLAYED: "own played",
    Trigger.ON_ENEMY_PLAYED: "enemy played",
    Trigger.ON_FIRST_ENHANCED: "raised",
    Trigger.ON_FIRST_ENFEEBLED: "lowered",
    Trigger.ON_POWER_REACHED: "strong",
    Trigger.ON_LANE_WON: "lane won",
    Trigger.ON_GAME_END: "end",
}
_SIDES: dict[CountedSide, Whom] = {CountedSide.ALLIES: "own", CountedSide.ENEMIES: "enemy", CountedSide.BOTH: "all"}
_WHOM: dict[Target, Whom] = {
    Target.SELF: "self",
    Target.AFFECTED_ALLIES: "own",
    Target.AFFECTED_ENEMIES: "enemy",
    Target.AFFECTED_BOTH: "all",
    Target.OWN_PAWN_TILES: "pawns",
    Target.OWN_EMPTY_POSITIONS: "tiles",
    Target.OWN_HAND: "hand",
    Target.OWN_LANE: "lane",
    Target.ALL_LANES: "all",
}
_COUNTED: dict[Status, Counted] = {
    Status.ENHANCED: "raised",
    Status.ENFEEBLED: "lowered",
    Status.EITHER: "changed",
}
_REPLACES: EffectDocument = {"does": "replace", "when": "played", "whom": "own", "amount": None, "counted": None}


def effect_documents(card: Card) -> list[EffectDocument]:
    """All effects of the card in the order of its abilities; none for a card that only lies there."""
    replaced = [_REPLACES.copy()] if card.replaces else []
    return [*replaced, *map(_effect, card.abilities)]


def _effect(ability: Ability) -> EffectDocument:
    counted: Counted | None = None
    whom, op = _WHOM[ability.target], ability.op
    amount: int | None = None
    does: Does
    match op:
        case ModifyPower(amount, PerCard(status, side)):
            does, whom, counted = "count", _SIDES[side], _COUNTED[status]
        case ModifyPower():
            does = "raise" if op.amount > 0 else "lower"
            amount = None if op.per_replaced_power else op.amount
        case Destroy():
            does = "destroy"
        case AddToHand(cards):
            does, amount = "draw", len(cards)
        case SpawnByRank():
            does = "spawn"
        case RaiseRank(amount):
            does = "pawns"
        case ScoreBonus(amount):
            does = "bonus"
        case AddLoserScore(side):
            does, whom = "spoils", _SIDES[side]
        case _ as never:
            assert_never(never)
    return {"does": does, "when": _WHEN[ability.trigger], "whom": whom, "amount": amount, "counted": counted}

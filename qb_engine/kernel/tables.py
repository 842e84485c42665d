"""Cards, rule sets and weights compiled into the rows of numbers from which the kernel makes its tables.

Rows of cards are in the order of ``kernel/tables.hpp``; words, rule fields and weights have the place the kernel tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING

import qb_engine.evaluation as evaluation
from qb_engine import effects
from qb_engine.effects import Ability, AddLoserScore, AddToHand, ModifyPower, SpawnByRank, operation_name
from qb_engine.geometry import TILE_COUNT, Side
from qb_engine.kernel.words import agree, members, numbered, told
from qb_engine.models import Card, CardId
from qb_engine.ruleset import Ruleset

if TYPE_CHECKING:
    from qb_engine._kernel import AbilityRow, CardRow

_RULES = {field.name: field.type for field in fields(Ruleset) if field.type not in ("str", "int")}
RULE_FIELDS = tuple(_RULES)
"""The fields of a rule set that the kernel needs; texts and numbers say how a game is set up, which is Python's."""
_OPERATIONS: tuple[str, ...] = told("WORDS").get("Operation", ())
_EFFECTS = (effects.Trigger, effects.Target, effects.Status, effects.CountedSide)
_ANSWERS = {type(answer) for answer in vars(Ruleset.REBIRTH).values() if isinstance(answer, Enum)}
_WORDS: dict[type, tuple[Enum, ...]] = {
    enum: members(enum, header)
    for header, enums in (("cards.hpp", _EFFECTS), ("ruleset.hpp", _ANSWERS))
    for enum in enums
}


def _weights() -> dict[str, dict[str, float]]:
    """The page of numbers in the kernel's groups; features stand in the order in which both engines add them up."""
    factors = {"stability": evaluation.STABILITY, "access": evaluation.ACCESS, "effect": evaluation.EFFECT}
    enough = ("enough_pawns", "enough_open_tiles", "enough_entry_points", "safe_lead", "tough_power", "enough_promise")
    return {
        "factors": {name: getattr(evaluation, f"{name}_weight".upper()) for name in factors},
        **{factor: {name: evaluation.WEIGHTS[name] for name in names} for factor, names in factors.items()},
        "enough": {name: getattr(evaluation, name.upper()) for name in enough},
    }


def _places(groups: Mapping[str, Iterable[str]]) -> dict[str, int]:
    return numbered(f"{group}.{name}" for group, names in groups.items() for name in names)


agree("operation", effects.__name__, effects.OPERATIONS.keys(), "cards.hpp", _OPERATIONS)
agree("rule field", Ruleset.__module__, _RULES, "ruleset.hpp", told("RULE_FIELDS"))
agree("weight", evaluation.__name__, _places(_weights()), "evaluation.hpp", _places(told("WEIGHTS")))


def rule_row(ruleset: Ruleset) -> list[int]:
    return [_number(getattr(ruleset, name)) for name in told("RULE_FIELDS")]


def weight_row() -> list[float]:
    page = _weights()
    return [page[group][name] for group, names in told("WEIGHTS").items() for name in names]


def card_row(card: Card, index_of: Mapping[CardId, int]) -> CardRow:
    return (
        card.cost,
        card.power,
        [_mask(card.pawn_tiles(index, side)) for side in Side for index in range(TILE_COUNT)],
        [_mask(card.affected_tiles(index, side)) for side in Side for index in range(TILE_COUNT)],
        [_ability_row(ability, index_of) for ability in card.abilities],
    )


def _ability_row(ability: Ability, index_of: Mapping[CardId, int]) -> AbilityRow:
    op = ability.op
    named = op.cards if isinstance(op, AddToHand | SpawnByRank) else ()
    status, side = _counted(ability)
    return (
        _number(ability.trigger),
        _number(ability.target),
        _OPERATIONS.index(operation_name(op)),
        getattr(op, "amount", 0),
        ability.threshold or 0,
        isinstance(op, ModifyPower) and op.per_replaced_power,
        [index_of[card_id] for card_id in named],
        status,
        side,
    )


def _counted(ability: Ability) -> tuple[int, int]:
    """(status, side) that an ability counts; zeros where it counts nothing."""
    op = ability.op
    if isinstance(op, ModifyPower) and op.per_card is not None:
        return _number(op.per_card.status), _number(op.per_card.side)
    if isinstance(op, AddLoserScore):
        return 0, _number(op.side)
    return 0, 0


def _number(value: Enum | bool) -> int:
    return _WORDS[type(value)].index(value) if isinstance(value, Enum) else int(value)


def _mask(tiles: Sequence[int]) -> int:
    return sum(1 << tile for tile in tiles)

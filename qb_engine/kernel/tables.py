"""Cards, rule sets and weights compiled into the rows of numbers from which the kernel makes its tables.

The order of the fields is that of ``kernel/tables.hpp``; a word of an enumeration becomes its place in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

import qb_engine.evaluation as evaluation
from qb_engine.effects import (
    OPERATIONS,
    Ability,
    AddLoserScore,
    AddToHand,
    ModifyPower,
    SpawnByRank,
    operation_name,
)
from qb_engine.geometry import TILE_COUNT, Side
from qb_engine.models import Card, CardId
from qb_engine.ruleset import Ruleset

if TYPE_CHECKING:
    from qb_engine._kernel import AbilityRow, CardRow

RULE_FIELDS = (
    "capture",
    "raise_on_capture",
    "pawns_on_occupied",
    "pawns_before_abilities",
    "rank_after_destruction",
    "ends_on_full_board",
    "two_face",
    "killing_blow_fires",
    "self_raised_counts",
    "death_order",
    "replacement_order",
    "loser_score_to",
    "tile_order",
)
"""The fields of a rule set that the kernel needs; the others say how a game is set up, which is Python's."""

_FEATURES = (
    *("reinforcement", "lead", "occupancy", "toughness", "independence", "control"),
    *("open_tiles", "open_rank", "entry_points"),
    "promised_power",
)
"""The features that ``kernel/evaluation.hpp`` computes."""


def rule_row(ruleset: Ruleset) -> list[int]:
    return [_number(getattr(ruleset, name)) for name in RULE_FIELDS]


def weight_row() -> list[float]:
    """The page of weights. A feature that the kernel does not know must be added there first."""
    names = (*evaluation.STABILITY, *evaluation.ACCESS, *evaluation.EFFECT)
    if names != _FEATURES:
        raise ValueError(f"evaluation.py has the features {names}, kernel/evaluation.hpp {_FEATURES}")
    return [
        evaluation.STABILITY_WEIGHT,
        evaluation.ACCESS_WEIGHT,
        evaluation.EFFECT_WEIGHT,
        *(evaluation.WEIGHTS[name] for name in names),
        evaluation.ENOUGH_PAWNS,
        evaluation.ENOUGH_OPEN_TILES,
        evaluation.ENOUGH_ENTRY_POINTS,
        evaluation.SAFE_LEAD,
        evaluation.TOUGH_POWER,
        evaluation.ENOUGH_PROMISE,
    ]


def card_row(card: Card, index_of: Mapping[CardId, int]) -> CardRow:
    return (
        card.needed_rank,
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
        list(OPERATIONS).index(operation_name(op)),
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
    return list(type(value)).index(value) if isinstance(value, Enum) else int(value)


def _mask(tiles: Sequence[int]) -> int:
    return sum(1 << tile for tile in tiles)

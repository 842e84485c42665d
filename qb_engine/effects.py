"""The closed vocabulary of card effects: trigger x target x operation.

Which combinations have a meaning is said once, in ``_COMBINATIONS``; card data outside it is refused at load.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Trigger(StrEnum):
    ON_PLAY = "on_play"
    WHILE_IN_PLAY = "while_in_play"
    ON_DESTROYED = "on_destroyed"
    ON_ALLY_DESTROYED = "on_ally_destroyed"
    ON_ENEMY_DESTROYED = "on_enemy_destroyed"
    ON_ANY_DESTROYED = "on_any_destroyed"
    ON_ALLY_PLAYED = "on_ally_played"
    ON_ENEMY_PLAYED = "on_enemy_played"
    ON_FIRST_ENHANCED = "on_first_enhanced"
    ON_FIRST_ENFEEBLED = "on_first_enfeebled"
    ON_POWER_REACHED = "on_power_reached"
    ON_LANE_WON = "on_lane_won"
    ON_GAME_END = "on_game_end"


FIRST_TIME_TRIGGERS = frozenset(
    {Trigger.ON_FIRST_ENHANCED, Trigger.ON_FIRST_ENFEEBLED, Trigger.ON_POWER_REACHED},
)
PLAY_WATCHERS = frozenset({Trigger.ON_ALLY_PLAYED, Trigger.ON_ENEMY_PLAYED})
DEATH_WATCHERS = frozenset({Trigger.ON_ALLY_DESTROYED, Trigger.ON_ENEMY_DESTROYED, Trigger.ON_ANY_DESTROYED})


class Target(StrEnum):
    SELF = "self"
    AFFECTED_ALLIES = "affected_allies"
    AFFECTED_ENEMIES = "affected_enemies"
    AFFECTED_BOTH = "affected_both"
    OWN_PAWN_TILES = "own_pawn_tiles"
    OWN_EMPTY_POSITIONS = "own_empty_positions"
    OWN_HAND = "own_hand"
    OWN_LANE = "own_lane"
    ALL_LANES = "all_lanes"


AFFECTED_TARGETS = frozenset({Target.AFFECTED_ALLIES, Target.AFFECTED_ENEMIES, Target.AFFECTED_BOTH})


class Status(StrEnum):
    """Which cards a counting card counts."""

    ENHANCED = "enhanced"
    ENFEEBLED = "enfeebled"
    EITHER = "enhanced_or_enfeebled"


class CountedSide(StrEnum):
    ALLIES = "allies"
    ENEMIES = "enemies"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class PerCard:
    """A factor: the number of other cards on the board of that side and status."""

    status: Status
    side: CountedSide


@dataclass(frozen=True, slots=True)
class ModifyPower:
    amount: int
    per_card: PerCard | None = None
    per_replaced_power: bool = False


@dataclass(frozen=True, slots=True)
class Destroy:
    pass


@dataclass(frozen=True, slots=True)
class AddToHand:
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpawnByRank:
    cards: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class RaiseRank:
    amount: int


@dataclass(frozen=True, slots=True)
class ScoreBonus:
    amount: int


@dataclass(frozen=True, slots=True)
class AddLoserScore:
    side: CountedSide


Operation = ModifyPower | Destroy | AddToHand | SpawnByRank | RaiseRank | ScoreBonus | AddLoserScore


@dataclass(frozen=True, slots=True)
class Ability:
    trigger: Trigger
    target: Target
    op: Operation
    threshold: int | None = None
    """Only with ``on_power_reached``: the power that must be reached."""


_EVENTS = frozenset(
    {Trigger.ON_PLAY, Trigger.ON_DESTROYED, *FIRST_TIME_TRIGGERS, *PLAY_WATCHERS, *DEATH_WATCHERS},
)
_COMBINATIONS: dict[type, tuple[frozenset[Trigger], frozenset[Target]]] = {
    ModifyPower: (_EVENTS | {Trigger.WHILE_IN_PLAY}, AFFECTED_TARGETS | {Target.SELF}),
    Destroy: (_EVENTS, AFFECTED_TARGETS),
    AddToHand: (_EVENTS, frozenset({Target.OWN_HAND})),
    # Spawning on any other event could feed itself for ever: a token dies, spawns, dies.
    SpawnByRank: (frozenset({Trigger.ON_PLAY}), frozenset({Target.OWN_EMPTY_POSITIONS})),
    RaiseRank: (frozenset({Trigger.ON_PLAY}), frozenset({Target.OWN_PAWN_TILES})),
    ScoreBonus: (frozenset({Trigger.ON_LANE_WON}), frozenset({Target.OWN_LANE})),
    AddLoserScore: (frozenset({Trigger.ON_GAME_END}), frozenset({Target.ALL_LANES})),
}


def refuse_combination(ability: Ability) -> str | None:
    """Why this ability has no meaning in the vocabulary, or None."""
    triggers, targets = _COMBINATIONS[type(ability.op)]
    name = operation_name(ability.op)
    if ability.trigger not in triggers:
        return f"{name} cannot be triggered by {ability.trigger}"
    if ability.target not in targets:
        return f"{name} cannot target {ability.target}"
    if (ability.trigger is Trigger.ON_POWER_REACHED) != (ability.threshold is not None):
        return "a threshold belongs to on_power_reached, and only to it"
    if isinstance(ability.op, ModifyPower):
        return _refuse_modify_power(ability, ability.op)
    return None


def _refuse_modify_power(ability: Ability, op: ModifyPower) -> str | None:
    counts_self = ability.trigger is Trigger.WHILE_IN_PLAY and ability.target is Target.SELF
    if (op.per_card is not None) != counts_self:
        return "per_card belongs to while_in_play on self, and only to it"
    if op.per_replaced_power and ability.trigger is not Trigger.ON_PLAY:
        return "per_replaced_power belongs to on_play"
    return None


_OPERATION_NAMES: dict[type, str] = {
    ModifyPower: "modify_power",
    Destroy: "destroy",
    AddToHand: "add_to_hand",
    SpawnByRank: "spawn_by_rank",
    RaiseRank: "raise_rank",
    ScoreBonus: "score_bonus",
    AddLoserScore: "add_loser_score",
}
OPERATIONS: dict[str, type[Operation]] = {name: kind for kind, name in _OPERATION_NAMES.items()}


def operation_name(op: Operation) -> str:
    return _OPERATION_NAMES[type(op)]

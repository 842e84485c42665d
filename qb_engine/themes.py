"""What a reason, a mistake or an exercise is about: the few themes under which a player learns."""

from __future__ import annotations

from enum import StrEnum

from qb_engine.reasons import ReasonKind


class Theme(StrEnum):
    ROOM = "room"
    """Free tiles: yours and the enemy's."""
    TEMPO = "tempo"
    """Cards that can be placed in time, and who runs out first."""
    COMBINATION = "combination"
    """What cards do to one another: raised, lowered, destroyed, spawned, in the right order."""
    THREAT = "threat"
    """What the enemy does next."""
    LANES = "lanes"
    """Who leads where, and what it counts at the end."""
    PASSING = "passing"
    """To pass, to wait, or not to."""
    MULLIGAN = "mulligan"
    """Which cards of the opening hand to exchange."""


_THEMES: dict[ReasonKind, Theme] = {
    ReasonKind.ENDS_WON: Theme.PASSING,
    ReasonKind.ENDS_LOST: Theme.PASSING,
    ReasonKind.ENDS_DRAWN: Theme.PASSING,
    ReasonKind.WINS_LANE: Theme.LANES,
    ReasonKind.TIES_LANE: Theme.LANES,
    ReasonKind.LOSES_LANE: Theme.LANES,
    ReasonKind.SECURES_LANE: Theme.LANES,
    ReasonKind.DESTROYS: Theme.COMBINATION,
    ReasonKind.SACRIFICES: Theme.COMBINATION,
    ReasonKind.WEAKENS: Theme.COMBINATION,
    ReasonKind.STRENGTHENS: Theme.COMBINATION,
    ReasonKind.DENIES_TILE: Theme.ROOM,
    ReasonKind.GAINS_TILES: Theme.ROOM,
    ReasonKind.OPENS_RANK_3: Theme.TEMPO,
    ReasonKind.OPENS_RANK_2: Theme.TEMPO,
    ReasonKind.ADDS_CARD: Theme.TEMPO,
    ReasonKind.SPAWNS: Theme.COMBINATION,
    ReasonKind.STUCK_ENEMY: Theme.ROOM,
    ReasonKind.EXPOSES_TO: Theme.THREAT,
    ReasonKind.LIKELY_DANGER: Theme.THREAT,
    ReasonKind.LOCKOUT: Theme.TEMPO,
    ReasonKind.WASTES_PAWNS: Theme.ROOM,
    ReasonKind.WASTES_ABILITY: Theme.COMBINATION,
    ReasonKind.WASTES_POWER: Theme.LANES,
}


def theme_of(kind: ReasonKind) -> Theme:
    return _THEMES[kind]

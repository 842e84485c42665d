"""What a reason, a mistake or an exercise is about: the few themes under which a player learns."""

from __future__ import annotations

from enum import StrEnum

from qb_engine.reasons.kinds import ReasonKind


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


K = ReasonKind
_THEMES: dict[ReasonKind, Theme] = {
    K.ENDS_WON: Theme.PASSING,
    K.ENDS_LOST: Theme.PASSING,
    K.ENDS_DRAWN: Theme.PASSING,
    K.IS_WON: Theme.LANES,
    K.IS_LOST: Theme.LANES,
    K.OPENS_CARDS: Theme.TEMPO,
    K.STRANDS_CARDS: Theme.TEMPO,
    K.KEEPS_CARD: Theme.TEMPO,
    K.ADDS_CARD: Theme.TEMPO,
    K.LOCKOUT: Theme.TEMPO,
    K.OUTLASTS: Theme.TEMPO,
    K.OUTLASTS_LESS: Theme.TEMPO,
    K.RUNS_OUT: Theme.TEMPO,
    K.LASTS_LONGER: Theme.TEMPO,
    K.OPENS_RANK_3: Theme.TEMPO,
    K.OPENS_RANK_2: Theme.TEMPO,
    K.TAKES_LAST_TILES: Theme.ROOM,
    K.TAKES_TILES: Theme.ROOM,
    K.KEEPS_ENEMY_NARROW: Theme.ROOM,
    K.CONCEDES_TILES: Theme.ROOM,
    K.STUCK_ENEMY: Theme.ROOM,
    K.CEDES_TILES: Theme.ROOM,
    K.GAINS_TILES: Theme.ROOM,
    K.RENEWS_TILES: Theme.ROOM,
    K.NARROWS_YOU: Theme.ROOM,
    K.FREES_TILE: Theme.ROOM,
    K.BIDES: Theme.ROOM,
    K.USES_LAST_TILE: Theme.ROOM,
    K.WASTES_PAWNS: Theme.ROOM,
    K.CHAIN: Theme.COMBINATION,
    K.PREPARES: Theme.COMBINATION,
    K.PROMISES: Theme.COMBINATION,
    K.DESTROYS: Theme.COMBINATION,
    K.SACRIFICES: Theme.COMBINATION,
    K.WEAKENS: Theme.COMBINATION,
    K.STRENGTHENS: Theme.COMBINATION,
    K.ARRIVES: Theme.COMBINATION,
    K.SPAWNS: Theme.COMBINATION,
    K.WASTES_ABILITY: Theme.COMBINATION,
    K.TAKE_BACK: Theme.THREAT,
    K.HOLDS_LANES: Theme.THREAT,
    K.THREATENS_CARDS: Theme.THREAT,
    K.CLOSES_LANE: Theme.THREAT,
    K.TURNS_SCORE: Theme.LANES,
    K.LANE_LASTS: Theme.LANES,
    K.LANE_FADES: Theme.LANES,
    K.WINS_LANE: Theme.LANES,
    K.TIES_LANE: Theme.LANES,
    K.LOSES_LANE: Theme.LANES,
    K.SECURES_LANE: Theme.LANES,
    K.WASTES_POWER: Theme.LANES,
    K.PASS_LEADS: Theme.PASSING,
    K.PASS_SPARES: Theme.PASSING,
    K.PASS_TRAILS: Theme.PASSING,
    K.GIVES_TURN: Theme.PASSING,
}


def theme_of(kind: ReasonKind) -> Theme:
    return _THEMES[kind]

"""All moves of a position beside one another: what one has and the others lack, in points of chance.

The points that things are worth come from played positions: within 300 positions of games between deep players the
chances of all moves were compared with what the moves leave on the board (``python -m bench.reason_weights``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from qb_engine.changes import CardDestroyed, PowerChanged
from qb_engine.geometry import TILE_COUNT, Side
from qb_engine.reasons.context import MoveContext


class Aspect(StrEnum):
    """What moves are compared by."""

    ENDING = "ending"
    ENEMY_ROOM = "enemy room"
    OWN_ROOM = "own room"
    CARDS = "cards"
    TEMPO = "tempo"
    REPLIES = "replies"
    DANGER = "danger"
    LANES = "lanes"
    EFFECTS = "effects"
    TURN = "turn"


DECIDED = 100.0
ENEMY_TILE, FAR_ENEMY_TILE = 13.0, 5.0
OWN_TILE, FAR_OWN_TILE = 5.0, 2.0
NEAR_TILES = 4
"""The first tiles count most: who has none cannot place."""
CARD_WITHOUT_TILE = 4.0
ENEMY_STUCK, OUT_FIRST = 20.0, 12.0
TAKEN_BACK, CARD_LOST = 4.0, 20.0
LANE_IN_THE_END = 15.0
POINT = 0.4
LOCKED_OUT = 6.0, 30.0
LANE_LED = 2.0, 5.0
TURN_GIVEN = 5.0, 18.0
"""With all tiles empty, and with none."""
NEAR = 0.05
"""Of moves that are compared, one that is so far away counts half as much as one that is level."""
WORSE, CLEARLY_WORSE = 0.01, 0.05
"""A move so much of the chance behind is worse, and clearly so."""


@dataclass(frozen=True)
class Field:
    """The moves of one position, best first."""

    contexts: Sequence[MoveContext]
    clearly: float = CLEARLY_WORSE
    """From so much of the chance on, the best move is held up against another."""

    @property
    def best(self) -> MoveContext:
        return self.contexts[0]

    @cached_property
    def placement(self) -> MoveContext | None:
        """The best move that is no pass."""
        return next((context for context in self.contexts if not context.move.is_pass), None)

    def worse(self, context: MoveContext) -> list[MoveContext]:
        return [other for other in self.contexts if context.worth - other.worth >= WORSE]

    def rival(self, context: MoveContext) -> MoveContext | None:
        """The best move, to hold up against one that is clearly behind it; None where either ends the game."""
        ends = context.ends_game or self.best.ends_game
        return None if ends or context is self.best or self.best.worth - context.worth < self.clearly else self.best

    def lead(self, context: MoveContext, aspect: Aspect) -> float:
        """Points that the move has by this aspect before those that are worse, the nearer the more; or before all."""
        others = self.worse(context) or [other for other in self.contexts if other is not context]
        if not others:
            return 0.0
        near = [1.0 / (NEAR + abs(context.worth - other.worth)) for other in others]
        theirs = [self.points(other)[aspect] for other in others]
        return self.points(context)[aspect] - sum(
            share * points for share, points in zip(near, theirs, strict=True)
        ) / sum(near)

    def lag(self, context: MoveContext, aspect: Aspect) -> float:
        """Points that the move lacks by this aspect against the best; below 0 where it has less."""
        return self.points(context)[aspect] - self.points(self.best)[aspect]

    def points(self, context: MoveContext) -> dict[Aspect, float]:
        return self._points[id(context)]

    @cached_property
    def _points(self) -> dict[int, dict[Aspect, float]]:
        return {id(context): _points(context) for context in self.contexts}


def _points(context: MoveContext) -> dict[Aspect, float]:
    """What the move has of everything, in points of chance."""
    if context.ends_game:
        margin = context.after.score.margin
        return dict.fromkeys(Aspect, 0.0) | {Aspect.ENDING: DECIDED * ((margin > 0) - (margin < 0))}
    lanes = context.after.score.lanes
    leads = sum((lane.winner is Side.YOU) - (lane.winner is Side.ENEMY) for lane in lanes)
    return {
        Aspect.ENDING: 0.0,
        Aspect.ENEMY_ROOM: ENEMY_STUCK * context.stuck_enemy
        - _room(len(context.enemy_tiles), ENEMY_TILE, FAR_ENEMY_TILE),
        Aspect.OWN_ROOM: _room(len(context.own_tiles), OWN_TILE, FAR_OWN_TILE),
        Aspect.CARDS: -CARD_WITHOUT_TILE * len(context.stranded)
        - _now(context, LOCKED_OUT) * context.prediction.lockout_risk,
        Aspect.TEMPO: OUT_FIRST * _outlasting(context),
        Aspect.REPLIES: -TAKEN_BACK * context.take_back,
        Aspect.DANGER: -CARD_LOST * context.danger,
        Aspect.LANES: _now(context, LANE_LED) * leads + POINT * context.after.score.margin,
        Aspect.EFFECTS: POINT * _swing(context),
        Aspect.TURN: -_now(context, TURN_GIVEN) * context.move.is_pass,
    }


def emptiness(context: MoveContext) -> float:
    """The share of the tiles on which no card lies."""
    return sum(occupant is None for occupant in context.board.occupants) / TILE_COUNT


def _now(context: MoveContext, weights: tuple[float, float]) -> float:
    """A weight between that of an empty board and that of a full one."""
    empty = emptiness(context)
    return empty * weights[0] + (1.0 - empty) * weights[1]


def _room(tiles: int, near: float, far: float) -> float:
    return near * min(tiles, NEAR_TILES) + far * max(0, tiles - NEAR_TILES)


def _outlasting(context: MoveContext) -> float:
    """How much more often the enemy is the first that can place nothing, as a share of all games."""
    prospect = context.prospect
    if prospect is None:
        return 0.0
    return (prospect.out_first[Side.ENEMY] - prospect.out_first[Side.YOU]) / prospect.games


def _swing(context: MoveContext) -> int:
    """Power that the move brings about on other cards, yours minus the enemy's."""
    number = context.placed.card.number if context.placed else 0
    signs = {Side.YOU: 1, Side.ENEMY: -1}
    gained = sum(
        signs[change.card.side] * (change.after - change.before)
        for told in context.power_shifts.values()
        for change in told
        if isinstance(change, PowerChanged) and change.card.number != number
    )
    fallen = (change for change in context.changes if isinstance(change, CardDestroyed))
    return gained - sum(signs[change.card.side] * change.power for change in fallen)

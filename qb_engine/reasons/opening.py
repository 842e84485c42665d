"""Why the chance is not what the score suggests: one sentence before all moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from qb_engine.catalogue import count, say
from qb_engine.geometry import LANES, Side
from qb_engine.reasons.context import MoveContext
from qb_engine.wording import lane_words, percent

GOOD, BAD = 0.7, 0.3
"""Behind on points with more than this, or ahead with less than that, needs a word."""
OFTEN = 0.5
ROOMIER = 2
"""Free tiles by which one side must have more."""


class OpeningKind(StrEnum):
    AHEAD_RUNS_OUT = "ahead_runs_out"
    AHEAD_ROOM = "ahead_room"
    AHEAD_TAKEN = "ahead_taken"
    AHEAD_LANES = "ahead_lanes"
    BEHIND_OUTLASTS = "behind_outlasts"
    BEHIND_ROOM = "behind_room"
    BEHIND_LANES = "behind_lanes"


@dataclass(frozen=True, slots=True)
class Opening:
    """What stands against the score."""

    kind: OpeningKind
    amount: int
    """Points by which you lead, or are behind."""
    games: int = 0
    of: int = 0
    own_tiles: int = 0
    enemy_tiles: int = 0
    lanes: tuple[int, ...] = ()
    probability: float = 0.0

    @property
    def sentence(self) -> str:
        any_hand = self.kind is OpeningKind.AHEAD_TAKEN and self.probability == 1.0
        return say(
            f"opening.{self.kind}{'_any' if any_hand else ''}",
            amount=f"{self.amount}",
            games=say("games.all" if self.games == self.of else "games.share", games=f"{self.games}", of=f"{self.of}"),
            own=count("tile", self.own_tiles),
            enemy=count("bare", self.enemy_tiles) if self.enemy_tiles else say("count.none"),
            lanes=lane_words(self.lanes, either=True),
            chance=percent(self.probability),
        )


def opening(best: MoveContext) -> Opening | None:
    """For the best move of a position: why a lead is worth little, or being behind does not matter."""
    margin, prospect = best.before.score.margin, best.prospect
    if best.chance is None or prospect is None or best.ends_game:
        return None
    if margin > 0 and best.worth < BAD:
        return _ahead(best, margin)
    if margin < 0 and best.worth > GOOD:
        return _behind(best, -margin)
    return None


def _ahead(best: MoveContext, lead: int) -> Opening | None:
    prospect = best.prospect
    if prospect is None:
        return None
    own, enemy = len(best.own_tiles), len(best.enemy_tiles)
    if prospect.out_first[Side.YOU] >= OFTEN * prospect.games:
        return Opening(OpeningKind.AHEAD_RUNS_OUT, lead, prospect.out_first[Side.YOU], prospect.games)
    if enemy - own >= ROOMIER:
        return Opening(OpeningKind.AHEAD_ROOM, lead, own_tiles=own, enemy_tiles=enemy)
    if best.take_back >= OFTEN:
        lanes = tuple(lane.lane_index for lane in best.led if best.probability(best.takers([lane])) >= OFTEN / 2)
        return Opening(OpeningKind.AHEAD_TAKEN, lead, lanes=lanes, probability=best.take_back)
    lane = max(range(LANES), key=lambda each: prospect.lanes_enemy[each])
    return Opening(OpeningKind.AHEAD_LANES, lead, prospect.lanes_enemy[lane], prospect.games, lanes=(lane,))


def _behind(best: MoveContext, deficit: int) -> Opening | None:
    prospect = best.prospect
    if prospect is None:
        return None
    own, enemy = len(best.own_tiles), len(best.enemy_tiles)
    if prospect.out_first[Side.ENEMY] >= OFTEN * prospect.games:
        return Opening(OpeningKind.BEHIND_OUTLASTS, deficit, prospect.out_first[Side.ENEMY], prospect.games)
    if own - enemy >= ROOMIER:
        return Opening(OpeningKind.BEHIND_ROOM, deficit, own_tiles=own, enemy_tiles=enemy)
    lane = max(range(LANES), key=lambda each: prospect.lanes_you[each])
    return Opening(OpeningKind.BEHIND_LANES, deficit, prospect.lanes_you[lane], prospect.games, lanes=(lane,))

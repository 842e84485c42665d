"""Rule sets as values: every point in which the plan and the released game differ is one field here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from fleet_engine.errors import NotationError
from gamekit.variants import VariantError, format_variant, parse_variant


class ScoreAddition(StrEnum):
    """How the points of one round reach the scores, and with that who wins when both sides could."""

    TILE_BY_TILE = "tile_by_tile"
    """In row-major order; the first side to reach the maximum wins and the tiles behind it pay nothing."""
    TOGETHER = "together"
    """Both sums are added first; then the higher score wins."""


class ReactorDeath(StrEnum):
    """When a ship whose reactor has reached the critical count is destroyed."""

    ROUND_END = "round_end"
    """After the scoring of the round, so that a healthy ship may still be paid."""
    AT_ONCE = "at_once"


class RoundStarter(StrEnum):
    """Who opens a round."""

    FIXED = "fixed"
    """Always the first player of the game."""
    ALTERNATING = "alternating"
    """The first player in odd rounds, the other one in even rounds."""


class Timeout(StrEnum):
    """What the waiting player's claim does to a player who is late."""

    AUTO_PASS = "auto_pass"
    """All ships that the late player could still move count as moved."""
    FORFEIT = "forfeit"
    """The late player loses."""


class Retreat(StrEnum):
    """Which ships may leave the board."""

    AFTER_MOVING = "after_moving"
    """An action like the others: for an active ship that has not moved, after it has moved."""
    ANY_TIME = "any_time"
    """Any own ship on the board, moved or disabled too; it does not move first."""


@dataclass(frozen=True)
class FleetRuleset:
    """One complete reading of the rules. ``behaviour`` rises whenever the same commands could give another result."""

    name: str
    behaviour: int
    score_addition: ScoreAddition
    draws: bool
    """Equal scores at or above the maximum are a draw; otherwise the creator wins them. Needs ``together``."""
    reactor_death: ReactorDeath
    round_starter: RoundStarter
    timeout: Timeout
    retreat: Retreat
    assist: bool
    """A ship may send a disabled friend beside it home."""
    ramming: bool
    """A ship may move onto a disabled enemy, which then flees."""
    lists_gone: bool
    """The state that clients read names the ships that have left the board, with their last tiles."""
    disabling_unmarks: bool
    """A ship that is disabled loses its moved mark, so that one repaired in the same round moves again."""
    flak_compounds: bool
    """As built: within one fleet each target of a flak array lowers the strength for the next. Meant: it does not."""

    PLAN: ClassVar[FleetRuleset]
    RELEASED: ClassVar[FleetRuleset]

    def varied(self, **changes: Any) -> FleetRuleset:
        """The same rule set with some fields changed."""
        return replace(self, **changes)

    def __str__(self) -> str:
        """``plan``, or ``plan{flak_compounds=yes}`` where fields differ from the named set."""
        return format_variant(self, _NAMED)

    @staticmethod
    def parse(text: str) -> FleetRuleset:
        """Read what ``str`` writes."""
        try:
            return parse_variant(text, _NAMED)
        except VariantError as error:
            raise NotationError(str(error)) from error


FleetRuleset.PLAN = FleetRuleset(
    name="plan",
    behaviour=1,
    score_addition=ScoreAddition.TILE_BY_TILE,
    draws=False,
    reactor_death=ReactorDeath.ROUND_END,
    round_starter=RoundStarter.FIXED,
    timeout=Timeout.AUTO_PASS,
    retreat=Retreat.AFTER_MOVING,
    assist=True,
    ramming=False,
    lists_gone=False,
    disabling_unmarks=True,
    flak_compounds=False,
)
FleetRuleset.RELEASED = FleetRuleset.PLAN.varied(
    name="released",
    score_addition=ScoreAddition.TOGETHER,
    draws=True,
    reactor_death=ReactorDeath.AT_ONCE,
    round_starter=RoundStarter.ALTERNATING,
    timeout=Timeout.FORFEIT,
    retreat=Retreat.ANY_TIME,
    assist=False,
    ramming=True,
    lists_gone=True,
)
_NAMED = {ruleset.name: ruleset for ruleset in (FleetRuleset.PLAN, FleetRuleset.RELEASED)}

"""Rule sets as values: every point in which the plan and the released game differ is one field here."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, ClassVar

from fleet_engine.errors import NotationError


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
        named = _NAMED[self.name]
        differing = [
            f"{field.name}={_field_text(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) != getattr(named, field.name)
        ]
        return self.name + ("{" + ",".join(differing) + "}" if differing else "")

    @staticmethod
    def parse(text: str) -> FleetRuleset:
        """Read what ``str`` writes."""
        name, brace, rest = text.partition("{")
        if name not in _NAMED:
            raise NotationError(f"unknown ruleset '{name}'; known are {' and '.join(_NAMED)}")
        if not brace:
            return _NAMED[name]
        if not rest.endswith("}"):
            raise NotationError(f"ruleset '{text}' lacks its closing brace")
        changes = dict(_parse_field(_NAMED[name], part) for part in rest[:-1].split(","))
        return _NAMED[name].varied(**changes)


def _field_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _parse_field(ruleset: FleetRuleset, part: str) -> tuple[str, object]:
    name, _, text = part.partition("=")
    known = [field.name for field in fields(FleetRuleset) if field.name not in ("name", "behaviour")]
    if name not in known:
        raise NotationError(f"a ruleset has no field '{name}'; fields are {', '.join(known)}")
    current = getattr(ruleset, name)
    choices: dict[str, object] = {"yes": True, "no": False}
    if isinstance(current, StrEnum):
        choices = {member.value: member for member in type(current)}
    if text not in choices:
        raise NotationError(f"ruleset field {name} takes {' or '.join(choices)}, not '{text}'")
    return name, choices[text]


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

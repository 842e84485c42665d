"""Rule sets as values: every open question of the rules is one field here, and nothing but a field."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar

from gamekit.variants import VariantError, format_variant, parse_variant
from qb_engine.errors import NotationError
from qb_engine.geometry import COLUMNS, LANES, TILE_COUNT


class Capture(StrEnum):
    """What a pawn does to an empty tile of the opponent."""

    CLAIM = "claim"
    """The tile changes owner and keeps its rank."""
    STEPWISE = "stepwise"
    """The opponent's counter falls by one and the own counter rises by one."""


class RankAfterDestruction(StrEnum):
    """What is left of the tile under a destroyed card, and of the pawns it had laid."""

    KEPT = "kept"
    """The tile keeps the rank it had when the card was played; laid pawns stay."""
    RESET = "reset"
    """The tile falls back to rank 1; laid pawns stay."""
    UNDONE = "undone"
    """Every pawn change the card made anywhere is taken back."""


class FirstTime(StrEnum):
    """How often the halves of a card with two first-time abilities (Two Face) fire."""

    ONCE_EACH = "once_each"
    EVERY_ENTRY = "every_entry"
    """Each time the state is entered, but at most once per half in one play, so that chains end."""


class DeathOrder(StrEnum):
    """How several cards that are dead at one moment leave the board."""

    TOGETHER = "together"
    ONE_BY_ONE = "one_by_one"


class ReplacementOrder(StrEnum):
    """Which ability comes first when a card is replaced."""

    OLD_FIRST = "old_first"
    NEW_FIRST = "new_first"


class LoserScore(StrEnum):
    """Who gains the loser's lane power through ``add_loser_score``."""

    LANE_WINNER = "lane_winner"
    """The winner of each lane, once, however many such cards lie on the board."""
    CARD_OWNER = "card_owner"
    """Only the owner of such a card, in the lanes that owner wins."""


class TileOrder(StrEnum):
    """The order within a lane in which simultaneous things resolve; lanes always go top to bottom."""

    LEFT_TO_RIGHT = "left_to_right"
    RIGHT_TO_LEFT = "right_to_left"


@dataclass(frozen=True)
class Ruleset:
    """One complete reading of the rules. ``behaviour`` rises whenever the same moves could give another result."""

    name: str
    behaviour: int
    deck_size: int
    max_copies: int
    max_legendary_copies: int
    opening_hand: int
    capture: Capture
    raise_on_capture: bool
    """A raise-rank card that takes a tile also adds its ranks beyond the first one."""
    pawns_on_occupied: bool
    pawns_before_abilities: bool
    rank_after_destruction: RankAfterDestruction
    ends_on_full_board: bool
    two_face: FirstTime
    killing_blow_fires: bool
    """``on_first_enfeebled`` also fires when the blow that first enfeebles the card kills it."""
    self_raised_counts: bool
    """A card changed by its own ability counts as enhanced or enfeebled for others."""
    death_order: DeathOrder
    replacement_order: ReplacementOrder
    loser_score_to: LoserScore
    tile_order: TileOrder

    V2_2_4: ClassVar[Ruleset]
    REBIRTH: ClassVar[Ruleset]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All tile indexes in the order in which simultaneous things resolve."""
        if self.tile_order is TileOrder.LEFT_TO_RIGHT:
            return tuple(range(TILE_COUNT))
        return tuple(lane * COLUMNS + col for lane in range(LANES) for col in reversed(range(COLUMNS)))

    @cached_property
    def undoes_pawns(self) -> bool:
        """Whether the pawn changes of a card vanish with it, so that they must be remembered."""
        return self.rank_after_destruction is RankAfterDestruction.UNDONE

    def varied(self, **changes: Any) -> Ruleset:
        """The same rule set with some open questions answered otherwise."""
        return replace(self, **changes)

    def __str__(self) -> str:
        """``rebirth``, or ``rebirth{two_face=every_entry}`` where fields differ from the named set."""
        return format_variant(self, _NAMED)

    def __repr__(self) -> str:
        return f"Ruleset.parse({str(self)!r})"

    @staticmethod
    def parse(text: str) -> Ruleset:
        """Read what ``str`` writes."""
        try:
            return parse_variant(text, _NAMED)
        except VariantError as error:
            raise NotationError(str(error)) from error


Ruleset.V2_2_4 = Ruleset(
    name="v2.2.4",
    behaviour=1,
    deck_size=15,
    max_copies=3,
    max_legendary_copies=3,
    opening_hand=5,
    capture=Capture.STEPWISE,
    raise_on_capture=False,
    pawns_on_occupied=True,
    pawns_before_abilities=True,
    rank_after_destruction=RankAfterDestruction.UNDONE,
    ends_on_full_board=True,
    two_face=FirstTime.ONCE_EACH,
    killing_blow_fires=False,
    self_raised_counts=True,
    death_order=DeathOrder.TOGETHER,
    replacement_order=ReplacementOrder.OLD_FIRST,
    loser_score_to=LoserScore.LANE_WINNER,
    tile_order=TileOrder.LEFT_TO_RIGHT,
)
Ruleset.REBIRTH = Ruleset.V2_2_4.varied(
    name="rebirth",
    max_copies=2,
    max_legendary_copies=1,
    capture=Capture.CLAIM,
    pawns_on_occupied=False,
    pawns_before_abilities=False,
    rank_after_destruction=RankAfterDestruction.KEPT,
    ends_on_full_board=False,
)
_NAMED = {ruleset.name: ruleset for ruleset in (Ruleset.V2_2_4, Ruleset.REBIRTH)}

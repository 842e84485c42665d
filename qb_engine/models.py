"""The nouns of the game: a card, a card in play, and a decision of a player."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Self

from gamekit.quoting import quoted
from qb_engine.effects import (
    AFFECTED_TARGETS,
    DEATH_WATCHERS,
    FIRST_TIME_TRIGGERS,
    PLAY_WATCHERS,
    Ability,
    ModifyPower,
    PerCard,
    RaiseRank,
    Target,
    Trigger,
)
from qb_engine.errors import NotationError, UnknownCardError
from qb_engine.geometry import TILE_COUNT, AnySide, Offset, Side, Tile, project

if TYPE_CHECKING:
    from qb_engine.card_hydrator import CardHydrator

CardId = str
HIDDEN: CardId = "?"
"""The id of a card whose identity is not known; it can be held and drawn, never played."""

REPLACE: Literal["replace"] = "replace"
GRID_RADIUS = 2


@dataclass(frozen=True, eq=False)
class Card:
    """A printed card. One object per id and hydrator; compared by identity, keyed by id."""

    id: CardId
    name: str
    rank: int | Literal["replace"]
    power: int
    legendary: bool
    token: bool
    pawns: tuple[Offset, ...]
    affects: tuple[Offset, ...]
    abilities: tuple[Ability, ...]

    def __repr__(self) -> str:
        return f"<Card {self.id} {self.name}>"

    def __str__(self) -> str:
        """The card as it is printed: name, rank and power, the 5x5 pattern, and its sentence."""
        from qb_engine.effect_text import card_sentence  # it reads the types of this module

        kind = "legendary, " * self.legendary + "token, " * self.token
        rank = "replaces a card" if self.replaces else f"rank {self.rank}"
        lines = [f"{self.name} ({self.id}), {kind}{rank}, power {self.power}", *(" ".join(row) for row in self.grid())]
        with suppress(UnknownCardError):  # a card of somebody's own may name others that the shared cards lack
            lines.append(card_sentence(self))
        return "\n".join(lines)

    @property
    def replaces(self) -> bool:
        return self.rank == REPLACE

    @cached_property
    def cost(self) -> int:
        """The printed rank as a number, the pawns its tile must hold; 0 for a card that replaces another."""
        return 0 if self.rank == REPLACE else self.rank

    @cached_property
    def pawn_amount(self) -> int:
        """Ranks that each pawn tile receives."""
        raised = [ability.op.amount for ability in self.abilities if isinstance(ability.op, RaiseRank)]
        return raised[0] if raised else 1

    @cached_property
    def aura(self) -> tuple[Target, int] | None:
        """The continuous change of the marked tiles: whom it touches, and by how much."""
        for ability in self.abilities:
            op = ability.op
            is_aura = ability.trigger is Trigger.WHILE_IN_PLAY and ability.target in AFFECTED_TARGETS
            if is_aura and isinstance(op, ModifyPower):
                return ability.target, op.amount
        return None

    @cached_property
    def counting(self) -> tuple[int, PerCard] | None:
        """For a card that counts others: the power per counted card, and which are counted."""
        for ability in self.abilities:
            op = ability.op
            if isinstance(op, ModifyPower) and op.per_card is not None:
                return op.amount, op.per_card
        return None

    def _of(self, *triggers: Trigger) -> tuple[int, ...]:
        return tuple(number for number, ability in enumerate(self.abilities) if ability.trigger in triggers)

    @cached_property
    def first_time(self) -> tuple[int, ...]:
        """Numbers of the abilities that fire when a state is first reached."""
        return self._of(*FIRST_TIME_TRIGGERS)

    @cached_property
    def play_watchers(self) -> tuple[int, ...]:
        return self._of(*PLAY_WATCHERS)

    @cached_property
    def death_watchers(self) -> tuple[int, ...]:
        return self._of(*DEATH_WATCHERS)

    @cached_property
    def on_play(self) -> tuple[int, ...]:
        """Numbers of the on-play abilities; raising ranks is part of laying the pawns, not one of them."""
        return tuple(
            number for number in self._of(Trigger.ON_PLAY) if not isinstance(self.abilities[number].op, RaiseRank)
        )

    @cached_property
    def on_destroyed(self) -> tuple[int, ...]:
        return self._of(Trigger.ON_DESTROYED)

    @cached_property
    def _projections(self) -> tuple[_Reach, _Reach]:
        return _reach(self.pawns), _reach(self.affects)

    def pawn_tiles(self, index: int, side: AnySide) -> tuple[int, ...]:
        """Tile indexes its pawns reach from that tile, in tile order."""
        return self._projections[0][side][index]

    def affected_tiles(self, index: int, side: AnySide) -> tuple[int, ...]:
        """Tile indexes it marks from that tile, in tile order."""
        return self._projections[1][side][index]

    def grid(self) -> tuple[str, ...]:
        """Its 5x5 pattern, five rows top to bottom: W itself, P pawn, E effect, X both, ``.`` nothing."""
        steps = range(-GRID_RADIUS, GRID_RADIUS + 1)
        return tuple("".join(self._grid_letter((dlane, dcol)) for dcol in steps) for dlane in steps)

    def _grid_letter(self, offset: Offset) -> str:
        if offset == (0, 0):
            return "W"
        return {(True, True): "X", (True, False): "P", (False, True): "E", (False, False): "."}[
            offset in self.pawns, offset in self.affects
        ]


class _Reach(dict[AnySide, tuple[tuple[int, ...], ...]]):
    """By side, the tiles that a pattern reaches from each tile; what is no side is refused as none."""

    def __missing__(self, side: AnySide) -> tuple[tuple[int, ...], ...]:
        return self[Side(side)]


@lru_cache(maxsize=256)
def _reach(offsets: tuple[Offset, ...]) -> _Reach:
    """Computed once for a pattern, because most cards share theirs with others."""
    return _Reach({side: tuple(project(offsets, index, side) for index in range(TILE_COUNT)) for side in Side})


HIDDEN_CARD = Card(HIDDEN, "hidden card", 0, 0, False, False, (), (), ())


class _CardInPlay(NamedTuple):
    number: int
    card: Card
    side: Side
    lasting: int
    """Lasting changes made by other cards."""
    own: int
    """Lasting changes made by its own ability."""
    fired: int
    """Bit set of the first-time abilities that have fired."""


class CardInPlay(_CardInPlay):
    """A card lying on the board: one instance with its own number. A value; the board swaps it for a changed one.

    Continuous changes are not part of it: they follow from the board.
    """

    __slots__ = ()

    def __new__(cls, number: int, card: Card, side: AnySide, lasting: int = 0, own: int = 0, fired: int = 0) -> Self:
        return tuple.__new__(cls, (number, card, side if side.__class__ is Side else Side(side), lasting, own, fired))


@dataclass(frozen=True, slots=True)
class Move:
    """Play a card onto a tile, ``Move.parse("Mandragora M2")``, or pass, ``Move.PASS``; ``str`` gives ``015 M3``."""

    card: CardId | None
    tile: Tile | None

    PASS: ClassVar[Move]

    @staticmethod
    def parse(text: str, cards: CardHydrator | None = None) -> Move:
        """Read a card by id or name and a tile, or ``pass``."""
        from qb_engine.reader import parse_decision  # it reads into the types of this module

        decision = parse_decision(text, cards)
        if not isinstance(decision, Move):
            raise NotationError(f"{quoted(text)} decides on the opening hand and is no move; write 'Zu M3' or 'pass'")
        return decision

    @property
    def is_pass(self) -> bool:
        return self.card is None and self.tile is None

    def __str__(self) -> str:
        return "pass" if self.tile is None else f"{self.card} {self.tile}"


Move.PASS = Move(None, None)


@dataclass(frozen=True, slots=True)
class Mulligan:
    """Exchange these cards of the opening hand, by zero-based index in ascending order; none keeps the hand."""

    indices: tuple[int, ...] = ()

    def __str__(self) -> str:
        return "mulligan " + " ".join(str(index + 1) for index in self.indices) if self.indices else "keep"


Decision = Move | Mulligan

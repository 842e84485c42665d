"""What a play did, as an ordered list of typed changes; the log prints it and the coach explains from it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

from qb_engine.effects import Trigger
from qb_engine.geometry import AnySide, Side, Tile, as_owner
from qb_engine.models import CardId


class _CardAt(NamedTuple):
    number: int
    card: CardId
    side: Side
    tile: Tile


class CardAt(_CardAt):
    """A card in play, named so that it is still understood after it has left."""

    __slots__ = ()

    def __new__(cls, number: int, card: CardId, side: AnySide, tile: Tile) -> Self:
        return tuple.__new__(cls, (number, card, side if side.__class__ is Side else Side(side), tile))


class _Pawns(NamedTuple):
    owner: Side | None
    player_rank: int
    enemy_rank: int


class Pawns(_Pawns):
    """Owner and counters of a tile at one moment."""

    __slots__ = ()

    def __new__(cls, owner: AnySide | None, player_rank: int, enemy_rank: int) -> Self:
        return tuple.__new__(cls, (as_owner(owner), player_rank, enemy_rank))

    @property
    def rank(self) -> int:
        return max(self.player_rank, self.enemy_rank)


class PowerCause(StrEnum):
    LASTING = "lasting"
    AURA = "aura"
    """A continuous change came into force or was withdrawn."""
    COUNT = "count"
    """The card's own counting ability counts more or fewer cards now."""


class DeathCause(StrEnum):
    POWER = "power"
    DESTROYED = "destroyed"
    REPLACED = "replaced"


class LostReason(StrEnum):
    OCCUPIED = "occupied"
    FULL = "full"


class CardPlaced(NamedTuple):
    card: CardAt


class PawnsLaid(NamedTuple):
    """Pawns on a neutral or own tile, or (stepwise capture) on an enemy tile that stays the enemy's."""

    tile: Tile
    by: CardAt
    before: Pawns
    after: Pawns


class TileCaptured(NamedTuple):
    """A tile of the opponent became one of ``by.side``."""

    tile: Tile
    by: CardAt
    before: Pawns
    after: Pawns


class PawnsLost(NamedTuple):
    """A pawn that had no effect: the tile is occupied, or full already."""

    tile: Tile
    by: CardAt
    reason: LostReason


class PawnsUndone(NamedTuple):
    """A tile changed because the pawns of a destroyed card were taken back, or its own tile was freed."""

    tile: Tile
    by: CardAt
    before: Pawns
    after: Pawns


class PowerChanged(NamedTuple):
    card: CardAt
    before: int
    after: int
    by: CardAt
    cause: PowerCause


class AbilityFired(NamedTuple):
    card: CardAt
    trigger: Trigger


class CardDestroyed(NamedTuple):
    card: CardAt
    power: int
    """Its power at that moment; for a replaced card, what the new card inherits."""
    cause: DeathCause
    by: CardAt


class _CardToHand(NamedTuple):
    side: Side
    card: CardId
    by: CardAt


class CardToHand(_CardToHand):
    __slots__ = ()

    def __new__(cls, side: AnySide, card: CardId, by: CardAt) -> Self:
        return tuple.__new__(cls, (Side(side), card, by))


class TokenSpawned(NamedTuple):
    card: CardAt
    by: CardAt


Change = (
    CardPlaced
    | PawnsLaid
    | TileCaptured
    | PawnsLost
    | PawnsUndone
    | PowerChanged
    | AbilityFired
    | CardDestroyed
    | CardToHand
    | TokenSpawned
)

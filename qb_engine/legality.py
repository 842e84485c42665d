"""LegalityChecker: may this card be played there? Yes, or the reason why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from qb_engine.board_state import BoardState
from qb_engine.errors import IllegalMoveError
from qb_engine.geometry import COLUMNS, LANE_NAMES, LANES, TILES, AnySide, Side, Tile
from qb_engine.models import HIDDEN, Card, CardId


class RefusalKind(StrEnum):
    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    NOT_YOURS = "not_yours"
    NEUTRAL = "neutral"
    RANK_TOO_LOW = "rank_too_low"
    NOTHING_TO_REPLACE = "nothing_to_replace"
    HIDDEN_CARD = "hidden_card"


class Refusal(NamedTuple):
    """Why a placement is illegal; ``missing`` is how many pawns are lacking when the rank is too low."""

    kind: RefusalKind
    card: str
    place: str
    missing: int = 0

    def __str__(self) -> str:
        return _SENTENCES[self.kind].format(card=self.card, place=self.place, missing=self.missing)


class IllegalPlacementError(IllegalMoveError):
    """A placement that the rules forbid, with the typed reason."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


_SENTENCES = {
    RefusalKind.OFF_BOARD: f"{{place}} is off the board; lanes are {'/'.join(LANE_NAMES)} and columns 1-{COLUMNS}",
    RefusalKind.OCCUPIED: "{place} is occupied; {card} needs an empty tile of its player",
    RefusalKind.NOT_YOURS: "{place} belongs to the other player; {card} needs a tile of its own player",
    RefusalKind.NEUTRAL: "{place} belongs to nobody; {card} needs a tile of its own player",
    RefusalKind.RANK_TOO_LOW: "{place} lacks {missing} of the pawns that {card} needs",
    RefusalKind.NOTHING_TO_REPLACE: "{place} holds no card of its player; {card} must replace one",
    RefusalKind.HIDDEN_CARD: "a card whose identity is hidden cannot be played on {place}; say which card it is",
}


@dataclass(frozen=True)
class LegalityChecker:
    """The rules of placement, for either side, under the rule set of the board."""

    def check(self, board: BoardState, side: AnySide, card: Card, lane: int, col: int) -> Refusal | None:
        """None when the placement is legal."""
        if not (0 <= lane < LANES and 0 <= col < COLUMNS):
            return Refusal(RefusalKind.OFF_BOARD, card.name, f"lane {lane + 1}, column {col + 1}")
        tile = Tile.at(lane, col)
        kind, missing = self._refuse(board, Side(side), card, tile.index)
        return None if kind is None else Refusal(kind, card.name, str(tile), missing)

    def require(self, board: BoardState, side: AnySide, card: Card, lane: int, col: int) -> None:
        """Raise the refusal where there is one."""
        refusal = self.check(board, side, card, lane, col)
        if refusal is not None:
            raise IllegalPlacementError(refusal)

    def legal_tiles(self, board: BoardState, side: AnySide, card: Card) -> list[Tile]:
        """All tiles, in tile order, where that side may play the card."""
        side = Side(side)
        return [tile for tile in TILES if self._refuse(board, side, card, tile.index)[0] is None]

    def tiles_of(self, board: BoardState, side: AnySide, cards: Iterable[Card]) -> dict[CardId, list[Tile]]:
        """The legal tiles of each of these cards, also where there is none; each rank is looked at once."""
        by_rank: dict[int | str, list[Tile]] = {}  # where a card may go depends on its rank alone
        found = {}
        for card in cards:
            if card.rank not in by_rank:
                by_rank[card.rank] = self.legal_tiles(board, side, card)
            found[card.id] = by_rank[card.rank]
        return found

    def _refuse(self, board: BoardState, side: Side, card: Card, index: int) -> tuple[RefusalKind | None, int]:
        occupant = board.occupants[index]
        if card.id == HIDDEN:
            return RefusalKind.HIDDEN_CARD, 0
        if card.replaces:
            return (None if occupant and occupant.side is side else RefusalKind.NOTHING_TO_REPLACE), 0
        if occupant:
            return RefusalKind.OCCUPIED, 0
        owner = board.owners[index]
        if owner is not side:
            return (RefusalKind.NEUTRAL if owner is None else RefusalKind.NOT_YOURS), 0
        missing = card.cost - board.rank(index)
        return (RefusalKind.RANK_TOO_LOW, missing) if missing > 0 else (None, 0)

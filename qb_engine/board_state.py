"""BoardState: the tiles, who owns them, their ranks, and the cards that lie on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from qb_engine.changes import CardAt, Pawns
from qb_engine.errors import BoardError, IllegalMoveError, OffBoardError
from qb_engine.geometry import COLUMNS, LANE_NAMES, LANES, TILE_COUNT, TILES, AnySide, Side, Tile, as_owner
from qb_engine.limits import PAWNS
from qb_engine.models import Card, CardInPlay
from qb_engine.pawn_delta import PawnDelta, PawnDeltaLayer
from qb_engine.ruleset import Capture, Ruleset

MAX_RANK = PAWNS.high


class TileState(NamedTuple):
    """Everything about one tile at one moment."""

    owner: Side | None
    player_rank: int
    enemy_rank: int
    occupant: CardInPlay | None
    effect_sources: tuple[CardInPlay, ...]
    """Cards in play whose continuous effect lies on this tile now."""
    pawn_deltas: Mapping[int, PawnDelta]
    """By the number of the card in play that laid the pawns, the oldest first."""

    @property
    def visible_rank(self) -> int:
        return max(self.player_rank, self.enemy_rank)


class BoardState:
    """A position on the board. Lists are indexed by ``Tile.index``; rules live elsewhere.

    A tile's owner is read from ``owners``; the owner of a card is its own ``side`` and may differ from it.
    """

    __slots__ = ("designated", "enemy_ranks", "layer", "next_number", "occupants", "owners", "player_ranks", "ruleset")

    def __init__(self, ruleset: Ruleset = Ruleset.V2_2_4) -> None:
        self.ruleset = ruleset
        self.owners: list[Side | None] = [None] * TILE_COUNT
        self.player_ranks = [0] * TILE_COUNT
        self.enemy_ranks = [0] * TILE_COUNT
        self.occupants: list[CardInPlay | None] = [None] * TILE_COUNT
        self.designated: list[Side | None] = [None] * TILE_COUNT
        self.next_number = 1
        for lane in range(LANES):
            own, other = lane * COLUMNS, lane * COLUMNS + COLUMNS - 1
            self.owners[own], self.player_ranks[own] = Side.YOU, 1
            self.owners[other], self.enemy_ranks[other] = Side.ENEMY, 1
        self.layer = PawnDeltaLayer(list(zip(self.player_ranks, self.enemy_ranks, strict=True)))

    def clone(self) -> BoardState:
        """An independent copy; cards in play are values and may be shared."""
        copy = BoardState.__new__(BoardState)
        copy.ruleset = self.ruleset
        copy.owners = self.owners.copy()
        copy.player_ranks = self.player_ranks.copy()
        copy.enemy_ranks = self.enemy_ranks.copy()
        copy.occupants = self.occupants.copy()
        copy.designated = self.designated.copy()
        copy.next_number = self.next_number
        copy.layer = self.layer.clone()
        return copy

    def _parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardState) and self._parts() == other._parts()

    def __repr__(self) -> str:
        return f"<BoardState {self.ruleset}, {TILE_COUNT - self.occupants.count(None)} of {TILE_COUNT} tiles occupied>"

    def __str__(self) -> str:
        """The board drawn: pawns as owner and rank, cards with owner and power now, the powers of each lane."""
        from qb_engine.powers import powers  # it reads boards

        now = powers(self).power
        rows = [["", *(str(col + 1) for col in range(COLUMNS)), "you", "enemy"]]
        for lane, name in enumerate(LANE_NAMES):
            tiles = range(lane * COLUMNS, (lane + 1) * COLUMNS)
            cards = [(card.side, now[index]) for index in tiles if (card := self.occupants[index]) is not None]
            sums = (str(sum(power for owner, power in cards if owner is side)) for side in Side)
            rows.append([name, *(self._drawn(index, now[index]) for index in tiles), *sums])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)

    def _drawn(self, index: int, power: int) -> str:
        owner, occupant = self.owners[index], self.occupants[index]
        if occupant is not None:
            return f"{occupant.side} {occupant.card.name} {power}"
        return "-" if owner is None else f"{owner}{self.rank(index)}"

    def tile(self, lane: int, col: int) -> TileState:
        index = Tile.at(lane, col).index
        return TileState(
            owner=self.owners[index],
            player_rank=self.player_ranks[index],
            enemy_rank=self.enemy_ranks[index],
            occupant=self.occupants[index],
            effect_sources=self.effect_sources(index),
            pawn_deltas={delta.number: delta for delta in self.layer.by_tile[index]},
        )

    def rank(self, index: int) -> int:
        """The visible rank: the larger of the two counters."""
        return max(self.player_ranks[index], self.enemy_ranks[index])

    def pawns(self, index: int) -> Pawns:
        return Pawns(self.owners[index], self.player_ranks[index], self.enemy_ranks[index])

    def effect_sources(self, index: int) -> tuple[CardInPlay, ...]:
        return tuple(
            occupant
            for source, occupant in enumerate(self.occupants)
            if occupant is not None
            and occupant.card.aura is not None
            and index in occupant.card.affected_tiles(source, occupant.side)
        )

    def card_at(self, index: int) -> CardAt:
        """Name the card on that tile; there must be one."""
        occupant = self.occupants[index]
        if occupant is None:
            raise OffBoardError(f"no card lies on {TILES[index]}")
        return CardAt(occupant.number, occupant.card.id, occupant.side, TILES[index])

    def card_lying(self, card: Card, side: AnySide, lane: int, col: int) -> CardAt:
        """The same where it must be that card of that side."""
        found = self.card_at(Tile.at(lane, col).index)
        if (found.card, found.side) != (card.id, Side(side)):
            raise BoardError(
                f"on {found.tile} lies {found.card} of {found.side.name}, not {card.id} of {Side(side).name}"
            )
        return found

    def find(self, number: int) -> int | None:
        """Index of the tile where the card in play with that number lies."""
        for index, occupant in enumerate(self.occupants):
            if occupant is not None and occupant.number == number:
                return index
        return None

    def get_card_side(self, number: int) -> Side:
        """Owner of the card in play with that number."""
        index = self.find(number)
        if index is None:
            raise OffBoardError(f"no card in play has the number {number}")
        return self.card_at(index).side

    @property
    def is_full(self) -> bool:
        return None not in self.occupants

    def place_card(self, card: Card, side: AnySide, lane: int, col: int) -> CardInPlay:
        """Lay a card on an empty tile: no rules, no pawns, no abilities. The rules call it, and so does board entry."""
        tile = Tile.at(lane, col)
        if self.occupants[tile.index] is not None:
            raise IllegalMoveError(f"{tile} is occupied by {self.card_at(tile.index).card}; take that card off first")
        placed = CardInPlay(self.next_number, card, Side(side))
        self.next_number += 1
        self.occupants[tile.index] = placed
        return placed

    def take_card_off(self, index: int) -> None:
        """Take a card away by hand: no rules, no abilities, and every pawn on the board stays as it is shown."""
        number = self.card_at(index).number
        self.occupants[index] = None
        if self.ruleset.undoes_pawns:
            self.layer.forget(number)
            for other in range(TILE_COUNT):
                self.layer.rebase(other, self.player_ranks[other], self.enemy_ranks[other])
                self.designate_doubtful_owner(other)

    def renumbered(self, numbers: Mapping[int, int]) -> BoardState:
        """The same board with other numbers of its cards in play, each by the one it has now."""
        board = self.clone()
        board.occupants = [card and card._replace(number=numbers[card.number]) for card in self.occupants]
        board.layer.by_tile = [
            tuple(delta._replace(number=numbers[delta.number]) for delta in deltas) for deltas in self.layer.by_tile
        ]
        board.next_number = max([self.next_number - 1, *numbers.values()]) + 1
        return board

    def set_pawns(self, index: int, pawns: Pawns) -> None:
        """Give a tile this owner and these counters, as a new base where pawns can be taken back.

        An owner without pawns is a designated one.
        """
        fault = self._fault(*pawns)
        if fault is not None:
            raise BoardError(f"{TILES[index]} {fault}")
        self.owners[index], self.player_ranks[index], self.enemy_ranks[index] = pawns
        if pawns.rank == 0:
            self.designated[index] = pawns.owner
        if self.ruleset.undoes_pawns:
            self.layer.rebase(index, pawns.player_rank, pawns.enemy_rank)
            self.designate_doubtful_owner(index)

    def designate_owner(self, index: int, side: AnySide | None) -> None:
        """Say who owns a tile without pawns, as a user who enters a board by hand may."""
        side = as_owner(side)
        self.designated[index] = side
        if self.rank(index) == 0:
            self.owners[index] = side

    def designate_doubtful_owner(self, index: int) -> None:
        """Keep the owner of a tile with equal counters where the pawns that lie there do not tell it."""
        player, enemy = self.player_ranks[index], self.enemy_ranks[index]
        if player == enemy > 0 and self.owner_with(index, player, enemy) is not self.owners[index]:
            self.designated[index] = self.owners[index]

    def owner_with(self, index: int, player_rank: int, enemy_rank: int) -> Side | None:
        """Who owns the tile with these counters: the larger; on a tie above 0 the owner is who it was before the tie.

        Who that was follows from the pawns in the order in which they were laid, so it survives taking pawns back.
        None where they do not tell.
        """
        if player_rank != enemy_rank:
            return Side.YOU if player_rank > enemy_rank else Side.ENEMY
        owner = self.designated[index]
        if player_rank == 0:
            return owner
        player, enemy = self.layer.base[index]
        for laid in (PawnDelta(0, 0, 0), *self.layer.by_tile[index]):
            player, enemy = player + laid.player_rank_delta, enemy + laid.enemy_rank_delta
            shown_player, shown_enemy = _clamped(player), _clamped(enemy)
            if shown_player != shown_enemy:
                owner = Side.YOU if shown_player > shown_enemy else Side.ENEMY
        return owner

    def recompute_influence_from_deltas(self) -> None:
        """Ranks and owners from base pawns and the deltas of the cards in play, clamped.

        Where the rule set never takes pawns back there are no deltas, and the counters stand as they are.
        """
        if not self.ruleset.undoes_pawns:
            return
        for index in range(TILE_COUNT):
            player, enemy = map(_clamped, self.layer.total(index))
            owner = self.owner_with(index, player, enemy)
            if owner is None and player > 0:
                # What is left of the pawns does not tell who had the tile before the tie, so that is kept.
                owner = self.designated[index] = self.owners[index]
            self.owners[index] = owner
            self.player_ranks[index], self.enemy_ranks[index] = player, enemy

    def check(self) -> None:
        """Refuse a board with a tile that cannot be: by its counters, its owner, or the pawns that were laid there."""
        numbers = {card.number for card in self.occupants if card is not None} if self.ruleset.undoes_pawns else set()
        for index, pawns in enumerate(zip(self.owners, self.player_ranks, self.enemy_ranks, strict=True)):
            fault = self._fault(*pawns)
            if fault is None and pawns[1] == pawns[2] == 0 and pawns[0] is not self.designated[index]:
                fault = f"has no pawns and belongs to {_name(pawns[0])}, not to {_name(self.designated[index])}"
            if fault is None and self.ruleset.undoes_pawns:
                fault = self._laying_fault(index, numbers)
            if fault is not None:
                raise BoardError(f"{TILES[index]} {fault}")

    def _fault(self, owner: Side | None, player: int, enemy: int) -> str | None:
        """What is wrong with an owner and counters, whatever else is known of the tile."""
        if not (0 <= player <= MAX_RANK and 0 <= enemy <= MAX_RANK):
            return f"has pawns {player}:{enemy}; ranks are 0 to {MAX_RANK}"
        if player and enemy and self.ruleset.capture is Capture.CLAIM and not self.ruleset.undoes_pawns:
            return f"has pawns {player}:{enemy}; under {self.ruleset} never both sides have some on a tile"
        if player != enemy:
            leader = Side.YOU if player > enemy else Side.ENEMY
            return None if owner is leader else f"has pawns {player}:{enemy} and belongs to {_name(owner)}"
        return f"has pawns {player}:{enemy} and belongs to nobody" if player and owner is None else None

    def _laying_fault(self, index: int, numbers: set[int]) -> str | None:
        """What is wrong with the pawns that cards in play, by their numbers, have laid on a tile."""
        player, enemy = self.player_ranks[index], self.enemy_ranks[index]
        laid_player, laid_enemy = self.layer.total(index)
        if _clamped(laid_player) != player or _clamped(laid_enemy) != enemy:
            return f"has pawns {player}:{enemy}, which do not follow from those that were laid there"
        if player == enemy and self.owner_with(index, player, enemy) is not self.owners[index]:
            return f"belongs to {_name(self.owners[index])}, which does not follow from the pawns laid there"
        gone = any(delta.number not in numbers for delta in self.layer.by_tile[index])
        return "holds pawns of a card that is not in play" if gone else None


def _name(side: Side | None) -> str:
    return "nobody" if side is None else side.name


def _clamped(rank: int) -> int:
    return min(max(rank, 0), MAX_RANK)

"""The door to the compiled kernel: cards and rules compiled into tables, positions carried over in both directions.

The kernel is the packed twin of the Python engine. Where it is not built (``available`` is False), everything works
without it, only slower.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache

from gamekit.sides import BySide
from qb_engine import evaluation
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.effects import (
    OPERATIONS,
    Ability,
    AddLoserScore,
    AddToHand,
    CountedSide,
    ModifyPower,
    SpawnByRank,
    Status,
    Target,
    Trigger,
    operation_name,
)
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, TILES, Side
from qb_engine.models import HIDDEN, Card, CardId, CardInPlay, Move
from qb_engine.notation import Position, TurnPhase
from qb_engine.pawn_delta import PawnDelta
from qb_engine.ruleset import (
    Capture,
    DeathOrder,
    FirstTime,
    LoserScore,
    RankAfterDestruction,
    ReplacementOrder,
    Ruleset,
    TileOrder,
)

try:
    from qb_engine import _kernel
except ImportError:  # built without a compiler
    _kernel = None  # type: ignore[assignment]

available = _kernel is not None

_RULE_ENUMS = (Capture, RankAfterDestruction, FirstTime, DeathOrder, ReplacementOrder, LoserScore, TileOrder)
_RULE_FIELDS = (
    "capture",
    "raise_on_capture",
    "pawns_on_occupied",
    "pawns_before_abilities",
    "rank_after_destruction",
    "ends_on_full_board",
    "two_face",
    "killing_blow_fires",
    "self_raised_counts",
    "death_order",
    "replacement_order",
    "loser_score_to",
    "tile_order",
    "opening_hand",
)
_OWNERS = {None: -1, Side.YOU: 0, Side.ENEMY: 1}
_SIDES = {-1: None, 0: Side.YOU, 1: Side.ENEMY}
_PHASES = tuple(TurnPhase)
GAME_RESULT = struct.Struct("3i")


class KernelEngine:
    """The kernel for one hydrator and one rule set; cards added to the hydrator later are not in it."""

    def __init__(self, hydrator: CardHydrator, ruleset: Ruleset) -> None:
        self.hydrator = hydrator
        self.ruleset = ruleset
        self.card_ids = tuple(card.id for card in hydrator.all())
        self._index = {card_id: index for index, card_id in enumerate(self.card_ids)} | {HIDDEN: _kernel.HIDDEN}
        self.kernel = _kernel.Kernel(_rule_numbers(ruleset), _weights())
        for card in hydrator.all():
            self._add(card)
        self.kernel.check_table()

    def _add(self, card: Card) -> None:
        self.kernel.add_card(
            card.needed_rank,
            card.replaces,
            card.token,
            card.power,
            [_mask(card.pawn_tiles(index, side)) for side in Side for index in range(TILE_COUNT)],
            [_mask(card.affected_tiles(index, side)) for side in Side for index in range(TILE_COUNT)],
            [self._ability_row(ability) for ability in card.abilities],
            [_counted(ability) for ability in card.abilities],
        )

    def _ability_row(self, ability: Ability) -> tuple[int, int, int, int, int, bool, list[int]]:
        op = ability.op
        named = op.cards if isinstance(op, AddToHand | SpawnByRank) else ()
        return (
            list(Trigger).index(ability.trigger),
            list(Target).index(ability.target),
            list(OPERATIONS).index(operation_name(op)),
            getattr(op, "amount", 0),
            ability.threshold or 0,
            isinstance(op, ModifyPower) and op.per_replaced_power,
            [self._index[card_id] for card_id in named],
        )

    def index(self, card_id: CardId) -> int:
        return self._index[card_id]

    def indexes(self, card_ids: Sequence[CardId]) -> list[int]:
        return [self._index[card_id] for card_id in card_ids]

    def card_id(self, index: int) -> CardId:
        return HIDDEN if index == _kernel.HIDDEN else self.card_ids[index]

    def move(self, pair: tuple[int, int]) -> Move:
        card, tile = pair
        return Move.PASS if card < 0 else Move(self.card_id(card), TILES[tile])

    def pair(self, move: Move) -> tuple[int, int]:
        if move.card is None or move.tile is None:
            return -1, -1
        return self._index[move.card], move.tile.index

    def board(self, board: BoardState) -> _kernel.Board:
        """The board, packed."""
        tiles = []
        place_of = {}
        for index, occupant in enumerate(board.occupants):
            owner, player, enemy = board.pawns(index)
            row = [_OWNERS[owner], player, enemy, _OWNERS[board.designated[index]], -1, -1, 0, 0, 0, 0]
            if occupant is not None:
                place_of[occupant.number] = index
                row[4:] = [
                    self._index[occupant.card.id],
                    occupant.side.index,
                    occupant.lasting,
                    occupant.own,
                    occupant.fired,
                    occupant.number,
                ]
            tiles.append(row)
        deltas = [
            [index, place_of[delta.number], delta.player, delta.enemy]
            for index, found in enumerate(board.layer.by_tile)
            for delta in found
        ]
        return self.kernel.board(tiles, board.layer.base, deltas, board.next_number)

    def unpack_board(self, packed: _kernel.Board) -> BoardState:
        """The board as the Python engine has it."""
        board = BoardState(self.ruleset)
        numbers = {}
        for index, row in enumerate(packed.tiles()):
            owner, player, enemy, designated, card, side, lasting, own, fired, number = row
            board.owners[index] = _SIDES[owner]
            board.player_ranks[index], board.enemy_ranks[index] = player, enemy
            board.designated[index] = _SIDES[designated]
            if card >= 0:
                numbers[index] = number
                placed = self.hydrator.get(self.card_id(card))
                board.occupants[index] = CardInPlay(number, placed, tuple(Side)[side], lasting, own, fired)
        board.next_number = packed.next_number
        if self.ruleset.undoes_pawns:
            board.layer.base = list(packed.base())
            for tile, source, player, enemy in sorted(packed.deltas(), key=lambda row: numbers[row[1]]):
                board.layer.by_tile[tile] += (PawnDelta(numbers[source], player, enemy),)
        return board

    def state(self, state: GameState) -> _kernel.State:
        """The game, packed; seeds and log stay behind."""
        return self.kernel.state(
            self.board(state.board),
            [self.indexes(hand.as_card_ids()) for hand in state.hands],
            [self.indexes(deck.remaining()) for deck in state.decks],
            state.side_to_act.index,
            state.turn,
            state.passes,
            _PHASES.index(state.phase),
            list(state.mulligan_open),
            [hand.mulligans_applied for hand in state.hands],
        )

    def unpack_state(self, packed: _kernel.State) -> GameState:
        """The game as the Python engine has it; its log begins here."""
        hands = [tuple(self.card_id(index) for index in packed.hand(side.index)) for side in Side]
        decks = [tuple(self.card_id(index) for index in packed.deck(side.index)) for side in Side]
        position = Position(
            board=self.unpack_board(packed.board),
            side_to_act=tuple(Side)[packed.side_to_act],
            turn=packed.turn,
            passes=packed.passes,
            phase=_PHASES[packed.phase],
            hands=BySide(hands[0], hands[1]),
            decks=BySide(decks[0], decks[1]),
            mulligan_open=BySide(packed.mulligan_open(0), packed.mulligan_open(1)),
            mulligans_applied=BySide(packed.mulligans_applied(0), packed.mulligans_applied(1)),
        )
        return GameState.from_position(position, self.hydrator)


@lru_cache(maxsize=16)
def _built(hydrator: CardHydrator, ruleset: Ruleset, cards: int) -> KernelEngine | None:
    try:
        return KernelEngine(hydrator, ruleset)
    except ValueError:  # a card of the user's goes beyond the kernel's tables
        return None


def kernel_engine(hydrator: CardHydrator, ruleset: Ruleset) -> KernelEngine | None:
    """The kernel for these cards and rules, made once; None where it is not built or cannot hold a card."""
    return _built(hydrator, ruleset, hydrator.size) if available else None


def _rule_numbers(ruleset: Ruleset) -> list[int]:
    numbers = []
    for name in _RULE_FIELDS:
        value = getattr(ruleset, name)
        numbers.append(list(type(value)).index(value) if isinstance(value, _RULE_ENUMS) else int(value))
    return numbers


def _weights() -> list[float]:
    """The page of weights in the order of the kernel's struct."""
    names = (*evaluation.STABILITY, *evaluation.ACCESS, *evaluation.EFFECT)
    return [
        evaluation.STABILITY_WEIGHT,
        evaluation.ACCESS_WEIGHT,
        evaluation.EFFECT_WEIGHT,
        *(evaluation.WEIGHTS[name] for name in names),
        evaluation.ENOUGH_PAWNS,
        evaluation.ENOUGH_OPEN_TILES,
        evaluation.ENOUGH_ENTRY_POINTS,
        evaluation.SAFE_LEAD,
        evaluation.TOUGH_POWER,
        evaluation.ENOUGH_PROMISE,
    ]


def _mask(tiles: Sequence[int]) -> int:
    return sum(1 << tile for tile in tiles)


def _counted(ability: Ability) -> tuple[int, int]:
    """(status, side) that an ability counts; zeros where it counts nothing."""
    op = ability.op
    if isinstance(op, ModifyPower) and op.per_card is not None:
        return list(Status).index(op.per_card.status), list(CountedSide).index(op.per_card.side)
    if isinstance(op, AddLoserScore):
        return 0, list(CountedSide).index(op.side)
    return 0, 0

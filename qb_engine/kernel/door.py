"""The door to the compiled kernel: cards and rules compiled into tables, positions carried over in both directions.

The kernel is the packed twin of the Python engine. Where it is not built (``available`` is False), everything works
without it, only slower.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_state import GameState
from qb_engine.geometry import TILES, AnySide, PerSide, Side
from qb_engine.kernel.records import PlayRecord, read_records
from qb_engine.kernel.tables import card_row, rule_row, weight_row
from qb_engine.kernel.words import PURE, SIDES, agree, built, in_use, members, told
from qb_engine.kernel.words import LimitError as LimitError
from qb_engine.models import HIDDEN, Card, CardId, CardInPlay, Move
from qb_engine.notation import Position, TurnPhase
from qb_engine.pawn_delta import PawnDelta
from qb_engine.ruleset import Ruleset

if built:
    from qb_engine import _kernel

available = in_use
_OWNERS = {side: number for number, side in SIDES.items()}
_PHASES = members(TurnPhase, "game_state.hpp")
_RANDOM_GAME = struct.Struct("3i")


class RandomGame(NamedTuple):
    """How a random game ended."""

    total_you: int
    total_enemy: int
    plies: int


_RESULT = {name: ("1i", 4 * place) for place, name in enumerate(RandomGame._fields)}
agree("field of GameResult", __name__, _RESULT, "random_games.hpp", told("GAME_RESULT"))


class KernelMissingError(RuntimeError):
    """The kernel was asked for where there is none."""


class KernelEngine:
    """The kernel for one hydrator and one rule set; cards added to the hydrator later are not in it."""

    def __init__(self, hydrator: CardHydrator, ruleset: Ruleset) -> None:
        if not available:
            raise KernelMissingError(f"the kernel is not built, or {PURE} is set; the Python engine does the same")
        self.hydrator = hydrator
        self.ruleset = ruleset
        self.card_ids = tuple(card.id for card in hydrator.all())
        self._index = {card_id: index for index, card_id in enumerate(self.card_ids)} | {HIDDEN: _kernel.HIDDEN}
        rows = [card_row(card, self._index) for card in hydrator.all()]
        self.kernel = _kernel.Kernel(rule_row(ruleset), weight_row(), rows)

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
                card, side = self._index[occupant.card.id], occupant.side.index
                row[4:] = [card, side, occupant.lasting, occupant.own, occupant.fired, occupant.number]
            tiles.append(row)
        deltas = [
            [index, place_of[delta.number], delta.player_rank_delta, delta.enemy_rank_delta]
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
            board.owners[index] = SIDES[owner]
            board.player_ranks[index], board.enemy_ranks[index] = player, enemy
            board.designated[index] = SIDES[designated]
            if card >= 0:
                numbers[index] = number
                placed = self.hydrator.get(self.card_id(card))
                board.occupants[index] = CardInPlay(number, placed, tuple(Side)[side], lasting, own, fired)
        board.next_number = packed.next_number
        if self.ruleset.undoes_pawns:
            board.layer.base = list(packed.base())
            for tile, source, player, enemy in packed.deltas():
                board.layer.by_tile[tile] += (PawnDelta(numbers[source], player, enemy),)
        return board

    def legal_moves(self, packed: _kernel.State) -> list[Move]:
        """Placements by card and tile, then the pass; none once the game is over or the turn waits to be ended."""
        return [self.move(pair) for pair in self.kernel.legal_moves(packed)]

    def play(self, packed: _kernel.State, move: Move) -> None:
        """Make a move in the packed game and end the turn; a move that is not legal is refused and changes nothing."""
        self.kernel.play(packed, *self.pair(move))

    def perft(self, packed: _kernel.State, depth: int) -> int:
        return self.kernel.perft(packed, depth)

    def divide(self, packed: _kernel.State, depth: int) -> dict[str, int]:
        return {str(self.move((card, tile))): lines for card, tile, lines in self.kernel.divide(packed, depth)}

    def seer(self, packed: _kernel.State, plies: int) -> Move:
        """The move of a player who sees every card and looks so many plies ahead, judging by points and tiles."""
        return self.move(self.kernel.seer(packed, plies))

    def random_games(
        self, packed: _kernel.State, seed: int, games: int, *, shuffled: bool = True, threads: int = 1
    ) -> list[RandomGame]:
        """Games played to the end at random, what is left of the decks shuffled first unless told otherwise.

        A game depends on the seed and its place in the list alone, not on the number of threads.
        """
        data = self.kernel.random_games(packed, seed, games, shuffled, threads)
        return [RandomGame(*row) for row in _RANDOM_GAME.iter_unpack(data)]

    def describe_plays(
        self, board: BoardState, side: AnySide, moves: Sequence[Move], hand: Sequence[Card] = (), *, threads: int = 1
    ) -> list[PlayRecord]:
        """What each placement leads to, all from the same board; ``hand`` are the cards that YOU would hold then."""
        pairs = [self.pair(move) for move in moves]
        held = self.indexes([card.id for card in hand])
        return read_records(self.kernel.describe_plays(self.board(board), Side(side).index, pairs, held, threads))

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
            hands=PerSide(hands[0], hands[1]),
            decks=PerSide(decks[0], decks[1]),
            mulligan_open=PerSide(*packed.mulligan_open),
            mulligans_applied=PerSide(*packed.mulligans_applied),
        )
        return GameState.from_position(position, self.hydrator)


@lru_cache(maxsize=16)
def _built(hydrator: CardHydrator, ruleset: Ruleset, cards: int) -> KernelEngine | None:
    try:
        return KernelEngine(hydrator, ruleset)
    except LimitError:  # a card of the user's goes beyond the kernel's tables
        return None


def kernel_engine(hydrator: CardHydrator, ruleset: Ruleset) -> KernelEngine | None:
    """The kernel for these cards and rules, made once; None where it is not built or cannot hold a card."""
    return _built(hydrator, ruleset, len(hydrator)) if available else None

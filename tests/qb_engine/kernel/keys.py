"""Position keys of the kernel against equality of positions in Python, and games that meet the same positions again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product, zip_longest
from random import Random
from typing import Any

from qb_engine.board_state import BoardState
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT
from qb_engine.models import Move, Mulligan
from tests.qb_engine.kernel.games import Game, Twin, is_legal
from tests.qb_engine.kernel.starts import random_start


def facts(state: GameState) -> tuple[Any, ...]:
    """All that decides how a game goes on: numbers in play give way to tiles, and hands have no order."""
    board = state.board
    place_of = {occupant.number: index for index, occupant in enumerate(board.occupants) if occupant is not None}
    pawns = tuple(_laid_pawns(board, index, place_of) for index in range(TILE_COUNT))
    return (
        tuple(occupant and occupant[1:] for occupant in board.occupants),
        tuple(board.pawns(index) for index in range(TILE_COUNT)),
        tuple(board.designated),
        (tuple(board.layer.base), pawns) if state.ruleset.undoes_pawns else (),
        tuple(tuple(sorted(hand.as_card_ids())) for hand in state.hands),
        tuple(tuple(deck.remaining()) for deck in state.decks),
        (state.side_to_act, state.turn, state.passes, state.phase, *state.mulligan_open),
        tuple(hand.mulligans_applied for hand in state.hands),
    )


def _laid_pawns(board: BoardState, index: int, place_of: dict[int, int]) -> tuple[tuple[int, int, int], ...]:
    """Who laid what on a tile; in which order matters only where both sides did, since it decides who owns a tie."""
    deltas = board.layer.by_tile[index]
    laid = [(place_of[delta.number], delta.player_rank_delta, delta.enemy_rank_delta) for delta in deltas]
    base = board.layer.base[index]
    contested = any(p > 0 for p in (base[0], *(p for _, p, _ in laid))) and any(
        e > 0 for e in (base[1], *(e for _, _, e in laid))
    )
    return tuple(laid if contested else sorted(laid))


class Keys:
    """Positions and their kernel keys: two positions are to have one key exactly when their facts are equal."""

    def __init__(self) -> None:
        self._by_facts: dict[tuple[Any, ...], int] = {}
        self._by_key: dict[int, tuple[tuple[Any, ...], str]] = {}
        self.met_again = 0

    def disagreement(self, twin: Twin) -> str | None:
        found, key, text = facts(twin.state), twin.packed.key(), twin.state.key()
        self.met_again += found in self._by_facts
        if self._by_facts.setdefault(found, key) != key:
            return f"one position, two keys: {text}"
        known, other = self._by_key.setdefault(key, (found, text))
        return None if known == found else f"one key, two positions: {text} and {other}"


def woven_lines(seed: int) -> Iterator[Game]:
    """The same few placements of both sides in every order, so that positions are reached in several ways."""
    start, rng = random_start(seed), Random(f"woven/{seed}")
    while any(start.mulligan_open):
        start.play(Mulligan())
    own, other = (_apart(start.legal_placements(side), rng) for side in (start.side_to_act, start.side_to_act.other))
    for first, second in product(permutations(own[:3]), permutations(other[:2])):
        line = Game(start, tuple(move for pair in zip_longest(first, second) for move in pair if move is not None))
        if is_legal(line):
            yield line


def _apart(moves: list[Move], rng: Random) -> list[Move]:
    """Placements of different cards on different tiles."""
    rng.shuffle(moves)
    chosen: list[Move] = []
    for move in moves:
        if all(move.card != other.card and move.tile != other.tile for other in chosen):
            chosen.append(move)
    return chosen

"""Counting lines of play: the usual proof of a move generator, and the readable statement of the kernel's.

A game that is over counts as one line, however many decisions were still to come.
"""

from __future__ import annotations

from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState


def perft(state: GameState, depth: int) -> int:
    """The number of lines of ``depth`` placements and passes from a position whose opening hands are decided."""
    _check(state, depth)
    return _count(state, depth)


def divide(state: GameState, depth: int) -> dict[str, int]:
    """The same number split by the first decision, in the order of the legal moves."""
    _check(state, depth)
    if depth == 0:
        raise ValueError("divide needs a depth of at least 1")
    found = {}
    for move in state.legal_moves():
        child = state.clone()
        child.play(move)
        found[str(move)] = _count(child, depth - 1)
    return found


def _count(state: GameState, depth: int) -> int:
    if depth == 0 or state.is_over:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    lines = 0
    for move in moves:
        child = state.clone()
        child.play(move)
        lines += _count(child, depth - 1)
    return lines


def _check(state: GameState, depth: int) -> None:
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if any(state.mulligan_open):
        raise TurnOrderError("lines are counted once both opening hands are decided; keep them or mulligan first")

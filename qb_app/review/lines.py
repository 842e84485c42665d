"""Lines to step through: every move of a likely game, with the position after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, Move


class LineStep(NamedTuple):
    side: Side
    move: Move
    position: str
    """After it, in the notation; draws of the line are hidden until they are played."""


def steps_of(view: GameState, line: Sequence[Move]) -> tuple[LineStep, ...]:
    """The line played out from there. It belongs to one likely world, whose draws and hands nobody is told.

    So own draws lie face down too, and a card that is played is one of those; a line is cut where that cannot be.
    """
    state, steps = view.clone(), list[LineStep]()
    state.lay_deck(Side.YOU, [HIDDEN] * len(state.decks[Side.YOU]))
    for move in line:
        side = state.to_move
        if side is None or not _holds(state, side, move):
            break
        state.play(move)
        steps.append(LineStep(side, move, state.key()))
    return tuple(steps)


def _holds(state: GameState, side: Side, move: Move) -> bool:
    """Have the card in hand: it is there, or one of those face down."""
    hand = state.hands[side]
    if move.card is None or hand.index_of(move.card) is not None:
        return True
    if not hand.unknown:
        return False
    hand.reveal(move.card)
    return True

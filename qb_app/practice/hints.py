"""Hints in steps, from the right moves alone: what it is about, which card, which lane. None tells the whole."""

from __future__ import annotations

from collections.abc import Sequence

from qb_app.practice.exercise import Exercise, Line
from qb_app.practice.sentences import braced, card_hint, lane_hint, order_hint, theme_hint
from qb_engine.card_hydrator import CardHydrator
from qb_engine.models import Move
from qb_engine.themes import Theme


def hints_after(exercise: Exercise, moves: Sequence[Move]) -> tuple[str, ...]:
    """The steps for the move that follows these; what it is about was said at the first."""
    return exercise.hints if not moves else hints_of((), exercise.rest(moves), exercise.hydrator)


def hints_of(themes: Sequence[Theme], lines: Sequence[Line], hydrator: CardHydrator) -> tuple[str, ...]:
    """The steps for the first move, and before them how many moves belong together where they are several."""
    first = list(dict.fromkeys(line[0] for line in lines))
    cards = list(dict.fromkeys(hydrator.get(move.card).name for move in first if move.card is not None))
    lanes = sorted({move.tile.lane for move in first if move.tile is not None})
    length = min(len(line[::2]) for line in lines)
    hints = [theme_hint(theme) for theme in themes[:1]]
    if length > 1:
        hints.append(order_hint(length))
    hints.append(card_hint([braced(name) for name in cards]))
    if lanes:
        hints.append(lane_hint(lanes))
    return tuple(hints)

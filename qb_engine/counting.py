"""Counting cards: power per enhanced or enfeebled card elsewhere, swept to a rest point.

Counting cards can count each other, so a rest point may not exist or not be the only one. The rule starts from zero
and sweeps in tile order; whether its answer is the only possible one is a separate question, asked on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qb_engine.effects import CountedSide, Status
from qb_engine.geometry import TILE_COUNT
from qb_engine.models import CardInPlay
from qb_engine.ruleset import Ruleset

MAX_SWEEPS = 64


@dataclass(frozen=True, slots=True)
class Counter:
    """One counting card on the board."""

    index: int
    amount: int
    status: Status
    watched: tuple[int, ...]
    """Tiles of the other cards whose status it looks at."""


def counters_of(occupants: Sequence[CardInPlay | None], ruleset: Ruleset) -> list[Counter]:
    """The counting cards in tile order."""
    found = []
    for index in ruleset.order:
        occupant = occupants[index]
        if occupant is not None and occupant.card.counting is not None:
            amount, per_card = occupant.card.counting
            watched = tuple(
                other
                for other, card in enumerate(occupants)
                if card is not None and other != index and _is_watched(occupant, card, per_card.side)
            )
            found.append(Counter(index, amount, per_card.status, watched))
    return found


def _is_watched(counter: CardInPlay, card: CardInPlay, counted: CountedSide) -> bool:
    return counted is CountedSide.BOTH or (card.side is counter.side) == (counted is CountedSide.ALLIES)


def sweep(counters: list[Counter], visible: Sequence[int], ruleset: Ruleset) -> tuple[list[int], bool]:
    """What each tile's card gains by counting, and whether the sweeps came to rest.

    ``visible`` is, per tile, the change others see there without any counting.
    """
    counts = [0] * TILE_COUNT
    for _ in range(MAX_SWEEPS):
        moved = False
        for counter in counters:
            gained = counter.amount * _number(counter, visible, counts, ruleset)
            if gained != counts[counter.index]:
                counts[counter.index] = gained
                moved = True
        if not moved:
            return counts, True
    return counts, False


def _number(counter: Counter, visible: Sequence[int], counts: Sequence[int], ruleset: Ruleset) -> int:
    number = 0
    for index in counter.watched:
        change = visible[index] + (counts[index] if ruleset.self_raised_counts else 0)
        number += _matches(counter.status, change)
    return number


def _matches(status: Status, change: int) -> bool:
    if status is Status.ENHANCED:
        return change > 0
    if status is Status.ENFEEBLED:
        return change < 0
    return change != 0


def has_unique_rest_point(counters: list[Counter], visible: Sequence[int], ruleset: Ruleset) -> bool:
    """Whether exactly one assignment of counts reproduces itself.

    Only the sign of a counting card's change matters to the others, so signs are searched, not counts.
    """
    if len(counters) < 2 or not ruleset.self_raised_counts:
        return True
    found = _rest_points(counters, visible, {})
    return next(found, None) is not None and next(found, None) is None


def _rest_points(counters: list[Counter], visible: Sequence[int], signs: dict[int, int]) -> Iterator[dict[int, int]]:
    """All self-consistent sign assignments that extend ``signs``, found by narrowing and branching."""
    signs = dict(signs)
    narrowed = True
    while narrowed:
        narrowed = False
        for counter in counters:
            possible = _possible_signs(counter, counters, visible, signs)
            if counter.index in signs:
                if signs[counter.index] not in possible:
                    return
            elif len(possible) == 1:
                signs[counter.index] = possible.pop()
                narrowed = True
    open_counters = [counter for counter in counters if counter.index not in signs]
    if not open_counters:
        yield signs
        return
    branch = open_counters[0].index
    for sign in (-1, 0, 1):
        yield from _rest_points(counters, visible, {**signs, branch: sign})


def _possible_signs(
    counter: Counter, counters: list[Counter], visible: Sequence[int], signs: dict[int, int]
) -> set[int]:
    """Signs its change can take, given what is known of the others' signs."""
    counting = {other.index for other in counters}
    certain = uncertain = 0
    for index in counter.watched:
        if index not in counting:
            certain += _matches(counter.status, visible[index])
        elif index in signs:
            certain += _matches(counter.status, signs[index])
        else:
            uncertain += 1
    changes = (visible[counter.index] + counter.amount * (certain + extra) for extra in range(uncertain + 1))
    return {(change > 0) - (change < 0) for change in changes}

"""Current powers, derived from the board: auras first, then counting cards. Nothing of this is stored."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.board_state import BoardState
from qb_engine.counting import counters_of, has_unique_rest_point, sweep
from qb_engine.effects import Target
from qb_engine.geometry import TILE_COUNT
from qb_engine.models import CardInPlay


def touches(target: Target, source: CardInPlay, other: CardInPlay) -> bool:
    """Whether an ``affected_*`` target of ``source`` means that other card."""
    return target is Target.AFFECTED_BOTH or (source.side is other.side) == (target is Target.AFFECTED_ALLIES)


def aura_gifts(board: BoardState, index: int) -> list[tuple[int, int]]:
    """(tile, amount) that the continuous effect of the card on ``index`` gives to other cards now."""
    source = board.occupants[index]
    if source is None or source.card.aura is None:
        return []
    target, amount = source.card.aura
    return [
        (other, amount)
        for other in source.card.affected_tiles(index, source.side)
        if (occupant := board.occupants[other]) is not None and touches(target, source, occupant)
    ]


@dataclass(frozen=True, slots=True)
class Powers:
    """Per tile: what auras and counting give the card there, its sum of changes, and its power (0 where no card is)."""

    aura: list[int]
    count: list[int]
    change: list[int]
    power: list[int]
    at_rest: bool
    """False when the counting cards were still moving after the last sweep."""

    def forget(self, index: int) -> None:
        """The card there has left; whatever comes next starts without its changes."""
        self.aura[index] = self.count[index] = self.change[index] = self.power[index] = 0


def auras(board: BoardState) -> list[int]:
    total = [0] * TILE_COUNT
    for index, occupant in enumerate(board.occupants):
        if occupant is not None and occupant.card.aura is not None:
            for other, amount in aura_gifts(board, index):
                total[other] += amount
    return total


def powers(board: BoardState) -> Powers:
    """All powers of the position."""
    return with_auras(board, auras(board))


def with_auras(board: BoardState, aura: list[int]) -> Powers:
    """All powers, given what auras give."""
    counters = counters_of(board.occupants, board.ruleset)
    count, at_rest = sweep(counters, _visible(board, aura), board.ruleset) if counters else ([0] * TILE_COUNT, True)
    change = [0] * TILE_COUNT
    power = [0] * TILE_COUNT
    for index, occupant in enumerate(board.occupants):
        if occupant is not None:
            change[index] = occupant.lasting + occupant.own + aura[index] + count[index]
            power[index] = occupant.card.power + change[index]
    return Powers(aura, count, change, power, at_rest)


def is_ambiguous(board: BoardState) -> bool:
    """Whether the counting cards have no unique rest point, so that the real game may show other powers."""
    aura = auras(board)
    counters = counters_of(board.occupants, board.ruleset)
    return not has_unique_rest_point(counters, _visible(board, aura), board.ruleset)


def _visible(board: BoardState, aura: list[int]) -> list[int]:
    """Per tile, the change that other cards see there, counting left aside."""
    own_counts = board.ruleset.self_raised_counts
    return [
        0 if occupant is None else occupant.lasting + aura[index] + (occupant.own if own_counts else 0)
        for index, occupant in enumerate(board.occupants)
    ]

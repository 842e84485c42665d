"""Alpha-beta search, deepened step by step within a budget of nodes.

It assumes nothing about whose turn follows whose: a side may move several times in a row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, TypeVar

from gamekit.protocol import MoveT, StateT
from gamekit.sides import TwoSides

ResultMoveT = TypeVar("ResultMoveT", covariant=True)


@dataclass(frozen=True)
class SearchResult(Generic[ResultMoveT]):
    """The best move found for the side to move, and how far it was looked at."""

    move: ResultMoveT
    value: float
    line: tuple[ResultMoveT, ...]
    """The expected play, beginning with the move."""
    depth: int
    """Moves ahead to which every candidate was searched; 0 if the budget ended the first step."""
    nodes: int
    """Positions looked at."""


def search(
    state: StateT,
    value: Callable[[StateT, TwoSides], float],
    *,
    depth: int,
    nodes: int | None = None,
    candidates: Callable[[StateT], Sequence[Any]] | None = None,
) -> SearchResult[Any]:
    """Search up to ``depth`` moves ahead, looking at no more than ``nodes`` positions; equal calls give equal results.

    ``value`` rates a position, finished or not, for a side. ``candidates`` lists the moves worth a look, best guess
    first, by default all legal ones; a good order makes the search fast, a short list keeps a broad game searchable.
    Among equally good moves the one found by the shallowest search stands, there the first of the candidates.
    """
    side = state.to_move
    if side is None:
        raise ValueError("the game is over, there is no move to search for")
    if depth < 1 or (nodes is not None and nodes < 1):
        raise ValueError(f"a search needs a depth and a budget of at least 1, not {depth} and {nodes}")
    return _Search(side, value, candidates, nodes).deepened(state, depth)


class _BudgetSpentError(Exception):
    pass


class _Search(Generic[StateT, MoveT]):
    def __init__(
        self,
        side: TwoSides,
        value: Callable[[StateT, TwoSides], float],
        candidates: Callable[[StateT], Sequence[MoveT]] | None,
        budget: int | None,
    ) -> None:
        self.side = side
        self.value = value
        self.candidates = candidates
        self.budget = budget
        self.nodes = 0
        self.was_cut = False
        """Whether a line of the current step was ended by the depth and not by the game."""
        self.best: tuple[float, tuple[MoveT, ...]] = (-inf, ())
        """Value and line of the best move of the current step so far."""

    def deepened(self, state: StateT, depth: int) -> SearchResult[MoveT]:
        moves = list(self.options(state))
        if not moves:
            raise ValueError("there is no move to search among")
        found, done = self.best, 0
        for step in range(1, depth + 1):
            self.best, self.was_cut = (-inf, ()), False
            try:
                ratings = self.rate_all(state, moves, step)
            except _BudgetSpentError:
                # The best move of the step before was looked at first, so what beats it here deserves to.
                found = self.best if self.best[1] else found
                break
            found, done = self.best, step
            moves = [moves[index] for index in sorted(range(len(moves)), key=lambda index: -ratings[index])]
            if not self.was_cut:
                break
        value, line = found
        return SearchResult(line[0], value, line, done, self.nodes)

    def rate_all(self, state: StateT, moves: list[MoveT], depth: int) -> list[float]:
        """Values of the moves: exact for the best one, an upper bound for the others."""
        ratings = []
        for move in moves:
            best, line = self.best
            rating, rest = self.rated(self.after(state, move), depth - 1, best, inf)
            ratings.append(rating)
            if rating > best or not line:
                self.best = rating, (move, *rest)
        return ratings

    def rated(self, state: StateT, depth: int, low: float, high: float) -> tuple[float, tuple[MoveT, ...]]:
        """Value and expected play, exact only between the bounds."""
        mover = state.to_move
        if mover is None or depth == 0:
            self.was_cut |= mover is not None
            return self.value(state, self.side), ()
        gains = mover is self.side
        best = -inf if gains else inf
        line: tuple[MoveT, ...] = ()
        for move in self.options(state):
            rating, rest = self.rated(self.after(state, move), depth - 1, low, high)
            if not line or (rating > best if gains else rating < best):
                best, line = rating, (move, *rest)
            low, high = (max(low, best), high) if gains else (low, min(high, best))
            if low >= high:
                break
        return best, line

    def options(self, state: StateT) -> Sequence[MoveT]:
        if self.candidates is not None:
            return self.candidates(state)
        moves: Sequence[MoveT] = state.legal_moves()
        return moves

    def after(self, state: StateT, move: MoveT) -> StateT:
        if self.nodes == self.budget:
            raise _BudgetSpentError
        self.nodes += 1
        child = state.clone()
        child.play(move)
        return child

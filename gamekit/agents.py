"""Players that choose a move from what their side may know."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, TypeVar

from gamekit.protocol import MoveT, StateT
from gamekit.search.alpha_beta import search
from gamekit.sides import TwoSides

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", bound=Hashable, covariant=True)


class Agent(Protocol[View_contra, Move_co]):
    """A player; it is handed `state.observe(side)` of its side, and the state itself only if it `SeesAll`."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View_contra, rng: Random) -> Move_co:
        """A legal move for the side to move; all chance comes from the rng."""


class SeesAll:
    """Marks an agent that is handed the whole state, with all that is hidden: to measure with, not to play with."""


def shown_to(agent: Agent[StateT, MoveT], state: StateT, side: TwoSides) -> StateT:
    """What the agent is handed when it plays that side; a state of its own."""
    shown: StateT = state.clone() if isinstance(agent, SeesAll) else state.observe(side)
    return shown


@dataclass(frozen=True)
class RandomAgent(Generic[StateT, MoveT]):
    """Chooses evenly among the candidates, by default all legal moves."""

    candidates: Callable[[StateT], Sequence[MoveT]] | None = None
    name: str = "random"

    def choose(self, view: StateT, rng: Random) -> MoveT:
        return rng.choice(_options(view, self.candidates))


@dataclass(frozen=True)
class GreedyAgent(Generic[StateT, MoveT]):
    """Plays every candidate on a clone of the view and chooses the one worth most to its side.

    `value` rates the state after the move for that side; ties are broken by the rng.
    """

    value: Callable[[StateT, TwoSides], float]
    candidates: Callable[[StateT], Sequence[MoveT]] | None = None
    name: str = "greedy"

    def choose(self, view: StateT, rng: Random) -> MoveT:
        options = _options(view, self.candidates)
        values = [self._value_after(view, move) for move in options]
        best = max(values)
        return rng.choice([move for move, value in zip(options, values, strict=True) if value == best])

    def _value_after(self, view: StateT, move: MoveT) -> float:
        side = view.to_move
        if side is None:
            raise ValueError("the game is over, there is no move to rate")
        after = view.clone()
        after.play(move)
        return self.value(after, side)


@dataclass(frozen=True)
class SearchAgent(Generic[StateT, MoveT]):
    """Searches its view as if nothing were hidden in it; needs no chance, so equal views get equal moves."""

    value: Callable[[StateT, TwoSides], float]
    candidates: Callable[[StateT], Sequence[MoveT]] | None = None
    depth: int = 2
    nodes: int | None = None
    name: str = "search"

    def choose(self, view: StateT, rng: Random) -> MoveT:
        found = search(view, self.value, depth=self.depth, nodes=self.nodes, candidates=self.candidates)
        move: MoveT = found.move
        return move


class ScriptedAgent(Generic[MoveT]):
    """Plays the given moves in turn, taking each only when it is needed; raises ValueError once they run out."""

    def __init__(self, moves: Iterable[MoveT], name: str = "scripted") -> None:
        self.name = name
        self._moves = iter(moves)

    def choose(self, view: object, rng: Random) -> MoveT:
        for move in self._moves:
            return move
        raise ValueError(f"{self.name} has no move left to play")


def _options(view: StateT, candidates: Callable[[StateT], Sequence[MoveT]] | None) -> Sequence[MoveT]:
    options: Sequence[MoveT] = candidates(view) if candidates else view.legal_moves()
    if not options:
        raise ValueError("there is no move to choose from")
    return options

"""Who looks at a position for the player: ranked moves with reasons, and the chance to win where one can be given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from qb_app.advice import Advice
    from qb_app.enemy_choice import EnemyChoice
    from qb_engine.enemy_observation import EnemyObservationState
    from qb_engine.game_state import GameState


@dataclass(frozen=True, slots=True)
class Chance:
    """How a match will end, from your side; ``win``, ``draw`` and ``loss`` sum to 1."""

    win: float
    draw: float
    loss: float
    low: float
    high: float
    """``low`` to ``high`` is the 95 % interval of ``points``."""
    sample: int
    exact: bool
    margin: float
    """The final score to expect, yours minus the enemy's."""

    @property
    def points(self) -> float:
        return self.win + self.draw / 2


class Analyst(Protocol):
    def advise(self, state: GameState, observation: EnemyObservationState) -> Advice:
        """All your moves, best first, with reasons; refused when it is not your turn."""
        ...

    def chance(self, state: GameState, observation: EnemyObservationState) -> Chance | None:
        """How the match will end from here; None when this analyst does not look so far."""
        ...


AnalystFor = Callable[["EnemyChoice"], Analyst]
"""Makes the analyst for what is believed of the enemy."""

ALL_MOVES = 1_000


@dataclass(frozen=True)
class CoachAnalyst:
    """The one-ply coach: it ranks and explains moves, and does not claim to know how the match ends."""

    enemy: EnemyChoice

    def advise(self, state: GameState, observation: EnemyObservationState) -> Advice:
        from qb_app.advice import advise  # the engine's upper half is loaded when first asked

        return advise(state, self.enemy, ALL_MOVES)

    def chance(self, state: GameState, observation: EnemyObservationState) -> Chance | None:
        return None

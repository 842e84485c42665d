"""Who looks at a position for the player: ranked moves with reasons, and the chance to win where one can be given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from qb_app.answers.advice import Advice
    from qb_app.asking.enemies import EnemyChoice
    from qb_engine.deep.chance import Chance
    from qb_engine.deep.coach import DeepAnswer, DeepCoach
    from qb_engine.deep.search import Budget
    from qb_engine.enemy_observation import EnemyObservationState
    from qb_engine.game_state import GameState


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
        from qb_app.answers.advice import advise  # the engine's upper half is loaded when first asked

        return advise(state, self.enemy, ALL_MOVES)

    def chance(self, state: GameState, observation: EnemyObservationState) -> Chance | None:
        return None


DEEP_NODES = 20_000
"""Worlds searched for one answer: a fraction of a second, and the same answer every time."""


@dataclass(frozen=True)
class DeepAnalyst:
    """The deep coach: moves stand in the order of their winning chances, each with its own."""

    enemy: EnemyChoice
    _answers: dict[str, DeepAnswer] = field(default_factory=dict)

    def advise(self, state: GameState, observation: EnemyObservationState) -> Advice:
        from qb_app.answers.advice import Advice
        from qb_app.asking.positions import position_notes
        from qb_engine.coaching import CoachingEngine

        coach = CoachingEngine.standard(state.hydrator, belief=self.enemy.belief)
        coach.enumerate_you_moves(state)  # refuses a wrong turn before anything is computed
        answer = self._analyse(state, observation)
        return Advice(
            view=state,
            enemy=self.enemy,
            decks=coach.prediction.infer_enemy_decks(observation, state.ruleset),
            recommendation=answer.recommendation(coach.evaluate_position(state)),
            notes=position_notes(state),
            chances={move.move: move.chance for move in answer.moves},
        )

    def chance(self, state: GameState, observation: EnemyObservationState) -> Chance | None:
        """None only while opening hands are not decided on."""
        if any(state.mulligan_open):
            return None
        known = self._answers.get(state.key())
        return known.chance if known else self._coach(state).chance(state, observation, _budget())

    def _coach(self, state: GameState) -> DeepCoach:
        from qb_engine.coaching import CoachingEngine
        from qb_engine.deep.coach import DeepCoach

        return DeepCoach(CoachingEngine.standard(state.hydrator, belief=self.enemy.belief))

    def _analyse(self, state: GameState, observation: EnemyObservationState) -> DeepAnswer:
        key = state.key()
        if key not in self._answers:
            self._answers[key] = self._coach(state).analyse(state, observation, _budget())
        return self._answers[key]


def _budget() -> Budget:
    from qb_engine.deep.search import Budget

    return Budget(DEEP_NODES)


def best_analyst(enemy: EnemyChoice) -> Analyst:
    """The deepest analyst that runs here: deep search needs the compiled kernel."""
    from qb_engine.kernel import door as kernel

    return DeepAnalyst(enemy) if kernel.available else CoachAnalyst(enemy)

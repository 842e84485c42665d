"""The deep coach's answer to one position, or its advice on an opening hand, with everything it stands on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from qb_app.asking.enemies import EnemyChoice
from qb_app.asking.positions import position_notes
from qb_app.errors import InputError
from qb_engine.coaching import CoachingEngine
from qb_engine.deep.coach import DeepAnswer, DeepCoach
from qb_engine.deep.mulligans import MulliganChoice, advise_mulligan
from qb_engine.deep.search import Budget, Progress
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game_state import GameState
from qb_engine.prediction import InferredEnemyDeck

DEFAULT_NODES = 100_000
MAX_SECONDS = 3600.0
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m)?")
_UNITS = {"ms": 0.001, "s": 1.0, None: 1.0, "m": 60.0}


@dataclass(frozen=True)
class DeepAdvice:
    view: GameState
    enemy: EnemyChoice
    decks: InferredEnemyDeck
    answer: DeepAnswer
    notes: tuple[str, ...]


@dataclass(frozen=True)
class MulliganAdvice:
    view: GameState
    enemy: EnemyChoice
    decks: InferredEnemyDeck
    choices: tuple[MulliganChoice, ...]


def read_budget(time: str | None, nodes: int | None) -> Budget:
    """The budget that ``--time`` or ``--nodes`` means; a number of nodes gives the same answer every time."""
    if time is not None and nodes is not None:
        raise InputError("a search has one budget: give --time or --nodes, not both")
    if time is None:
        return Budget(nodes or DEFAULT_NODES)
    found = _TIME.fullmatch(time.strip())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"'{time}' is no time to search: write 2s, 500ms or 1m, at most an hour")
    return Budget(None, seconds)


def advise_deeply(
    view: GameState,
    enemy: EnemyChoice,
    budget: Budget,
    progress: Callable[[Progress], None] | None,
    cancelled: Callable[[], bool] | None = None,
) -> DeepAdvice:
    coach = CoachingEngine.standard(view.hydrator, belief=enemy.belief)
    coach.enumerate_you_moves(view)  # refuses a wrong turn before anything is computed
    seen = enemy.observe(view)
    answer = DeepCoach(coach).analyse(view, seen, budget, progress=progress, cancelled=cancelled)
    return DeepAdvice(view, enemy, coach.prediction.infer_enemy_decks(seen, view.ruleset), answer, position_notes(view))


def advise_on_hand(view: GameState, enemy: EnemyChoice) -> MulliganAdvice:
    """Which cards of the opening hand to exchange."""
    prediction = CoachingEngine.standard(view.hydrator, belief=enemy.belief).prediction
    seen = enemy.observe(view)
    choices = advise_mulligan(BeliefWorlds.of(view, seen, prediction))
    return MulliganAdvice(view, enemy, prediction.infer_enemy_decks(seen, view.ruleset), choices)

"""Positions of played games with all that the coach says about them, so that a change of its words shows as a diff.

``python -m tests.golden.sentences`` (or ``make golden``) writes the file anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.coaching import CoachingEngine, MoveEvaluation
from qb_engine.contrast import contrast
from qb_engine.deep.coach import DeepAnswer, DeepCoach, LookedMove
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.wording import chance_words

FOLDER = Path(__file__).parent
POSITIONS, SAID = FOLDER / "positions.txt", FOLDER / "said.txt"
REGENERATE = "python -m tests.golden.sentences"
NODES = 2_000
SHOWN = 3


def positions() -> list[str]:
    return POSITIONS.read_text(encoding="utf-8").splitlines()


def said(position: str) -> str:
    """What the coach says about the best moves of the position and the last, and why not that one."""
    hydrator = CardHydrator.shared()
    view = GameState.parse(position, hydrator)
    coach = DeepCoach(CoachingEngine.standard(hydrator), DeepSearch(threads=1))
    answer = coach.analyse(view, EnemyObservation.of(view).snapshot(), Budget(NODES))
    return "\n".join([position, *_lines(answer, hydrator), ""])


def _lines(answer: DeepAnswer, hydrator: CardHydrator) -> Iterator[str]:
    moves, looked = answer.recommendation.moves, answer.look.moves
    if answer.recommendation.opening is not None:
        yield answer.recommendation.opening.sentence
    for place in sorted({*range(min(SHOWN, len(moves))), len(moves) - 1}):
        yield from _move(moves[place], looked[place].chance)
    yield from _why_not(moves[0], moves[-1], looked[-1], hydrator)


def _move(move: MoveEvaluation, chance: Chance) -> Iterator[str]:
    yield f"  {move.rank}. {move.candidate.name}: {chance_words(chance)}"
    for reason, line in zip(move.reasons, move.lines, strict=True):
        yield f"     {'!' if reason.is_warning else '+'} {line}"


def _why_not(best: MoveEvaluation, last: MoveEvaluation, looked: LookedMove, hydrator: CardHydrator) -> Iterator[str]:
    found = contrast(best.context, last.context, looked.line)
    yield f"  Why not {last.candidate.name}? ({found.theme}) {' '.join(found.sentences(hydrator))}"


def text() -> str:
    return "\n".join(map(said, positions()))

"""Tells what puzzles are about: the themes of the reasons that tell the right move from the wrong ones.

Some reasons do so nearly everywhere: who wins has nearly always kept a good card. So a kind of reason counts by how
much more it tells apart in a puzzle than it does in the average of all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from qb_engine.card_hydrator import CardHydrator
from qb_engine.coaching import MoveEvaluation
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget
from qb_engine.deep.training_puzzles import TrainingPuzzle
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.reasons.kinds import WARNINGS, ReasonKind
from qb_engine.themes import Theme, theme_of

NODES = 2_000
"""Searched before the coach is asked for its reasons."""
CLEAR = 0.6
"""Share of the wrong moves that a kind of reason must tell the right one from, to count."""
MOST_THEMES = 2
VERDICTS = frozenset(
    {ReasonKind.ENDS_WON, ReasonKind.ENDS_LOST, ReasonKind.ENDS_DRAWN, ReasonKind.IS_WON, ReasonKind.IS_LOST}
)
"""Kinds that tell how the game stands, which is what every puzzle asks for."""

Shares = Mapping[ReasonKind, float]


def told_apart(puzzle: TrainingPuzzle) -> Shares:
    """For every kind of reason the share of the wrong moves that it tells the right one from.

    A good reason must be one of the right move and not of the wrong one, a warning the other way round.
    """
    state = puzzle.start(CardHydrator.shared())
    coach = DeepCoach.standard(state.hydrator)
    answer = coach.analyse(state, everything_seen(state), Budget(NODES)).recommendation
    told = (*answer.moves, *(() if answer.apart is None else (answer.apart,)))
    kinds = {each.candidate.move: _kinds(each) for each in told}
    right = kinds.pop(puzzle.solution[0])
    wrong = list(kinds.values())
    return {
        kind: sum((kind in one) != (kind in right) for one in wrong) / len(wrong)
        if (kind in right) != (kind in WARNINGS)
        else 0.0
        for kind in ReasonKind
        if kind not in VERDICTS
    }


def tag(puzzles: Sequence[TrainingPuzzle], shares: Sequence[Shares]) -> list[TrainingPuzzle]:
    """The puzzles with their themes."""
    usual = {kind: sum(each[kind] for each in shares) / len(shares) for kind in shares[0]}
    return [
        replace(puzzle, themes=_themes(each, usual, passes=puzzle.solution[0].is_pass))
        for puzzle, each in zip(puzzles, shares, strict=True)
    ]


def _themes(shares: Shares, usual: Shares, *, passes: bool) -> tuple[Theme, ...]:
    """The clearest first; at least one."""
    found: dict[Theme, float] = defaultdict(lambda: -1.0)
    clear = [kind for kind, share in shares.items() if share >= CLEAR]
    for kind in clear or shares:
        found[theme_of(kind)] = max(found[theme_of(kind)], shares[kind] - usual[kind])
    if passes:
        found[Theme.PASSING] = 1.0
    best = sorted(found, key=lambda theme: -found[theme])
    return tuple(best[: MOST_THEMES if clear else 1])


def _kinds(told: MoveEvaluation) -> frozenset[ReasonKind]:
    return frozenset(reason.kind for reason in told.reasons)


def everything_seen(state: GameState) -> EnemyObservationState:
    """What one knows of the enemy who sees its hand: its deck holds the cards it has, and no others."""
    laid = [card.card for card in state.board.occupants if card is not None and card.side is Side.ENEMY]
    held: list[CardId] = [*state.hands[Side.ENEMY].as_card_ids(), *state.decks[Side.ENEMY].remaining()]
    deck = [card.id for card in (*laid, *map(state.hydrator.get, held)) if not card.token]
    return EnemyObservation.of(state, deck).snapshot()

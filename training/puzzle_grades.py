"""Measures how hard a puzzle is: which level of the engine finds it, how far one must look, what leads astray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qb_engine.deep.levels import LEVELS
from qb_engine.deep.search import DeepSearch
from qb_engine.deep.seer import MOST_PLIES
from qb_engine.deep.training_puzzles import Difficulty
from qb_engine.deep.win_chance import deep_engine
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game import score_margin
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from training.puzzle_hunt import after


def difficulty(start: GameState, line: Sequence[Move]) -> Difficulty:
    """Of YOUR moves in the line, which has replies of the enemy between them."""
    asked = list(own_turns(start, line))
    return Difficulty(
        level=max(_level(state, move) for state, move in asked),
        plies=max(_plies(state, move) for state, move in asked),
        tempting=_tempting(start, line[0]),
        moves=len(start.legal_moves()),
        order=len(asked),
    )


def own_turns(start: GameState, line: Sequence[Move]) -> Iterator[tuple[GameState, Move]]:
    """Every position of the line in which YOU are to move, with the move."""
    state = start
    for place, move in enumerate(line):
        if place % len(Side) == 0:
            yield state, move
        state = after(state, move)


def _level(state: GameState, move: Move) -> int:
    """The first level that finds the move, as all above it do: without slips, and with every card in its sight."""
    worlds = BeliefWorlds(state, (), state)
    search = DeepSearch(threads=1)
    missed = (level.number for level in reversed(LEVELS) if search.run(worlds, level.budget).moves[0].move != move)
    return 1 + next(missed, 0)


def _plies(state: GameState, move: Move) -> int:
    """How far the seer must look to find the move, as it does looking further."""
    engine = deep_engine(state.hydrator, state.ruleset)
    packed = engine.state(state)
    return 1 + next((plies for plies in range(MOST_PLIES, 0, -1) if engine.seer(packed, plies) != move), 0)


def _tempting(state: GameState, move: Move) -> int:
    """Other moves that leave at least as good a score at once."""
    scores = {other: score_margin(after(state, other), Side.YOU) for other in map(_as_move, state.legal_moves())}
    return sum(score >= scores[move] for other, score in scores.items() if other != move)


def _as_move(decision: object) -> Move:
    assert isinstance(decision, Move), "opening hands are decided"
    return decision

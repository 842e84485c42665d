"""Finds puzzles in games: positions in which exactly one move of YOURS keeps the best result, solved exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qb_engine.deep.solver import TooLargeError, move_margins, solve
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.notation import TurnPhase

EMPTY_TILES = range(2, 9)
"""So many that there is something to think of, and not more than can be solved in time."""
FEWEST_PLACEMENTS = 3
"""To choose from; with the pass there are four moves."""
LOOK_POSITIONS = 40_000
"""Given to a first look at what a position holds; most that need more are no puzzle for a person either."""
PROOF_POSITIONS = 400_000
"""Given to each move after that."""
MOST_OWN_MOVES = 3
"""In a solution."""


@dataclass(frozen=True)
class Found:
    """A position that is a puzzle."""

    start: GameState
    margin: int
    """With best play."""
    line: tuple[Move, ...]
    """YOUR only moves, and between them the replies of the enemy that leave only one again."""
    plies: int
    """To the end of the game with best play."""

    @property
    def won(self) -> bool:
        return self.margin > 0


def is_rich(state: GameState) -> bool:
    """Whether there is enough to choose from: several cards on several tiles, before the end of the game."""
    placements = state.legal_placements(Side.YOU)
    return (
        sum(occupant is None for occupant in state.board.occupants) in EMPTY_TILES
        and len(placements) >= FEWEST_PLACEMENTS
        and len({move.card for move in placements}) > 1
        and len({move.tile for move in placements}) > 1
    )


def hunt(state: GameState) -> Found | None:
    """The puzzle that this position is, if it is one that can be proven in time."""
    if not is_rich(state):
        return None
    try:
        solution = solve(state, positions=LOOK_POSITIONS)
        if solution.margin < 0 or (move := only_move(state, won=solution.margin > 0)) is None:
            return None
        line = (move, *_continuation(state, move, won=solution.margin > 0))
    except TooLargeError:
        return None
    return Found(state, solution.margin, line, len(solution.line))


def only_move(state: GameState, *, won: bool) -> Move | None:
    """The one move that wins, or else that draws; None if there are several, or none."""
    found = None
    for move, margin in move_margins(state, positions=PROOF_POSITIONS):
        if margin > 0 or (margin == 0 and not won):
            if found is not None:
                return None
            found = move
    return found


def _continuation(state: GameState, move: Move, *, won: bool) -> tuple[Move, ...]:
    """The enemy's reply that asks most of YOU and YOUR only answer, as long as there is such a reply."""
    line: list[Move] = []
    while len(line) // 2 < MOST_OWN_MOVES - 1:
        asking = list(_asking_replies(after(state, move), won=won))
        if not asking:
            break
        _, reply, answer, state = min(asking, key=lambda each: each[0])
        line += [reply, answer]
        move = answer
    return tuple(line)


def _asking_replies(state: GameState, *, won: bool) -> Iterator[tuple[int, Move, Move, GameState]]:
    """Replies that leave YOU several moves of which only one keeps the result: margin, reply, that move, position.

    A reply that gives YOU more than the puzzle asks for is none.
    """
    if state.is_over or state.side_to_act is Side.YOU:
        return
    for reply, margin in move_margins(state, positions=PROOF_POSITIONS):
        position = after(state, reply)
        if (won or margin <= 0) and not position.is_over and len(position.legal_placements(Side.YOU)) >= 2:
            answer = only_move(position, won=won)
            if answer is not None:
                yield margin, reply, answer, position


def after(state: GameState, move: Move) -> GameState:
    """The game after a move and the draw that follows it."""
    then = state.clone()
    then.play(move)
    if then.phase is TurnPhase.DRAW and not then.is_over:
        then.draw_start_of_turn()
    return then

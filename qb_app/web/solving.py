"""Exact answers for positions with nothing hidden and for puzzles."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from qb_app.answers.solutions import LineStep, Question, SolvedPosition, SolvedPuzzle, solve_position, solve_puzzle
from qb_app.documents.boards import SIDES, BoardDocument, SideName, board_document
from qb_app.web.positions import PositionQuestion, read_state
from qb_app.web.problems import problems
from qb_app.web.service import ClientDep, ServiceDep
from qb_engine.deep import solver
from qb_engine.deep.win_chance import deep_engine
from qb_engine.models import Move
from qb_engine.narration import move_name

router = APIRouter(tags=["positions"])

DEFAULT_POSITIONS = 5_000_000
MOST_POSITIONS = 20_000_000
MOST_ORDERS = 200


class SolveQuestion(PositionQuestion):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"position": "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=008 ehand=008", "puzzle": False}
            ]
        }
    )

    puzzle: bool = Field(False, description="You play alone and must lead in the end.")
    positions: int = Field(DEFAULT_POSITIONS, ge=1, le=MOST_POSITIONS, description="Give up after so many.")


class SolveStep(TypedDict):
    turn: int
    side: SideName
    move: str
    name: str
    board: BoardDocument
    """After the move."""


class SolveDocument(TypedDict):
    exact: Literal[True]
    puzzle: bool
    solvable: bool | None
    """Of a puzzle."""
    margin: int | None
    """Of a position: your final margin with best play of both sides."""
    result: Literal["win", "draw", "loss"] | None
    orders: list[list[str]]
    """Winning orders of a puzzle, the first 200."""
    order_count: int
    line: list[SolveStep]
    """The best line of a position, the first order of a puzzle."""
    end: BoardDocument


@router.post("/positions/solve", operation_id="solve_position", responses=problems(409, 422, 501, 503))
def solve(question: SolveQuestion, service: ServiceDep, client: ClientDep) -> SolveDocument:
    """Solve a position with nothing hidden, or a puzzle; nothing is estimated."""
    asked = Question(read_state(question.position, service), question.puzzle)
    deep_engine(asked.state.hydrator, asked.state.ruleset)
    if question.puzzle:
        return _puzzle(service.desk.run(client, lambda _: solve_puzzle(asked, question.positions)))
    return _position(service.desk.run(client, lambda _: solve_position(asked, question.positions)))


def _position(solved: SolvedPosition) -> SolveDocument:
    return {
        "exact": True,
        "puzzle": False,
        "solvable": None,
        "margin": solved.margin,
        "result": "win" if solved.margin > 0 else "loss" if solved.margin < 0 else "draw",
        "orders": [],
        "order_count": 0,
        "line": [_step(step) for step in solved.steps],
        "end": board_document(solved.end.board),
    }


def _puzzle(solved: SolvedPuzzle) -> SolveDocument:
    return {
        "exact": True,
        "puzzle": True,
        "solvable": bool(solved.orders),
        "margin": None,
        "result": None,
        "orders": [[str(move) for move in order] for order in solved.orders[:MOST_ORDERS]],
        "order_count": len(solved.orders),
        "line": [_step(step) for step in _first_order(solved)],
        "end": board_document(solved.end.board),
    }


def _first_order(solved: SolvedPuzzle) -> list[LineStep]:
    """The plays of the first winning order with the board after each; the enemy only passes in between."""
    state, steps = solver.ready(solved.question.state).clone(), []
    for move in solved.orders[0] if solved.orders else ():
        turn, side = state.turn, state.side_to_act
        state.play(move)
        steps.append(LineStep(turn, side, move, state.clone()))
        if not state.is_over:
            state.play(Move.PASS)
    return steps


def _step(step: LineStep) -> SolveStep:
    return {
        "turn": step.turn,
        "side": SIDES[step.side],
        "move": str(step.move),
        "name": move_name(step.move, step.state.hydrator),
        "board": board_document(step.state.board),
    }

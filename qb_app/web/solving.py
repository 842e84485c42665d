"""Exact answers for positions with nothing hidden and for puzzles."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from qb_app.answers.solutions import Exercise, solve_position, solve_puzzle
from qb_app.documents.solutions import SolutionDocument, solution_document
from qb_app.limits import MOST_SERVED_POSITIONS
from qb_app.web.positions import PositionQuestion, read_state
from qb_app.web.problems import problems
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, ServiceDep
from qb_engine.deep.win_chance import deep_engine

router = api_router("positions")

DEFAULT_POSITIONS = 5_000_000
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
    positions: int = Field(DEFAULT_POSITIONS, ge=1, le=MOST_SERVED_POSITIONS, description="Give up after so many.")


@router.post("/positions/solve", operation_id="solve_position", responses=problems(409, 422, 501, 503))
def solve(asked: SolveQuestion, service: ServiceDep, client: ClientDep) -> SolutionDocument:
    """Solve a position with nothing hidden, or a puzzle; nothing is estimated. Of a puzzle 200 orders at most."""
    exercise = Exercise(read_state(asked.position, service), asked.puzzle)
    deep_engine(exercise.state.hydrator, exercise.state.ruleset)
    if asked.puzzle:
        found = service.desk.run(client, lambda _: solve_puzzle(exercise, asked.positions))
        return solution_document(found, MOST_ORDERS)
    return solution_document(service.desk.run(client, lambda _: solve_position(exercise, asked.positions)))

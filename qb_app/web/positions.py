"""Positions that stand for themselves: read, advised on, predicted, searched and solved."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from typing_extensions import TypedDict

from gamekit.record import result_text
from qb_app.answers.advice import advise
from qb_app.answers.outlook import look_ahead
from qb_app.asking.choices import BeliefName
from qb_app.asking.enemies import EnemyChoice, choose_enemy
from qb_app.asking.example import EXAMPLE_POSITION
from qb_app.documents.advice import CoachDocument, PredictDocument, coach_document, predict_document
from qb_app.documents.boards import SIDES, BoardDocument, SideName, board_document
from qb_app.documents.events import stream_response
from qb_app.web.analysis import EventStreamResponse
from qb_app.web.deep_analysis import MOST_NODES, MOST_SECONDS, deep_analysis, read_budget
from qb_app.web.problems import problems
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.streams import open_stream
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.notation import parse_position

router = APIRouter(tags=["positions"])

PositionText = Annotated[
    str, Field(max_length=4000, pattern="^[^\x00]*$", description="One line, as docs/notation.md tells.")
]
Name = Annotated[str, Field(max_length=4000, pattern="^[^\x00]*$")]
EXAMPLE: JsonDict = {"position": EXAMPLE_POSITION}


class PositionQuestion(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [EXAMPLE]})

    position: PositionText


class EnemyQuestion(PositionQuestion):
    """A position, and what is known of the enemy."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**EXAMPLE, "opponent": "Red XIII Shinra-8"}]})

    opponent: Name | None = Field(None, description="Who the enemy is in the game: the profile is weighed in.")
    enemy_deck: Name | None = Field(None, description="The enemy's deck, if known: name, deck code or list.")
    belief: Literal["equal", "evidence"] | None = Field(
        None, description="How candidate decks are weighed; equal unless an opponent is named."
    )


class AdviceQuestion(EnemyQuestion):
    top: int = Field(5, ge=1, le=50)


class DeepQuestion(EnemyQuestion):
    nodes: int | None = Field(None, ge=1, le=MOST_NODES)
    seconds: float | None = Field(None, ge=0.1, le=MOST_SECONDS)


class PositionDocument(TypedDict):
    position: str
    """The same in its shortest form."""
    board: BoardDocument
    to_act: SideName
    turn: int
    hand: list[CardId]
    enemy_hand: list[CardId]
    """``?`` is a hidden card."""
    over: bool
    result: str | None


def read_state(text: str, service: Service) -> GameState:
    return GameState.from_position(parse_position(text, service.hydrator), service.hydrator)


@router.post("/positions", operation_id="read_position", responses=problems(422))
def read_position(question: PositionQuestion, service: ServiceDep) -> PositionDocument:
    """A position as a board."""
    state = read_state(question.position, service)
    outcome = state.outcome()
    return {
        "position": state.key(),
        "board": board_document(state.board),
        "to_act": SIDES[state.side_to_act],
        "turn": state.turn,
        "hand": state.hands[Side.YOU].as_card_ids(),
        "enemy_hand": state.hands[Side.ENEMY].as_card_ids(),
        "over": state.is_over,
        "result": None if outcome is None else result_text(outcome),
    }


@router.post("/positions/advice", operation_id="advise_position", responses=problems(409, 422))
def advise_position(question: AdviceQuestion, service: ServiceDep) -> CoachDocument:
    """The best moves one ply ahead, with reasons, at once."""
    view, enemy = _view(question, service)
    return coach_document(advise(view, enemy, question.top))


@router.post("/positions/prediction", operation_id="predict_position", responses=problems(409, 422))
def predict_position(question: EnemyQuestion, service: ServiceDep) -> PredictDocument:
    """What the enemy may hold, what it may do next, and where that hurts."""
    return predict_document(look_ahead(*_view(question, service)))


@router.post(
    "/positions/deep",
    operation_id="deepen_position",
    response_class=EventStreamResponse,
    responses={200: stream_response("deep", "mulligan"), **problems(409, 422, 501, 503)},
)
def deepen_position(question: DeepQuestion, service: ServiceDep, client: ClientDep) -> Response:
    """Many moves ahead, with the chance to win after every move; on an opening hand, which cards to exchange."""
    budget = read_budget(question.nodes, question.seconds)
    analysis = deep_analysis(*_view(question, service), budget)
    return open_stream(service.desk, service.answers, client, analysis)


def _view(question: EnemyQuestion, service: Service) -> tuple[GameState, EnemyChoice]:
    """The position as you see it, whatever the text tells of the enemy's cards, and the belief that was asked for."""
    view = read_state(question.position, service).observe(Side.YOU)
    belief = None if question.belief is None else BeliefName(question.belief)
    saved = service.storage.decks
    enemy = choose_enemy(
        question.enemy_deck, question.opponent, belief, view.ruleset, service.hydrator, saved, files=False
    )
    return view, enemy

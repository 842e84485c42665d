"""Positions that stand for themselves: read, advised on, predicted, searched and solved."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Response
from pydantic import ConfigDict, Field
from pydantic.config import JsonDict

from qb_app.answers.outlook import look_ahead
from qb_app.answers.question import Question
from qb_app.asking.budgets import choose_budget
from qb_app.asking.choices import BeliefName
from qb_app.asking.opponents import choose_opponent
from qb_app.asking.positions import EXAMPLE_POSITION
from qb_app.documents.advice import AdviceDocument, MulliganAdviceDocument
from qb_app.documents.boards import BoardsDocument, SideName, board_document
from qb_app.documents.outlooks import OutlookDocument, outlook_document
from qb_app.documents.positions import PositionDocument, position_document
from qb_app.errors import InputError
from qb_app.limits import LEAST_SECONDS, MOST_MOVES_SHOWN, MOST_NODES, MOST_POSITIONS_SHOWN, MOST_SECONDS
from qb_app.live.habits import Habits
from qb_app.web.analysis import EventStreamResponse
from qb_app.web.events import stream_response
from qb_app.web.problems import problems
from qb_app.web.questions import Weakness, advice_analysis, advised
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.streams import open_stream
from qb_app.web.texts import Body, DeckText, LongText, MoveText, OpponentText
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.temper import Temper

router = api_router("positions")

PositionText = Annotated[LongText, Field(description="One line, as docs/notation.md tells.")]
EXAMPLE: JsonDict = {"position": EXAMPLE_POSITION}


class PositionQuestion(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    position: PositionText


class PositionsQuestion(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"positions": [EXAMPLE_POSITION]}]})

    positions: Annotated[list[PositionText], Field(max_length=MOST_POSITIONS_SHOWN)]


class PlayedQuestion(PositionQuestion):
    """A position, and a card that somebody played on it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**EXAMPLE, "side": "E", "move": "Grasslands Wolf M4"}]})

    move: MoveText
    side: SideName


class EnemyQuestion(PositionQuestion):
    """A position, and what is known of the enemy."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**EXAMPLE, "opponent": "Red XIII Shinra-8"}]})

    opponent: OpponentText | None = Field(None, description="Who the enemy is in the game: the profile is weighed in.")
    enemy_deck: DeckText | None = Field(None, description="The enemy's deck, if known: name, deck code or list.")
    belief: Literal["equal", "evidence"] | None = Field(
        None, description="How candidate decks are weighed; equal unless an opponent is named."
    )
    ignore_pass: bool = Field(False, description="Let a pass of the enemy tell nothing about its hand.")


class ChanceQuestion(EnemyQuestion):
    """The same for whoever wants chances: how the enemy plays, and what a draw is worth."""

    enemy_waits: float | None = Field(
        None, ge=0, le=1, description="Share of worlds in which the enemy may wait in the opening; else by its matches."
    )
    must_win: bool = Field(False, description="Let a draw count as nothing, not as half a win.")
    against: OpponentText | None = Field(
        None, description="Add the chances against this opponent, as weak as stored matches show it."
    )
    move: MoveText | None = Field(
        None, description="Ask about this move too, as in 'zu m3' or 'pass': it is searched as closely as the best."
    )


class AdviceQuestion(ChanceQuestion):
    top: int = Field(5, ge=1, le=MOST_MOVES_SHOWN)
    quick: bool = Field(False, description="One move ahead only: at once, and provisional.")


class DeepQuestion(ChanceQuestion):
    nodes: int | None = Field(None, ge=1, le=MOST_NODES)
    seconds: float | None = Field(None, ge=LEAST_SECONDS, le=MOST_SECONDS)
    top: int | None = Field(
        None, ge=1, le=MOST_MOVES_SHOWN, description="So many moves, the best first, and not all of them."
    )


def read_state(text: str, service: Service) -> GameState:
    return GameState.parse(text, service.hydrator)


@router.post("/positions", operation_id="read_position", responses=problems(422))
def read_position(question: PositionQuestion, service: ServiceDep) -> PositionDocument:
    """A position as a board."""
    return position_document(read_state(question.position, service))


@router.post("/positions/boards", operation_id="read_boards", responses=problems(422))
def read_boards(asked: PositionsQuestion, service: ServiceDep) -> BoardsDocument:
    """Many positions as boards, in the order in which they were asked for."""
    return {"boards": [board_document(read_state(text, service).board) for text in asked.positions]}


@router.post("/positions/played", operation_id="play_on_position", responses=problems(422))
def play_on_position(asked: PlayedQuestion, service: ServiceDep) -> PositionDocument:
    """The board after a card of that side, by the rules, whoever is to act; turns, hands and decks stay as they are."""
    state, move, side = read_state(asked.position, service), Move.parse(asked.move, service.hydrator), Side(asked.side)
    if move.tile is None:
        raise InputError("a pass changes no board; name a card and a tile, as in 'Zu M3'")
    card, (lane, col) = service.hydrator.get(move.card or ""), (move.tile.lane, move.tile.col)
    state.legality.require(state.board, side, card, lane, col)
    state.effect_engine.resolve_play(state.board, side, card, move.tile)
    return position_document(state)


@router.post("/positions/advice", operation_id="advise_position", responses=problems(409, 422, 503))
def advise_position(
    asked: AdviceQuestion, service: ServiceDep, client: ClientDep
) -> AdviceDocument | MulliganAdviceDocument:
    """The best moves with the chance to win after each; on an opening hand, which cards to exchange."""
    weakness = _weakness(asked, service)
    return advised(service, client, _question(asked, service), asked.top, quick=asked.quick, weakness=weakness)


@router.post("/positions/prediction", operation_id="predict_position", responses=problems(409, 422))
def predict_position(asked: EnemyQuestion, service: ServiceDep) -> OutlookDocument:
    """What the enemy may hold, what it may do next, and where that hurts."""
    return outlook_document(look_ahead(_question(asked, service)))


@router.post(
    "/positions/deep",
    operation_id="deepen_position",
    response_class=EventStreamResponse,
    responses={200: stream_response("advice", "mulligan"), **problems(409, 422, 501, 503)},
)
def deepen_position(asked: DeepQuestion, service: ServiceDep, client: ClientDep) -> Response:
    """The same as advice with all moves and a budget of your choice, as a stream that tells how far it has come."""
    budget = choose_budget(asked.seconds, asked.nodes)
    question, weakness = _question(asked, service), _weakness(asked, service)
    analysis = advice_analysis(service.advisor, question, budget, weakness, asked.top)
    return open_stream(service.desk, client, analysis)


def _question(asked: EnemyQuestion, service: Service) -> Question:
    """The position as you see it, whatever the text tells of the enemy's cards, and the belief that was asked for."""
    view = read_state(asked.position, service).observe(Side.YOU)
    belief = None if asked.belief is None else BeliefName(asked.belief)
    told = (asked.enemy_deck, asked.opponent, belief, service.storage.decks)
    if not isinstance(asked, ChanceQuestion):
        return Question.about(view, *told, files=False, ignore_pass=asked.ignore_pass)
    temper = _temper(asked, service)
    question = Question.about(
        view, *told, files=False, ignore_pass=asked.ignore_pass, temper=temper, must_win=asked.must_win
    )
    return question if asked.move is None else question.asking(asked.move)


def _temper(asked: ChanceQuestion, service: Service) -> Temper:
    """How the enemy plays: by the matches of the opponent that is named, with what was told."""
    temper = Temper()
    if asked.opponent is not None:
        temper = Habits(service.tools).temper(_title(asked.opponent, service))
    return temper if asked.enemy_waits is None else temper.told(asked.enemy_waits)


def _weakness(asked: ChanceQuestion, service: Service) -> Weakness | None:
    """How to find out how strong the opponent is against whom a second figure is asked for."""
    if asked.against is None:
        return None
    title = _title(asked.against, service)
    return lambda: (title, Habits(service.tools).strength(title))


def _title(opponent: str, service: Service) -> str:
    return choose_opponent(opponent, service.storage.opponents.list(), service.hydrator)

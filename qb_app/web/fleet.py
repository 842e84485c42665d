"""The fleet game: people and agents in any seats, kept order by order; and records shown again."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Annotated

from fastapi import Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import ConfigDict, Field

from fleet_engine.battle import Terms
from fleet_engine.commands import ShipOrder
from fleet_engine.game import setup_of
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.setup import DEFAULT_COST_LIMIT
from fleet_engine.transcript import start_of, steps_of
from gamekit.record import Record
from gamekit.sides import BySide
from qb_app.documents.fleet.frames import FleetReplay, replay_document
from qb_app.documents.fleet.games import (
    FleetDocument,
    FleetPage,
    OrdersDocument,
    PlayerName,
    fleet_document,
    fleet_row,
    order_document,
)
from qb_app.games.fleet.setup import FleetSetup
from qb_app.games.fleet.table import FleetTable
from qb_app.games.seats import OutOfTurnError
from qb_app.limits import MOST_FLEET_COST, MOST_MAX_SCORE
from qb_app.web.desk import Cancelled
from qb_app.web.etags import CREATED, NOT_MODIFIED, TAGGED, IdempotencyKey, IfNoneMatch
from qb_app.web.problems import problems, refused
from qb_app.web.routers import api_router
from qb_app.web.seated import ChangeDep, SeatedGames
from qb_app.web.service import ClientDep, ServiceDep
from qb_app.web.texts import After, Body, Limit, LineText, RulesetText, Seed, StoredId

router = api_router("fleet")

GAMES = SeatedGames(
    "fleet game",
    "/fleet/games",
    lambda stored, _: FleetTable(FleetSetup.from_json(stored.info.setup), stored.entries),
    fleet_document,
)
MOST_ORDERS = 50
"""That agents may play in one request."""
MOST_SECONDS = 10.0
"""After which agents that are watched take a rest, with fewer orders than were asked for."""
MOST_REPLAYED = 1_000
"""Orders of a record that is shown again; each becomes a frame."""
_CHANGED = {200: TAGGED, **problems(404, 409, 412, 422, 503)}


class FleetRequest(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"seed": 7, "creator": "person", "joiner": "greedy"}]})

    ruleset: RulesetText = "plan"
    seed: Annotated[Seed, Field(description="Decides the map, the fleets and all chance.")]
    max_score: Annotated[int, Field(ge=1, le=MOST_MAX_SCORE, strict=True, description="Points that win the game.")] = (
        Terms().max_score
    )
    cost_limit: Annotated[int, Field(ge=0, le=MOST_FLEET_COST, strict=True, description="What a fleet may cost.")] = (
        DEFAULT_COST_LIMIT
    )
    creator: PlayerName = "person"
    joiner: PlayerName = "greedy"


class OrderRequest(Body):
    text: Annotated[LineText, Field(description="An order, 'concede' or 'timeout'.", examples=["3 move 5,7 shoot 12"])]


class AdvanceRequest(Body):
    orders: Annotated[int, Field(ge=1, le=MOST_ORDERS, strict=True)] = 1


class RecordRequest(Body):
    record: Annotated[str, Field(max_length=200_000, description="As 'qbcoach fleet simulate --save' writes it.")]


@router.post(
    "/fleet/games",
    operation_id="create_fleet_game",
    status_code=201,
    responses={**CREATED, **problems(422, 503)},
)
def create_fleet_game(
    body: FleetRequest,
    service: ServiceDep,
    client: ClientDep,
    response: Response,
    idempotency_key: IdempotencyKey = None,
) -> FleetDocument:
    """Begin a game. Agents play until a person is to move; without persons they wait to be advanced."""
    return GAMES.begin(service, client, response, idempotency_key, lambda: _sit_down(body))


@router.get("/fleet/games", operation_id="list_fleet_games", responses=problems(404, 422))
def list_fleet_games(service: ServiceDep, limit: Limit = 20, after: After = None) -> FleetPage:
    """All fleet games, the newest first, page by page."""
    rows, following = GAMES.page(service, limit, after, fleet_row)
    return {"games": rows, "next": following}


@router.get(
    "/fleet/games/{game_id}",
    operation_id="read_fleet_game",
    response_model=FleetDocument,
    responses={200: TAGGED, **NOT_MODIFIED, **problems(404, 422)},
)
def read_fleet_game(
    game_id: StoredId, service: ServiceDep, response: Response, if_none_match: IfNoneMatch = None
) -> FleetDocument | Response:
    """A game as it stands."""
    return GAMES.read(game_id, service, response, if_none_match)


@router.delete(
    "/fleet/games/{game_id}", operation_id="delete_fleet_game", status_code=204, responses=problems(404, 422)
)
def delete_fleet_game(game_id: StoredId, service: ServiceDep) -> None:
    """Forget a game and its log."""
    GAMES.delete(game_id, service)


@router.post("/fleet/games/{game_id}/commands", operation_id="order_fleet", responses=_CHANGED)
def order_fleet(game_id: StoredId, body: OrderRequest, client: ClientDep, change: ChangeDep) -> FleetDocument:
    """Give an order; the agents answer until a person is to move again. What is refused changes nothing."""
    return GAMES.decide(change, game_id, client, body.text)


@router.post("/fleet/games/{game_id}/advance", operation_id="advance_fleet", responses=_CHANGED)
def advance_fleet(game_id: StoredId, body: AdvanceRequest, client: ClientDep, change: ChangeDep) -> FleetDocument:
    """Let agents play on, to watch them; they stop when a person is to move, at the end, or after ten seconds."""

    def work(table: FleetTable) -> None:
        table.check_running()
        if table.agent_to_move is None:
            raise OutOfTurnError(f"the {table.state.turn} is played by a person and is to move; give an order")
        change.service.desk.run(client, partial(_advance, table, body.orders))

    return GAMES.change(change, game_id, work)


@router.post("/fleet/games/{game_id}/undo", operation_id="undo_fleet", responses=_CHANGED)
def undo_fleet(game_id: StoredId, change: ChangeDep) -> FleetDocument:
    """Back to before the last order of a person, with everything that followed."""
    return GAMES.change(change, game_id, FleetTable.undo)


@router.get("/fleet/games/{game_id}/orders", operation_id="list_orders", responses=problems(404, 422))
def list_orders(
    game_id: StoredId,
    service: ServiceDep,
    ship: Annotated[int | None, Query(ge=0, le=10**6, description="Only orders for this ship.")] = None,
) -> OrdersDocument:
    """Every order that the player to move may give."""
    legal = GAMES.open(game_id, service).state.legal_moves()
    orders = [order for order in legal if isinstance(order, ShipOrder) and ship in (None, order.ship)]
    return {"orders": [order_document(order) for order in orders]}


@router.get("/fleet/games/{game_id}/replay", operation_id="replay_fleet", responses=problems(404, 422))
def replay_fleet(game_id: StoredId, service: ServiceDep) -> FleetReplay:
    """The game from its start, frame by frame."""
    table = GAMES.open(game_id, service)
    return replay_document(table.start, table.steps, table.record)


@router.get(
    "/fleet/games/{game_id}/record",
    operation_id="record_fleet",
    response_class=PlainTextResponse,
    responses=problems(404, 422),
)
def record_fleet(game_id: StoredId, service: ServiceDep) -> str:
    """The record of the game, for 'qbcoach fleet replay'."""
    return GAMES.open(game_id, service).record.to_text()


@router.post("/fleet/replays", operation_id="read_fleet_record", responses=problems(422, 503))
def read_fleet_record(body: RecordRequest, service: ServiceDep, client: ClientDep) -> FleetReplay:
    """A record shown again, frame by frame; one that does not play and end as recorded is refused."""
    record = Record.parse(body.record)
    if len(record.moves) > MOST_REPLAYED:
        raise refused(f"the record has {len(record.moves):,} orders; at most {MOST_REPLAYED:,} can be shown")
    return service.desk.run(client, lambda _: replay_document(start_of(record), list(steps_of(record)), record))


def _sit_down(body: FleetRequest) -> FleetTable:
    rules = setup_of(FleetRuleset.parse(body.ruleset), max_score=body.max_score, cost_limit=body.cost_limit)
    return FleetTable(FleetSetup(rules, body.seed, BySide(body.creator, body.joiner)))


def _advance(table: FleetTable, orders: int, cancelled: Cancelled) -> None:
    until = monotonic() + MOST_SECONDS
    for number in range(orders):
        if table.agent_to_move is None or (number and (cancelled() or monotonic() > until)):
            return
        table.answer()

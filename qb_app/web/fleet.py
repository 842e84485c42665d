"""The fleet game: people and agents in any seats, kept order by order; and records shown again."""

from __future__ import annotations

from time import monotonic
from typing import Annotated, Any, cast

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from fleet_engine.agents import Player, player_named
from fleet_engine.battle import Terms
from fleet_engine.commands import ShipOrder
from fleet_engine.errors import NotYourTurnError
from fleet_engine.game import setup_of
from fleet_engine.geometry import Side
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.setup import DEFAULT_COST_LIMIT
from fleet_engine.transcript import start_of, steps_of
from gamekit.record import Record
from gamekit.sides import BySide
from qb_app.documents.fleet import (
    FleetDocument,
    FleetPage,
    FleetReplay,
    FleetRow,
    OrdersDocument,
    PlayerName,
    fleet_document,
    order_document,
    replay_document,
)
from qb_app.games.fleet_table import FleetTable
from qb_app.games.turn_log import UNDO, standing
from qb_app.live.tools import utc_now
from qb_app.storage.records import GameInfo, JsonValue, NewEntry, StoredGame
from qb_app.web.constants import NOT_MODIFIED
from qb_app.web.desk import AnalysisCancelledError, Cancelled
from qb_app.web.etags import IdempotencyKey, IfNoneMatch, etag
from qb_app.web.game_changes import (
    CREATED,
    MOST_SEED,
    TAGGED,
    After,
    Change,
    ChangeDep,
    GameId,
    Limit,
    change_game,
    not_modified,
    page_of,
)
from qb_app.web.problems import RefusedError, problems
from qb_app.web.service import ClientDep, ServiceDep
from qb_app.web.texts import LineText, RulesetText

router = APIRouter(tags=["fleet"])

KIND = "fleet game"
MOST_ORDERS = 50
"""That agents may play in one request."""
MOST_SECONDS = 10.0
"""After which agents that are watched take a rest, with fewer orders than were asked for."""
MOST_REPLAYED = 1_000
"""Orders of a record that is shown again; each becomes a frame."""
_CHANGED = {200: TAGGED, **problems(404, 409, 412, 422, 503)}


class FleetRequest(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"seed": 7, "creator": "person", "joiner": "greedy"}]}
    )

    ruleset: RulesetText = "plan"
    seed: Annotated[
        int, Field(ge=0, le=MOST_SEED, strict=True, description="Decides the map, the fleets and all chance.")
    ]
    max_score: Annotated[int, Field(ge=1, le=1_000, strict=True, description="Points that win the game.")] = (
        Terms().max_score
    )
    cost_limit: Annotated[int, Field(ge=0, le=2_000, strict=True, description="What a fleet may cost.")] = (
        DEFAULT_COST_LIMIT
    )
    creator: PlayerName = "person"
    joiner: PlayerName = "greedy"


class OrderRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Annotated[LineText, Field(description="An order, 'concede' or 'timeout'.", examples=["3 move 5,7 shoot 12"])]


class AdvanceRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    orders: Annotated[int, Field(ge=1, le=MOST_ORDERS, strict=True)] = 1


class RecordRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

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
    games = service.storage.games
    made = None if idempotency_key is None else games.made_with(KIND, idempotency_key)
    if made is None:
        rules = setup_of(FleetRuleset.parse(body.ruleset), max_score=body.max_score, cost_limit=body.cost_limit)
        setup: dict[str, JsonValue] = {
            "rules": dict(rules),
            "seed": body.seed,
            "players": [body.creator, body.joiner],
        }
        table = FleetTable(rules, body.seed, _players(setup))
        service.desk.run(client, lambda cancelled: _answer(table, cancelled))
        entries = [turn.entry for turn in table.turns]
        made = games.create(KIND, setup, entries, at=utc_now(), result=_result(table), key=idempotency_key)
    response.headers["Location"] = f"/api/v1/fleet/games/{made.game_id}"
    return _told(games.read(KIND, made.game_id), response)


@router.get("/fleet/games", operation_id="list_fleet_games", responses=problems(404, 422))
def list_fleet_games(service: ServiceDep, limit: Limit = 20, after: After = None) -> FleetPage:
    """All fleet games, the newest first, page by page."""
    rows, following = page_of(service.storage.games.games(KIND, limit=limit + 1, after=after), limit)
    return {"games": [_row(info) for info in rows], "next": following}


@router.get(
    "/fleet/games/{game_id}",
    operation_id="read_fleet_game",
    response_model=FleetDocument,
    responses={200: TAGGED, **NOT_MODIFIED, **problems(404, 422)},
)
def read_fleet_game(
    game_id: GameId, service: ServiceDep, response: Response, if_none_match: IfNoneMatch = None
) -> FleetDocument | Response:
    """A game as it stands."""
    return not_modified(service, KIND, game_id, if_none_match) or _told(
        service.storage.games.read(KIND, game_id), response
    )


@router.delete(
    "/fleet/games/{game_id}", operation_id="delete_fleet_game", status_code=204, responses=problems(404, 422)
)
def delete_fleet_game(game_id: GameId, service: ServiceDep) -> None:
    """Forget a game and its log."""
    service.storage.games.delete(KIND, game_id)


@router.post("/fleet/games/{game_id}/commands", operation_id="order_fleet", responses=_CHANGED)
def order_fleet(
    game_id: GameId,
    body: OrderRequest,
    service: ServiceDep,
    client: ClientDep,
    headers: ChangeDep,
    response: Response,
) -> FleetDocument:
    """Give an order; the agents answer until a person is to move again. What is refused changes nothing."""

    def work(stored: StoredGame) -> Change:
        table = _table(stored)
        before = len(table.steps)
        table.command(body.text)
        if table.agent_to_move is not None:
            service.desk.run(client, lambda cancelled: _answer(table, cancelled))
        return Change([turn.entry for turn in table.turns[before:]], _result(table))

    return _told(change_game(service, KIND, game_id, headers, work), response)


@router.post("/fleet/games/{game_id}/advance", operation_id="advance_fleet", responses=_CHANGED)
def advance_fleet(
    game_id: GameId,
    body: AdvanceRequest,
    service: ServiceDep,
    client: ClientDep,
    headers: ChangeDep,
    response: Response,
) -> FleetDocument:
    """Let agents play on, to watch them; they stop when a person is to move, at the end, or after ten seconds."""

    def work(stored: StoredGame) -> Change:
        table = _table(stored)
        table.check_running()
        if table.agent_to_move is None:
            raise NotYourTurnError(f"the {table.state.turn} is played by a person and is to move; give an order")
        before = len(table.steps)
        service.desk.run(client, lambda cancelled: _advance(table, body.orders, cancelled))
        return Change([turn.entry for turn in table.turns[before:]], _result(table))

    return _told(change_game(service, KIND, game_id, headers, work), response)


@router.post("/fleet/games/{game_id}/undo", operation_id="undo_fleet", responses=_CHANGED)
def undo_fleet(game_id: GameId, service: ServiceDep, headers: ChangeDep, response: Response) -> FleetDocument:
    """Back to before the last order of a person, with everything that followed."""

    def work(stored: StoredGame) -> Change:
        _table(stored).undo()
        return Change([NewEntry(UNDO, {})])

    return _told(change_game(service, KIND, game_id, headers, work), response)


@router.get("/fleet/games/{game_id}/orders", operation_id="list_orders", responses=problems(404, 422))
def list_orders(
    game_id: GameId,
    service: ServiceDep,
    ship: Annotated[int | None, Query(ge=0, le=10**6, description="Only orders for this ship.")] = None,
) -> OrdersDocument:
    """Every order that the player to move may give."""
    legal = _table(service.storage.games.read(KIND, game_id)).state.legal_moves()
    orders = [order for order in legal if isinstance(order, ShipOrder) and ship in (None, order.ship)]
    return {"orders": [order_document(order) for order in orders]}


@router.get("/fleet/games/{game_id}/replay", operation_id="replay_fleet", responses=problems(404, 422))
def replay_fleet(game_id: GameId, service: ServiceDep) -> FleetReplay:
    """The game from its start, frame by frame."""
    table = _table(service.storage.games.read(KIND, game_id))
    return replay_document(table.start, table.steps, table.record.result)


@router.get(
    "/fleet/games/{game_id}/record",
    operation_id="record_fleet",
    response_class=PlainTextResponse,
    responses=problems(404, 422),
)
def record_fleet(game_id: GameId, service: ServiceDep) -> str:
    """The record of the game, for 'qbcoach fleet replay'."""
    return _table(service.storage.games.read(KIND, game_id)).record.to_text()


@router.post("/fleet/replays", operation_id="read_fleet_record", responses=problems(422, 503))
def read_fleet_record(body: RecordRequest, service: ServiceDep, client: ClientDep) -> FleetReplay:
    """A record shown again, frame by frame; one that does not play and end as recorded is refused."""
    record = Record.parse(body.record)
    if len(record.moves) > MOST_REPLAYED:
        raise RefusedError(f"the record has {len(record.moves):,} orders; at most {MOST_REPLAYED:,} can be shown")
    return service.desk.run(client, lambda _: replay_document(start_of(record), list(steps_of(record)), record.result))


def _players(setup: Any) -> BySide[Player | None]:
    return BySide(*setup["players"]).map(lambda name: None if name == "person" else player_named(str(name)))


def _names(info: GameInfo) -> dict[Side, PlayerName]:
    return dict(zip(Side, cast("list[PlayerName]", info.setup["players"]), strict=True))


def _table(stored: StoredGame) -> FleetTable:
    """The game that the log makes; no agent is asked."""
    setup: Any = stored.info.setup
    players = _players(setup)
    persons = [side for side in Side if players[side] is None]
    turns, _ = standing(stored.entries, Side, persons)
    return FleetTable(setup["rules"], setup["seed"], players, turns)


def _answer(table: FleetTable, cancelled: Cancelled) -> None:
    """Let agents play until a person is to move; where there is none, nobody waits for them."""
    while table.persons and (agent := table.agent_to_move) is not None:
        if cancelled():
            raise AnalysisCancelledError
        table.answer(agent)


def _advance(table: FleetTable, orders: int, cancelled: Cancelled) -> None:
    until = monotonic() + MOST_SECONDS
    for number in range(orders):
        agent = table.agent_to_move
        if agent is None or (number and (cancelled() or monotonic() > until)):
            return
        table.answer(agent)


def _result(table: FleetTable) -> str | None:
    return table.record.result if table.state.is_over else None


def _row(info: GameInfo) -> FleetRow:
    setup: Any = info.setup
    names = _names(info)
    return {
        "id": info.game_id,
        "ruleset": setup["rules"]["ruleset"],
        "seed": setup["seed"],
        "creator": names[Side.CREATOR],
        "joiner": names[Side.JOINER],
        "max_score": int(setup["rules"]["max_score"]),
        "result": info.result,
        "version": info.entries,
        "created_at": info.created_at,
        "updated_at": info.updated_at,
    }


def _told(stored: StoredGame, response: Response) -> FleetDocument:
    response.headers["ETag"] = etag(stored.info.entries)
    return fleet_document(stored.info, _names(stored.info), _table(stored))

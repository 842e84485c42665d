"""Duels: a person against one of the levels, kept move by move."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from gamekit.sides import BySide
from qb_app.answers.question import Question
from qb_app.asking.choices import DEFAULT_ENEMY_DECK, DEFAULT_RULESET, Beginner
from qb_app.asking.decks import choose_legal_deck
from qb_app.documents.advice import AdviceDocument, MulliganAdviceDocument
from qb_app.documents.duels import (
    DuelDocument,
    DuelPage,
    duel_document,
    duel_moves,
    duel_row,
)
from qb_app.documents.moves import MovesDocument
from qb_app.games.duel import PERSONS, Duel
from qb_app.games.duel_setup import DuelSetup
from qb_app.games.turn_log import RESIGN, UNDO, standing
from qb_app.live.tools import utc_now
from qb_app.storage.records import NewEntry, StoredGame
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
from qb_app.web.problems import problems
from qb_app.web.questions import Quick, Top, advised
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.texts import DeckText, LineText, RulesetText
from qb_engine.deep.levels import LEVELS
from qb_engine.deep.win_chance import deep_engine
from qb_engine.game import QueensBlood
from qb_engine.geometry import Side
from qb_engine.ruleset import Ruleset

router = APIRouter(tags=["duels"])

KIND = "duel"
_CHANGED = {200: TAGGED, **problems(404, 409, 412, 422)}


class DuelRequest(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"level": 3, "deck": "starter", "first": "you", "seed": 3}]}
    )

    level: Annotated[int, Field(ge=1, le=len(LEVELS), strict=True, description="How strong the enemy is.")]
    deck: DeckText = "starter"
    enemy_deck: DeckText = DEFAULT_ENEMY_DECK
    first: Beginner = Beginner.YOU
    seed: Annotated[int, Field(ge=0, le=MOST_SEED, strict=True, description="Decides the deal and the enemy's luck.")]
    ruleset: RulesetText = DEFAULT_RULESET


class DecisionRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Annotated[
        LineText,
        Field(
            description="A card (by id, name, part of the name or place in hand) and a tile, 'pass', 'keep' or"
            " 'mulligan 1 3'.",
            examples=["zu m3"],
        ),
    ]


@router.post(
    "/duels",
    operation_id="create_duel",
    status_code=201,
    responses={**CREATED, **problems(422, 501, 503)},
)
def create_duel(
    body: DuelRequest,
    service: ServiceDep,
    client: ClientDep,
    response: Response,
    idempotency_key: IdempotencyKey = None,
) -> DuelDocument:
    """Sit down against a level; if the enemy begins, its first decision is made already."""
    games = service.storage.games
    made = None if idempotency_key is None else games.made_with(KIND, idempotency_key)
    if made is None:
        setup = _setup(body, service)
        duel = Duel(QueensBlood(service.hydrator), setup.rules, setup.seed)
        service.desk.run(client, lambda cancelled: _answer(duel, setup, service, cancelled))
        entries = [turn.entry for turn in duel.turns]
        made = games.create(KIND, setup.to_json(), entries, at=utc_now(), key=idempotency_key)
    response.headers["Location"] = f"/api/v1/duels/{made.game_id}"
    return _told(games.read(KIND, made.game_id), service, response)


@router.get("/duels", operation_id="list_duels", responses=problems(404, 422))
def list_duels(service: ServiceDep, limit: Limit = 20, after: After = None) -> DuelPage:
    """All duels, the newest first, page by page."""
    rows, following = page_of(service.storage.games.games(KIND, limit=limit + 1, after=after), limit)
    return {"duels": [duel_row(info) for info in rows], "next": following}


@router.get(
    "/duels/{duel_id}",
    operation_id="read_duel",
    response_model=DuelDocument,
    responses={200: TAGGED, **NOT_MODIFIED, **problems(404, 422)},
)
def read_duel(
    duel_id: GameId, service: ServiceDep, response: Response, if_none_match: IfNoneMatch = None
) -> DuelDocument | Response:
    """A duel as it stands."""
    return not_modified(service, KIND, duel_id, if_none_match) or _told(
        service.storage.games.read(KIND, duel_id), service, response
    )


@router.delete("/duels/{duel_id}", operation_id="delete_duel", status_code=204, responses=problems(404, 422))
def delete_duel(duel_id: GameId, service: ServiceDep) -> None:
    """Forget a duel and its log."""
    service.storage.games.delete(KIND, duel_id)


@router.post("/duels/{duel_id}/decisions", operation_id="decide", responses={**_CHANGED, **problems(501, 503)})
def decide(
    duel_id: GameId,
    body: DecisionRequest,
    service: ServiceDep,
    client: ClientDep,
    headers: ChangeDep,
    response: Response,
) -> DuelDocument:
    """Make your decision; the enemy's answer comes with it. What is refused changes nothing."""

    def work(stored: StoredGame) -> Change:
        setup, duel = _opened(stored, service)
        before = len(duel.steps)
        duel.decide(body.text)
        service.desk.run(client, lambda cancelled: _answer(duel, setup, service, cancelled))
        return Change([turn.entry for turn in duel.turns[before:]], duel.result)

    return _told(change_game(service, KIND, duel_id, headers, work), service, response)


@router.post("/duels/{duel_id}/undo", operation_id="undo_duel", responses=_CHANGED)
def undo_duel(duel_id: GameId, service: ServiceDep, headers: ChangeDep, response: Response) -> DuelDocument:
    """Back to before your last decision, the enemy's answer taken back with it."""

    def work(stored: StoredGame) -> Change:
        _opened(stored, service)[1].undo()
        return Change([NewEntry(UNDO, {})])

    return _told(change_game(service, KIND, duel_id, headers, work), service, response)


@router.post("/duels/{duel_id}/resign", operation_id="resign_duel", responses=_CHANGED)
def resign_duel(duel_id: GameId, service: ServiceDep, headers: ChangeDep, response: Response) -> DuelDocument:
    """Give up; a duel that is over stays over."""

    def work(stored: StoredGame) -> Change:
        duel = _opened(stored, service)[1]
        duel.resign()
        return Change([NewEntry(RESIGN, {})], duel.result)

    return _told(change_game(service, KIND, duel_id, headers, work), service, response)


@router.get("/duels/{duel_id}/moves", operation_id="list_duel_moves", responses=problems(404, 422))
def list_duel_moves(duel_id: GameId, service: ServiceDep) -> MovesDocument:
    """What each of your moves would do, before the enemy answers; none while no move of yours is due."""
    stored = service.storage.games.read(KIND, duel_id)
    return duel_moves(stored.info.entries, _opened(stored, service)[1])


@router.get("/duels/{duel_id}/advice", operation_id="advise_duel", responses=problems(404, 409, 422, 503))
def advise_duel(
    duel_id: GameId, service: ServiceDep, client: ClientDep, top: Top = 5, quick: Quick = False
) -> AdviceDocument | MulliganAdviceDocument:
    """The coach's best moves, or which cards of the opening hand to exchange."""
    setup, duel = _opened(service.storage.games.read(KIND, duel_id), service)
    duel.check_running()
    return advised(service, client, Question(duel.seen, setup.belief(service.hydrator)), top, quick=quick)


def _setup(body: DuelRequest, service: Service) -> DuelSetup:
    rules, saved = Ruleset.parse(body.ruleset), service.storage.decks
    deep_engine(service.hydrator, rules)  # refuses before anything is stored
    decks = BySide(body.deck, body.enemy_deck).map(
        lambda text: choose_legal_deck(text, rules, service.hydrator, saved, files=False)
    )
    first = Side.YOU if body.first is Beginner.YOU else Side.ENEMY
    return DuelSetup.of(rules, decks, first, body.seed, LEVELS[body.level - 1])


def _opened(stored: StoredGame, service: Service) -> tuple[DuelSetup, Duel]:
    """The duel that the log makes; no agent is asked."""
    setup = DuelSetup.from_json(stored.info.setup)
    turns, resigned = standing(stored.entries, Side, PERSONS)
    return setup, Duel(QueensBlood(service.hydrator), setup.rules, setup.seed, turns, resigned=resigned)


def _answer(duel: Duel, setup: DuelSetup, service: Service, cancelled: Cancelled) -> None:
    """Let the enemy decide until it is the person's turn."""
    agent = setup.enemy(service.hydrator)
    while duel.to_move is Side.ENEMY:
        if cancelled():
            raise AnalysisCancelledError
        duel.answer(agent)


def _told(stored: StoredGame, service: Service, response: Response) -> DuelDocument:
    response.headers["ETag"] = etag(stored.info.entries)
    return duel_document(stored.info, *_opened(stored, service))

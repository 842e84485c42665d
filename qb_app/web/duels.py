"""Duels: a person against one of the levels, kept move by move."""

from __future__ import annotations

from typing import Annotated

from fastapi import Response
from pydantic import ConfigDict, Field

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
from qb_app.games.duels.duel import Duel
from qb_app.games.duels.setup import KIND, DuelSetup
from qb_app.storage.records import StoredGame
from qb_app.web.etags import CREATED, NOT_MODIFIED, TAGGED, IdempotencyKey, IfNoneMatch
from qb_app.web.problems import problems
from qb_app.web.questions import Quick, Top, advised
from qb_app.web.routers import api_router
from qb_app.web.seated import ChangeDep, SeatedGames
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.texts import After, Body, DeckText, Limit, LineText, RulesetText, Seed, StoredId
from qb_engine.deep.levels import LEVELS
from qb_engine.deep.win_chance import deep_engine
from qb_engine.geometry import Side
from qb_engine.ruleset import Ruleset
from qb_engine.temper import NEVER_WAITS

router = api_router("duels")

_CHANGED = {200: TAGGED, **problems(404, 409, 412, 422)}


class DuelRequest(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"level": 3, "deck": "starter", "first": "you", "seed": 3}]}
    )

    level: Annotated[int, Field(ge=1, le=len(LEVELS), strict=True, description="How strong the enemy is.")]
    deck: DeckText = "starter"
    enemy_deck: DeckText = DEFAULT_ENEMY_DECK
    first: Beginner = Beginner.YOU
    seed: Annotated[Seed, Field(description="Decides the deal and the enemy's luck.")]
    ruleset: RulesetText = DEFAULT_RULESET


class DecisionRequest(Body):
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
    return DUELS.begin(service, client, response, idempotency_key, lambda: _sit_down(body, service))


@router.get("/duels", operation_id="list_duels", responses=problems(404, 422))
def list_duels(service: ServiceDep, limit: Limit = 20, after: After = None) -> DuelPage:
    """All duels, the newest first, page by page."""
    rows, following = DUELS.page(service, limit, after, duel_row)
    return {"duels": rows, "next": following}


@router.get(
    "/duels/{duel_id}",
    operation_id="read_duel",
    response_model=DuelDocument,
    responses={200: TAGGED, **NOT_MODIFIED, **problems(404, 422)},
)
def read_duel(
    duel_id: StoredId, service: ServiceDep, response: Response, if_none_match: IfNoneMatch = None
) -> DuelDocument | Response:
    """A duel as it stands."""
    return DUELS.read(duel_id, service, response, if_none_match)


@router.delete("/duels/{duel_id}", operation_id="delete_duel", status_code=204, responses=problems(404, 422))
def delete_duel(duel_id: StoredId, service: ServiceDep) -> None:
    """Forget a duel and its log."""
    DUELS.delete(duel_id, service)


@router.post("/duels/{duel_id}/decisions", operation_id="decide", responses={**_CHANGED, **problems(501, 503)})
def decide(duel_id: StoredId, body: DecisionRequest, client: ClientDep, change: ChangeDep) -> DuelDocument:
    """Make your decision; the enemy's answer comes with it. What is refused changes nothing."""
    return DUELS.decide(change, duel_id, client, body.text)


@router.post("/duels/{duel_id}/undo", operation_id="undo_duel", responses=_CHANGED)
def undo_duel(duel_id: StoredId, change: ChangeDep) -> DuelDocument:
    """Back to before your last decision, the enemy's answer taken back with it."""
    return DUELS.change(change, duel_id, Duel.undo)


@router.post("/duels/{duel_id}/resign", operation_id="resign_duel", responses=_CHANGED)
def resign_duel(duel_id: StoredId, change: ChangeDep) -> DuelDocument:
    """Give up; a duel that is over stays over."""
    return DUELS.change(change, duel_id, Duel.resign)


@router.get("/duels/{duel_id}/moves", operation_id="list_duel_moves", responses=problems(404, 422))
def list_duel_moves(duel_id: StoredId, service: ServiceDep) -> MovesDocument:
    """What each of your moves would do, before the enemy answers; none while no move of yours is due."""
    stored = service.storage.games.read(KIND, duel_id)
    return duel_moves(stored.info.version, _opened(stored, service))


@router.get("/duels/{duel_id}/advice", operation_id="advise_duel", responses=problems(404, 409, 422, 503))
def advise_duel(
    duel_id: StoredId, service: ServiceDep, client: ClientDep, top: Top = 5, quick: Quick = False
) -> AdviceDocument | MulliganAdviceDocument:
    """The coach's best moves, or which cards of the opening hand to exchange."""
    duel = _opened(service.storage.games.read(KIND, duel_id), service)
    duel.check_running()
    question = Question(duel.seen, duel.setup.belief(service.hydrator), temper=NEVER_WAITS)
    return advised(service, client, question, top, quick=quick)


def _sit_down(body: DuelRequest, service: Service) -> Duel:
    rules, saved = Ruleset.parse(body.ruleset), service.storage.decks
    deep_engine(service.hydrator, rules)  # refuses before anything is stored
    decks = BySide(body.deck, body.enemy_deck).map(
        lambda text: choose_legal_deck(text, rules, service.hydrator, saved, files=False)
    )
    first = Side.YOU if body.first is Beginner.YOU else Side.ENEMY
    return Duel(service.hydrator, DuelSetup.of(rules, decks, first, body.seed, LEVELS[body.level - 1]))


def _opened(stored: StoredGame, service: Service) -> Duel:
    """The duel that the log makes; no agent is asked."""
    return Duel(service.hydrator, DuelSetup.from_json(stored.info.setup), stored.entries)


DUELS = SeatedGames(KIND, "/duels", _opened, duel_document)

"""Matches: begun, listed, entered move by move."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Response
from pydantic import ConfigDict, Field

from qb_app import limits
from qb_app.asking.choices import Beginner
from qb_app.documents.boards import SideName
from qb_app.documents.matches import (
    MatchDocument,
    MatchPage,
    OutcomeDocument,
    match_document,
    match_row,
    misfit_document,
    outcome_document,
)
from qb_app.documents.moves import MovesDocument
from qb_app.documents.placements import PlacementsDocument, placements_document
from qb_app.documents.previews import moves_document
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import parse_command
from qb_app.live.late_storage import LateStorage
from qb_app.live.outcome import Outcome
from qb_app.live.session import Session
from qb_app.live.start import prepare
from qb_app.live.times import latest_time, utc_now
from qb_app.web.etags import (
    CREATED,
    NOT_MODIFIED,
    TAGGED,
    IdempotencyKey,
    IfMatch,
    IfNoneMatch,
    check_if_match,
    etag,
    matches_etag,
)
from qb_app.web.problems import ApiError, problems, refused
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, Service, ServiceDep
from qb_app.web.texts import (
    After,
    Body,
    BranchText,
    DeckText,
    Limit,
    LongText,
    OpponentText,
    RulesetText,
    StoredId,
)
from qb_engine.geometry import Side, Tile
from qb_engine.limits import STEPS

router = api_router("matches")


_LONG = (
    *(c.Question.WHAT_PASS, c.Question.ASK_PASS, c.Question.THREAT, c.Question.ODDS),
    *(c.Question.REMARK, c.Question.SUMMARY),
)


class NewMatch(Body):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"ruleset": "rebirth", "deck": "starter", "opponent": "Red XIII Shinra-8", "first": "you"}]
        },
    )

    ruleset: RulesetText = "rebirth"
    deck: DeckText | None = Field(
        None, description="Your deck: a saved or library name, a deck code or a list of cards."
    )
    opponent: OpponentText | None = Field(
        None, description="Who you play against: one of your profiles or of the game's."
    )
    enemy_deck: DeckText | None = Field(None, description="The enemy's deck, if known; given like your own.")
    first: Literal["you", "enemy"] = "you"


class NewCommand(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "e grasslands wolf m5"}]})

    text: LongText = Field(
        description="One line, as it is entered in 'qbcoach live'; a printed board may have several."
    )


class Steps(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"times": 1}]})

    times: int = Field(1, ge=STEPS.low, le=STEPS.high, description="Or as many as there are.")


class BranchName(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "what if"}]})

    name: BranchText


@router.post(
    "/matches",
    operation_id="create_match",
    status_code=201,
    responses={**CREATED, **problems(422)},
)
def create_match(
    new: NewMatch, service: ServiceDep, response: Response, idempotency_key: IdempotencyKey = None
) -> MatchDocument:
    """Begin a match. It is there at once, also without an entry."""
    return made_once(service, response, idempotency_key, lambda: _begin(new, service, idempotency_key))


@router.get("/matches", operation_id="list_matches", responses=problems(404, 422))
def list_matches(
    service: ServiceDep,
    limit: Limit = 20,
    after: After = None,
    opponent: Annotated[OpponentText | None, Query()] = None,
) -> MatchPage:
    """All matches, the newest first, page by page."""
    until = latest_time(utc_now())
    found = service.storage.matches.matches(opponent=opponent, limit=limit + 1, after=after, until=until)
    rows = [match_row(info) for info in found[:limit]]
    return {"matches": rows, "next": rows[-1]["id"] if len(found) > limit else None}


@router.get(
    "/matches/{match_id}",
    operation_id="read_match",
    response_model=MatchDocument,
    responses={200: TAGGED, **NOT_MODIFIED, **problems(404, 422)},
)
def read_match(
    match_id: StoredId, service: ServiceDep, response: Response, if_none_match: IfNoneMatch = None
) -> MatchDocument | Response:
    """A match as it stands."""
    version = service.storage.matches.info(match_id).version
    if matches_etag(if_none_match, version):
        return Response(status_code=304, headers={"ETag": etag(version)})
    session = service.look_at(match_id)
    response.headers["ETag"] = etag(session.version)
    return match_document(session, service.hydrator)


@router.delete("/matches/{match_id}", operation_id="delete_match", status_code=204, responses=problems(404, 422))
def delete_match(match_id: StoredId, service: ServiceDep) -> None:
    """Forget a match, its entries and what was seen in it."""
    service.storage.matches.delete(match_id)


Enter = Callable[[str], OutcomeDocument]


def _entrance(
    match_id: StoredId,
    service: ServiceDep,
    client: ClientDep,
    response: Response,
    idempotency_key: IdempotencyKey = None,
    if_match: IfMatch = None,
) -> Enter:
    """Enters a line into the match that the request names, under the conditions of its headers."""

    def entered(text: str) -> OutcomeDocument:
        session, outcome = _enter(service, client, match_id, text, key=idempotency_key, if_match=if_match)
        response.headers["ETag"] = etag(session.version)
        return outcome_document(session, outcome, service.hydrator)

    return entered


EnterDep = Annotated[Enter, Depends(_entrance)]
_ENTERED: dict[int | str, dict[str, Any]] = {200: TAGGED, **problems(404, 409, 412, 422, 503)}


@router.post("/matches/{match_id}/commands", operation_id="append_command", responses=_ENTERED)
def append_command(command: NewCommand, entered: EnterDep) -> OutcomeDocument:
    """Enter one line of the match, or ask something. A refused line changes nothing and tells what would be right."""
    return entered(command.text)


@router.post("/matches/{match_id}/undo", operation_id="undo", responses=_ENTERED)
def undo(steps: Steps, entered: EnterDep) -> OutcomeDocument:
    """Take back the last entries."""
    return entered(f"undo {steps.times}")


@router.post("/matches/{match_id}/redo", operation_id="redo", responses=_ENTERED)
def redo(steps: Steps, entered: EnterDep) -> OutcomeDocument:
    """Enter again what was taken back."""
    return entered(f"redo {steps.times}")


@router.post("/matches/{match_id}/branch", operation_id="branch", responses=_ENTERED)
def branch(name: BranchName, entered: EnterDep) -> OutcomeDocument:
    """Go on in a branch, which begins here if there is none of that name; 'main' is the match itself."""
    return entered(f"branch {name.name}")


@router.get("/matches/{match_id}/moves", operation_id="list_moves", responses=problems(404, 409, 422))
def list_moves(
    match_id: StoredId,
    service: ServiceDep,
    side: SideName = "Y",
    card: Annotated[
        str | None, Query(max_length=limits.LONGEST_NAME, description="Name or id; only moves of this card.")
    ] = None,
    tile: Annotated[
        str | None, Query(max_length=limits.LONGEST_NAME, description="As in 'MID-3' or 'm3'; only moves onto it.")
    ] = None,
) -> MovesDocument:
    """The legal moves of a side with the board after each.

    Of the enemy only the pass unless a card is named, or a tile: then the likely cards that can go there, the likeliest
    first.
    """
    session = service.look_at(match_id)
    named = None if card is None else session.game.hydrator.get(card)
    place = None if tile is None else Tile.parse(tile)
    likely = session.questions.enemy_likely if named is None and place is not None else ()
    return moves_document(session.game, session.version, Side(side), named, place, likely)


@router.get("/matches/{match_id}/placements", operation_id="list_placements", responses=problems(404, 422))
def list_placements(match_id: StoredId, service: ServiceDep, side: SideName = "Y") -> PlacementsDocument:
    """On which tiles every card can be placed that the side may play now: of your hand, and of all that the enemy may
    hold."""
    session = service.look_at(match_id)
    return placements_document(session.game, session.version, Side(side))


def made_once(service: Service, response: Response, key: str | None, make: Callable[[], str]) -> MatchDocument:
    """The match that was made with this key before, or the one that ``make`` makes now."""
    made = None if key is None else service.storage.matches.made_with(key)
    session = service.open_match(make() if made is None else made.match_id)
    response.headers["ETag"] = etag(session.version)
    response.headers["Location"] = f"/api/v1/matches/{session.match_id}"
    return match_document(session, service.hydrator)


def _begin(new: NewMatch, service: Service, key: str | None) -> str:
    late = LateStorage(lambda: service.storage)
    setup = prepare(late, new.deck, new.opponent, new.enemy_deck, Beginner(new.first), (), new.ruleset, files=False)
    return Session.start(service.storage.matches, setup, service.tools, key=key).match_id


def _enter(
    service: Service, client: str, match_id: str, text: str, *, key: str | None, if_match: str | None
) -> tuple[Session, Outcome]:
    """Enter one line; a refusal of the match becomes one of the interface, with the same sentence."""
    session = service.open_match(match_id)
    if key is None or not service.storage.matches.has_key(match_id, key):  # a repeated entry is answered, not judged
        check_if_match(if_match, session.version)
    if _takes_long(text):
        outcome = service.desk.run(client, lambda cancelled: session.enter(text, key=key))
    else:
        outcome = session.enter(text, key=key)
    if outcome.conflict is not None:
        raise ApiError(HTTPStatus.CONFLICT, "conflict", outcome.conflict)
    if outcome.refused:
        raise refused(outcome.lines[0], misfit=None if outcome.unfit is None else misfit_document(outcome.unfit))
    return session, outcome


def _takes_long(text: str) -> bool:
    """Whether the line asks for something that is computed, and so has to wait for its turn."""
    try:
        command = parse_command(text)
    except InputError:
        return False
    if isinstance(command, c.Ask):
        return command.question in _LONG
    return isinstance(command, c.Best | c.Why | c.WhatPlay | c.AskPlay)

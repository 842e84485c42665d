"""Opponents: the people of the game and the user's own profiles, with what matches showed of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response
from pydantic import Field

from qb_app.answers.opponents import all_reports, report_of
from qb_app.asking.decks import choose_deck
from qb_app.asking.opponents import choose_opponent
from qb_app.documents.opponents import (
    OpponentDocument,
    OpponentReportDocument,
    OpponentsDocument,
    opponent_document,
    opponent_report_document,
    opponents_document,
)
from qb_app.limits import MOST_CARDS
from qb_app.live.habits import Habits
from qb_app.naming import check_name
from qb_app.storage.records import OpponentProfile
from qb_app.web.decks import cards_named
from qb_app.web.problems import not_found, problems
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, ServiceDep
from qb_app.web.texts import Body, CardName, DeckText, NameInPath, NoteText
from qb_engine.card_hydrator import normalised
from qb_engine.models import CardId
from qb_engine.opponents import OpponentError

router = api_router("opponents")

Strength = Annotated[
    bool,
    Query(description="Estimate how strong it is, too: the first time every turn of it in stored matches is searched."),
]


class SaveOpponentRequest(Body):
    note: NoteText = ""
    known: list[CardName] = Field([], max_length=MOST_CARDS, description="Cards known, by id or name.")
    deck: Annotated[
        Annotated[list[CardName], Field(max_length=MOST_CARDS)] | DeckText | None,
        Field(description="The whole deck, as cards or as text; null while it is not known."),
    ] = None


@router.get("/opponents", operation_id="list_opponents")
def list_opponents(service: ServiceDep) -> OpponentsDocument:
    """Everyone you may sit down against."""
    return opponents_document(all_reports(service.storage.opponents, service.hydrator))


@router.get("/opponents/{name:path}", operation_id="read_opponent", responses=problems(404, 422, 503))
def read_opponent(
    name: NameInPath, service: ServiceDep, client: ClientDep, strength: Strength = False
) -> OpponentReportDocument:
    """One opponent, by the name or an unmistakable part of it."""
    try:
        title = choose_opponent(name, service.storage.opponents.list(), service.hydrator)
    except OpponentError as error:
        raise not_found(str(error)) from error
    report, habits = report_of(title, service.storage.opponents, service.hydrator), Habits(service.tools)
    if not strength:
        return opponent_report_document(report, habits.temper(title))
    manner = service.desk.run(client, lambda cancelled: habits.manner(title))
    return opponent_report_document(report, manner.temper, manner)


@router.put(
    "/opponents/{name:path}",
    operation_id="save_opponent",
    responses={201: {"model": OpponentDocument, "description": "A new profile"}, **problems(422)},
)
def save_opponent(
    name: NameInPath, body: SaveOpponentRequest, service: ServiceDep, response: Response
) -> OpponentDocument:
    """Keep a profile of your own, in place of the one with the same name."""
    store, hydrator = service.storage.opponents, service.hydrator
    deck: tuple[CardId, ...] | None = None
    if isinstance(body.deck, str):
        deck = choose_deck(body.deck, hydrator, service.storage.decks, files=False).card_ids
    elif body.deck is not None:
        deck = cards_named(body.deck, hydrator)
    known = {normalised(profile.name) for profile in store.list()}
    store.save(OpponentProfile(check_name(name), body.note, cards_named(body.known, hydrator), deck))
    response.status_code = 200 if normalised(name) in known else 201
    return opponent_document(report_of(store.get(name).name, store, hydrator))


@router.delete("/opponents/{name:path}", operation_id="delete_opponent", status_code=204, responses=problems(404, 422))
def delete_opponent(name: NameInPath, service: ServiceDep) -> None:
    """Forget a profile of your own; what matches showed stays with them."""
    service.storage.opponents.delete(name)

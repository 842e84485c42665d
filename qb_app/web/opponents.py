"""Opponents: the people of the game and the user's own profiles, with what matches showed of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Response
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from qb_app.answers.opponents import OpponentReport, all_reports, report_of
from qb_app.asking.decks import choose_deck
from qb_app.asking.opponents import OWN_PROFILE, choose_opponent
from qb_app.storage.records import OpponentProfile
from qb_app.web.decks import MOST_CARDS, cards_named
from qb_app.web.problems import NotFoundError, problems
from qb_app.web.routers import api_router
from qb_app.web.service import Service, ServiceDep
from qb_app.web.texts import CardName, DeckText, NameInPath, NoteText, savable_name
from qb_engine.card_hydrator import normalised
from qb_engine.models import CardId
from qb_engine.opponents import OpponentError

router = api_router("opponents")


class RecordDocument(TypedDict):
    """Finished matches, from your point of view."""

    wins: int
    draws: int
    losses: int


class OpponentDocument(TypedDict):
    title: str
    saved: bool
    """A profile of your own, which can be changed and deleted."""
    note: str
    known: list[CardId]
    """Every card noted or seen, as often as any match showed it."""
    noted: list[CardId]
    """The cards that stand in the profile itself."""
    deck: list[CardId] | None
    """The whole deck, where it is known."""
    place: str | None
    record: RecordDocument
    seen: int
    """Matches in which cards were seen."""


class OpponentsDocument(TypedDict):
    opponents: list[OpponentDocument]
    """Your own profiles first, then the people of the game."""


class SaveOpponentRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    note: NoteText = ""
    known: Annotated[list[CardName], Field(max_length=MOST_CARDS, description="Cards known, by id or name.")] = []
    deck: Annotated[
        list[CardName] | DeckText | None,
        Field(description="The whole deck, as cards or as text; null while it is not known."),
    ] = None


@router.get("/opponents", operation_id="list_opponents")
def list_opponents(service: ServiceDep) -> OpponentsDocument:
    """Everyone you may sit down against."""
    profiles = {profile.name: profile for profile in service.storage.opponents.list()}
    reports = all_reports(service.storage.opponents, service.hydrator)
    return {"opponents": [_document(report, profiles.get(report.title)) for report in reports]}


@router.get("/opponents/{name:path}", operation_id="read_opponent", responses=problems(404, 422))
def read_opponent(name: NameInPath, service: ServiceDep) -> OpponentDocument:
    """One opponent, by the name or an unmistakable part of it."""
    try:
        title = choose_opponent(name, service.storage.opponents.list(), service.hydrator)
    except OpponentError as error:
        raise NotFoundError(str(error)) from error
    return _read(title, service)


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
    store.save(OpponentProfile(savable_name(name), body.note, cards_named(body.known, hydrator), deck))
    response.status_code = 200 if normalised(name) in known else 201
    return _read(store.get(name).name, service)


@router.delete("/opponents/{name:path}", operation_id="delete_opponent", status_code=204, responses=problems(404, 422))
def delete_opponent(name: NameInPath, service: ServiceDep) -> None:
    """Forget a profile of your own; what matches showed stays with them."""
    service.storage.opponents.delete(name)


def _read(title: str, service: Service) -> OpponentDocument:
    store = service.storage.opponents
    own = {profile.name: profile for profile in store.list()}
    return _document(report_of(title, store, service.hydrator), own.get(title))


def _document(report: OpponentReport, profile: OpponentProfile | None) -> OpponentDocument:
    one = report.opponent
    note = " ".join(filter(None, (one.notes, one.basis))) if profile is None else profile.note
    return {
        "title": report.title,
        "saved": profile is not None,
        "note": note,
        "known": list(report.known),
        "noted": list(one.seen if profile is None else profile.known),
        "deck": None if profile is None or profile.deck is None else list(profile.deck),
        "place": None if one.location == OWN_PROFILE else one.location,
        "record": {"wins": report.record.wins, "draws": report.record.draws, "losses": report.record.losses},
        "seen": len(report.sightings),
    }

"""Opponents as documents: the people of the game and the user's own profiles."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from qb_app.answers.opponents import OpponentReport
from qb_app.asking.opponents import OWN_PROFILE
from qb_engine.models import CardId


class RecordDocument(TypedDict):
    """Finished matches, from your point of view."""

    wins: int
    draws: int
    losses: int


class SightingDocument(TypedDict):
    match: str
    cards: list[CardId]


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
    seen: list[SightingDocument]
    """What each match showed, the oldest match first."""


class OpponentsDocument(TypedDict):
    opponents: list[OpponentDocument]
    """Your own profiles first, then the people of the game."""


def opponents_document(reports: Sequence[OpponentReport]) -> OpponentsDocument:
    return {"opponents": [opponent_document(report) for report in reports]}


def opponent_document(report: OpponentReport) -> OpponentDocument:
    one, profile = report.opponent, report.profile
    return {
        "title": report.title,
        "saved": profile is not None,
        "note": " ".join(filter(None, (one.notes, one.basis))) if profile is None else profile.note,
        "known": list(report.known),
        "noted": list(one.seen if profile is None else profile.known),
        "deck": None if profile is None or profile.deck is None else list(profile.deck),
        "place": None if one.location == OWN_PROFILE else one.location,
        "record": {"wins": report.record.wins, "draws": report.record.draws, "losses": report.record.losses},
        "seen": [{"match": sighting.match_id, "cards": list(sighting.card_ids)} for sighting in report.sightings],
    }

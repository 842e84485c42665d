"""Opponents as documents: the people of the game and the user's own profiles."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from qb_app.answers.opponents import OpponentReport
from qb_app.asking.opponents import OWN_PROFILE
from qb_app.live.habits import Manner
from qb_engine.models import CardId
from qb_engine.temper import Temper
from qb_engine.wording import strength_words, waits_words


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


class StrengthDocument(TypedDict):
    """How much an opponent's turns gave away of your chance."""

    turns: int
    """Of it that could be judged in stored matches."""
    known: bool
    """Whether they are enough; the numbers are 0 otherwise."""
    given: float
    """On average over its turns, more than an enemy as strong as the search gives away."""
    given_low: float
    given_high: float
    slips: float
    """The share of random moves with which a player gives away as much."""
    slips_low: float
    slips_high: float
    text: str


class OpponentReportDocument(OpponentDocument):
    """An opponent, and how it plays."""

    waits: float
    """Share of the worlds in which it is taken to wait."""
    opening_turns: int
    """Of it that are known; what ``waits`` was learned from."""
    waited: int
    waits_text: str
    strength: StrengthDocument | None
    """None unless it was asked for."""


class OpponentsDocument(TypedDict):
    opponents: list[OpponentDocument]
    """Your own profiles first, then the people of the game."""


def opponents_document(reports: Sequence[OpponentReport]) -> OpponentsDocument:
    return {"opponents": [opponent_document(report) for report in reports]}


def opponent_report_document(
    report: OpponentReport, temper: Temper, manner: Manner | None = None
) -> OpponentReportDocument:
    return {
        **opponent_document(report),
        "waits": temper.waits,
        "opening_turns": temper.turns,
        "waited": temper.waited,
        "waits_text": waits_words(temper),
        "strength": None if manner is None else _strength(manner),
    }


def _strength(manner: Manner) -> StrengthDocument:
    found = manner.strength
    return {
        "turns": manner.judged,
        "known": found is not None,
        "given": found.given if found else 0.0,
        "given_low": found.low if found else 0.0,
        "given_high": found.high if found else 0.0,
        "slips": found.slips if found else 0.0,
        "slips_low": found.slips_low if found else 0.0,
        "slips_high": found.slips_high if found else 0.0,
        "text": strength_words(found, manner.judged),
    }


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

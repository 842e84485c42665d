"""What is known of an opponent: the profile, what matches showed, and how they ended."""

from __future__ import annotations

from dataclasses import dataclass

from qb_app.asking.opponents import known_of, own_opponent, profile_of
from qb_app.storage.records import OpponentProfile, OpponentRecord, Sighting
from qb_app.storage.stores import OpponentStore
from qb_engine.card_hydrator import CardHydrator
from qb_engine.models import CardId
from qb_engine.opponents import Opponent
from qb_engine.opponents import opponents as game_opponents


@dataclass(frozen=True)
class OpponentReport:
    title: str
    opponent: Opponent
    profile: OpponentProfile | None
    """The user's own, in whose form ``opponent`` is."""
    sightings: tuple[Sighting, ...]
    record: OpponentRecord

    @property
    def known(self) -> tuple[CardId, ...]:
        return known_of(self.opponent, self.sightings)

    @property
    def record_told(self) -> str:
        wins, draws, losses = self.record
        return f"{wins} won, {draws} drawn, {losses} lost" if any(self.record) else ""


def report_of(title: str, store: OpponentStore, hydrator: CardHydrator) -> OpponentReport:
    own = {profile.name: profile for profile in store.list()}
    return _report(title, profile_of(title, store, hydrator), own.get(title), store)


def all_reports(store: OpponentStore, hydrator: CardHydrator) -> list[OpponentReport]:
    """Your own profiles first, then the people of the game."""
    own = [_report(profile.name, own_opponent(profile), profile, store) for profile in store.list()]
    return own + [_report(one.title, one, None, store) for one in game_opponents(hydrator)]


def _report(title: str, one: Opponent, own: OpponentProfile | None, store: OpponentStore) -> OpponentReport:
    return OpponentReport(title, one, own, store.seen(title), store.record(title))

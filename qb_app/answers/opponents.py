"""What is known of an opponent: the profile, what matches showed, and how they ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qb_app.asking.opponents import known_of, own_opponent, profile_of
from qb_engine.card_hydrator import CardHydrator
from qb_engine.models import CardId
from qb_engine.opponents import Opponent
from qb_engine.opponents import opponents as game_opponents

if TYPE_CHECKING:
    from qb_app.storage.records import OpponentRecord, Sighting
    from qb_app.storage.stores import OpponentStore


@dataclass(frozen=True)
class OpponentReport:
    title: str
    opponent: Opponent
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
    return _report(title, profile_of(title, store, hydrator), store)


def all_reports(store: OpponentStore, hydrator: CardHydrator) -> list[OpponentReport]:
    """Your own profiles first, then the people of the game."""
    everyone = [(profile.name, own_opponent(profile)) for profile in store.list()]
    everyone += [(one.title, one) for one in game_opponents(hydrator)]
    return [_report(title, one, store) for title, one in everyone]


def _report(title: str, one: Opponent, store: OpponentStore) -> OpponentReport:
    return OpponentReport(title, one, store.seen(title), store.record(title))

"""Stores that keep everything in memory, for tests of what stands above them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage.errors import ConflictError, NoSuchMatchError, NoSuchOpponentError
from qb_app.storage.records import JsonValue, MatchInfo, OpponentProfile, OpponentRecord, Sighting, StoredEvent
from qb_engine.models import CardId

MOMENT = "2026-01-01T00:00:00.000+00:00"


@dataclass
class MemoryMatches:
    infos: dict[str, MatchInfo] = field(default_factory=dict)
    setups: dict[str, Mapping[str, JsonValue]] = field(default_factory=dict)
    logs: dict[str, list[StoredEvent]] = field(default_factory=dict)
    keys: dict[tuple[str, str], StoredEvent] = field(default_factory=dict)

    def create(
        self,
        setup: Mapping[str, JsonValue],
        *,
        title: str,
        ruleset: str,
        opponent: str | None,
        at: str,
        match_id: str | None = None,
    ) -> MatchInfo:
        name = match_id or f"m{len(self.infos) + 1}"
        self.infos[name] = MatchInfo(name, title, ruleset, opponent, None, 0, at, at)
        self.setups[name], self.logs[name] = setup, []
        return self.infos[name]

    def info(self, match_id: str) -> MatchInfo:
        if match_id not in self.infos:
            raise NoSuchMatchError(match_id)
        return self.infos[match_id]

    def setup(self, match_id: str) -> Mapping[str, JsonValue]:
        self.info(match_id)
        return self.setups[match_id]

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return tuple(self.logs[match_id][after:])

    def append(
        self,
        match_id: str,
        kind: str,
        payload: Mapping[str, JsonValue],
        *,
        expected: int,
        at: str,
        key: str | None = None,
    ) -> StoredEvent:
        if key is not None and (match_id, key) in self.keys:
            return self.keys[match_id, key]
        log = self.logs[match_id]
        if expected != len(log):
            raise ConflictError(match_id, expected, len(log))
        event = StoredEvent(len(log) + 1, kind, payload, at)
        log.append(event)
        if key is not None:
            self.keys[match_id, key] = event
        self.infos[match_id] = replace(self.infos[match_id], events=len(log), updated_at=at)
        return event

    def has_key(self, match_id: str, key: str) -> bool:
        return (match_id, key) in self.keys

    def set_result(self, match_id: str, result: str | None) -> None:
        self.infos[match_id] = replace(self.infos[match_id], result=result)

    def matches(
        self, *, opponent: str | None = None, limit: int = 50, after: str | None = None
    ) -> tuple[MatchInfo, ...]:
        return tuple(info for info in reversed(self.infos.values()) if opponent in (None, info.opponent))[:limit]

    def delete(self, match_id: str) -> None:
        del self.infos[match_id], self.setups[match_id], self.logs[match_id]


@dataclass
class MemoryOpponents:
    profiles: dict[str, OpponentProfile] = field(default_factory=dict)
    sightings: dict[str, dict[str, tuple[CardId, ...]]] = field(default_factory=dict)

    def save(self, profile: OpponentProfile) -> None:
        self.profiles[profile.name] = profile

    def get(self, name: str) -> OpponentProfile:
        if name not in self.profiles:
            raise NoSuchOpponentError(name)
        return self.profiles[name]

    def list(self) -> tuple[OpponentProfile, ...]:
        return tuple(self.profiles.values())

    def delete(self, name: str) -> None:
        del self.profiles[name]

    def see(self, opponent: str, match_id: str, card_ids: Sequence[CardId]) -> None:
        self.sightings.setdefault(opponent, {})[match_id] = tuple(card_ids)

    def seen(self, opponent: str) -> tuple[Sighting, ...]:
        return tuple(Sighting(*item) for item in self.sightings.get(opponent, {}).items())

    def record(self, opponent: str) -> OpponentRecord:
        return OpponentRecord(0, 0, 0)


def new_session(setup: MatchSetup | None = None, tools: Tools | None = None) -> Session:
    """A session on an empty store of its own."""
    return Session.start(MemoryMatches(), setup or MatchSetup(), tools or Tools(clock=lambda: MOMENT))


def entered(*lines: str, setup: MatchSetup | None = None, tools: Tools | None = None) -> Session:
    """A session after these lines, each of which must be taken."""
    session = new_session(setup, tools)
    for line in lines:
        outcome = session.enter(line)
        assert not outcome.refused, f"{line}: {outcome.lines}"
        assert outcome.choice is None, f"{line}: {outcome.lines}"
    return session

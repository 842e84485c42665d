"""The storage as plain dictionaries: what it should do, without any database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Unpack

from qb_app.storage import (
    AlreadyStoredError,
    ConflictError,
    GameInfo,
    MatchInfo,
    NewEntry,
    NoSuchDeckError,
    NoSuchGameError,
    NoSuchMatchError,
    NoSuchOpponentError,
    OpponentProfile,
    OpponentRecord,
    PracticeStanding,
    Sighting,
    Storage,
    StoredAttempt,
    StoredDeck,
    StoredEvent,
    StoredGame,
    UnfitValueError,
)
from qb_app.storage.records import Document, GameFacts, MatchFacts, Stamp


def key_of(name: str) -> str:
    if not name.split():
        raise UnfitValueError("no name")
    return " ".join(name.split()).casefold()


@dataclass
class ModelMatch:
    info: MatchInfo
    setup: Document
    made_with: str | None = None
    events: list[StoredEvent] = field(default_factory=list)
    keys: dict[str, StoredEvent] = field(default_factory=dict)
    seen: dict[str, tuple[str, ...]] = field(default_factory=dict)


class ModelMatches:
    def __init__(self) -> None:
        self.all: dict[str, ModelMatch] = {}

    def find(self, match_id: str) -> ModelMatch:
        if match_id not in self.all:
            raise NoSuchMatchError(match_id)
        return self.all[match_id]

    def create(self, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[MatchFacts]) -> MatchInfo:
        match_id, key = facts.get("match_id") or f"m{len(self.all) + 1}", facts.get("key")
        opponent, at = facts["opponent"], facts["at"]
        if opponent is not None:
            key_of(opponent)
        if key is not None and (known := self.made_with(key)):
            return known
        if match_id in self.all:
            raise AlreadyStoredError(match_id)
        info = MatchInfo(match_id, facts["title"], facts["ruleset"], opponent, facts.get("result"), 0, at, at)
        match = self.all[match_id] = ModelMatch(info, setup, key)
        for number, entry in enumerate(entries):
            self.append(match_id, entry.kind, entry.payload, expected=number, at=entry.at or at, key=entry.key)
        if opponent is not None and (seen := facts.get("seen")):
            match.seen[key_of(opponent)] = tuple(seen)
        return match.info

    def made_with(self, key: str) -> MatchInfo | None:
        return next((match.info for match in self.all.values() if match.made_with == key), None)

    def info(self, match_id: str) -> MatchInfo:
        return self.find(match_id).info

    def setup(self, match_id: str) -> Document:
        return self.find(match_id).setup

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return tuple(self.find(match_id).events[after:])

    def append(self, match_id: str, kind: str, payload: Document, **stamp: Unpack[Stamp]) -> StoredEvent:
        match, key = self.find(match_id), stamp.get("key")
        if key in match.keys:
            return match.keys[key]
        if stamp["expected"] != len(match.events):
            raise ConflictError(match_id, stamp["expected"], len(match.events))
        event = StoredEvent(len(match.events) + 1, kind, payload, stamp["at"])
        match.events.append(event)
        match.info = replace(match.info, version=event.seq, updated_at=event.at)
        if key is not None:
            match.keys[key] = event
        return event

    def has_key(self, match_id: str, key: str) -> bool:
        return key in self.find(match_id).keys

    def set_result(self, match_id: str, result: str | None) -> None:
        match = self.find(match_id)
        match.info = replace(match.info, result=result)

    def matches(
        self, *, opponent: str | None = None, limit: int = 50, after: str | None = None, until: str | None = None
    ) -> tuple[MatchInfo, ...]:
        def age(info: MatchInfo) -> tuple[bool, str, str]:
            return "1970" <= info.created_at <= (until or "9999"), info.created_at, info.match_id

        wanted = None if opponent is None else key_of(opponent)
        last = None if after is None else self.info(after)
        newest = sorted((match.info for match in self.all.values()), key=age, reverse=True)
        fitting = [info for info in newest if wanted is None or (info.opponent and key_of(info.opponent) == wanted)]
        return tuple(info for info in fitting if last is None or age(info) < age(last))[:limit]

    def delete(self, match_id: str) -> None:
        self.find(match_id)
        del self.all[match_id]


class ModelDecks:
    def __init__(self) -> None:
        self.all: dict[str, StoredDeck] = {}

    def save(self, name: str, card_ids: Sequence[str], ruleset: str, *, replace: bool = False) -> StoredDeck:
        if key_of(name) in self.all and not replace:
            raise AlreadyStoredError(name)
        self.all[key_of(name)] = StoredDeck(" ".join(name.split()), tuple(card_ids), ruleset)
        return self.all[key_of(name)]

    def get(self, name: str) -> StoredDeck:
        if key_of(name) not in self.all:
            raise NoSuchDeckError(name)
        return self.all[key_of(name)]

    def names(self) -> tuple[str, ...]:
        return tuple(deck.name for deck in self.list())

    def list(self) -> tuple[StoredDeck, ...]:
        return tuple(self.all[key] for key in sorted(self.all))

    def delete(self, name: str) -> None:
        self.get(name)
        del self.all[key_of(name)]


class ModelCollection:
    def __init__(self) -> None:
        self.all: dict[str, int] = {}

    def owned(self) -> dict[str, int]:
        return dict(sorted(self.all.items()))

    def set(self, card_id: str, copies: int) -> None:
        if copies < 0:
            raise UnfitValueError("negative")
        self.all[card_id] = copies
        if not copies:
            del self.all[card_id]

    def set_many(self, copies: Mapping[str, int]) -> None:
        if any(number < 0 for number in copies.values()):
            raise UnfitValueError("negative")
        for card_id, number in copies.items():
            self.set(card_id, number)

    def clear(self) -> None:
        self.all.clear()


class ModelOpponents:
    def __init__(self, matches: ModelMatches) -> None:
        self.all: dict[str, OpponentProfile] = {}
        self.matches = matches

    def save(self, profile: OpponentProfile) -> None:
        self.all[key_of(profile.name)] = replace(profile, name=" ".join(profile.name.split()))

    def get(self, name: str) -> OpponentProfile:
        if key_of(name) not in self.all:
            raise NoSuchOpponentError(name)
        return self.all[key_of(name)]

    def list(self) -> tuple[OpponentProfile, ...]:
        return tuple(self.all[key] for key in sorted(self.all))

    def delete(self, name: str) -> None:
        self.get(name)
        del self.all[key_of(name)]

    def see(self, opponent: str, match_id: str, card_ids: Sequence[str]) -> None:
        key = key_of(opponent)
        self.matches.find(match_id).seen[key] = tuple(card_ids)

    def seen(self, opponent: str, *, begun_by: str | None = None) -> tuple[Sighting, ...]:
        key = key_of(opponent)
        oldest = sorted(self.matches.all.values(), key=lambda match: (match.info.created_at, match.info.match_id))
        wanted = [match for match in oldest if begun_by is None or match.info.created_at <= begun_by]
        return tuple(Sighting(match.info.match_id, match.seen[key]) for match in wanted if key in match.seen)

    def record(self, opponent: str) -> OpponentRecord:
        ends = [(info.result or "-")[0] for info in self.matches.matches(opponent=opponent, limit=10**6)]
        return OpponentRecord(ends.count("Y"), ends.count("d"), ends.count("E"))


@dataclass
class ModelGame:
    info: GameInfo
    made_with: str | None
    entries: list[StoredEvent] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    def add(self, entries: Sequence[NewEntry], at: str, result: str | None) -> None:
        for entry in entries:
            self.entries.append(StoredEvent(len(self.entries) + 1, entry.kind, entry.payload, at))
        updated = at if entries else self.info.updated_at
        self.info = replace(self.info, version=len(self.entries), result=result, updated_at=updated)


class ModelGames:
    def __init__(self) -> None:
        self.all: dict[str, ModelGame] = {}

    def find(self, kind: str, game_id: str) -> ModelGame:
        if game_id not in self.all or self.all[game_id].info.kind != kind:
            raise NoSuchGameError(kind, game_id)
        return self.all[game_id]

    def create(
        self, kind: str, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[GameFacts]
    ) -> GameInfo:
        at, key, game_id = facts["at"], facts.get("key"), facts.get("game_id") or f"g{len(self.all) + 1}"
        if key is not None and (known := self.made_with(kind, key)):
            return known
        if game_id in self.all:
            raise AlreadyStoredError(game_id)
        game = ModelGame(GameInfo(game_id, kind, setup, None, 0, at, at), key)
        game.add(entries, at, facts.get("result"))
        self.all[game_id] = game
        return game.info

    def made_with(self, kind: str, key: str) -> GameInfo | None:
        found = [game.info for game in self.all.values() if (game.info.kind, game.made_with) == (kind, key)]
        return found[0] if found else None

    def info(self, kind: str, game_id: str) -> GameInfo:
        return self.find(kind, game_id).info

    def read(self, kind: str, game_id: str) -> StoredGame:
        game = self.find(kind, game_id)
        return StoredGame(game.info, tuple(game.entries))

    def append(
        self, kind: str, game_id: str, entries: Sequence[NewEntry], result: str | None = None, **stamp: Unpack[Stamp]
    ) -> int:
        game, key = self.find(kind, game_id), stamp.get("key")
        if key in game.keys:
            return game.info.version
        if stamp["expected"] != game.info.version:
            raise ConflictError(game_id, stamp["expected"], game.info.version)
        game.add(entries, stamp["at"], result)
        if key is not None:
            game.keys.add(key)
        return game.info.version

    def has_key(self, kind: str, game_id: str, key: str) -> bool:
        return key in self.find(kind, game_id).keys

    def games(self, kind: str, *, limit: int = 50, after: str | None = None) -> tuple[GameInfo, ...]:
        last = None if after is None else self.info(kind, after)
        newest = sorted((game.info for game in self.all.values()), key=_game_age, reverse=True)
        fitting = [info for info in newest if info.kind == kind]
        return tuple(info for info in fitting if last is None or _game_age(info) < _game_age(last))[:limit]

    def delete(self, kind: str, game_id: str) -> None:
        self.find(kind, game_id)
        del self.all[game_id]


def _game_age(info: GameInfo) -> tuple[str, str]:
    return info.created_at, info.game_id


class ModelAnswers:
    def __init__(self) -> None:
        self.all: dict[str, tuple[str, Document]] = {}

    def get(self, key: str) -> Document | None:
        return self.all[key][1] if key in self.all else None

    def put(self, key: str, document: Document, *, at: str) -> None:
        self.all[key] = at, document

    def prune(self, keep: int) -> None:
        for key in sorted(self.all, key=lambda key: (self.all[key][0], key), reverse=True)[keep:]:
            del self.all[key]


class ModelPractice:
    def __init__(self) -> None:
        self.all: list[StoredAttempt] = []
        self.keys: dict[str, StoredAttempt] = {}
        self.progress: dict[str, Document] = {}
        self.rating: Document | None = None

    def standing(self) -> PracticeStanding:
        return PracticeStanding(len(self.all), dict(sorted(self.progress.items())), self.rating)

    def attempts(self, after: int = 0) -> tuple[StoredAttempt, ...]:
        return tuple(self.all[after:])

    def attempt_with(self, key: str) -> StoredAttempt | None:
        return self.keys.get(key)

    def add(
        self, exercise_id: str, attempt: Document, progress: Document, rating: Document | None, **stamp: Unpack[Stamp]
    ) -> StoredAttempt:
        key = stamp.get("key")
        if key is not None and key in self.keys:
            return self.keys[key]
        if stamp["expected"] != len(self.all):
            raise ConflictError("practice", stamp["expected"], len(self.all))
        made = StoredAttempt(len(self.all) + 1, exercise_id, attempt, stamp["at"])
        self.all.append(made)
        self.progress[exercise_id] = progress
        self.rating = self.rating if rating is None else rating
        if key is not None:
            self.keys[key] = made
        return made


def model_storage() -> Storage:
    matches = ModelMatches()
    return Storage(
        matches,
        ModelDecks(),
        ModelCollection(),
        ModelOpponents(matches),
        ModelGames(),
        ModelAnswers(),
        ModelPractice(),
        close=lambda: None,
    )

"""What the storage hands out: plain values that know nothing of a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypeAlias, TypedDict

if TYPE_CHECKING:
    from qb_engine.models import CardId


JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
Document: TypeAlias = "Mapping[str, JsonValue]"


class Stamp(TypedDict):
    """What is said with everything that is added to a log."""

    expected: int
    """The version that the writer has seen."""
    at: str
    key: NotRequired[str | None]
    """Of the writer's choice: what comes with a key that the log has already is not added again."""


class MatchFacts(TypedDict):
    """What is said of a new match besides its setup and its events; an id is made unless one is given."""

    title: str
    ruleset: str
    opponent: str | None
    at: str
    result: NotRequired[str | None]
    seen: NotRequired[Sequence[CardId]]
    """What the opponent showed in it."""
    key: NotRequired[str | None]
    match_id: NotRequired[str | None]


class GameFacts(TypedDict):
    """What is said of a new game besides its kind and setup; an id is made unless one is given."""

    at: str
    result: NotRequired[str | None]
    key: NotRequired[str | None]
    game_id: NotRequired[str | None]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One entry of a match's log; never changed once it is there."""

    seq: int
    """1, 2, 3 … within the match, without gaps."""
    kind: str
    payload: Document
    at: str
    """ISO-8601 in UTC, as the writer gave it."""


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match without its events."""

    match_id: str
    title: str
    ruleset: str
    opponent: str | None
    result: str | None
    """``Y 12-7``, ``E 3-9``, ``draw 5-5``; None while the match is running."""
    version: int
    """How many entries its log has, and the ``seq`` of the last one."""
    created_at: str
    updated_at: str
    """When the last event happened."""
    damaged: bool = False
    """In a list: something of it cannot be read any more, so that it cannot be opened."""


class NewEntry(NamedTuple):
    """An entry that is to be added to a log."""

    kind: str
    payload: Document
    at: str | None = None
    """When it was made; None for the moment at which it is added."""
    key: str | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that is played here, without its log."""

    game_id: str
    kind: str
    setup: Document
    result: str | None
    """None while the game is running."""
    version: int
    """How many entries its log has, and the ``seq`` of the last one."""
    created_at: str
    updated_at: str
    """When the last entry was made."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its log; an entry has the form of a match's event."""

    info: GameInfo
    entries: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A deck of the user, legal or not, in the order it was given."""

    name: str
    card_ids: tuple[CardId, ...]
    ruleset: str


@dataclass(frozen=True, slots=True)
class OpponentProfile:
    """What the user noted about an opponent."""

    name: str
    note: str = ""
    known: tuple[CardId, ...] = ()
    deck: tuple[CardId, ...] | None = None


@dataclass(frozen=True, slots=True)
class StoredAttempt:
    """One answer to an exercise; never changed once it is there."""

    seq: int
    """1, 2, 3 … over all exercises, without gaps."""
    exercise_id: str
    document: Document
    at: str


class PracticeStanding(NamedTuple):
    """What follows from all attempts up to one."""

    version: int
    """The ``seq`` of the last attempt; 0 before the first."""
    progress: Mapping[str, Document]
    """By exercise, for those that were attempted."""
    rating: Document | None
    """The player's; None before the first rated attempt."""


class Sighting(NamedTuple):
    """What an opponent showed in one match."""

    match_id: str
    card_ids: tuple[CardId, ...]


class OpponentRecord(NamedTuple):
    """Finished matches against an opponent, from the user's point of view."""

    wins: int
    draws: int
    losses: int

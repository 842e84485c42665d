"""The stores as the rest of the program sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, Self, Unpack

from qb_app.storage.records import (
    Document,
    GameFacts,
    GameInfo,
    MatchFacts,
    MatchInfo,
    NewEntry,
    OpponentProfile,
    OpponentRecord,
    PracticeStanding,
    Sighting,
    Stamp,
    StoredAttempt,
    StoredDeck,
    StoredEvent,
    StoredGame,
)

if TYPE_CHECKING:
    from qb_engine.models import CardId


class MatchLog(Protocol):
    """What a match that is being entered is read from and written to."""

    def info(self, match_id: str) -> MatchInfo: ...

    def setup(self, match_id: str) -> Document: ...

    def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        """The events that follow number ``after``, in their order."""
        ...

    def append(self, match_id: str, kind: str, payload: Document, **stamp: Unpack[Stamp]) -> StoredEvent:
        """Store one event; it is on the disk when this returns.

        When the match is at another version than ``expected``, ConflictError.
        An event with the same ``key`` that is there already is returned, and nothing is added: a writer that does
        not know whether its entry arrived just sends it again.
        """
        ...

    def has_key(self, match_id: str, key: str) -> bool:
        """Whether an event with that key was stored already."""
        ...

    def set_result(self, match_id: str, result: str | None) -> None:
        """Close the match with ``Y …``, ``E …`` or ``draw …``; None opens it again."""
        ...


class NewMatchLog(MatchLog, Protocol):
    """The same for a match that is begun with it."""

    def create(self, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[MatchFacts]) -> MatchInfo:
        """A new match with its first events, its result and what was seen in it, whole or not at all.

        The one that was made with the same ``key`` is returned again.
        """
        ...


class MatchStore(NewMatchLog, Protocol):
    """Matches, each with a log that only grows."""

    def made_with(self, key: str) -> MatchInfo | None:
        """The match that was created with this key."""
        ...

    def matches(
        self, *, opponent: str | None = None, limit: int = 50, after: str | None = None, until: str | None = None
    ) -> tuple[MatchInfo, ...]:
        """The newest first; ``after`` is the last match of the page before.

        A match that says it was made after ``until``, or at no time at all, comes behind all others.
        """
        ...

    def delete(self, match_id: str) -> None:
        """Forget the match, its events and what was seen in it."""
        ...


class DeckStore(Protocol):
    """The user's decks; a name is found whatever its case and spacing."""

    def save(self, name: str, card_ids: Sequence[CardId], ruleset: str, *, replace: bool = False) -> StoredDeck: ...

    def get(self, name: str) -> StoredDeck: ...

    def names(self) -> tuple[str, ...]: ...

    def list(self) -> tuple[StoredDeck, ...]: ...

    def delete(self, name: str) -> None: ...


class CollectionStore(Protocol):
    """The cards that the user owns."""

    def owned(self) -> dict[CardId, int]: ...

    def set(self, card_id: CardId, copies: int) -> None:
        """Own so many copies; none takes the card out of the collection."""
        ...

    def set_many(self, copies: Mapping[CardId, int]) -> None:
        """Own so many copies of each of these cards, all or none of it; other cards stay as they are."""
        ...

    def clear(self) -> None: ...


class OpponentStore(Protocol):
    """The user's profiles, and what matches showed of any opponent, with or without a profile."""

    def save(self, profile: OpponentProfile) -> None:
        """Store a profile in place of the one with the same name, if there is one."""
        ...

    def get(self, name: str) -> OpponentProfile: ...

    def list(self) -> tuple[OpponentProfile, ...]: ...

    def delete(self, name: str) -> None:
        """Forget the profile; what was seen stays with the matches."""
        ...

    def see(self, opponent: str, match_id: str, card_ids: Sequence[CardId]) -> None:
        """Replace what was seen of the opponent in that match."""
        ...

    def seen(self, opponent: str, *, begun_by: str | None = None) -> tuple[Sighting, ...]:
        """What each match showed, the oldest match first; with a time only those that were begun by then."""
        ...

    def record(self, opponent: str) -> OpponentRecord: ...


class GameStore(Protocol):
    """Games that are played here, each with a log that only grows; a game is found by its kind and its id."""

    def create(
        self, kind: str, setup: Document, entries: Sequence[NewEntry] = (), **facts: Unpack[GameFacts]
    ) -> GameInfo:
        """A new game with its first entries; the one that was made with the same ``key`` is returned again."""
        ...

    def made_with(self, kind: str, key: str) -> GameInfo | None:
        """The game that was created with this key."""
        ...

    def info(self, kind: str, game_id: str) -> GameInfo: ...

    def read(self, kind: str, game_id: str) -> StoredGame:
        """The game with its whole log."""
        ...

    def append(
        self, kind: str, game_id: str, entries: Sequence[NewEntry], result: str | None = None, **stamp: Unpack[Stamp]
    ) -> int:
        """Store these entries, all or none, with the result the game has after them; the version after them.

        When the game is at another version than ``expected``, ConflictError.
        Entries that were stored with the same ``key`` are not stored again.
        """
        ...

    def has_key(self, kind: str, game_id: str, key: str) -> bool:
        """Whether entries were stored with this key."""
        ...

    def games(self, kind: str, *, limit: int = 50, after: str | None = None) -> tuple[GameInfo, ...]:
        """The newest first; ``after`` is the last game of the page before."""
        ...

    def delete(self, kind: str, game_id: str) -> None:
        """Forget the game and its log."""
        ...


class AnswerStore(Protocol):
    """Finished answers of the coach, each under a key that says all it depends on.

    They are kept to save time: any of them may be gone, and one that cannot be read counts as gone.
    """

    def get(self, key: str) -> Document | None: ...

    def put(self, key: str, document: Document, *, at: str) -> None:
        """Store an answer in place of the one with the same key; the oldest go when there are too many."""
        ...

    def prune(self, keep: int) -> None:
        """Forget all but the newest."""
        ...


class PracticeStore(Protocol):
    """Attempts at exercises, a log that only grows, and what follows from them."""

    def standing(self) -> PracticeStanding:
        """As it is at one moment."""
        ...

    def attempts(self, after: int = 0) -> tuple[StoredAttempt, ...]:
        """The attempts that follow number ``after``, in their order."""
        ...

    def attempt_with(self, key: str) -> StoredAttempt | None:
        """The attempt that was stored with this key."""
        ...

    def add(
        self,
        exercise_id: str,
        attempt: Document,
        progress: Document,
        rating: Document | None,
        **stamp: Unpack[Stamp],
    ) -> StoredAttempt:
        """Store an attempt with what stands of its exercise and of the player after it, all or nothing.

        ``rating`` is None where it stays as it is. When others were added since ``expected``, ConflictError; the
        attempt that was stored with the same ``key`` before is returned, and nothing is added.
        """
        ...


@dataclass(frozen=True, slots=True)
class Storage:
    """The stores of one open database; closes at the end of a ``with`` block."""

    matches: MatchStore
    decks: DeckStore
    collection: CollectionStore
    opponents: OpponentStore
    games: GameStore
    answers: AnswerStore
    practice: PracticeStore
    close: Callable[[], None]
    backend: Literal["sqlite", "postgresql"] = "sqlite"
    backend_version: str = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

"""What the coach remembers, from matches to its own answers, in SQLite or PostgreSQL (docs/storage.md).

Importing this package costs nothing: SQLAlchemy is loaded by ``open_storage``.
"""

from qb_app.storage.errors import (
    AlreadyStoredError,
    ConflictError,
    DatabaseBusyError,
    DatabaseDamagedError,
    DatabaseFullError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    NoSuchDeckError,
    NoSuchGameError,
    NoSuchMatchError,
    NoSuchOpponentError,
    SchemaError,
    StorageError,
    UnfitValueError,
    UnknownEntryError,
)
from qb_app.storage.opening import check_storage, open_storage
from qb_app.storage.records import (
    GameInfo,
    JsonValue,
    MatchInfo,
    NewEntry,
    OpponentProfile,
    OpponentRecord,
    Sighting,
    StoredDeck,
    StoredEvent,
    StoredGame,
)
from qb_app.storage.stores import AnswerStore, CollectionStore, DeckStore, GameStore, MatchStore, OpponentStore, Storage

__all__ = [
    "AlreadyStoredError",
    "AnswerStore",
    "CollectionStore",
    "ConflictError",
    "DatabaseBusyError",
    "DatabaseDamagedError",
    "DatabaseFullError",
    "DatabaseReadOnlyError",
    "DatabaseUnreachableError",
    "DeckStore",
    "GameInfo",
    "GameStore",
    "JsonValue",
    "MatchInfo",
    "MatchStore",
    "NewEntry",
    "NoSuchDeckError",
    "NoSuchGameError",
    "NoSuchMatchError",
    "NoSuchOpponentError",
    "OpponentProfile",
    "OpponentRecord",
    "OpponentStore",
    "SchemaError",
    "Sighting",
    "Storage",
    "StorageError",
    "StoredDeck",
    "StoredEvent",
    "StoredGame",
    "UnfitValueError",
    "UnknownEntryError",
    "check_storage",
    "open_storage",
]

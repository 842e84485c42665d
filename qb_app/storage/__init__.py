"""What the coach remembers: matches, decks, owned cards and opponents, in SQLite or PostgreSQL (docs/storage.md).

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
    NoSuchMatchError,
    NoSuchOpponentError,
    SchemaError,
    StorageError,
)
from qb_app.storage.opening import open_storage
from qb_app.storage.records import (
    JsonValue,
    MatchInfo,
    OpponentProfile,
    OpponentRecord,
    Sighting,
    StoredDeck,
    StoredEvent,
)
from qb_app.storage.stores import CollectionStore, DeckStore, MatchStore, OpponentStore, Storage

__all__ = [
    "AlreadyStoredError",
    "CollectionStore",
    "ConflictError",
    "DatabaseBusyError",
    "DatabaseDamagedError",
    "DatabaseFullError",
    "DatabaseReadOnlyError",
    "DatabaseUnreachableError",
    "DeckStore",
    "JsonValue",
    "MatchInfo",
    "MatchStore",
    "NoSuchDeckError",
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
    "open_storage",
]

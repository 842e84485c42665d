"""The tables as queries see them, and how values stand in them: names as keys, cards and events as JSON.

``migrations`` makes the tables, and a test compares the two.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

from gamekit.quoting import quoted
from qb_app.storage.errors import DatabaseDamagedError, UnfitValueError
from qb_app.storage.records import Document, JsonValue

if TYPE_CHECKING:
    from qb_engine.models import CardId


class Words(TypeDecorator[str]):
    """Text that every database can hold, in the order of its code points on all of them."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return Text(collation="C") if dialect.name == "postgresql" else Text()

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is not None and not is_text(value):
            raise UnfitValueError(f"{quoted(value)} holds characters that are no text and cannot be stored")
        return value

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """SQLite lets anything stand in a column; what is no text is shown as one, so that its row can be listed."""
        if isinstance(value, bytes):
            return as_text(value)
        return value if value is None else str(value)


def as_text(stored: bytes) -> str:
    """Bytes that should be text; those that are none are written out, as ``\\xff``, which no JSON can hold."""
    return stored.decode("utf-8", "backslashreplace")


def is_text(value: str) -> bool:
    """Whether every database can hold it."""
    return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)


metadata = MetaData()


def _log_of(heads: Table, name: str, *, one_per_key: str, from_one: str) -> Table:
    """The entries of each row of a table, in their order.

    The two keys are what keeps concurrent writers apart: the database lets one of them in.
    """
    (owner,) = heads.primary_key
    return Table(
        name,
        metadata,
        Column(owner.name, Words, ForeignKey(owner, ondelete="CASCADE"), primary_key=True),
        Column("seq", Integer, primary_key=True),
        Column("kind", Words, nullable=False),
        Column("payload", Words, nullable=False),
        Column("at", Words, nullable=False),
        Column("key", Words),
        UniqueConstraint(owner.name, "key", name=one_per_key),
        CheckConstraint("seq > 0", name=from_one),
    )


matches = Table(
    "matches",
    metadata,
    Column("match_id", Words, primary_key=True),
    Column("title", Words, nullable=False),
    Column("ruleset", Words, nullable=False),
    Column("opponent", Words),
    Column("opponent_key", Words),
    Column("result", Words),
    Column("setup", Words, nullable=False),
    Column("created_at", Words, nullable=False),
    Column("key", Words),
    Index("one_match_per_key", "key", unique=True),
    Index("matches_by_age", "created_at", "match_id"),
    Index("matches_by_opponent", "opponent_key"),
)

events = _log_of(matches, "events", one_per_key="one_event_per_key", from_one="seq_counts_from_one")

decks = Table(
    "decks",
    metadata,
    Column("name_key", Words, primary_key=True),
    Column("name", Words, nullable=False),
    Column("card_ids", Words, nullable=False),
    Column("ruleset", Words, nullable=False),
)

owned_cards = Table(
    "owned_cards",
    metadata,
    Column("card_id", Words, primary_key=True),
    Column("copies", Integer, nullable=False),
    CheckConstraint("copies > 0", name="owned_means_at_least_one"),
)

opponents = Table(
    "opponents",
    metadata,
    Column("name_key", Words, primary_key=True),
    Column("name", Words, nullable=False),
    Column("note", Words, nullable=False),
    Column("known", Words, nullable=False),
    Column("deck", Words),
)

sightings = Table(
    "sightings",
    metadata,
    Column("match_id", Words, ForeignKey("matches.match_id", ondelete="CASCADE"), primary_key=True),
    Column("opponent_key", Words, primary_key=True),
    Column("card_ids", Words, nullable=False),
    Index("sightings_by_opponent", "opponent_key"),
)

games = Table(
    "games",
    metadata,
    Column("game_id", Words, primary_key=True),
    Column("kind", Words, nullable=False),
    Column("setup", Words, nullable=False),
    Column("result", Words),
    Column("created_at", Words, nullable=False),
    Column("key", Words),
    UniqueConstraint("kind", "key", name="one_game_per_key"),
    Index("games_by_age", "kind", "created_at", "game_id"),
)

game_entries = _log_of(games, "game_entries", one_per_key="one_entry_per_key", from_one="entries_count_from_one")

answers = Table(
    "answers",
    metadata,
    Column("key", Words, primary_key=True),
    Column("document", Words, nullable=False),
    Column("at", Words, nullable=False),
    Index("answers_by_age", "at", "key"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("exercise_id", Words, nullable=False),
    Column("document", Words, nullable=False),
    Column("at", Words, nullable=False),
    Column("key", Words),
    UniqueConstraint("key", name="one_attempt_per_key"),
    CheckConstraint("seq > 0", name="attempts_count_from_one"),
)

exercise_progress = Table(
    "exercise_progress",
    metadata,
    Column("exercise_id", Words, primary_key=True),
    Column("document", Words, nullable=False),
)

player_ratings = Table(
    "player_ratings",
    metadata,
    Column("player", Words, primary_key=True),
    Column("document", Words, nullable=False),
)


def tidy_name(name: str) -> str:
    """The name as it is shown, with its spacing put in order."""
    tidy = " ".join(name.split())
    if not tidy:
        raise UnfitValueError("a name is needed, not only spaces")
    return tidy


def name_key(name: str) -> str:
    """The same for every case, spacing and composition of the same name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tidy_name(name)).casefold())


def pack_document(document: Document) -> str:
    return json.dumps(document, separators=(",", ":"), allow_nan=False)


def unpack_document(text: str) -> Document:
    document = _unpack(text)
    if not isinstance(document, dict):
        raise _damaged(text)
    return document


def pack_cards(card_ids: Sequence[CardId]) -> str:
    return json.dumps(list(card_ids), separators=(",", ":"))


def unpack_cards(text: str) -> tuple[CardId, ...]:
    return tuple(cast("Sequence[CardId]", _unpack(text)))


def _unpack(text: str) -> JsonValue:
    try:
        return cast("JsonValue", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise _damaged(text) from error


def _damaged(text: str) -> DatabaseDamagedError:
    return DatabaseDamagedError(
        f"the database is damaged: it holds {quoted(text)} where data should be; put a backup in its place"
    )

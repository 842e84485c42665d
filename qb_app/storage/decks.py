"""The user's decks in the database."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, RowMapping, delete, insert, select
from sqlalchemy.exc import IntegrityError

from gamekit.quoting import quoted
from qb_app.storage.database import Database
from qb_app.storage.errors import AlreadyStoredError, NoSuchDeckError
from qb_app.storage.records import StoredDeck
from qb_app.storage.tables import decks, name_key, pack_cards, tidy_name, unpack_cards

if TYPE_CHECKING:
    from qb_engine.models import CardId

_DECK = select(decks.c.name, decks.c.card_ids, decks.c.ruleset)


class SqlDeckStore:
    """The DeckStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, name: str, card_ids: Sequence[CardId], ruleset: str, *, replace: bool = False) -> StoredDeck:
        deck = StoredDeck(tidy_name(name), tuple(card_ids), ruleset)
        row: dict[str, object] = {
            "name_key": name_key(name),
            "name": deck.name,
            "card_ids": pack_cards(deck.card_ids),
            "ruleset": ruleset,
        }
        statement = self._database.insert_or_replace(decks, row) if replace else insert(decks).values(row)
        try:
            with self._database.writing() as connection:
                connection.execute(statement)
        except IntegrityError:
            raise AlreadyStoredError(
                f"a deck {quoted(deck.name)} is saved already; choose another name or replace it"
            ) from None
        return deck

    def get(self, name: str) -> StoredDeck:
        with self._database.reading() as connection:
            row = connection.execute(_DECK.where(decks.c.name_key == name_key(name))).mappings().one_or_none()
            if row is None:
                raise _no_such_deck(connection, name)
        return _deck(row)

    def names(self) -> tuple[str, ...]:
        return tuple(deck.name for deck in self.list())

    def list(self) -> tuple[StoredDeck, ...]:
        with self._database.reading() as connection:
            return tuple(_deck(row) for row in connection.execute(_DECK.order_by(decks.c.name_key)).mappings())

    def delete(self, name: str) -> None:
        with self._database.writing() as connection:
            if not connection.execute(delete(decks).where(decks.c.name_key == name_key(name))).rowcount:
                raise _no_such_deck(connection, name)


def _deck(row: RowMapping) -> StoredDeck:
    return StoredDeck(row["name"], unpack_cards(row["card_ids"]), row["ruleset"])


def _no_such_deck(connection: Connection, name: str) -> NoSuchDeckError:
    names = list(connection.scalars(select(decks.c.name)))
    return NoSuchDeckError(name, difflib.get_close_matches(name, names, n=3))

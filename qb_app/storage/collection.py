"""The user's cards in the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from qb_app.storage.database import Database
from qb_app.storage.errors import UnfitValueError
from qb_app.storage.tables import owned_cards

if TYPE_CHECKING:
    from qb_engine.models import CardId


class SqlCollectionStore:
    """The CollectionStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def owned(self) -> dict[CardId, int]:
        wanted = select(owned_cards.c.card_id, owned_cards.c.copies).order_by(owned_cards.c.card_id)
        with self._database.reading() as connection:
            return {row.card_id: row.copies for row in connection.execute(wanted)}

    def set(self, card_id: CardId, copies: int) -> None:
        self.set_many({card_id: copies})

    def set_many(self, copies: Mapping[CardId, int]) -> None:
        if (fewest := min(copies.values(), default=0)) < 0:
            raise UnfitValueError(f"nobody owns {fewest} copies of a card; give 0 or more")
        with self._database.writing() as connection:
            # In one order for all writers, so that no two wait for each other.
            for card_id, number in sorted(copies.items()):
                if number:
                    row: dict[str, object] = {"card_id": card_id, "copies": number}
                    connection.execute(self._database.insert_or_replace(owned_cards, row))
                else:
                    connection.execute(delete(owned_cards).where(owned_cards.c.card_id == card_id))

    def clear(self) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(owned_cards))

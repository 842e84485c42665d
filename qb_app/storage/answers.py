"""Finished answers of the coach in the database."""

from __future__ import annotations

from sqlalchemy import delete, select, tuple_

from qb_app.storage.database import Database
from qb_app.storage.errors import DatabaseDamagedError
from qb_app.storage.records import Document
from qb_app.storage.tables import answers, pack_document, unpack_document

MOST = 10_000
"""So many are kept."""


class SqlAnswerStore:
    """The AnswerStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str) -> Document | None:
        with self._database.reading() as connection:
            packed = connection.scalar(select(answers.c.document).where(answers.c.key == key))
        try:
            document = None if packed is None else unpack_document(packed)
        except DatabaseDamagedError:
            return None  # it can be computed again
        return document if isinstance(document, dict) else None

    def put(self, key: str, document: Document, *, at: str) -> None:
        row: dict[str, object] = {"key": key, "document": pack_document(document), "at": at}
        with self._database.writing() as connection:
            connection.execute(self._database.insert_or_replace(answers, row))
        self.prune(MOST)

    def prune(self, keep: int) -> None:
        age = (answers.c.at, answers.c.key)
        newest_to_go = select(*age).order_by(*(column.desc() for column in age)).offset(keep).limit(1)
        # One at a time, and not together with what was put: of two that lock rows crosswise, a server stops one.
        with self._database.writing() as connection:
            self._database.wait_for_turn(connection)
            connection.execute(delete(answers).where(tuple_(*age) <= newest_to_go.scalar_subquery()))

"""Backups as documents."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.storage.backup import FORMAT, BackupHead


class BackupDocument(TypedDict):
    format: str
    schema: str
    """The version of the tables that the rows are from."""
    rows: dict[str, int]
    """How many each table has."""


def backup_document(head: BackupHead) -> BackupDocument:
    return {"format": FORMAT, "schema": head.schema, "rows": head.rows}

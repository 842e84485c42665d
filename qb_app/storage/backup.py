"""A backup as text: one JSON document a line, checked from the first byte to the last. Knows no database.

The first line says what follows, the last one what went before, so that a cut or altered file is noticed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from gamekit.quoting import quoted
from qb_app.storage import schema
from qb_app.storage.errors import BackupError

FORMAT = "qbcoach-backup-1"
_ANY_FORMAT = "qbcoach-backup-"
_ROW_KEYS = {"table", "row"}
_END_KEYS = {"lines", "sha256"}

Value: TypeAlias = str | int | None


class BackupHead(NamedTuple):
    """What a backup holds."""

    schema: str
    """The version of the tables that the rows are from."""
    rows: dict[str, int]
    """How many each table has."""


class BackupRow(NamedTuple):
    line: int
    table: str
    values: dict[str, Value]


def write_backup(file: BinaryIO, head: BackupHead, rows: Iterable[tuple[str, Mapping[str, Value]]]) -> None:
    digest, count = sha256(), 0
    for document in _documents(head, rows):
        line = _line(document)
        file.write(line)
        digest.update(line)
        count += 1
    file.write(_line({"lines": count, "sha256": digest.hexdigest()}))


def _documents(head: BackupHead, rows: Iterable[tuple[str, Mapping[str, Value]]]) -> Iterator[dict[str, Any]]:
    yield {"format": FORMAT, "schema": head.schema, "rows": head.rows}
    for table, values in rows:
        yield {"table": table, "row": dict(values)}


def _line(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Backup:
    """A backup that is being read, once, line by line; whatever is wrong with it is a BackupError."""

    def __init__(self, name: str, lines: Iterable[bytes]) -> None:
        """``name`` is how messages call it."""
        self.name = name
        self._lines = iter(lines)
        self._digest = sha256()
        self._count = 0
        self.head = self._read_head()

    def rows(self) -> Iterator[BackupRow]:
        """All rows in their order; that all are there as they were written is known when the last one was taken."""
        found: Counter[str] = Counter()
        for line in self._lines:
            document = self._parse(line)
            if document.keys() == _END_KEYS:
                self._check_end(document, found)
                return
            self._take(line)
            row = self._row(document)
            found[row.table] += 1
            yield row
        raise BackupError(f"{self.name} is cut short after line {self._count}; nothing was changed")

    def check(self) -> BackupHead:
        """Read it to its end."""
        for _ in self.rows():
            pass
        return self.head

    def _read_head(self) -> BackupHead:
        line = next(self._lines, b"")
        try:
            document = json.loads(line)
            written = str(document["format"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._not_ours() from None
        if written != FORMAT and written.startswith(_ANY_FORMAT):
            raise BackupError(
                f"{self.name} was written by another version of qbCoach ({quoted(written)}); use that one"
            )
        version, rows = document.get("schema"), document.get("rows")
        if written != FORMAT or not _is_version(version) or not _are_counts(rows):
            raise self._not_ours()
        if version > schema.CURRENT:
            raise BackupError(
                f"{self.name} was written by a newer qbCoach (its tables have version {version}, this one knows"
                f" {schema.CURRENT}); upgrade qbCoach, nothing was changed"
            )
        self._take(line)
        return BackupHead(version, rows)

    def _not_ours(self) -> BackupError:
        return BackupError(f"{self.name} is no backup as 'qbcoach backup' writes it; nothing was changed")

    def _take(self, line: bytes) -> None:
        self._digest.update(line)
        self._count += 1

    def _parse(self, line: bytes) -> dict[str, Any]:
        try:
            document = json.loads(line) if line.endswith(b"\n") else None
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict):
            raise self._damaged()
        return document

    def _row(self, document: dict[str, Any]) -> BackupRow:
        table, values = document.get("table"), document.get("row")
        if document.keys() != _ROW_KEYS or not isinstance(table, str) or not isinstance(values, dict):
            raise self._damaged(read=True)
        return BackupRow(self._count, table, values)

    def _damaged(self, *, read: bool = False) -> BackupError:
        number = self._count if read else self._count + 1
        return BackupError(f"line {number} of {self.name} is cut short or damaged; nothing was changed")

    def _check_end(self, document: dict[str, Any], found: Counter[str]) -> None:
        if document != {"lines": self._count, "sha256": self._digest.hexdigest()}:
            raise BackupError(
                f"{self.name} was altered: its checksum does not fit what stands before it; nothing was changed"
            )
        if found != Counter(self.head.rows):
            raise BackupError(f"{self.name} has other rows than its first line says; nothing was changed")
        if next(self._lines, None) is not None:
            raise BackupError(f"{self.name} goes on after its end in line {self._count + 1}; nothing was changed")


def _is_version(version: object) -> bool:
    """Whether there is or may be such a version: four digits, counted from one."""
    return (
        isinstance(version, str) and version.isascii() and version.isdigit() and len(version) == 4 and int(version) > 0
    )


def _are_counts(rows: object) -> bool:
    return isinstance(rows, dict) and all(type(count) is int and count >= 0 for count in rows.values())

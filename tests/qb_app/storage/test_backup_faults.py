"""What can be wrong with a backup: one clear sentence each, and the storage stays as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from qb_app.storage import BackupError, StorageError, open_storage, schema
from qb_app.storage.backup import Backup
from tests.qb_app.storage.backup_files import SAMPLE, Document, counted, documents, fill_more, restore, sealed, written
from tests.qb_app.storage.test_schema import dump


def unreadable(content: bytes) -> dict[str, tuple[bytes, str]]:
    """Backups whose fault can be seen without a database, each with what is said of it."""
    parts, lines = documents(content)[:-1], content.splitlines(keepends=True)
    head, ends = parts[0], len(lines)
    return {
        "empty": (b"", "is no backup as 'qbcoach backup' writes it"),
        "another file": (b'{"format": "chess"}\n', "is no backup as 'qbcoach backup' writes it"),
        "no object": (b"[1]\n", "is no backup as 'qbcoach backup' writes it"),
        "deep": (b"[" * 100_000 + b"\n", "is no backup as 'qbcoach backup' writes it"),
        "no counts": (sealed([{**head, "rows": {"matches": "1"}}, *parts[1:]]), "is no backup as"),
        "later format": (sealed([{**head, "format": "qbcoach-backup-2"}]), "another version of qbCoach"),
        "newer": (sealed([{**head, "schema": "9999"}, *parts[1:]]), "was written by a newer qbCoach (its tables have"),
        "no version": (sealed([{**head, "schema": "0000"}, *parts[1:]]), "is no backup as"),
        "cut at a line": (b"".join(lines[:-1]), f"is cut short after line {ends - 1}"),
        "cut in a line": (content[: -len(lines[-1]) - 5], f"line {ends - 1} of the file is cut short or damaged"),
        "cut at the end": (content[:-1], f"line {ends} of the file is cut short or damaged"),
        "a letter": (content.replace(b"howls", b"growl"), "was altered: its checksum does not fit"),
        "a line less": (b"".join([*lines[:3], *lines[4:]]), "was altered: its checksum does not fit"),
        "a line twice": (b"".join([*lines[:4], *lines[3:]]), "was altered: its checksum does not fit"),
        "garbage": (b"".join([*lines[:2], b"\xff{\n", *lines[3:]]), "line 3 of the file is cut short or damaged"),
        "no row": (b"".join([*lines[:2], b'{"table": "matches"}\n']), "line 3 of the file is cut short or damaged"),
        "more": (content + lines[2], f"goes on after its end in line {ends}"),
        "count": (sealed(parts[:-1]), "has other rows than its first line says"),
    }


@pytest.mark.parametrize("fault", unreadable(SAMPLE.read_bytes()))
def test_a_cut_or_altered_backup_is_told(fault: str) -> None:
    content, told = unreadable(SAMPLE.read_bytes())[fault]
    with pytest.raises(BackupError) as caught:
        Backup("the file", content.splitlines(keepends=True)).check()
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def unfit(content: bytes) -> dict[str, tuple[bytes, str]]:
    """Backups that are whole, with something in them that no database of their version had."""
    parts = documents(content)[:-1]
    event = next(part for part in parts if part.get("table") == "events")
    at, row = parts.index(event), event["row"]

    def with_event(row: Document) -> bytes:
        return sealed([*parts[:at], {"table": "events", "row": row}, *parts[at + 1 :]])

    def with_row(table: str, row: Document) -> bytes:
        return sealed(counted([*parts, {"table": table, "row": row}]))

    no_table = f"line {len(parts) + 1} of the file is of {{}}, which is no table of its version"
    no_row = f"line {at + 1} of the file does not fit the table 'events' of its version"
    return {
        "table": (with_row("secrets", {}), no_table.format("'secrets'")),
        "own table": (
            with_row(schema.VERSION_TABLE, {"version_num": "1"}),
            no_table.format(f"'{schema.VERSION_TABLE}'"),
        ),
        "column": (with_event({**row, "more": 1}), no_row),
        "missing column": (with_event({key: row[key] for key in row if key != "at"}), no_row),
        "kind": (with_event({**row, "seq": "1"}), no_row),
        "truth": (with_event({**row, "seq": True}), no_row),
        "list": (with_event({**row, "payload": []}), no_row),
        "large": (with_event({**row, "seq": 2**70}), no_row),
        "half a character": (with_event({**row, "kind": "\ud800"}), no_row),
        "nothing": (with_event({**row, "kind": "\0"}), no_row),
    }


@pytest.fixture
def kept(url: str) -> bytes:
    """What stands in the storage before something else is to be restored."""
    with open_storage(url) as storage:
        storage.collection.set("077", 3)
    return written(url)


def test_a_backup_that_does_not_fit_changes_nothing(sqlite_path: Path) -> None:
    url = str(sqlite_path)
    with open_storage(url) as storage:
        storage.collection.set("077", 3)
    before = dump(url)
    for fault, (content, told) in unfit(SAMPLE.read_bytes()).items():
        with pytest.raises(BackupError) as caught:
            restore(url, content, replace=True)
        assert told in str(caught.value), fault
    assert dump(url) == before


def test_rows_that_contradict_each_other_change_nothing(url: str, kept: bytes) -> None:
    parts = documents(SAMPLE.read_bytes())[:-1]
    at = next(number for number, part in enumerate(parts) if part.get("table") == "events")
    row = parts[at]["row"]
    for changed, told in (
        ({"kind": None}, "twice or missing"),
        ({"seq": 2}, "twice"),
        ({"match_id": "nobody"}, "refer"),
    ):
        faulty = {"table": "events", "row": {**row, **changed}}
        with pytest.raises(StorageError, match=told):
            restore(url, sealed([*parts[:at], faulty, *parts[at + 1 :]]), replace=True)
    with pytest.raises(BackupError, match="checksum"):
        restore(url, SAMPLE.read_bytes().replace(b"howls", b"growl"), replace=True)
    assert written(url) == kept


def test_a_broken_page_is_told_and_no_half_backup_stays(sqlite_path: Path, tmp_path: Path) -> None:
    with open_storage(str(sqlite_path)) as storage:
        fill_more(storage)
    with closing(sqlite3.connect(sqlite_path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sightings'").fetchone()
    data = bytearray(sqlite_path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    sqlite_path.write_bytes(data)
    with pytest.raises(StorageError, match="is damaged or no database"):
        written(str(sqlite_path))

"""What can go wrong with a file: one clear sentence each, nothing acknowledged, nothing damaged."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from qb_app.storage import (
    DatabaseBusyError,
    DatabaseDamagedError,
    DatabaseFullError,
    DatabaseUnreachableError,
    SchemaError,
    Storage,
    open_storage,
    sqlite,
)
from tests.qb_app.conftest import ROOT
from tests.qb_app.storage.conftest import AT, NewMatch

WRITER = [sys.executable, "-m", "tests.qb_app.storage.writer"]
PAGE = 4096
CAN_MOUNT = shutil.which("unshare") and not subprocess.run(["unshare", "-rm", "true"], check=False).returncode


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def assert_sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.fixture
def full_path(sqlite_path: Path, new_match: NewMatch) -> Path:
    """A closed database with a match of fifty events."""
    with open_storage(str(sqlite_path)) as storage:
        match_id = new_match(storage)
        for number in range(50):
            storage.matches.append(match_id, "note", {"text": "x" * 300}, expected=number, at=AT)
    assert list(files(sqlite_path.parent)) == [sqlite_path.name]
    return sqlite_path


def read_everything(path: Path) -> None:
    with open_storage(str(path)) as storage:
        for match in storage.matches.matches():
            storage.matches.events(match.match_id)


# Durability


def test_every_commit_is_flushed_and_references_are_kept(sqlite_path: Path, sqlite_storage: Storage) -> None:
    database = sqlite.SqliteDatabase(sqlite_path)
    with database.writing() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    database.close()
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


# No room


def test_a_full_database_refuses_the_event_and_goes_on_when_there_is_room(
    sqlite_path: Path, sqlite_storage: Storage, new_match: NewMatch
) -> None:
    match_id = new_match(sqlite_storage)
    sqlite_storage.matches.append(match_id, "play", {}, expected=0, at=AT)
    sqlite_storage.close()
    pages = sqlite_path.stat().st_size // PAGE

    def allow_no_more(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(Engine, "connect", allow_no_more)
    try:
        with (
            open_storage(str(sqlite_path)) as storage,
            pytest.raises(DatabaseFullError, match=r"the disk of .*qbcoach\.db is full; make room"),
        ):
            storage.matches.append(match_id, "note", {"text": "x" * 3 * PAGE}, expected=1, at=AT)
    finally:
        event.remove(Engine, "connect", allow_no_more)
    assert_sound(sqlite_path)
    with open_storage(str(sqlite_path)) as storage:
        assert [one.kind for one in storage.matches.events(match_id)] == ["play"]
        storage.matches.append(match_id, "note", {"text": "x" * 3 * PAGE}, expected=1, at=AT)


def test_a_file_that_may_not_grow_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "small.db"
    done = subprocess.run(
        [*WRITER, "fill", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000)),
    )
    check_filled(done.stdout, "does not take the data")
    assert_sound(path)


@pytest.mark.skipif(not CAN_MOUNT, reason="this machine does not let tests mount a file system of their own")
def test_a_disk_that_is_full_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    script = 'mount -t tmpfs -o size=400k tmpfs "$1" && shift && exec "$@"'
    command = ["unshare", "-rm", "sh", "-c", script, "sh", str(tmp_path), *WRITER, "fill", f"{tmp_path}/disk.db"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    check_filled(done.stdout, "disk.db is full; make room")


def check_filled(output: str, sentence: str) -> None:
    error, counts = output.splitlines()
    assert error.startswith("DatabaseFullError: ")
    assert sentence in error
    _, acknowledged, _, found = counts.split()
    assert acknowledged == found
    assert int(found) > 0


# No permission


def write_unprivileged(path: Path) -> str:
    command = [*WRITER, "unprivileged", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_a_folder_without_permission_is_told(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_folder.chmod(0o555)
    path = open_folder / "new.db"
    assert write_unprivileged(path).startswith(f"DatabaseReadOnlyError: {path} cannot be written; allow it")
    monkeypatch.setenv("QBCOACH_DATA", str(open_folder / "deep"))
    assert write_unprivileged(open_folder / "deep" / "qbcoach.db").startswith(
        f"DatabaseReadOnlyError: the folder {open_folder / 'deep'} cannot be made (permission denied); choose another"
    )
    assert files(open_folder) == {}


@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
def test_a_file_without_permission_is_told_and_left_alone(open_folder: Path, folder_mode: int) -> None:
    path = open_folder / "old.db"
    open_storage(str(path)).close()
    before = files(open_folder)
    path.chmod(0o444)
    open_folder.chmod(folder_mode)
    said = write_unprivileged(path)
    assert said.startswith(f"DatabaseReadOnlyError: {path} ")
    assert "QBCOACH_DATA" in said
    assert said.count("\n") == 1
    assert files(open_folder)[path.name] == before[path.name]


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachableError, match="is a folder; give the name of a file"):
        open_storage(str(tmp_path))


# Damage


GARBAGE = {"short": b"x" * 20, "text": b"not a database, but a letter\n" * 1000, "noise": os.urandom(3 * PAGE)}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE.keys())  # not named by chance: it differs by process
def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "letter.db"
    path.write_bytes(garbage)
    for _ in range(2):
        with pytest.raises(DatabaseDamagedError, match=r"letter\.db is damaged or no database .* left as it is"):
            open_storage(str(path))
    assert files(tmp_path) == {"letter.db": garbage}


@pytest.mark.parametrize("left", [50, 200, PAGE, PAGE + 1, 5 * PAGE, -PAGE, -512, -1])
def test_a_file_cut_short_is_told_and_left_alone(full_path: Path, left: int) -> None:
    cut = full_path.read_bytes()[:left]
    full_path.write_bytes(cut)
    for _ in range(2):
        with pytest.raises(DatabaseDamagedError):
            read_everything(full_path)
    assert files(full_path.parent) == {full_path.name: cut}


def test_a_file_whose_end_a_full_disk_left_in_the_log_is_mended(full_path: Path) -> None:
    with open_storage(str(full_path)) as storage:
        (match,) = storage.matches.matches()
        storage.matches.append(match.match_id, "play", {}, expected=50, at=AT)
        log = full_path.with_name(f"{full_path.name}-wal")
        both = files(full_path.parent)
    log.write_bytes(both[log.name])
    full_path.write_bytes(both[full_path.name] + b"half a page")
    with open_storage(str(full_path)) as storage:
        assert storage.matches.info(match.match_id).version == 51
    assert_sound(full_path)


def test_an_event_that_is_no_json_is_told(full_path: Path) -> None:
    with closing(sqlite3.connect(full_path)) as connection, connection:
        connection.execute("UPDATE events SET payload = '{\"te' WHERE seq = 7")
    with pytest.raises(DatabaseDamagedError, match=r"holds '\{\"te' where data should be"):
        read_everything(full_path)


@pytest.mark.parametrize("table", ["matches", "events", "qbcoach_schema"])
def test_a_broken_page_is_told_and_left_alone(full_path: Path, table: str) -> None:
    with closing(sqlite3.connect(full_path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
    data = full_path.read_bytes()
    start = (page - 1) * PAGE
    broken = data[:start] + b"\xff" * PAGE + data[start + PAGE :]
    full_path.write_bytes(broken)
    for _ in range(2):
        with pytest.raises(DatabaseDamagedError):
            read_everything(full_path)
    assert files(full_path.parent) == {full_path.name: broken}


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    before = files(tmp_path)
    with pytest.raises(SchemaError, match=r"bookmarks\.db holds the data of another program"):
        open_storage(str(path))
    assert files(tmp_path) == before


# Locked


def test_a_locked_database_is_told_after_a_while(
    sqlite_path: Path, sqlite_storage: Storage, new_match: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = new_match(sqlite_storage)
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    with (
        closing(sqlite3.connect(sqlite_path, isolation_level=None)) as other,
        open_storage(str(sqlite_path)) as storage,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseBusyError, match=r"kept .*qbcoach\.db locked for 0\.1 seconds"):
            storage.matches.append(match_id, "play", {}, expected=0, at=AT)
        other.execute("ROLLBACK")
        assert storage.matches.events(match_id) == ()
        storage.matches.append(match_id, "play", {}, expected=0, at=AT)

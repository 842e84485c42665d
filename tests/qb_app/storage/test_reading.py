"""Commands that only read: they make nothing where nothing is, and work where nothing can be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from qb_app.storage import (
    DatabaseReadOnlyError,
    SchemaError,
    Storage,
    open_storage,
    schema,
)
from qb_engine.kernel import door as kernel
from tests.qb_app.conftest import ROOT, Refuse, Run
from tests.qb_app.live.material import OPENING
from tests.qb_app.storage.conftest import AT
from tests.qb_app.storage.test_postgres_faults import run as run_sql
from tests.qb_app.storage.test_schema import GOLDEN, check_content, fill
from tests.qb_app.storage.test_sqlite_faults import CAN_MOUNT, WRITER, files

READING = [
    ("matches",),
    ("decks",),
    ("deck", "starter"),
    ("decks", "export", "starter"),
    ("collection",),
    ("opponents",),
    ("opponents", "show", "Red XIII Shinra-8"),
    ("coach", "--example", "--quick", "--opponent", "Red XIII Shinra-8"),
    ("predict", "--example", "--opponent", "Red XIII Shinra-8"),
    ("train", "--list"),
    ("live", "--help"),
]


# Where nothing is


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_reading_on_a_fresh_machine_makes_nothing(run: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["export", "summary"])
def test_a_match_is_missed_without_making_anything(refuse: Refuse, tmp_path: Path, command: str) -> None:
    assert refuse(command) == "no match has been entered yet; 'qbcoach live' begins one"
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_there_is_empty_and_stays_so(tmp_path: Path) -> None:
    with open_storage(str(tmp_path / "none.db"), reading=True) as storage:
        check_empty(storage)
    assert list(tmp_path.iterdir()) == []


def test_a_server_without_tables_is_empty_and_stays_so(postgres_url: str) -> None:
    for _ in range(2):
        with open_storage(postgres_url, reading=True) as storage:
            check_empty(storage)


def check_empty(storage: Storage) -> None:
    assert [*storage.matches.matches(), *storage.decks.list(), *storage.opponents.list()] == []
    assert storage.collection.owned() == {}
    assert storage.answers.get("any") is None
    with pytest.raises(DatabaseReadOnlyError):
        storage.collection.set("001", 2)


# Where something is


def test_one_who_reads_cannot_write_and_leaves_no_file(url: str, tmp_path: Path) -> None:
    with open_storage(url) as storage:
        fill(storage)
    before = files(tmp_path / "data") if "://" not in url else {}
    with open_storage(url, reading=True) as storage:
        assert storage.matches.info("first").version == 2
        with pytest.raises(DatabaseReadOnlyError):
            storage.answers.put("new", {}, at=AT)
        with pytest.raises(DatabaseReadOnlyError):
            storage.matches.append("first", "play", {}, expected=2, at=AT)
    assert not before or files(tmp_path / "data") == before
    with open_storage(url) as storage:
        assert storage.answers.get("new") is None
        check_content(storage)


def test_one_who_reads_sees_one_state_while_others_write(url: str) -> None:
    with open_storage(url) as writer, open_storage(url, reading=True) as reader:
        fill(writer)
        assert reader.matches.info("first").version == 2
        writer.matches.append("first", "play", {}, expected=2, at=AT)
        assert reader.matches.info("first").version == 3


def test_a_file_without_tables_is_empty(tmp_path: Path) -> None:
    (tmp_path / "new.db").touch()
    with open_storage(str(tmp_path / "new.db"), reading=True) as storage:
        check_empty(storage)
    assert files(tmp_path) == {"new.db": b""}


def test_older_tables_are_upgraded_when_they_are_read(tmp_path: Path) -> None:
    old = older(tmp_path)
    with open_storage(str(old), reading=True) as storage:
        assert storage.matches.info("first").version == 2
        with pytest.raises(DatabaseReadOnlyError):
            storage.collection.set("001", 3)
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute(f"SELECT version_num FROM {schema.VERSION_TABLE}").fetchone() == (schema.CURRENT,)


def test_a_server_that_only_reads_is_enough(postgres_url: str) -> None:
    with open_storage(postgres_url) as storage:
        fill(storage)
    run_sql(postgres_url, "ALTER DATABASE postgres SET default_transaction_read_only = on")
    with open_storage(postgres_url, reading=True) as storage:
        assert storage.matches.info("first").version == 2
    run_sql(postgres_url, "SET default_transaction_read_only = off", "UPDATE qbcoach_schema SET version_num = '0001'")
    with pytest.raises(SchemaError, match=r"tables of an older version \(0001\) and can only be read here"):
        open_storage(postgres_url, reading=True)


def older(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "old.db")) as connection:
        connection.executescript((GOLDEN / "0001.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode=WAL")
    return folder / "old.db"


# Where nothing can be written

ON_A_DISK = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
QUESTIONS = ("matches", "export --format text", "decks", "collection", "opponents")


def ask(*lines: tuple[Path, str], disk: Path | None = None) -> list[str]:
    """What commands print, each with its data folder, by a user who owns nothing or where a disk can only be read."""
    command = [*WRITER, "commands", *(f"{folder}:{line}" for folder, line in lines)]
    if disk is not None:
        command = ["unshare", "-rm", "sh", "-c", ON_A_DISK, str(disk), *command]
    environment = {**os.environ, "COLUMNS": "80"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split("\f")[:-1]


@pytest.fixture
def entered(run: Run, open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a match, a deck and a card, written and closed."""
    folder = open_folder / "entered"
    monkeypatch.setenv("QBCOACH_DATA", str(folder))
    run("live", "--top", "0", *OPENING, "sec m1")
    run("decks", "save", "Mine", "starter")
    run("collection", "set", "2", "zu")
    assert [path.name for path in folder.iterdir()] == ["qbcoach.db"]
    return folder


@pytest.fixture
def old(open_folder: Path) -> Path:
    """A data folder with tables of the first version."""
    folder = open_folder / "old"
    folder.mkdir()
    older(folder).rename(folder / "qbcoach.db")
    return folder


def check_old(folder: Path, told: str, before: dict[str, bytes]) -> None:
    name = folder / "qbcoach.db"
    assert told.startswith(f"2\nerror: {name} has tables of an older version (0001) and can only be read here, so they")
    assert files(folder) == before


def test_without_permission_all_that_can_be_read_is_read(run: Run, entered: Path, old: Path) -> None:
    expected = [f"0\n{run(*line.split()).stdout}" for line in QUESTIONS]
    before, before_old = files(entered), files(old)
    file_only, unreadable = entered.with_name("file"), entered.with_name("unreadable")
    for folder, mode, rights in ((file_only, 0o444, 0o777), (unreadable, 0o000, 0o777), (old, 0o444, 0o555)):
        if folder != old:
            shutil.copytree(entered, folder)
        (folder / "qbcoach.db").chmod(mode)
        folder.chmod(rights)
    entered.chmod(0o555)
    lines = [*QUESTIONS, "collection set 3 zu"]
    told = ask(*((one, line) for one in (entered, file_only) for line in lines), (unreadable, "decks"), (old, "decks"))
    entered.chmod(0o755)
    for folder in (entered, file_only):
        *read, refused = [told.pop(0) for _ in lines]
        assert read == expected
        assert refused.startswith(f"2\nerror: {folder / 'qbcoach.db'} ")
        assert files(folder)["qbcoach.db"] == before["qbcoach.db"]
    assert told[0].startswith(f"2\nerror: {unreadable / 'qbcoach.db'} cannot be read: permission denied; allow it")
    check_old(old, told[1], before_old)


@pytest.mark.skipif(not CAN_MOUNT, reason="this machine does not let tests mount a file system of their own")
def test_on_a_disk_that_can_only_be_read_all_is_read(run: Run, entered: Path, old: Path, open_folder: Path) -> None:
    lines = [*QUESTIONS, *(["summary --plain"] if kernel.available else [])]
    before, before_old = files(entered), files(old)
    expected = [f"0\n{run(*line.split()).stdout}" for line in lines]
    with closing(sqlite3.connect(entered / "qbcoach.db")) as written:
        kept = written.execute("SELECT count(*) FROM answers").fetchone()[0]
    assert (kept > 0) is kernel.available, "the look back keeps its answers where it can"
    entered.joinpath("qbcoach.db").write_bytes(before["qbcoach.db"])
    logged = open_folder / "logged"
    shutil.copytree(entered, logged)
    both = grow(logged / "qbcoach.db")
    for name in ("qbcoach.db", "qbcoach.db-wal"):
        (logged / name).write_bytes(both[name])
    asked = [*((entered, line) for line in lines), (logged, "matches"), (old, "matches")]
    *told, of_logged, of_old = ask(*asked, disk=open_folder)
    assert told == expected
    assert files(entered) == before
    assert of_logged.startswith(
        f"2\nerror: the newest entries of {logged / 'qbcoach.db'} stand in qbcoach.db-wal, which"
    )
    check_old(old, of_old, before_old)
    with open_storage(str(logged / "qbcoach.db"), reading=True) as storage:
        assert [match.version for match in storage.matches.matches()] == [4]


def grow(path: Path) -> dict[str, bytes]:
    """The files while somebody has just entered something."""
    with open_storage(str(path)) as storage:
        (match,) = storage.matches.matches()
        storage.matches.append(match.match_id, "note", {"text": "x"}, expected=3, at=AT)
        return files(path.parent)

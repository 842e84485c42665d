"""``qbcoach backup`` and ``qbcoach restore``."""

from __future__ import annotations

import gzip
import json
import os
import pty
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qb_app.cli.program import main
from qb_app.storage import open_storage
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.storage.backup_files import SAMPLE, documents
from tests.qb_app.storage.test_schema import check_content, fill

Answer = Callable[[str], int]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "all.jsonl"


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Answer]:
    """Sit at a terminal and have typed this already."""
    leader, follower = pty.openpty()
    with os.fdopen(follower) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield lambda text: os.write(leader, text.encode())
    os.close(leader)


def store_something() -> None:
    with open_storage() as storage:
        fill(storage)


def test_everything_is_written_told_and_restored(run: Run, file: Path, tmp_path: Path) -> None:
    store_something()
    page = run("backup", str(file)).stdout
    told = " ".join(page.split())
    assert told.startswith(f"Written to {file}: 16 rows, tables of version")
    assert "matches 1" in told
    assert "game entries 3" in told
    (tmp_path / "data" / "qbcoach.db").unlink()
    assert " ".join(run("restore", str(file)).stdout.split()).startswith(f"Restored from {file}: 16 rows, tables of")
    with open_storage() as storage:
        check_content(storage)


def test_the_json_is_the_first_line_of_the_file(run: Run, file: Path) -> None:
    store_something()
    written = json.loads(run("backup", str(file), "--json").stdout)
    assert written == documents(file.read_bytes())[0]
    assert json.loads(run("restore", str(file), "--replace", "--yes", "--json").stdout) == written


def test_the_same_storage_gives_the_same_bytes_packed_too(run: Run, file: Path) -> None:
    store_something()
    packed = file.with_suffix(".gz")
    run("backup", str(file))
    run("backup", str(packed))
    first = packed.read_bytes()
    assert gzip.decompress(first) == file.read_bytes()
    assert first[4:8] == bytes(4), "no time in it"
    run("backup", str(packed), "--force")
    assert packed.read_bytes() == first
    assert run("restore", str(packed), "--replace", "--yes").exit_code == 0


def test_a_file_is_kept_and_the_database_is_no_target(refuse: Refuse, file: Path, tmp_path: Path) -> None:
    store_something()
    file.write_text("mine", encoding="utf-8")
    assert refuse("backup", str(file)) == f"{file} exists already, use --force to overwrite it"
    for name in ("qbcoach.db", "qbcoach.db-wal"):
        own = tmp_path / "data" / ".." / "data" / name
        assert refuse("backup", str(own), "--force").endswith(
            "belongs to the database itself; name another file for the backup"
        )
    assert (
        refuse("backup", str(tmp_path / "no" / "x")) == f"{tmp_path / 'no'} is no folder, nothing can be written there"
    )
    assert file.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.jsonl", "data"]


def test_nothing_is_made_where_nothing_is_stored(run: Run, file: Path, tmp_path: Path) -> None:
    assert ": 0 rows, tables of" in " ".join(run("backup", str(file)).stdout.split())
    assert list(tmp_path.iterdir()) == [file]


def test_a_damaged_backup_is_told_before_a_storage_is_made(refuse: Refuse, file: Path, tmp_path: Path) -> None:
    content = SAMPLE.read_bytes()
    file.write_bytes(content[:-200])
    assert f"of {file} is cut short or damaged; nothing was changed" in refuse("restore", str(file))
    file.write_bytes(gzip.compress(content)[:-20])
    assert refuse("restore", str(file)) == f"{file} is cut short or damaged: it cannot be unpacked"
    file.unlink()
    assert refuse("restore", str(file)) == f"{file}: there is no such file or folder"
    assert list(tmp_path.iterdir()) == []


def test_what_is_stored_is_only_forgotten_when_that_is_said_twice(refuse: Refuse, run: Run) -> None:
    store_something()
    before = run("export", "first").stdout
    assert "is not empty, so the backup was not restored; --replace forgets what is there" in refuse(
        "restore", str(SAMPLE)
    )
    told = "16 rows will be forgotten and replaced; nobody can be asked here, so say --yes if it is meant"
    assert refuse("restore", str(SAMPLE), "--replace") == told
    assert run("export", "first").stdout == before


@pytest.mark.parametrize(
    ("typed", "code", "owned"), [("y\n", 0, {"001": 2}), ("n\n", 1, {"077": 1}), ("\x04", 130, {"077": 1})]
)
def test_on_a_terminal_it_is_asked(
    answer: Answer, capsys: pytest.CaptureFixture[str], typed: str, code: int, owned: dict[str, int]
) -> None:
    with open_storage() as storage:
        storage.collection.set("077", 1)
    answer(typed)
    assert main(["restore", str(SAMPLE), "--replace"]) == code
    assert "1 row will be forgotten and replaced. Go on? [y/N]" in capsys.readouterr().err
    with open_storage() as storage:
        assert storage.collection.owned() == owned


def test_nobody_is_asked_where_nothing_would_be_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", str(SAMPLE), "--replace"]) == 0
    assert capsys.readouterr().err == ""

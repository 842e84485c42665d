"""A storage that cannot be used is told before the first prompt or port, not after the first entry."""

from __future__ import annotations

import os
import pty
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from qb_app.cli import serve as serve_cli
from qb_app.cli.program import main
from qb_app.storage import check_storage, open_storage, schema
from tests.qb_app.conftest import ROOT, Refuse, Run
from tests.qb_app.storage.test_schema import fill

PAGE = 4096
Spoil = Callable[[Path], None]


def to_text(path: Path) -> None:
    path.write_bytes(b"not a database, but a letter\n" * 400)


def to_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def to_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def to_newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE {schema.VERSION_TABLE} SET version_num = '9999'")


def to_foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def to_broken_page(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    path.write_bytes(data)


SPOILS: dict[Spoil, str] = {
    to_text: "is damaged or no database (it does not begin like one); it was left as it is",
    to_half: "is damaged or no database (it ends in the middle of a page); it was left as it is",
    to_folder: "is a folder; give the name of a file",
    to_newer: "was made by a newer qbCoach (its tables have version 9999",
    to_foreign: "holds the data of another program",
    to_broken_page: "is damaged or no database (its pages do not fit together); it was left as it is",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The usual file, with something in it."""
    with open_storage() as storage:
        fill(storage)
    return tmp_path / "data" / "qbcoach.db"


@pytest.mark.parametrize(("spoil", "told"), SPOILS.items(), ids=[spoil.__name__ for spoil in SPOILS])
def test_live_and_serve_tell_of_a_spoilt_storage_before_anything_else(
    refuse: Refuse, monkeypatch: pytest.MonkeyPatch, path: Path, spoil: Spoil, told: str
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("no port may be taken")

    for name in ("take_port", "take_free_port"):
        monkeypatch.setattr(serve_cli, name, never)
    monkeypatch.setattr(serve_cli, "answers", lambda place: False)
    spoil(path)
    before = path.read_bytes() if path.is_file() else b""
    for command in (("live",), ("serve",), ()) if spoil is to_broken_page else (("live",),):
        assert refuse(*command).startswith(f"{path} {told}")
    assert refuse("resume").startswith(f"{path} ")
    assert not before or path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_sound_storage_and_none_at_all_are_let_pass(run: Run, path: Path) -> None:
    check_storage()
    before = path.read_bytes()
    assert run("live").exit_code == 0
    assert (path.read_bytes(), [one.name for one in path.parent.iterdir()]) == (before, [path.name])
    path.unlink()
    check_storage()
    assert list(path.parent.iterdir()) == []


def test_a_locked_storage_is_left_for_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qb_app.storage.sqlite_file._LOOK_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        check_storage()


def test_the_look_at_the_start_loads_no_database_library(path: Path) -> None:
    script = "import sys; from qb_app.storage import check_storage; check_storage(); print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# A folder that is not there


def test_serve_makes_no_folder_that_nobody_asked_for(refuse: Refuse, tmp_path: Path) -> None:
    folder = tmp_path / "typo"
    told = f"the folder {folder} is missing, so games.db cannot be there; make the folder, or name a file in"
    assert refuse("serve", "--port", "0", "--storage", str(folder / "games.db")).startswith(told)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("answer", "made"), [("y", True), ("n", False)])
def test_on_a_terminal_serve_asks_for_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, made: bool
) -> None:
    leader, follower = pty.openpty()
    os.write(leader, f"{answer}\n".encode())
    served: list[object] = []
    monkeypatch.setattr(serve_cli, "run_server", lambda app, listening: served.append(app))
    with os.fdopen(follower) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        code = main(["serve", "--port", "0", "--no-open", "--storage", str(tmp_path / "new" / "games.db")])
    os.close(leader)
    assert f"The folder {tmp_path / 'new'} is missing. Make it? [y/N]" in capsys.readouterr().out
    assert (code, len(served), (tmp_path / "new" / "games.db").is_file()) == (0 if made else 2, made, made)

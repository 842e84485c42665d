"""What is loaded when: nothing heavy before the storage is opened, and no more than needed then."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import platformdirs
import pytest

from qb_app.storage import DatabaseUnreachableError, check_storage, open_storage
from qb_app.storage.location import database_location
from tests.qb_app.conftest import ROOT

HEAVY = ("sqlalchemy", "alembic", "psycopg", "platformdirs")


def loaded_after(statement: str) -> set[str]:
    """Which heavy packages a fresh interpreter has loaded after the statement."""
    script = f"import sys\n{statement}\nprint(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["qb_app.cli.program", "qb_app.storage"])
def test_importing_loads_nothing_heavy(module: str) -> None:
    assert loaded_after(f"import {module}") == set()


def test_a_database_in_order_is_opened_without_alembic(sqlite_path: Path) -> None:
    opening = f"from qb_app.storage import open_storage\nopen_storage({str(sqlite_path)!r}).close()"
    assert loaded_after(opening) == {"sqlalchemy", "alembic"}
    assert loaded_after(opening) == {"sqlalchemy"}


# Where the data are


def test_the_environment_says_where_the_data_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QBCOACH_DATABASE", raising=False)
    monkeypatch.delenv("QBCOACH_DATA", raising=False)
    assert database_location(None) == platformdirs.user_data_path("qbcoach", appauthor=False) / "qbcoach.db"
    monkeypatch.setenv("QBCOACH_DATA", str(tmp_path / "folder"))
    assert database_location(None) == tmp_path / "folder" / "qbcoach.db"
    monkeypatch.setenv("QBCOACH_DATABASE", "postgresql://host/name")
    assert database_location(None) == "postgresql://host/name"
    assert database_location("~/mine.db") == Path.home() / "mine.db"


@pytest.mark.parametrize(
    ("location", "name"), [("{}/by path.db", "by path.db"), ("sqlite:///{}/by%20url.db?x=y", "by url.db")]
)
def test_a_file_is_made_where_it_was_named(tmp_path: Path, location: str, name: str) -> None:
    open_storage(location.format(tmp_path)).close()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_data_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QBCOACH_DATABASE", raising=False)
    monkeypatch.setenv("QBCOACH_DATA", str(tmp_path / "new" / "folder"))
    open_storage().close()
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["qbcoach.db"]


@pytest.mark.parametrize("location", ["{}/mine.db", "sqlite:///{}/mine.db"])
@pytest.mark.parametrize("use", [open_storage, partial(open_storage, reading=True), check_storage])
def test_a_folder_that_somebody_named_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, location: str, use: Callable[..., object]
) -> None:
    folder = tmp_path / "no" / "folder"
    told = re.escape(f"the folder {folder} is missing, so mine.db cannot be there; make the folder, or name")
    with pytest.raises(DatabaseUnreachableError, match=told):
        use(location.format(folder))
    monkeypatch.setenv("QBCOACH_DATABASE", location.format(folder))
    with pytest.raises(DatabaseUnreachableError, match=told):
        use()
    assert list(tmp_path.iterdir()) == []

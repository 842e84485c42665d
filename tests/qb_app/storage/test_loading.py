"""What is loaded when: nothing heavy before the storage is opened, and no more than needed then."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from qb_app.storage import open_storage
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


@pytest.mark.parametrize("location", ["{}/by path.db", "sqlite:///{}/by%20url.db"])
def test_a_file_is_made_with_its_folder(tmp_path: Path, location: str) -> None:
    open_storage(location.format(tmp_path / "new" / "folder")).close()
    assert [path.suffix for path in (tmp_path / "new" / "folder").iterdir()] == [".db"]

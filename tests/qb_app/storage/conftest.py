"""Databases for the tests: every test has its own, on SQLite or on a real PostgreSQL server."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qb_app.storage import Storage, open_storage, schema
from tests.qb_app.storage.postgres_server import NoServerError, PostgresServer

AT = "2026-01-02T03:04:05Z"
NEXT = f"{int(schema.CURRENT) + 1:04d}"
NewMatch = Callable[[Storage], str]
Plan = Callable[[str], None]


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """One server for all tests of a process; where it could be installed, its absence is a failure."""
    try:
        server = PostgresServer()
        server.start()
    except NoServerError as error:
        if shutil.which("apt-get"):
            pytest.fail(f"the PostgreSQL tests need a server: {error}")
        pytest.skip(str(error))
    yield server
    server.remove()


@pytest.fixture
def postgres_url(server: PostgresServer) -> str:
    return emptied(server)


def emptied(server: PostgresServer) -> str:
    """The server's one database without any table; making another would take longer than most tests."""
    import psycopg

    url = server.url("postgres")
    with psycopg.connect(url, autocommit=True, options="-c default_transaction_read_only=off") as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        connection.execute("ALTER DATABASE postgres RESET ALL")
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "qbcoach.db"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="qbcoach-storage-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database, once of each kind."""
    name = "sqlite_path" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    with open_storage(url) as storage:
        yield storage


@pytest.fixture
def sqlite_storage(sqlite_path: Path) -> Iterator[Storage]:
    with open_storage(str(sqlite_path)) as storage:
        yield storage


@pytest.fixture
def new_match() -> NewMatch:
    """Create a match without events and return its id."""

    def create(storage: Storage) -> str:
        return storage.matches.create({}, title="a match", ruleset="rebirth", opponent=None, at=AT).match_id

    return create


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """Plan a version after the current one, whose step does what is given."""

    def make(step: str) -> None:
        folder = tmp_path / "planned"
        shutil.copytree(schema.MIGRATIONS, folder)
        lines = ["import sqlalchemy as sa", "from alembic import op"]
        lines += [f'revision = "{NEXT}"', f'down_revision = "{schema.CURRENT}"', "def upgrade():", f"    {step}"]
        (folder / "versions" / "next.py").write_text("\n".join(lines), encoding="utf-8")
        monkeypatch.setattr(schema, "MIGRATIONS", folder)
        monkeypatch.setattr(schema, "CURRENT", NEXT)

    return make

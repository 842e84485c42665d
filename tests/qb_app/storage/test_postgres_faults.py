"""What can go wrong with a server: one clear sentence each, and nothing acknowledged that is not there."""

from __future__ import annotations

import sys

import psycopg
import pytest

from qb_app.storage import (
    DatabaseFullError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    SchemaError,
    open_storage,
)
from tests.qb_app.storage.conftest import AT, NewMatch
from tests.qb_app.storage.postgres_server import PostgresServer, free_port


def run(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def test_a_server_that_does_not_answer_is_told_without_the_password() -> None:
    url = f"postgresql://me:secret@127.0.0.1:{free_port()}/mine"
    with pytest.raises(DatabaseUnreachableError, match=r"postgresql://me:\*\*\*@127.* cannot be reached") as caught:
        open_storage(url)
    assert "cannot be reached (connection refused); check the address" in str(caught.value)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_database_that_is_not_there_is_told(server: PostgresServer) -> None:
    with pytest.raises(DatabaseUnreachableError, match=r'cannot be reached \(database "nowhere" does not exist\)'):
        open_storage(server.url("nowhere"))


def test_a_missing_driver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseUnreachableError, match=r"pip install 'qbcoach\[postgres\]'"):
        open_storage("postgresql://127.0.0.1/mine")


@pytest.mark.parametrize("url", ["mysql://host/name", "sqlite://", "postgresql://host:port/name", "://"])
def test_an_address_of_no_known_database_is_told(url: str) -> None:
    with pytest.raises(DatabaseUnreachableError, match=r"write a path, sqlite:///path/to/file\.db or postgresql://"):
        open_storage(url)


def test_a_server_that_only_reads_is_told(postgres_url: str, new_match: NewMatch) -> None:
    open_storage(postgres_url).close()
    run(postgres_url, "ALTER DATABASE postgres SET default_transaction_read_only = on")
    with (
        open_storage(postgres_url) as storage,
        pytest.raises(DatabaseReadOnlyError, match="does not allow this user to write"),
    ):
        new_match(storage)


def test_a_server_whose_disk_is_full_is_told(postgres_url: str, new_match: NewMatch) -> None:
    with open_storage(postgres_url) as storage:
        match_id = new_match(storage)
        run(
            postgres_url,
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$",
            "CREATE TRIGGER full_disk AFTER INSERT ON events EXECUTE FUNCTION fail()",
        )
        with pytest.raises(DatabaseFullError, match=r"the disk of the server .* is full; make room"):
            storage.matches.append(match_id, "play", {}, expected=0, at=AT)
        assert storage.matches.events(match_id) == ()


def test_the_tables_of_another_program_are_left_alone(postgres_url: str) -> None:
    run(postgres_url, "CREATE TABLE bookmarks (url TEXT)")
    with pytest.raises(SchemaError, match="holds the data of another program"):
        open_storage(postgres_url)


def test_a_server_that_comes_back_is_used_again(server: PostgresServer, postgres_url: str, new_match: NewMatch) -> None:
    with open_storage(postgres_url) as storage:
        match_id = new_match(storage)
        storage.matches.append(match_id, "play", {}, expected=0, at=AT)
        server.stop()
        try:
            with pytest.raises(DatabaseUnreachableError, match="cannot be reached"):
                storage.matches.append(match_id, "pass", {}, expected=1, at=AT, key="again")
        finally:
            server.start_again()
        storage.matches.append(match_id, "pass", {}, expected=1, at=AT, key="again")
        server.stop()
        server.start_again()
        assert [event.kind for event in storage.matches.events(match_id)] == ["play", "pass"]

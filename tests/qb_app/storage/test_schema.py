"""The tables through the versions: new, older, newer, and when an upgrade goes wrong."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, make_url, text

from qb_app.storage import (
    DatabaseDamagedError,
    NewEntry,
    OpponentProfile,
    OpponentRecord,
    SchemaError,
    Sighting,
    Storage,
    StorageError,
    StoredDeck,
    open_storage,
    schema,
)
from qb_app.storage.tables import metadata
from tests.qb_app.storage.conftest import AT, NEXT, Plan

GOLDEN = Path(__file__).parent / "schemas"
VERSIONS = sorted(path.stem for path in GOLDEN.glob("*.sql"))

REBUILD = """
    rebuild = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("matches", recreate=rebuild) as matches:
        matches.add_column(sa.Column("season", sa.Text()))
"""
FAIL = """
    op.create_table("seasons", sa.Column("name", sa.Text()))
    op.execute("DELETE FROM events")
    raise RuntimeError("the upgrade is wrong")
"""
ORPHAN = 'op.execute("DELETE FROM matches")'


def script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    return ScriptDirectory.from_config(config)


def connect_url(url: str) -> str:
    return url.replace("postgresql:", "postgresql+psycopg:") if "://" in url else f"sqlite:///{url}"


def run(url: str, statement: str) -> None:
    engine = create_engine(connect_url(url))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def dump(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    engine = create_engine(connect_url(url))
    with engine.connect() as connection:
        tables = sorted(inspect(connection).get_table_names())
        rows = {name: [tuple(row) for row in connection.execute(text(f"SELECT * FROM {name}"))] for name in tables}
    engine.dispose()
    return rows


def shape(path: Path) -> dict[str, object]:
    """All that a table is made of, however it came about."""
    engine = create_engine(f"sqlite:///{path}")
    found = inspect(engine)
    shapes: dict[str, object] = {
        name: [
            [(column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(name)],
            found.get_pk_constraint(name)["constrained_columns"],
            found.get_foreign_keys(name),
            found.get_unique_constraints(name),
            found.get_check_constraints(name),
            found.get_indexes(name),
        ]
        for name in found.get_table_names()
    }
    engine.dispose()
    return shapes


def fill(storage: Storage) -> None:
    """The content of every file under ``schemas``, as far as its version has tables for it."""
    matches = storage.matches
    setup = {"deck": ["001"]}
    matches.create(setup, title="Final ✓", ruleset="rebirth", opponent="Red XIII", at=AT, key="m", match_id="first")
    matches.append("first", "play", {"card": "001", "tile": "m3"}, expected=0, at="2026-01-02T03:04:06Z", key="k")
    matches.append("first", "pass", {}, expected=1, at="2026-01-02T03:04:07Z")
    matches.set_result("first", "Y 12-7")
    storage.decks.save("Some Blight", ["007", "001"], "rebirth")
    storage.collection.set("001", 2)
    storage.opponents.save(OpponentProfile("Red XIII", "howls", ("008",), ("008", "009")))
    storage.opponents.see("Red XIII", "first", ["008"])
    games, turn = storage.games, NewEntry("turn", {"side": "Y", "text": "keep ✓"})
    games.create("duel", {"seed": 3}, [turn], at=AT, key="k", game_id="second")
    games.append("duel", "second", [turn, NewEntry("resign", {})], expected=1, at=AT, result="E 0-0", key="l")
    storage.answers.put("b3c1", {"best": "001 m3", "chance": 0.625}, at=AT)
    practice, seen = storage.practice, {"due": "2026-01-09T03:04:05Z"}
    practice.add("lesson-place-1", {"outcome": "wrong"}, {"due": AT}, None, expected=0, at=AT)
    practice.add("lesson-place-1", {"outcome": "right"}, seen, {"rating": 1500.5}, expected=1, at=AT, key="k")


def check_content(storage: Storage) -> None:
    info = storage.matches.info("first")
    assert (info.title, info.opponent, info.result, info.version) == ("Final ✓", "Red XIII", "Y 12-7", 2)
    assert storage.matches.setup("first") == {"deck": ["001"]}
    assert [(event.kind, dict(event.payload)) for event in storage.matches.events("first")] == [
        ("play", {"card": "001", "tile": "m3"}),
        ("pass", {}),
    ]
    assert storage.matches.append("first", "play", {}, expected=2, at=AT, key="k").seq == 1
    assert storage.decks.list() == (StoredDeck("Some Blight", ("007", "001"), "rebirth"),)
    assert storage.collection.owned() == {"001": 2}
    assert storage.opponents.get("red xiii") == OpponentProfile("Red XIII", "howls", ("008",), ("008", "009"))
    assert storage.opponents.seen("red xiii") == (Sighting("first", ("008",)),)
    assert storage.opponents.record("red xiii") == OpponentRecord(1, 0, 0)


def check_keys(storage: Storage) -> None:
    assert storage.matches.made_with("m") == storage.matches.info("first")


def check_games(storage: Storage) -> None:
    game = storage.games.read("duel", "second")
    assert (game.info.setup, game.info.result, game.info.version) == ({"seed": 3}, "E 0-0", 3)
    assert [entry.kind for entry in game.entries] == ["turn", "turn", "resign"]
    assert game.entries[1].payload == {"side": "Y", "text": "keep ✓"}
    assert storage.games.made_with("duel", "k") == game.info
    assert storage.games.append("duel", "second", [NewEntry("turn", {})], expected=0, at=AT, key="l") == 3


def check_answers(storage: Storage) -> None:
    assert storage.answers.get("b3c1") == {"best": "001 m3", "chance": 0.625}


def check_practice(storage: Storage) -> None:
    standing = storage.practice.standing()
    assert (standing.version, standing.rating) == (2, {"rating": 1500.5})
    assert standing.progress == {"lesson-place-1": {"due": "2026-01-09T03:04:05Z"}}
    assert [attempt.document["outcome"] for attempt in storage.practice.attempts()] == ["wrong", "right"]
    assert storage.practice.add("other", {}, {}, None, expected=0, at=AT, key="k").seq == 2


@pytest.fixture
def filled(url: str) -> str:
    with open_storage(url) as storage:
        fill(storage)
    return url


def test_the_current_version_is_the_last_step_and_each_one_has_its_golden_file() -> None:
    steps = [step.revision for step in script().walk_revisions()]
    assert script().get_heads() == [schema.CURRENT]
    assert sorted(steps) == VERSIONS


def test_no_step_leads_back() -> None:
    assert [step.revision for step in script().walk_revisions() if hasattr(step.module, "downgrade")] == []


def test_the_steps_make_the_tables_that_queries_use(storage: Storage, url: str) -> None:
    engine = create_engine(connect_url(url))
    with engine.connect() as connection:
        options = {"version_table": schema.VERSION_TABLE, "compare_type": types_differ}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
        found = inspect(connection)
        for table in metadata.tables.values():
            made = {check["name"] for check in found.get_check_constraints(table.name)}
            assert made == {check.name for check in table.constraints if type(check).__name__ == "CheckConstraint"}
    engine.dispose()


def types_differ(context: MigrationContext, _made: object, _used: object, made: Any, used: Any) -> bool:
    """Whether two columns would be declared differently, their order of letters included."""
    return bool(made.compile(dialect=context.dialect) != used.compile(dialect=context.dialect))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_of_every_version_is_upgraded_with_its_content(tmp_path: Path, version: str) -> None:
    old, fresh = tmp_path / "old.db", tmp_path / "fresh.db"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript((GOLDEN / f"{version}.sql").read_text(encoding="utf-8"))
    with open_storage(str(old)) as storage:
        check_content(storage)
        if version >= "0002":
            check_games(storage)
        if version >= "0003":
            check_answers(storage)
        if version >= "0004":
            check_keys(storage)
        if version >= "0005":
            check_practice(storage)
        made = storage.matches.create({}, title="", ruleset="", opponent=None, at=AT, key="new")
        assert storage.matches.create({}, title="", ruleset="", opponent=None, at=AT, key="new") == made
    open_storage(str(fresh)).close()
    assert shape(old) == shape(fresh)
    assert len(shape(old)) == len(metadata.tables) + 1


def test_what_is_written_is_what_the_file_of_its_version_holds(
    tmp_path: Path, sqlite_path: Path, sqlite_storage: Storage
) -> None:
    golden = tmp_path / "golden.db"
    with closing(sqlite3.connect(golden)) as connection:
        connection.executescript((GOLDEN / f"{schema.CURRENT}.sql").read_text(encoding="utf-8"))
    fill(sqlite_storage)
    assert dump(str(sqlite_path)) == dump(str(golden))


def test_an_older_schema_is_upgraded_and_nothing_is_lost(filled: str, plan: Plan) -> None:
    plan(REBUILD)
    with open_storage(filled) as storage:
        check_content(storage)
        check_games(storage)
        check_answers(storage)
        check_practice(storage)
    rows = dump(filled)
    assert rows["qbcoach_schema"] == [(schema.CURRENT,)]
    assert [row[-1] for row in rows["matches"]] == [None]


def test_a_copy_of_the_file_is_kept_before_an_upgrade(
    sqlite_path: Path, sqlite_storage: Storage, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_storage)
    before, version = dump(str(sqlite_path)), schema.CURRENT
    with monkeypatch.context():
        plan(REBUILD)
        open_storage(str(sqlite_path)).close()
    copy = sqlite_path.with_name(f"qbcoach.db.schema-{version}")
    assert dump(str(copy)) == before
    assert [path.name for path in sqlite_path.parent.glob("*.tmp")] == []


def test_no_upgrade_without_a_copy(sqlite_path: Path, sqlite_storage: Storage, plan: Plan) -> None:
    fill(sqlite_storage)
    sqlite_storage.close()
    before = sqlite_path.read_bytes()
    version = schema.CURRENT
    sqlite_path.with_name(f"qbcoach.db.schema-{version}").mkdir()
    plan(REBUILD)
    with pytest.raises(StorageError, match=rf"copy .*\.schema-{version} cannot be written .*; nothing was changed"):
        open_storage(str(sqlite_path))
    assert sqlite_path.read_bytes() == before


def test_an_upgrade_that_fails_is_undone_whole(filled: str, plan: Plan) -> None:
    before = dump(filled)
    plan(FAIL)
    with pytest.raises(RuntimeError, match="the upgrade is wrong"):
        open_storage(filled)
    assert dump(filled) == before


def test_an_upgrade_that_breaks_references_is_undone_whole(
    sqlite_path: Path, sqlite_storage: Storage, plan: Plan
) -> None:
    fill(sqlite_storage)
    before = dump(str(sqlite_path))
    plan(ORPHAN)
    with pytest.raises(DatabaseDamagedError, match="would lose references and was undone"):
        open_storage(str(sqlite_path))
    assert dump(str(sqlite_path)) == before


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (NEXT, rf"made by a newer qbCoach \(its tables have version {NEXT}, this one knows .*\); upgrade qbCoach"),
        ("9999", "made by a newer qbCoach"),
        ("beta", r"tables of an unknown version \(beta\)"),
    ],
)
def test_a_newer_or_unknown_schema_is_refused_and_left_alone(filled: str, version: str, sentence: str) -> None:
    run(filled, f"UPDATE {schema.VERSION_TABLE} SET version_num = '{version}'")
    before = dump(filled)
    data = Path(filled).read_bytes() if make_url(connect_url(filled)).get_backend_name() == "sqlite" else b""
    with pytest.raises(SchemaError, match=sentence):
        open_storage(filled)
    assert dump(filled) == before
    assert not data or Path(filled).read_bytes() == data


def test_a_database_without_its_version_is_refused(filled: str) -> None:
    run(filled, f"DELETE FROM {schema.VERSION_TABLE}")
    with pytest.raises(SchemaError, match=r"tables of an unknown version \(None\)"):
        open_storage(filled)

"""Everything in one file and back: the same on both databases, whole or not at all, and damage is noticed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import insert

from qb_app.files import read_lines
from qb_app.storage import (
    AlreadyStoredError,
    open_storage,
    open_vault,
    schema,
    vault,
)
from qb_app.storage.backup import Backup
from qb_app.storage.opening import open_database
from qb_app.storage.tables import answers, metadata
from tests.amounts import amount
from tests.qb_app.conftest import ROOT
from tests.qb_app.storage.backup_files import (
    SAMPLE,
    counted,
    documents,
    fill_more,
    restore,
    sealed,
    sorted_dump,
    written,
)
from tests.qb_app.storage.conftest import AT, Plan
from tests.qb_app.storage.test_schema import REBUILD, check_answers, check_content, check_games, dump, fill
from tests.qb_app.storage.test_sqlite_faults import WRITER, assert_sound

# There and back


def test_it_goes_from_one_kind_of_database_to_the_other_and_back(
    sqlite_path: Path, postgres_url: str, tmp_path: Path
) -> None:
    with open_storage(str(sqlite_path)) as storage:
        fill_more(storage)
    first = written(str(sqlite_path))
    restore(postgres_url, first)
    assert written(postgres_url) == first
    again = str(tmp_path / "again.db")
    restore(again, written(postgres_url))
    assert written(again) == first
    assert sorted_dump(again) == sorted_dump(str(sqlite_path))
    with open_storage(again) as storage:
        check_content(storage)
        check_games(storage)
        check_answers(storage)
    head, *rows, end = documents(first)
    assert head == {"format": "qbcoach-backup-1", "schema": schema.CURRENT, "rows": counted([head, *rows])[0]["rows"]}
    assert list(head["rows"]) == [table.name for table in metadata.sorted_tables]
    assert all(head["rows"].values()), "a table without a row proves nothing"
    assert end == {"lines": len(rows) + 1, "sha256": sha256(first[: first.rindex(b"\n", 0, -1) + 1]).hexdigest()}


def test_what_is_empty_is_written_and_read_too(sqlite_path: Path) -> None:
    url = str(sqlite_path)
    assert documents(written(url))[1:] == [{"lines": 1, "sha256": documents(written(url))[-1]["sha256"]}]
    assert list(sqlite_path.parent.iterdir()) == []
    restore(url, written(url))
    assert sqlite_path.is_file()


def test_a_storage_that_is_open_goes_on_after_everything_was_replaced(url: str) -> None:
    with open_storage(url) as storage:
        fill(storage)
        content = written(url)
        storage.matches.delete("first")
        storage.collection.set("002", 1)
        restore(url, content, replace=True)
        check_content(storage)
        storage.matches.append("first", "play", {}, expected=2, at=AT)
        assert storage.collection.owned() == {"001": 2}


def test_a_storage_with_anything_in_it_is_kept_unless_it_is_to_be_replaced(url: str) -> None:
    with open_storage(url) as storage:
        storage.answers.put("any", {}, at=AT)
    before = written(url)
    with pytest.raises(AlreadyStoredError, match=r"is not empty, so the backup was not restored; --replace forgets"):
        restore(url, SAMPLE.read_bytes())
    assert written(url) == before
    restore(url, SAMPLE.read_bytes(), replace=True)
    with open_storage(url) as storage:
        check_content(storage)
        assert storage.answers.get("any") is None


@pytest.mark.slow
def test_little_of_it_is_in_memory_at_a_time(sqlite_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = str(sqlite_path)
    monkeypatch.setattr(vault, "_BATCH", 20)
    restore(url, SAMPLE.read_bytes())  # everything is loaded
    database = open_database(url, reading=False)
    with database.writing() as connection:
        rows = [{"key": f"{n:04}", "document": "x" * 8000, "at": AT} for n in range(amount(250, 2000))]
        connection.execute(insert(answers), rows)
    database.close()
    lines = written(url).splitlines(keepends=True)
    assert sum(map(len, lines)) > 2_000_000
    with open_vault(url) as opened, open(os.devnull, "wb") as nowhere:
        opened.rows()
        assert most_memory(lambda: opened.write(nowhere)) < 800_000
        if amount(0, 1):  # the steps that make the tables take long under watch
            assert most_memory(lambda: opened.restore(Backup("it", lines), replace=True)) < 2_000_000


def most_memory(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_server_hands_rows_over_in_batches(postgres_url: str) -> None:
    """What a server hands over at once is held by its driver, where nobody sees it."""
    restore(postgres_url, SAMPLE.read_bytes())
    second_event = [part.get("table") for part in documents(written(postgres_url))].index("events") + 2
    asked: list[str] = []

    def look() -> None:
        with psycopg.connect(postgres_url) as other:
            query = "SELECT query FROM pg_stat_activity WHERE state = 'idle in transaction' AND pid <> pg_backend_pid()"
            asked.extend(text for (text,) in other.execute(query))

    with open_vault(postgres_url, reading=True) as opened:
        opened.write(Meddling(look, at=second_event))
    assert [text.split(" FROM ")[0] for text in asked] == [f"FETCH FORWARD {vault._BATCH}"]


# One moment


class Meddling(BytesIO):
    """A file during whose writing something happens, before that line."""

    def __init__(self, meddle: Callable[[], None], at: int = 1) -> None:
        super().__init__()
        self._meddle = meddle
        self._left = at

    def write(self, content: Any) -> int:
        self._left -= 1
        if not self._left:
            self._meddle()
        return super().write(content)


def test_what_is_entered_meanwhile_is_not_in_it(url: str) -> None:
    with open_storage(url) as storage:
        fill(storage)
        before = written(url)

        def meddle() -> None:
            storage.matches.append("first", "play", {}, expected=2, at=AT)
            storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT)
            storage.decks.delete("some blight")

        file = Meddling(meddle)
        with open_vault(url, reading=True) as opened:
            opened.write(file)
    assert file.getvalue() == before
    assert written(url) != before


def test_it_holds_together_while_another_process_writes(url: str) -> None:
    open_storage(url).close()
    with subprocess.Popen([*WRITER, "begin-matches", url], cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == b"ready\n"
        taken = [written(url)]
        while len(taken) < 5 or len(taken[-1]) < len(taken[0]) + 2000:
            taken.append(written(url))
        writer.kill()
    for content in taken:
        entries: dict[str, list[int]] = defaultdict(list)
        matches = set()
        for row in Backup("it", content.splitlines(keepends=True)).rows():
            if row.table == "matches":
                matches.add(row.values["match_id"])
            else:
                entries[str(row.values["match_id"])].append(int(row.values["seq"] or 0))
        assert entries.keys() <= matches
        assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in entries.values())
        assert len(matches) - len(entries) <= 1, "only the newest match may be without an entry"


# Other versions


def test_a_backup_of_the_third_version_is_read(url: str) -> None:
    restore(url, SAMPLE.read_bytes())
    with open_storage(url) as storage:
        check_content(storage)
        check_games(storage)
        check_answers(storage)


def test_a_backup_of_the_first_version_is_read(sqlite_path: Path) -> None:
    url = str(sqlite_path)
    parts = documents(SAMPLE.read_bytes())[:-1]
    old = {"matches", "events", "decks", "owned_cards", "opponents", "sightings"}
    parts = [parts[0], *(part for part in parts[1:] if part["table"] in old)]
    rows = {name: count for name, count in parts[0]["rows"].items() if name in old}
    restore(url, sealed([{**parts[0], "schema": "0001", "rows": rows}, *parts[1:]]))
    with open_storage(url) as storage:
        check_content(storage)
        assert storage.games.games("duel") == ()


def test_rows_of_an_older_version_go_through_every_step(url: str, plan: Plan) -> None:
    content = SAMPLE.read_bytes()
    plan(REBUILD + '    op.execute("UPDATE matches SET season = title")\n')
    restore(url, content)
    (match,) = dump(url)["matches"]
    assert match[-1] == "Final ✓"
    assert dump(url)[schema.VERSION_TABLE] == [(schema.CURRENT,)]


# Killed


def killed_restore(url: str, file: Path, *stop: str, wait: float = 0) -> bool:
    """Kill a restoring process at a line, or some time after it has begun; whether it was done."""
    with subprocess.Popen([*WRITER, "restore", url, str(file), *stop], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"begun\n"
        if stop:
            assert process.stdout.readline() == b"half\n"
        time.sleep(wait)
        os.kill(process.pid, signal.SIGKILL)
        return process.stdout.read() == b"done\n"


def test_killed_in_the_middle_nothing_has_changed(url: str) -> None:
    with open_storage(url) as storage:
        fill_more(storage)
        before = written(url)
        assert not killed_restore(url, SAMPLE, "9")
        assert written(url) == before
        check_content(storage)
    restore(url, SAMPLE.read_bytes(), replace=True)
    assert written(url) != before


@pytest.mark.slow
@pytest.mark.skipif(not amount(0, 1), reason="tried by 'make soak'; the test before it is for every day")
def test_killed_at_any_moment_it_is_the_old_or_the_new(sqlite_path: Path, tmp_path: Path) -> None:
    with open_storage(str(sqlite_path)) as storage:
        fill_more(storage)
    states = [written(str(sqlite_path)), SAMPLE.read_bytes()]
    restore(str(sqlite_path), states[1], replace=True)
    states[1] = written(str(sqlite_path))
    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    for path, state in zip(paths, states, strict=True):
        path.write_bytes(state)
    rng = random.Random(5)
    for number in range(amount(0, 200)):
        done = killed_restore(str(sqlite_path), paths[number % 2], wait=rng.uniform(0, 0.3))
        now = written(str(sqlite_path))
        assert now in states
        assert not done or now == states[number % 2]
        assert_sound(sqlite_path)


def test_lines_of_a_packed_file_are_those_of_the_plain_one(tmp_path: Path) -> None:
    import gzip

    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(SAMPLE.read_bytes()))
    assert list(read_lines(packed)) == list(read_lines(SAMPLE)) == SAMPLE.read_bytes().splitlines(keepends=True)

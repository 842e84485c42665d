"""Rows that earlier versions or a damaged disk left behind: every list survives them, and none becomes the latest."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.times import latest_time, utc_now
from qb_app.live.tools import Tools
from qb_app.storage import Storage, open_storage
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.live.material import OPENING
from tests.qb_app.web.caller import calling

Spoil = Callable[[str], str]
BAD_TIMES = ("zzz", "9999-12-31T23:59:59.000+00:00", "not-a-date", "", "0000", "a\x1b[31m\u202eb", "20")
DAMAGE = {
    "no JSON": "UPDATE matches SET setup = '{\"te' WHERE match_id = ?",
    "no object": "UPDATE matches SET setup = '[1]' WHERE match_id = ?",
    "an event": "UPDATE events SET payload = '{\"te' WHERE seq = 1 AND match_id = ?",
    "bytes": "UPDATE matches SET title = x'ff', opponent = CAST(x'fe' AS TEXT), setup = x'ff' WHERE match_id = ?",
    "numbers": "UPDATE matches SET title = 5, setup = 5 WHERE match_id = ?",
    "deep": f"UPDATE matches SET setup = '{'[' * 100_000}' WHERE match_id = ?",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the commands look."""
    return tmp_path / "data" / "qbcoach.db"


@pytest.fixture
def storage(path: Path) -> Iterator[Storage]:
    with open_storage(str(path)) as storage:
        yield storage


@pytest.fixture
def spoil(storage: Storage, path: Path) -> Spoil:
    """A match with two events, changed by a statement; its id."""

    def change(statement: str) -> str:
        match_id = begun(storage)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement, (match_id,))
        return match_id

    return change


def begun(storage: Storage) -> str:
    session = Session.start(storage.matches, MatchSetup(opponent="Regina"), Tools(opponents=storage.opponents))
    for line in OPENING:
        assert session.enter(line).changed
    return session.match_id


def test_bad_times_are_listed_last_shown_as_they_are_and_never_the_latest(
    storage: Storage, path: Path, run: Run
) -> None:
    bad = [begun(storage) for _ in BAD_TIMES]
    sound = begun(storage)
    with closing(sqlite3.connect(path)) as connection, connection:
        for time, match_id in zip(BAD_TIMES, bad, strict=True):
            connection.execute("UPDATE matches SET created_at = ? WHERE match_id = ?", (time, match_id))
            connection.execute("UPDATE events SET at = ? WHERE match_id = ?", (time, match_id))
    until = latest_time(utc_now())
    for wanted in (until, None):  # without a limit only those that are no times come last
        listed = [one.match_id for one in storage.matches.matches(until=wanted)]
        assert sorted(listed) == sorted([*bad, sound])
        assert listed[0] == (sound if wanted else bad[1])
        paged = [storage.matches.matches(until=wanted, limit=1, after=one)[0].match_id for one in listed[:-1]]
        assert [listed[0], *paged] == listed
        assert storage.matches.matches(until=wanted, after=listed[-1]) == ()
    with calling(storage) as api:
        page = api.ok("GET", "/matches?limit=1")
        rows = [*page["matches"], *api.ok("GET", f"/matches?after={page['next']}")["matches"]]
        assert rows[0]["id"] == sound
        assert {row["created_at"] for row in rows[1:]} == {row["updated_at"] for row in rows[1:]} == {*BAD_TIMES}
        assert not any(row["damaged"] for row in rows)
        assert api.ok("GET", f"/matches/{bad[0]}")["version"] == 2
    told = run("matches").stdout
    assert [one for one in (*bad, sound) if one not in told] == []
    assert "'zzz'" in told
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert json.loads(run("matches", "--json").stdout)["matches"] == rows
    assert sound in run("resume", "last", "quit").stdout


def test_damaged_matches_are_listed_and_marked_and_can_be_forgotten(
    storage: Storage, spoil: Spoil, run: Run, refuse: Refuse
) -> None:
    sound, bad = begun(storage), [spoil(statement) for statement in DAMAGE.values()]
    listed = [(match_id, match_id != sound) for match_id in (*reversed(bad), sound)]
    assert [(one.match_id, one.damaged) for one in storage.matches.matches()] == listed
    with calling(storage) as api:
        assert [(row["id"], row["damaged"]) for row in api.ok("GET", "/matches")["matches"]] == listed
        for match_id in bad:
            assert "damaged" in api.refused(503, "GET", f"/matches/{match_id}")
    assert run("matches").stdout.count("damaged") == len(bad)
    assert "damaged" in refuse("resume")
    assert sound in run("matches", "--delete", bad[0], "--yes").stdout
    assert len(storage.matches.matches()) == len(bad)


def test_a_result_that_is_none_is_shown_as_it_is(storage: Storage, spoil: Spoil, run: Run) -> None:
    spoil("UPDATE matches SET result = 'won\x1b' WHERE match_id = ?")
    assert r"'won\x1b'" in run("matches").stdout
    with calling(storage) as api:
        assert api.ok("GET", "/matches")["matches"][0]["result"] == "won\x1b"


def test_an_event_without_an_entry_is_told(storage: Storage, spoil: Spoil, refuse: Refuse) -> None:
    bad = spoil("UPDATE events SET payload = '{}' WHERE seq = 2 AND match_id = ?")
    assert "event 2 of this match holds no entry" in refuse("resume", bad)


@pytest.mark.parametrize("setup", ["{half", "{}", "[1]"])
@pytest.mark.parametrize(
    ("games", "listed", "wanted"), [("/duels", "duels", {"level": 1}), ("/fleet/games", "games", {})]
)
def test_a_damaged_game_hides_no_other_and_can_be_forgotten(
    storage: Storage, path: Path, games: str, listed: str, wanted: dict[str, int], setup: str
) -> None:
    with calling(storage) as api:
        old, bad, new = (api.ok("POST", games, {**wanted, "seed": seed})["id"] for seed in (1, 2, 3))
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE games SET setup = ? WHERE game_id = ?", (setup, bad))
        assert {row["id"] for row in api.ok("GET", games)[listed]} == {old, new}
        seen, page = [], api.ok("GET", f"{games}?limit=1")
        seen += page[listed]
        while page["next"] is not None:
            page = api.ok("GET", f"{games}?limit=1&after={page['next']}")
            seen += page[listed]
        assert {row["id"] for row in seen} == {old, new}
        assert api("DELETE", f"{games}/{bad}").status_code == 204
        assert api("DELETE", f"{games}/{bad}").status_code == 404

"""Matches that an earlier version or a damaged disk left behind: the page shows them and goes on."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from bench.running_coach import running_coach
from tests.page.actions import ON_TURN, begin_match, button, heading, read_match, type_line, without_advice

REFUSED_TODAY = '{"text": "board rebirth Y2:1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001"}'


@pytest.fixture(scope="module")
def coach_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of its own: what comes last in a list stands on its first page only where there are few."""
    return tmp_path_factory.mktemp("old")


@pytest.fixture(scope="module")
def coach_url(coach_data: Path) -> Iterator[str]:
    with running_coach(coach_data) as url:
        yield url


@pytest.fixture
def database(coach_data: Path) -> Path:
    return coach_data / "qbcoach.db"


def change(database: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement, values)


def test_an_entry_that_no_longer_fits_is_told_and_taken_back(
    page: Page, context: BrowserContext, api: httpx.Client, database: Path
) -> None:
    without_advice(context)
    match_id = begin_match(api, *ON_TURN)["id"]
    entry = "INSERT INTO events (match_id, seq, kind, payload, at) VALUES (?, 3, 'correction', ?, '2026-01-01')"
    change(database, entry, match_id, REFUSED_TODAY)
    page.goto(f"/#/match/{match_id}")
    alert = page.get_by_role("alert").filter(has_text="entry 3 'board rebirth Y2:1")
    expect(alert).to_contain_text("no longer fits: T1 has pawns 2:1")
    type_line(page, "undo")
    expect(alert).to_have_count(0)
    assert read_match(api, match_id)["remark"] is None


def test_a_damaged_match_is_listed_behind_the_others_and_can_be_deleted(
    page: Page, api: httpx.Client, database: Path
) -> None:
    sound = begin_match(api, opponent="Red XIII rematch")["id"]
    row = "INSERT INTO matches (match_id, title, ruleset, opponent, setup, created_at) VALUES (?, ?, ?, ?, ?, ?)"
    change(database, row, "damaged1", "against Nobody", "rebirth", "Nobody", "{half", "zzz")
    page.goto("/#/matches")
    expect(heading(page, "Your matches")).to_be_visible()
    expect(page.get_by_role("link", name="Red XIII").first).to_be_visible()
    damaged = page.get_by_role("listitem").filter(has_text="damaged, cannot be opened")
    expect(damaged).to_contain_text("zzz")
    expect(damaged.get_by_role("link")).to_have_count(0)
    assert api.get("/matches?limit=1").json()["matches"][0]["id"] == sound
    page.goto("/")
    expect(page.get_by_role("heading", name=re.compile("against Red XIII.* is waiting"))).to_be_visible()
    page.go_back()
    damaged.get_by_role("button", name="Delete").click()
    button(page, "Yes").click()
    expect(damaged).to_have_count(0)

"""A match open in several places at once: reloads, two tabs, and the terminal beside them."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.page.actions import (
    ON_TURN,
    UNDER_WAY,
    asks_first,
    begin_match,
    button,
    enter,
    entry_line,
    hand_card,
    heading,
    in_words,
    log_entries,
    log_texts,
    open_match,
    open_tile,
    play,
    read_match,
    tile,
    tile_words,
    without_advice,
)


@pytest.fixture(autouse=True)
def silence(context: BrowserContext) -> None:
    without_advice(context)


def test_a_reload_loses_nothing(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    before = tile_words(page)
    page.reload()
    expect(log_entries(page)).to_have_count(len(UNDER_WAY))
    assert tile_words(page) == before
    for card in ("Levrikon", "Queen Bee", "Mu", "Grasslands Wolf", "Elphadunk"):
        expect(hand_card(page, card)).to_be_visible()
    play(page, "Levrikon", "M2")
    expect(heading(page, "The enemy's move")).to_be_visible()
    page.reload()
    expect(tile(page, "M2")).to_contain_text("your Levrikon")
    expect(log_entries(page)).to_have_text([*map(in_words, log_texts(api, match["id"]))])


def test_what_is_half_entered_survives_a_reload(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    hand_card(page, "Levrikon").click()
    entry_line(page).fill("note half a")
    page.reload()
    expect(hand_card(page, "Levrikon")).to_have_attribute("aria-pressed", "true")
    expect(entry_line(page)).to_have_value("note half a")
    open_tile(page, "M2").click()
    expect(log_entries(page).last).to_have_text(in_words("Levrikon MID-2"))


def test_a_move_that_waits_to_be_confirmed_survives_a_reload(
    page: Page, context: BrowserContext, api: httpx.Client
) -> None:
    asks_first(context)
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    play(page, "Levrikon", "M2")
    waits = page.get_by_role("group", name="Levrikon → M2")
    expect(waits).to_be_visible()
    page.reload()
    expect(waits).to_be_visible()
    expect(tile(page, "M2")).to_contain_text("your Levrikon")
    assert read_match(api, match["id"])["version"] == match["version"], "it was entered before it was confirmed"
    button(page, "Enter it").click()
    expect(log_entries(page).last).to_have_text(in_words("Levrikon MID-2"))


def test_two_tabs_stay_in_step(page: Page, context: BrowserContext, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    other = context.new_page()
    open_match(page, match["id"])
    open_match(other, match["id"])
    play(page, "Security Officer", "M1")
    expect(tile(other, "M1")).to_contain_text("your Security Officer")
    expect(heading(other, "The enemy's move")).to_be_visible()
    button(other, "Enemy passes").click()
    expect(log_entries(page).last).to_have_text(in_words("e pass"))
    button(page, "Undo").first.click()
    expect(log_entries(other).last).to_have_text(in_words("Security Officer MID-1"))
    assert log_texts(api, match["id"])[-1] == "Security Officer MID-1"


def test_two_browsers_stay_in_step(page: Page, chromium: Browser, coach_url: str, api: httpx.Client) -> None:
    """Tabs of different browsers cannot tell each other anything; only the server can."""
    match = begin_match(api, *ON_TURN)
    away = chromium.new_context(base_url=coach_url)
    without_advice(away)
    other = away.new_page()
    open_match(page, match["id"])
    open_match(other, match["id"])
    play(other, "Queen Bee", "B1")
    expect(tile(page, "B1")).to_contain_text("your Queen Bee")
    away.close()


def test_an_entry_of_the_terminal_shows_up(page: Page, api: httpx.Client, coach_data: Path) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(page, match["id"])
    command = [
        sys.executable,
        "-m",
        "qb_app.cli.program",
        "resume",
        match["id"],
        "--top",
        "0",
        "queen bee m1",
        "e wolf t5",
    ]
    environment = {**os.environ, "QBCOACH_DATA": str(coach_data)}
    told = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert told.returncode == 0, told.stdout + told.stderr
    expect(tile(page, "M1")).to_contain_text("your Queen Bee")
    expect(tile(page, "T5")).to_contain_text("the enemy's Grasslands Wolf")
    expect(log_entries(page)).to_have_text([*map(in_words, log_texts(api, match["id"]))])


def test_a_choice_made_meanwhile_is_kept(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(page, match["id"])
    hand_card(page, "Queen Bee").click()
    enter(api, match["id"], "note from elsewhere")
    expect(log_entries(page).last).to_have_text(in_words("note from elsewhere"))
    expect(hand_card(page, "Queen Bee")).to_have_attribute("aria-pressed", "true")
    open_tile(page, "M1").click()
    expect(log_entries(page).last).to_have_text(in_words("Queen Bee MID-1"))

"""How to come to see the first screen, the list of matches and a new match, with something on them."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Page, expect

from tests.page.actions import button, heading
from tests.page.scenes import LONG_NAME, MANY_MATCHES, Opening, forget_matches, many_matches, sheet

HOME = "/#/home"


def at(address: str, shown: str) -> Opening:
    """A screen that an address alone leads to, and a heading of it."""

    def opening(page: Page, api: httpx.Client) -> None:
        page.goto(address)
        expect(page.get_by_role("heading", name=shown).first).to_be_visible()
        page.wait_for_load_state("networkidle")

    return opening


def first_visit(page: Page, api: httpx.Client) -> None:
    """No match to go on with: a game plays itself."""
    forget_matches(api)
    at("/", "A coach beside your game.")(page, api)


def toured(page: Page, api: httpx.Client) -> None:
    page.goto(f"{HOME}/tour")
    expect(sheet(page)).to_contain_text("Two touches for a move")


def waiting(page: Page, api: httpx.Client) -> None:
    """A match that waits, against somebody with a long name, and others before it."""
    many_matches(api)
    at("/", "Your match against")(page, api)
    expect(page.get_by_role("link", name=re.compile("^Look back: ")).first).to_be_visible()


def no_matches(page: Page, api: httpx.Client) -> None:
    forget_matches(api)
    page.goto("/#/matches")
    expect(page.get_by_text("No match yet.")).to_be_visible()


def listed(page: Page, api: httpx.Client) -> None:
    many_matches(api)
    page.goto("/#/matches")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(MANY_MATCHES)


def brought(page: Page, api: httpx.Client) -> None:
    page.goto("/#/matches")
    button(page, "Import a match").click()
    expect(page.get_by_role("textbox", name="Exported text")).to_be_visible()


def fresh(page: Page, api: httpx.Client) -> None:
    """A new match, with all that can be told about it."""
    at("/#/matches/new", "New match")(page, api)
    page.get_by_text("More that you may know").click()
    expect(page.get_by_role("combobox", name="Rule set")).to_be_visible()


def picked(page: Page, api: httpx.Client) -> None:
    """The names that fit what is typed, long ones among them."""
    api.put(f"/opponents/{LONG_NAME}", json={}).raise_for_status()
    at("/#/matches/new", "New match")(page, api)
    page.get_by_role("combobox", name="Opponent").fill("e")
    expect(page.get_by_role("option", name=LONG_NAME)).to_be_visible()
    expect(page.get_by_role("option").nth(1)).to_be_visible()


def menu_open(page: Page, api: httpx.Client) -> None:
    at("/#/lab", "Deck lab")(page, api)
    button(page, "Menu").click()
    expect(heading(page, "Settings")).to_be_visible()

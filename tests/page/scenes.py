"""How to come to see the screens of a match with something on them; each waits until all of it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.page.actions import (
    FINISHED,
    ON_TURN,
    UNDER_WAY,
    Document,
    begin_match,
    button,
    glance,
    hand_card,
    heading,
    log_entries,
    menu,
    open_match,
    open_tile,
    panel,
    settled,
    tile,
    type_line,
)

Opening = Callable[[Page, httpx.Client], None]

OPPONENT = "Red XIII rematch"
LONG_NAME = "Chocobo Bill, undefeated champion of the whole Queen's Blood tournament aboard the Shinra-8 cruise"
THEIR_TURN = (*ON_TURN, "security officer m1")
MANY_MATCHES = 20
MANY_ENTRIES = 500
SETTLED = 60_000
JUDGED = 120_000
"""Milliseconds that a search, and judging every move of a match, may take on a busy machine."""


def forget_matches(api: httpx.Client) -> None:
    """None is left to go on with, and what the opponent has shown in one is not known in the next."""
    while rows := api.get("/matches").raise_for_status().json()["matches"]:
        for row in rows:
            api.delete(f"/matches/{row['id']}").raise_for_status()


def many_matches(api: httpx.Client) -> None:
    """As many as a week brings, in every state, against nobody known and against somebody with a long name."""
    forget_matches(api)
    api.put(f"/opponents/{LONG_NAME}", json={}).raise_for_status()
    states: tuple[tuple[str, ...], ...] = (FINISHED, UNDER_WAY, (), ON_TURN)
    opponents: tuple[dict[str, str], ...] = ({}, {"opponent": LONG_NAME}, {"opponent": OPPONENT})
    for number in range(MANY_MATCHES):
        begin_match(api, *states[number % len(states)], **opponents[number % len(opponents)])


def long_match(api: httpx.Client) -> Document:
    """One with hundreds of entries."""
    match = begin_match(api, *UNDER_WAY, opponent=OPPONENT)
    text = api.get(f"/matches/{match['id']}/export", params={"format": "text"}).text.rstrip()
    notes = [f"{number}. note what happened then" for number in range(len(match["log"]) + 1, MANY_ENTRIES + 1)]
    answer = api.post("/matches/import", content="\n".join([text, *notes, ""]), headers={"Content-Type": "text/plain"})
    long: Document = answer.raise_for_status().json()
    return long


def at_match(*entries: str, shown: str) -> Opening:
    """A match after these entries."""

    def opening(page: Page, api: httpx.Client) -> None:
        open_match(page, begin_match(api, *entries, opponent=OPPONENT)["id"])
        expect(heading(page, shown)).to_be_attached()

    return opening


on_turn = at_match(*UNDER_WAY, shown="Your move")


def spoken(opening: Opening) -> Opening:
    """The same once the coach has said what it has to say."""

    def opened(page: Page, api: httpx.Client) -> None:
        opening(page, api)
        expect(glance(page)).to_have_attribute("aria-busy", "false", timeout=SETTLED)

    return opened


def advised(page: Page, api: httpx.Client) -> None:
    on_turn(page, api)
    settled(page)


def why(page: Page, api: httpx.Client) -> None:
    advised(page, api)
    glance(page).get_by_role("button", name="Why?").click()
    expect(sheet(page).get_by_role("button").first).to_be_visible()


def threats(page: Page, api: httpx.Client) -> None:
    advised(page, api)
    glance(page).get_by_role("button", name="Threats").click()
    expect(sheet(page).get_by_role("heading", name="What the enemy may hold")).to_be_visible()
    expect(sheet(page).get_by_role("listitem").nth(1)).to_be_visible()


def chosen(page: Page, api: httpx.Client) -> None:
    """A card that waits for its tile."""
    on_turn(page, api)
    hand_card(page, "Levrikon").click()
    expect(open_tile(page, "M2")).to_be_visible()


def tile_first(page: Page, api: httpx.Client) -> None:
    """A tile that waits for the enemy's card."""
    at_match(*THEIR_TURN, shown="The enemy's move")(page, api)
    tile(page, "M5").click()
    expect(page.get_by_role("group", name=re.compile("^Cards |Which card"))).to_be_visible()


def looked_at(page: Page, api: httpx.Client) -> None:
    """What lies on a tile, to be corrected."""
    at_match(*THEIR_TURN, shown="The enemy's move")(page, api)
    tile(page, "M1").click()
    expect(sheet(page)).to_contain_text("Security Officer")


def corrected(page: Page, api: httpx.Client) -> None:
    on_turn(page, api)
    menu(page, "Not as on my screen")
    expect(sheet(page)).to_contain_text("Whose turn is it?")


def painted(page: Page, api: httpx.Client) -> None:
    corrected(page, api)
    button(page, "I missed something: paint the board").click()
    sheet(page).get_by_role("button", name="Card, mine").click()
    expect(sheet(page).get_by_role("group", name="Which card lies there now?")).to_be_visible()


def revised(page: Page, api: httpx.Client) -> None:
    on_turn(page, api)
    log_entries(page).nth(2).get_by_role("button").click()
    expect(sheet(page)).to_contain_text("Entry 3")


def asked(page: Page, api: httpx.Client) -> None:
    """A name that fits several cards."""
    at_match(*THEIR_TURN, shown="The enemy's move")(page, api)
    type_line(page, "e lev m5")
    expect(panel(page, "Several cards fit 'lev'. Which is it?")).to_be_visible()


def answered(page: Page, api: httpx.Client) -> None:
    """A question to the coach that has many answers."""
    on_turn(page, api)
    type_line(page, "odds")
    expect(panel(page, "The coach answers")).to_be_visible()


def refused(page: Page, api: httpx.Client) -> None:
    """A move that the coach cannot follow."""
    at_match(*THEIR_TURN, shown="The enemy's move")(page, api)
    type_line(page, "e grasslands wolf m3")
    expect(page.get_by_role("alert")).to_be_visible()


def helped(page: Page, api: httpx.Client) -> None:
    on_turn(page, api)
    menu(page, "Keys")
    expect(sheet(page)).to_contain_text("name a card")


def shares(page: Page, api: httpx.Client) -> None:
    on_turn(page, api)
    menu(page, "Share")
    button(page, "Copy: Link to the whole game").click()
    expect(page.get_by_role("textbox", name="What was copied")).to_be_visible()


def logged(page: Page, api: httpx.Client) -> None:
    """The log of a match with very many entries."""
    open_match(page, long_match(api)["id"])
    expect(log_entries(page)).to_have_count(MANY_ENTRIES)


def menu_open(page: Page, api: httpx.Client) -> None:
    on_turn(page, api)
    button(page, "Menu").click()
    expect(sheet(page).get_by_role("switch", name="Sound")).to_be_visible()


def over(page: Page, api: httpx.Client) -> None:
    """The end of a match; where there is room the look back has opened by itself."""
    open_match(page, begin_match(api, *FINISHED, opponent=OPPONENT)["id"])
    button(page, "Back").click()
    expect(heading(page, "The match is over")).to_be_attached()


def looking_back(page: Page, api: httpx.Client) -> None:
    """At the end of a match whose moves a silent coach has not judged yet."""
    open_match(page, begin_match(api, *FINISHED, opponent=OPPONENT)["id"])
    expect(button(page, "Look back on it")).to_be_visible()


def judged(page: Page, api: httpx.Client) -> None:
    """The look back, at the move that cost most; asked for, so that it stays in a window of any size."""
    over(page, api)
    button(page, "Look back").click()
    costliest(page)


def judged_end(page: Page, api: httpx.Client) -> None:
    """The look back, with the figures of the whole match."""
    judged(page, api)
    button(page, "To the end").click()
    expect(panel(page, "At a glance")).to_be_visible()


def costliest(page: Page) -> None:
    """At the costly move next to the end, once all are judged: by themselves where the coach speaks."""
    judge, curve = button(page, "Look back on it"), page.get_by_role("slider", name=re.compile("Your chance"))
    expect(judge.or_(curve).first).to_be_visible(timeout=JUDGED)
    if judge.is_visible():
        judge.click()
    curve.wait_for(timeout=JUDGED)
    before = button(page, "The costly move before")
    if before.is_enabled():
        before.click()
        expect(page.get_by_role("article").filter(has_text="Better")).to_be_visible()


def shared(page: Page, api: httpx.Client) -> None:
    over(page, api)
    menu(page, "Share")
    button(page, "Copy: Link to the whole game").click()
    page.goto(page.get_by_role("textbox", name="What was copied").input_value())
    costliest(page)


def shared_position(page: Page, api: httpx.Client) -> None:
    on_turn(page, api)
    menu(page, "Share")
    button(page, "Copy: Link to this position").click()
    page.goto(page.get_by_role("textbox", name="What was copied").input_value())
    expect(page.get_by_role("textbox", name="Position as text")).to_be_visible()


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")

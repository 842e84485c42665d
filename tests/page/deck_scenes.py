"""How to come to see decks, the deck lab, cards, the collection and opponents with something on them."""

from __future__ import annotations

import re
from urllib.parse import quote

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.page.actions import FINISHED, STARTER, begin_match, button, heading
from tests.page.home_scenes import at
from tests.page.scenes import JUDGED, LONG_NAME, sheet

LONG_DECK = "Everything that destroys itself and comes back stronger, third attempt after the tournament"
SEEN_CARDS = 30
GAMES = 50
"""Of a question to the lab: few, so that the answer is soon there."""


def decks(page: Page, api: httpx.Client) -> None:
    for name in (LONG_DECK, "Mine"):
        api.put(f"/decks/{quote(name)}", json={"text": STARTER}).raise_for_status()
    at("/#/decks", "Library")(page, api)
    expect(page.get_by_role("link", name=LONG_DECK)).to_be_visible()


def new_deck(page: Page, api: httpx.Client) -> None:
    decks(page, api)
    button(page, "New deck").click()
    expect(sheet(page).get_by_role("link", name="Empty")).to_be_visible()


def built(page: Page, api: httpx.Client) -> None:
    """A deck that is not legal, beside the cards that fit a filter."""
    page.goto("/#/decks/+")
    page.get_by_role("combobox", name="Rank").select_option("3")
    page.get_by_text("Code and list").click()
    page.get_by_role("textbox", name="Load a code or a list").fill("3 Levrikon, 1 Mu")
    button(page, "Load").click()
    expect(page.get_by_text("✗ Not legal under rebirth")).to_be_visible()


def saved(page: Page, api: httpx.Client) -> None:
    """A whole deck with a long name."""
    decks(page, api)
    page.get_by_role("link", name=LONG_DECK).click()
    expect(page.get_by_text("✓ Legal under rebirth")).to_be_visible()


def measured(page: Page, api: httpx.Client) -> None:
    """What a deck makes against others, and which swaps make it better: few cards are owned, so few are tried."""
    starter = api.get(f"/decks/{STARTER}").raise_for_status().json()
    api.delete("/collection").raise_for_status()
    api.post("/collection", json={"list": f"{starter['list']}\n2 Zu"}).raise_for_status()
    page.goto(f"/#/decks/{quote(STARTER, safe='')}")
    button(page, "Measure").first.click()
    region(page, "How good is it?").get_by_role("button", name="Measure", exact=True).click()
    page.get_by_text("Against each deck").click()
    swaps = region(page, "The five best swaps")
    swaps.get_by_role("checkbox", name="Only with cards I own").check()
    button(page, "Find the five best swaps").click()
    expect(swaps.get_by_role("button", name=re.compile("^Make this swap")).first).to_be_visible(timeout=JUDGED)


def cards(page: Page, api: httpx.Client) -> None:
    """Enough for every kind of face, and few enough to be looked at in detail."""
    page.goto("/#/cards")
    page.get_by_role("searchbox", name="Name or text").fill("destroy")
    expect(page.get_by_role("main").get_by_role("link", name="Insectoid Chimera")).to_be_visible()


def card(page: Page, api: httpx.Client) -> None:
    """What a card does, beside few others, for every one of them is looked at."""
    page.goto("/#/cards")
    page.get_by_role("searchbox", name="Name or text").fill("mu")
    page.get_by_role("main").get_by_role("link", name=re.compile("^Mu")).click()
    expect(page.get_by_role("complementary", name="Mu").get_by_text("While this card is on the board")).to_be_visible()


def collected(page: Page, api: httpx.Client) -> None:
    """Filling the collection, by every way there is."""
    page.goto("/#/cards/mine")
    page.get_by_role("searchbox", name="Name or text").fill("mu")
    page.get_by_text("Fill it fast").click()
    page.get_by_role("button", name=re.compile("^Ruffians")).click()
    page.get_by_text("A list or a deck code").click()
    expect(page.get_by_text(re.compile("^Ruffians: "))).to_be_visible()


def profile(page: Page, api: httpx.Client) -> None:
    page.goto("/#/opponents")
    button(page, "New profile").click()
    expect(heading(page, "Your profile")).to_be_visible()


def opponents(page: Page, api: httpx.Client) -> None:
    api.put(f"/opponents/{quote(LONG_NAME)}", json={}).raise_for_status()
    at("/#/opponents", "Library")(page, api)
    expect(page.get_by_role("link", name=LONG_NAME)).to_be_visible()


def opponent(page: Page, api: httpx.Client) -> None:
    """One with a long name, met twice, who has shown very many cards."""
    ids = [card["id"] for card in api.get("/cards").json()["cards"] if not card["token"]]
    known = {"known": ids[:SEEN_CARDS], "note": "unbroken" * 20}
    api.put(f"/opponents/{quote(LONG_NAME)}", json=known).raise_for_status()
    for _ in range(2):
        begin_match(api, *FINISHED, opponent=LONG_NAME)
    page.goto(f"/#/opponents/{quote(LONG_NAME)}")
    expect(page.get_by_role("list", name="Known cards").get_by_role("listitem")).to_have_count(SEEN_CARDS)


def asked_lab(page: Page, api: httpx.Client) -> None:
    """The best deck, with every wish that can be told."""
    at("/#/lab/new/build", "What is the best deck?")(page, api)
    page.get_by_text("Cards that must or must not be in it").click()
    keep = page.get_by_role("combobox", name=re.compile("^It must hold"))
    keep.fill("Crystalline Crab")
    keep.press("Enter")
    expect(page.get_by_role("button", name="Take out Crystalline Crab")).to_be_visible()


def compared(page: Page, api: httpx.Client) -> None:
    """Decks against each other, one of them with a long name."""
    _answer(page, api, {"kind": "matrix", "decks": [STARTER, "trevor-tan03 default deck"], "games": GAMES})
    expect(region(page, "Decks against each other").get_by_role("rowheader")).to_have_count(2, timeout=JUDGED)


def holding(page: Page, api: httpx.Client) -> None:
    """The deck that nothing known exploits, where only one is known."""
    decks(page, api)
    _answer(page, api, {"kind": "meta", "games": GAMES, "rounds": 1, "against": "saved"})
    expect(button(page, "Keep it")).to_be_visible(timeout=JUDGED)


def _answer(page: Page, api: httpx.Client, question: dict[str, object]) -> None:
    job = api.post("/lab/jobs", json=question).raise_for_status().json()["id"]
    page.goto(f"/#/lab/{job}")


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)

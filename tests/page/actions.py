"""What the tests of the page do again and again: finding what a reader sees, and setting a scene behind it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, Locator, Page, expect

from qb_engine.geometry import Tile

Document = dict[str, Any]
"""A JSON object of the interface."""

STARTER = "Starter Deck (in-game prebuilt 0)"
OPENING = ("Security Officer", "Levrikon", "Queen Bee", "Mu", "Grasslands Wolf")
HAND = f"hand {', '.join(OPENING)}"
ON_TURN = (HAND, "keep")
"""Entries after which it is your first move."""
UNDER_WAY = (*ON_TURN, "security officer m1", "e grasslands wolf m5", "draw elphadunk")
"""Entries after which each side has played a card and it is your move again."""
_SILENCE = "if (origin !== 'null') localStorage.getItem('qbcoach-top') ?? localStorage.setItem('qbcoach-top', '0')"
FINISHED = (*UNDER_WAY, "levrikon m2", "e pass", "draw mu", "pass")


def begin_match(api: httpx.Client, *entries: str, **said: str) -> Document:
    """A match with the starter deck and these entries in it."""
    answer = api.post("/matches", json={"deck": STARTER, **said})
    answer.raise_for_status()
    match: Document = answer.json()
    for text in entries:
        match = enter(api, match["id"], text)
    return match


def enter(api: httpx.Client, match_id: str, text: str) -> Document:
    """The match after an entry that somebody else made, as the terminal would."""
    answer = api.post(f"/matches/{match_id}/commands", json={"text": text})
    assert answer.status_code == 200, f"{text}: {answer.text}"
    match: Document = answer.json()["match"]
    return match


def read_match(api: httpx.Client, match_id: str) -> Document:
    match: Document = api.get(f"/matches/{match_id}").raise_for_status().json()
    return match


def log_texts(api: httpx.Client, match_id: str) -> list[str]:
    return [entry["text"] for entry in read_match(api, match_id)["log"]]


def without_advice(context: BrowserContext) -> None:
    """The coach stays silent, so that a test of something else costs no search."""
    context.add_init_script(_SILENCE)


def asks_first(context: BrowserContext) -> None:
    """Every move waits to be confirmed, as the setting of that name has it."""
    context.add_init_script("if (origin !== 'null') localStorage.setItem('qbcoach-confirms', 'yes')")


def open_match(page: Page, match_id: str) -> None:
    page.goto(f"/#/match/{match_id}")
    glance(page).wait_for()


def match_id(page: Page) -> str:
    return page.url.rpartition("/")[2]


def board(page: Page) -> Locator:
    """The board on which tiles can be picked."""
    return page.get_by_role("grid", name=re.compile("^Board"))


def tile(page: Page, place: str) -> Locator:
    """That tile, as the page names it or as a document does."""
    return board(page).get_by_role("button", name=re.compile(f"^{Tile.parse(place)}:"))


def open_tile(page: Page, place: str) -> Locator:
    """That tile once the chosen card can be played there."""
    return board(page).get_by_role("button", name=re.compile(f"^{Tile.parse(place)}:.*can be played here"))


def tile_words(page: Page) -> list[str]:
    """What a screen reader hears of every tile, top lane first."""
    return board(page).get_by_role("button").all_inner_texts()


def shown_tile(page: Page, place: str) -> Locator:
    """That tile of a board that is only looked at."""
    return page.get_by_role("cell", name=re.compile(f"^{Tile.parse(place)}:"))


def hand_card(page: Page, name: str) -> Locator:
    return page.get_by_role("toolbar", name="Your hand").get_by_role("button", name=re.compile(rf"\b{name}\b")).first


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def heading(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", name=name, exact=True)


def panel(page: Page, name: str) -> Locator:
    """The part of the match screen under that heading."""
    return page.get_by_role("region", name=name, exact=True)


def log_entries(page: Page) -> Locator:
    return panel(page, "What was entered").get_by_role("listitem")


def in_words(text: str) -> str | re.Pattern[str]:
    """What an entry of the log looks like there: moves and passes are named as everywhere else."""
    enemy, said = text.startswith("e "), text.removeprefix("e ")
    move = re.fullmatch(r"(.+) ((?:TOP|MID|BOT)-\d)", said)
    if move is None and said != "pass":
        return text
    name = f"{move[1]} → on {Tile.parse(move[2])}" if move else "Pass"
    words = f"{'the enemy' if enemy else 'you'}: {name}".split()
    return re.compile(r"\s*".join(["^", *map(re.escape, words), "$"]))


def glance(page: Page) -> Locator:
    """The card that is read at a glance."""
    return panel(page, "At a glance")


def look_back(page: Page) -> None:
    """To the look back of a match that is over: where there is room, the screen has turned into it by itself."""
    expect(button(page, "Look back").or_(button(page, "To the start")).first).to_be_visible()
    if button(page, "Look back").is_visible():
        button(page, "Look back").click()


def settled(page: Page) -> Locator:
    """The same once the coach has found its answer."""
    card = glance(page)
    expect(card.get_by_role("button", name="Play it")).to_be_enabled(timeout=60_000)
    return card


def face(page: Page, name: str) -> Locator:
    """A card that is offered where one is to be told."""
    among = page.get_by_role("group", name=re.compile("^Cards "))
    return among.get_by_role("button", name=re.compile(rf"^{re.escape(name)}\b")).first


def play(page: Page, card: str, place: str) -> None:
    """One of your moves by mouse."""
    hand_card(page, card).click()
    open_tile(page, place).click()


def toast(page: Page) -> Locator:
    """The short word on what was just done."""
    return page.locator(".toasts")


def menu(page: Page, item: str) -> None:
    """What the line at the top offers besides."""
    button(page, "Menu").click()
    page.get_by_role("dialog").get_by_role("button", name=item, exact=True).click()


def entry_line(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Type a card, a tile, or an entry")


def type_line(page: Page, text: str) -> None:
    """An entry in the command line."""
    field = entry_line(page)
    field.fill(text)
    field.press("Enter")


def wait_until(page: Page, holds: Callable[[], bool], patience: float = 30) -> None:
    """Until something outside the page is so; the page goes on meanwhile."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, "it never came to be"
        page.wait_for_timeout(50)

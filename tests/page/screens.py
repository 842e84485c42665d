"""Every screen of the page, and how to come to see it with something on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import httpx
from playwright.sync_api import Page, expect

from tests.page.actions import (
    FINISHED,
    HAND,
    ON_TURN,
    STARTER,
    UNDER_WAY,
    begin_match,
    board,
    button,
    hand_card,
    heading,
    open_match,
    open_tile,
    panel,
    tile,
)

Opening = Callable[[Page, httpx.Client], None]


@dataclass(frozen=True)
class Screen:
    name: str
    open: Opening
    """Goes there and waits until all of it is shown."""

    def __str__(self) -> str:
        return self.name


def _at(address: str, shown: str) -> Opening:
    """A screen that an address alone leads to, and a heading of it."""

    def opening(page: Page, api: httpx.Client) -> None:
        page.goto(address)
        expect(page.get_by_role("heading", name=shown).first).to_be_visible()
        page.wait_for_load_state("networkidle")

    return opening


def _match(*entries: str, shown: str) -> Opening:
    """A match after these entries."""

    def opening(page: Page, api: httpx.Client) -> None:
        open_match(page, begin_match(api, *entries, opponent="Red XIII rematch")["id"])
        expect(heading(page, shown)).to_be_visible()

    return opening


def _home(page: Page, api: httpx.Client) -> None:
    begin_match(api, *FINISHED, opponent="Red XIII rematch")
    begin_match(api)
    _at("/", "Entered so far")(page, api)
    expect(page.get_by_role("link", name=re.compile("^Look back: ")).first).to_be_visible()


def _advised(page: Page, api: httpx.Client) -> None:
    """Your move, with everything that the coach has to say unfolded."""
    _match(*UNDER_WAY, shown="Your move")(page, api)
    coach = panel(page, "Coach")
    expect(coach.get_by_text(re.compile("Many moves ahead|Searched to the end"))).to_be_visible(timeout=60_000)
    coach.get_by_role("button", name=re.compile("^Why ")).first.click()


def _chosen(page: Page, api: httpx.Client) -> None:
    """A move that waits to be confirmed."""
    _match(*UNDER_WAY, shown="Your move")(page, api)
    hand_card(page, "Levrikon").click()
    open_tile(page, "M2").click()
    expect(button(page, "Confirm")).to_be_visible()


def _asked(page: Page, api: httpx.Client) -> None:
    """A question of the command line."""
    _match(*ON_TURN, "security officer m1", shown="The enemy's move")(page, api)
    page.get_by_role("textbox", name="Type an entry").fill("e lev m5")
    button(page, "Enter").click()
    expect(page.get_by_role("group", name="Choose by number or button")).to_be_visible()


def _threats(page: Page, api: httpx.Client) -> None:
    _match(*UNDER_WAY, "set m2 card crystalline crab you", shown="Your move")(page, api)
    button(page, "Show threats on the board").click()
    expect(heading(page, "Worst replies")).to_be_visible()


def _over(page: Page, api: httpx.Client) -> None:
    _match(*FINISHED, shown="The match is over")(page, api)
    back = panel(page, "Look back")
    expect(back.get_by_role("img", name="Your chance after every move")).to_be_visible(timeout=120_000)
    back.get_by_text("The same as a table").click()


def _help(page: Page, api: httpx.Client) -> None:
    _match(*ON_TURN, shown="Your move")(page, api)
    button(page, "Help").click()
    expect(heading(page, "Help and shortcuts")).to_be_visible()


def _share(page: Page, api: httpx.Client) -> None:
    _match(*UNDER_WAY, shown="Your move")(page, api)
    button(page, "Share").click()
    button(page, "Copy: Link to the whole game").click()
    expect(page.get_by_role("textbox", name="Copy")).to_be_visible()


def _shared(page: Page, api: httpx.Client) -> None:
    _share(page, api)
    page.goto(page.get_by_role("textbox", name="Copy").input_value())
    expect(heading(page, "Moves")).to_be_visible()
    button(page, "To the end").click()


def _builder(page: Page, api: httpx.Client) -> None:
    page.goto("/#/decks/+")
    page.get_by_role("combobox", name="Rank").select_option("3")
    page.get_by_text("Code and list").click()
    page.get_by_role("textbox", name="Load a code or a list").fill("3 Levrikon, 1 Mu")
    button(page, "Load").click()
    expect(page.get_by_text("✗ Not legal under rebirth")).to_be_visible()


def _cards(page: Page, api: httpx.Client) -> None:
    """Enough cards for every kind of face, and few enough to be looked at in detail."""
    page.goto("/#/cards")
    page.get_by_role("searchbox", name="Name or text").fill("destroy")
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()


def _profile(page: Page, api: httpx.Client) -> None:
    page.goto("/#/opponents")
    button(page, "New profile").click()
    expect(heading(page, "Your profile")).to_be_visible()


def _puzzle(page: Page, api: httpx.Client) -> None:
    page.goto("/#/puzzles/2")
    button(page, "Solve").click()
    button(page, "To the end").click(timeout=60_000)


def _editor(page: Page, api: httpx.Client) -> None:
    page.goto("/#/puzzles/edit")
    tile(page, "M1").click()
    expect(heading(page, "Tile M1")).to_be_visible()


def _duel(page: Page, api: httpx.Client) -> None:
    duel = api.post("/duels", json={"level": 1, "deck": STARTER, "seed": 7}).raise_for_status().json()
    api.post(f"/duels/{duel['id']}/decisions", json={"text": "keep"}).raise_for_status()
    api.post(f"/duels/{duel['id']}/decisions", json={"text": "007 M1"}).raise_for_status()
    page.goto(f"/#/play/{duel['id']}")
    button(page, "Hint").click()
    expect(board(page).get_by_role("button", name=re.compile("advised: "))).to_have_count(1)


def _duel_over(page: Page, api: httpx.Client) -> None:
    duel = api.post("/duels", json={"level": 1, "deck": STARTER, "seed": 7}).raise_for_status().json()
    api.post(f"/duels/{duel['id']}/resign").raise_for_status()
    page.goto(f"/#/play/{duel['id']}")
    expect(heading(page, "You lost")).to_be_visible()


def _exercise(page: Page, api: httpx.Client) -> None:
    """A wrong answer and a hint."""
    page.goto("/#/train/lesson-place-1")
    hand_card(page, "Levrikon").click()
    open_tile(page, "T1").click()
    expect(page.get_by_text("Not quite")).to_be_visible()
    button(page, "Hint").click()
    expect(page.get_by_text("Security Officer is the first card of your hand.")).to_be_visible()


def _habits(page: Page, api: httpx.Client) -> None:
    begin_match(api, *FINISHED, opponent="Red XIII rematch")
    page.goto("/#/habits")
    expect(heading(page, "By opponent")).to_be_visible(timeout=120_000)


def _fleet_game(page: Page, api: httpx.Client) -> None:
    game = api.post("/fleet/games", json={"seed": 3, "creator": "person", "joiner": "random"}).json()
    page.goto(f"/#/fleet/{game['id']}")
    ships = page.get_by_role("combobox", name="Ship")
    ships.select_option(index=1)
    expect(page.get_by_role("button", name=re.compile("can be reached")).first).to_be_visible()
    page.get_by_text("Ships", exact=True).click()


def _fleet_replay(page: Page, api: httpx.Client) -> None:
    game = api.post("/fleet/games", json={"seed": 3, "creator": "random", "joiner": "random"}).json()
    api.post(f"/fleet/games/{game['id']}/advance", json={"orders": 10}).raise_for_status()
    page.goto(f"/#/fleet/{game['id']}")
    button(page, "Replay from the start").click()
    button(page, "To the end").click()


SCREENS = (
    Screen("home", _home),
    Screen("match-hand", _match(shown="Your opening hand")),
    Screen("match-mulligan", _match(HAND, shown="Keep the hand or exchange cards")),
    Screen("match-new-cards", _match(HAND, "mulligan 4", shown="Tell the new cards")),
    Screen("match-draw", _match(*UNDER_WAY[:-1], shown="Tell what you drew")),
    Screen("match-you", _advised),
    Screen("match-chosen", _chosen),
    Screen("match-enemy", _match(*ON_TURN, "security officer m1", shown="The enemy's move")),
    Screen("match-question", _asked),
    Screen("match-threats", _threats),
    Screen("match-over", _over),
    Screen("match-help", _help),
    Screen("share", _share),
    Screen("shared", _shared),
    Screen("decks", _at("/#/decks", "Library")),
    Screen("builder", _builder),
    Screen("cards", _cards),
    Screen("card", _at("/#/cards/009", "Mu")),
    Screen("opponents", _at("/#/opponents", "Library")),
    Screen("profile", _profile),
    Screen("opponent", _at("/#/opponents/Red%20XIII%20rematch", "Red XIII")),
    Screen("puzzles", _at("/#/puzzles", "Boards of the game")),
    Screen("puzzle-list", _at("/#/puzzles/grade/1", "Puzzles of grade 1")),
    Screen("puzzle", _puzzle),
    Screen("editor", _editor),
    Screen("play", _at("/#/play", "Choose an enemy")),
    Screen("duel", _duel),
    Screen("duel-over", _duel_over),
    Screen("train", _at("/#/train", "Lessons")),
    Screen("lesson", _at("/#/train/lessons/place", "1. Placing a card")),
    Screen("exercise", _exercise),
    Screen("train-puzzle", _at("/#/train/p0006", "It is your turn.")),
    Screen("mistakes", _at("/#/train/mistakes", "My mistakes")),
    Screen("habits", _habits),
    Screen("fleet", _at("/#/fleet", "New game")),
    Screen("fleet-game", _fleet_game),
    Screen("fleet-replay", _fleet_replay),
)

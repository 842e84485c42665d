"""How to come to see puzzles, games, training, habits and the fleet game with something on them."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Page, expect

from tests.page.actions import FINISHED, STARTER, Document, begin_match, board, button, hand_card, open_tile, tile
from tests.page.scenes import JUDGED, OPPONENT, SETTLED, forget_matches, sheet

DEAL = 7


def solved(page: Page, api: httpx.Client) -> None:
    """A puzzle at the end of its solution."""
    page.goto("/#/puzzles/2")
    page.get_by_text("Hint", exact=True).click()
    button(page, "Solve").click()
    button(page, "To the end").click(timeout=SETTLED)
    expect(page.get_by_text(re.compile("^Step 3 of 3"))).to_be_visible()


def edited(page: Page, api: httpx.Client) -> None:
    """A board whose tile is painted."""
    page.goto("/#/puzzles/edit")
    tile(page, "M3").click()
    expect(sheet(page).get_by_role("searchbox", name="Search a card")).to_be_visible()


def to_play(page: Page, api: httpx.Client) -> None:
    """Games to go on with, games that are over, and every choice of a new one."""
    for _ in range(3):
        _duel(api)
    for _ in range(2):
        api.post(f"/duels/{_duel(api)['id']}/resign").raise_for_status()
    page.goto("/#/play")
    page.get_by_text("Decks, who begins, and the deal").click()
    expect(page.get_by_role("button", name=re.compile("^Rematch against"))).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Number of the deal")).to_be_visible()


def duel(page: Page, api: httpx.Client) -> None:
    """After a move of each side, with the coach's hint."""
    begun = _duel(api)
    for text in ("keep", "007 M1"):
        api.post(f"/duels/{begun['id']}/decisions", json={"text": text}).raise_for_status()
    page.goto(f"/#/play/{begun['id']}")
    button(page, "Hint").click()
    expect(board(page).get_by_role("button", name=re.compile("advised: "))).to_have_count(1)


def dealt(page: Page, api: httpx.Client) -> None:
    """The opening hand of a game, a card of it marked to be exchanged."""
    page.goto(f"/#/play/{_duel(api)['id']}")
    page.get_by_role("toolbar", name="Your hand").get_by_role("button").first.click()
    expect(button(page, "Exchange 1 card")).to_be_visible()


def duel_over(page: Page, api: httpx.Client) -> None:
    begun = _duel(api)
    api.post(f"/duels/{begun['id']}/resign").raise_for_status()
    page.goto(f"/#/play/{begun['id']}")
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()


def exercise(page: Page, api: httpx.Client) -> None:
    """A wrong answer and a hint."""
    page.goto("/#/train/lesson-place-1")
    hand_card(page, "Levrikon").click()
    open_tile(page, "T1").click()
    expect(page.get_by_text("Not quite")).to_be_visible()
    button(page, "Hint").click()
    expect(page.get_by_text("Security Officer is the first card of your hand.")).to_be_visible()


def mistakes(page: Page, api: httpx.Client) -> None:
    """Every game looked through: one, so that it does not take long."""
    forget_matches(api)
    begin_match(api, *FINISHED, opponent=OPPONENT)
    page.goto("/#/train/mistakes")
    button(page, "Look through my games").click()
    expect(page.get_by_text(re.compile("^All done|^Every game"))).to_be_visible(timeout=JUDGED)


def habits(page: Page, api: httpx.Client) -> None:
    forget_matches(api)
    begin_match(api, *FINISHED, opponent=OPPONENT)
    page.goto("/#/habits")
    expect(page.get_by_role("heading", name="By opponent")).to_be_visible(timeout=JUDGED)


def fleet_game(page: Page, api: httpx.Client) -> None:
    """A ship chosen, and where it may go."""
    page.goto(f"/#/fleet/{_fleet(api, 'person')['id']}")
    page.get_by_role("combobox", name="Ship").select_option(index=1)
    expect(page.get_by_role("button", name=re.compile("can be reached")).first).to_be_visible()
    page.get_by_text("Ships", exact=True).click()


def fleet_replay(page: Page, api: httpx.Client) -> None:
    game = _fleet(api, "random")
    api.post(f"/fleet/games/{game['id']}/advance", json={"orders": 10}).raise_for_status()
    page.goto(f"/#/fleet/{game['id']}")
    button(page, "Replay from the start").click()
    button(page, "To the end").click()
    expect(page.get_by_text(re.compile(r"^Step (\d+) of \1$"))).to_be_visible()


def _duel(api: httpx.Client) -> Document:
    begun: Document = api.post("/duels", json={"level": 1, "deck": STARTER, "seed": DEAL}).raise_for_status().json()
    return begun


def _fleet(api: httpx.Client, creator: str) -> Document:
    players = {"seed": 3, "creator": creator, "joiner": "random"}
    game: Document = api.post("/fleet/games", json=players).raise_for_status().json()
    return game

"""A move in two touches, in either order, and a pass in one; each is taken back with one more."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.actions import (
    ON_TURN,
    UNDER_WAY,
    begin_match,
    button,
    enter,
    face,
    hand_card,
    heading,
    in_words,
    log_entries,
    log_texts,
    open_match,
    open_tile,
    tile,
    toast,
    wait_until,
)
from tests.page.players import Finger
from tests.page.scenes import THEIR_TURN

OFFERED = re.compile("^Cards the enemy may play$")


def offered(page: Page) -> list[str]:
    """Ids of the cards that are offered and not dim, in their order."""
    names = "faces => faces.filter((one) => !one.innerText.includes('not on the board')).map((one) => one.dataset.card)"
    found: list[str] = page.get_by_role("group", name=OFFERED).locator("[data-card]").evaluate_all(names)
    return found


def test_the_enemys_tile_first_and_then_who_stands_there(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    match = begin_match(api, *THEIR_TURN)
    open_match(page, match["id"])
    finger.press(tile(page, "M5"))
    expect(page.get_by_role("textbox")).to_have_attribute("placeholder", "Which card on M5?")
    placements = api.get(f"/matches/{match['id']}/placements", params={"side": "E"}).json()["cards"]
    possible = offered(page)
    assert possible
    assert set(possible) <= {card for card, tiles in placements.items() if "MID-5" in tiles}
    finger.press(face(page, "Levrikon"))
    expect(heading(page, "Your draw")).to_be_attached()
    assert log_texts(api, match["id"])[-1] == "e Levrikon MID-5"
    assert finger.touches == 2


def test_a_quick_touch_counts_before_it_is_known_where_cards_can_go(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    held: list[Route] = []
    page.route(re.compile("/placements"), lambda route: held.append(route))
    match = begin_match(api, *THEIR_TURN)
    open_match(page, match["id"])
    wait_until(page, lambda: len(held) == 1)
    finger.press(tile(page, "M5"))
    expect(page.get_by_role("textbox")).to_have_attribute("placeholder", "Which card on M5?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    held[0].continue_()
    finger.press(face(page, "Levrikon"))
    expect(heading(page, "Your draw")).to_be_attached()
    assert log_texts(api, match["id"])[-1] == "e Levrikon MID-5"


def test_your_tile_first_and_then_the_card(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    expect(hand_card(page, "Mu")).to_be_visible()
    finger.press(tile(page, "B1"))
    expect(tile(page, "B1")).to_contain_text("chosen")
    finger.press(hand_card(page, "Mu"))
    expect(heading(page, "The enemy's move")).to_be_attached()
    assert log_texts(api, match["id"])[-1] == "Mu BOT-1"
    assert finger.touches == 2


def test_the_card_first_for_both_sides(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    match = begin_match(api, *ON_TURN)
    open_match(page, match["id"])
    finger.press(hand_card(page, "Security Officer"))
    finger.press(open_tile(page, "M1"))
    expect(heading(page, "The enemy's move")).to_be_attached()
    finger.press(face(page, "Levrikon"))
    finger.press(open_tile(page, "M5"))
    expect(heading(page, "Your draw")).to_be_attached()
    assert log_texts(api, match["id"])[-2:] == ["Security Officer MID-1", "e Levrikon MID-5"]
    assert finger.touches == 4


@pytest.mark.parametrize("deck", ["starter", ""])
def test_a_draw_that_was_not_seen_is_one_touch_on_what_is_shown(finger: Finger, api: httpx.Client, deck: str) -> None:
    """Also where every card of the game is offered, because no deck was told."""
    page = finger.page
    match = api.post("/matches", json={"deck": deck} if deck else {}).raise_for_status().json()
    for text in (*THEIR_TURN, "e grasslands wolf m5"):
        match = enter(api, match["id"], text)
    open_match(page, match["id"])
    expect(heading(page, "Your draw")).to_be_attached()
    unseen = button(page, "not seen")
    expect(unseen).to_be_in_viewport(ratio=0.5)  # enough of it to be touched
    finger.press(unseen)
    expect(heading(page, "The new cards")).to_be_attached()
    assert log_texts(api, match["id"])[-1] == "draw ?"
    assert finger.touches == 1


@pytest.mark.parametrize(
    ("entries", "label", "entered"), [(ON_TURN, "Pass", "pass"), (THEIR_TURN, "Enemy passes", "e pass")]
)
def test_a_pass_is_one_touch_and_so_is_taking_it_back(
    finger: Finger, api: httpx.Client, entries: tuple[str, ...], label: str, entered: str
) -> None:
    page = finger.page
    match = begin_match(api, *entries)
    open_match(page, match["id"])
    before = log_texts(api, match["id"])
    finger.press(button(page, label))
    expect(log_entries(page).last).to_have_text(in_words(entered))
    assert log_texts(api, match["id"]) == [*before, entered]
    finger.press(toast(page).get_by_role("button", name="Undo"))
    expect(log_entries(page)).to_have_count(len(before))
    assert log_texts(api, match["id"]) == before
    assert finger.touches == 2

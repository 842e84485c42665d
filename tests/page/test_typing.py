"""Typing a match: the focus is where the next entry goes, and a letter is a letter of a name and nothing else."""

from __future__ import annotations

import re
from itertools import cycle

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.page.actions import (
    HAND,
    ON_TURN,
    STARTER,
    UNDER_WAY,
    begin_match,
    button,
    entry_line,
    face,
    hand_card,
    heading,
    log_texts,
    open_match,
    open_tile,
    play,
    read_match,
    tile,
    type_line,
    without_advice,
)
from tests.page.conftest import Watch
from tests.page.scenes import THEIR_TURN

LETTERS = "urbtkepwmdh"
"""Each is a short form of an entry in the terminal, the half of a tile, or a key of another screen."""
MOMENTS: dict[str, tuple[str, ...]] = {
    "hand": (),
    "exchange": (HAND,),
    "you": UNDER_WAY,
    "enemy": THEIR_TURN,
    "draw": (*THEIR_TURN, "e grasslands wolf m5"),
    "not seen": (*THEIR_TURN, "e grasslands wolf m5", "draw ?"),
}


@pytest.fixture
def silent(page: Page, context: BrowserContext) -> Page:
    """A page on which the coach says nothing by itself."""
    without_advice(context)
    return page


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_letter_only_ever_begins_a_name(silent: Page, api: httpx.Client, moment: str) -> None:
    """Wherever the focus is: on nothing, on a button, on the page."""
    match = begin_match(api, *MOMENTS[moment])
    open_match(silent, match["id"])
    expect(entry_line(silent)).to_be_focused()
    elsewhere = cycle((entry_line(silent).blur, button(silent, "Menu").focus, silent.locator("#main").focus))
    for letter, leave in zip(LETTERS, elsewhere, strict=False):
        leave()
        silent.keyboard.press(letter)
        expect(entry_line(silent)).to_have_value(letter)
        expect(entry_line(silent)).to_be_focused()
        silent.keyboard.press("Escape")
        expect(entry_line(silent)).to_have_value("")
    expect(silent.get_by_role("dialog")).to_have_count(0)
    assert read_match(api, match["id"])["version"] == match["version"]


def test_a_name_is_typed_whatever_it_begins_with(silent: Page, api: httpx.Client) -> None:
    """And with keys of its own in the middle of it, which mean nothing there."""
    match = begin_match(api, *THEIR_TURN)
    open_match(silent, match["id"])
    for name in ("ultimate party", "riot trooper", "bagnadrana", "toxirat", "kujata", "j-unit sweeper"):
        silent.keyboard.type(name)
        expect(entry_line(silent)).to_have_value(name)
        shown = silent.get_by_role("group", name="Cards the enemy may play").get_by_role("button")
        expect(shown.first).to_contain_text(name, ignore_case=True)
        silent.keyboard.press("Escape")
    silent.keyboard.type("p")
    taken = silent.get_by_text(re.compile("Enter takes P")).inner_text().rpartition("Enter takes ")[2]
    silent.keyboard.press("Enter")  # the card that was told, and no pass
    expect(entry_line(silent)).to_have_attribute("placeholder", f"{taken}: where? m3")
    assert read_match(api, match["id"])["version"] == match["version"]


def test_the_focus_waits_in_the_line_after_begin_after_a_reload_and_after_every_entry(
    silent: Page, api: httpx.Client
) -> None:
    line = entry_line(silent)
    silent.goto("/#/matches/new")
    deck = silent.get_by_role("combobox", name="Your deck")
    deck.fill("starter")
    expect(silent.get_by_role("option", name=STARTER)).to_be_visible()
    deck.press("ArrowDown")
    deck.press("Enter")
    button(silent, "Begin").click()
    expect(heading(silent, "Your opening hand")).to_be_attached()
    expect(line).to_be_focused()
    for card in ("Security Officer", "Levrikon", "Queen Bee", "Mu", "Grasslands Wolf"):
        face(silent, card).click()
    expect(heading(silent, "Keep or exchange")).to_be_attached()
    expect(line).to_be_focused()
    silent.reload()
    expect(line).to_be_focused()
    button(silent, "Keep").click()
    expect(heading(silent, "Your move")).to_be_attached()
    expect(line).to_be_focused()
    # By mouse, and the next by keys that go where the focus is.
    play(silent, "Security Officer", "M1")
    expect(heading(silent, "The enemy's move")).to_be_attached()
    expect(line).to_be_focused()
    face(silent, "Grasslands Wolf").click()
    open_tile(silent, "M5").click()
    expect(heading(silent, "Your draw")).to_be_attached()
    expect(line).to_be_focused()
    silent.reload()
    expect(line).to_be_focused()
    silent.keyboard.type("elph")
    silent.keyboard.press("Enter")
    expect(heading(silent, "Your move")).to_be_attached()
    expect(line).to_be_focused()
    button(silent, "Pass").click()
    expect(heading(silent, "The enemy's move")).to_be_attached()
    expect(line).to_be_focused()
    silent.keyboard.press("Control+z")
    expect(heading(silent, "Your move")).to_be_attached()
    expect(line).to_be_focused()


def test_card_and_tile_are_typed_in_either_order(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    expect(hand_card(silent, "Mu")).to_be_visible()
    silent.keyboard.type("1m1")
    expect(heading(silent, "The enemy's move")).to_be_attached()
    silent.keyboard.type("m5")
    expect(entry_line(silent)).to_have_attribute("placeholder", "Which card on M5?")
    silent.keyboard.type("wolf")
    silent.keyboard.press("Enter")
    expect(heading(silent, "Your draw")).to_be_attached()
    silent.keyboard.press("-")
    expect(heading(silent, "The new cards")).to_be_attached()
    type_line(silent, "lev m2")
    expect(heading(silent, "The enemy's move")).to_be_attached()
    expected = ["Security Officer MID-1", "e Grasslands Wolf MID-5", "draw ?", "Levrikon MID-2"]
    assert log_texts(api, match["id"])[len(ON_TURN) :] == expected


def test_a_card_that_was_not_seen_is_played_as_it_is_named(silent: Page, api: httpx.Client, watch: Watch) -> None:
    match = begin_match(api, *MOMENTS["not seen"])
    open_match(silent, match["id"])
    watch.allowed.append("422")
    type_line(silent, "elphadunk m2")  # which needs one pawn more than lies there
    expect(silent.get_by_role("alert")).to_contain_text("M2 lacks 1 of the pawns that Elphadunk needs")
    expect(entry_line(silent)).to_have_value("elphadunk m2")
    button(silent, "Leave it").click()
    silent.keyboard.press("Escape")
    type_line(silent, "security m2")
    expect(tile(silent, "M2")).to_contain_text("your Security Officer")
    assert log_texts(api, match["id"])[-1] == "Security Officer MID-2"

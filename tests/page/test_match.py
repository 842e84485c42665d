"""A whole coached match, from the form to the result, by mouse, by keyboard alone and by touch."""

import re

import httpx
from playwright.sync_api import Page, expect

from qb_engine.geometry import Tile
from tests.page.actions import (
    OPENING,
    STARTER,
    UNDER_WAY,
    begin_match,
    button,
    heading,
    log_entries,
    log_texts,
    match_id,
    open_match,
    panel,
    play,
)
from tests.page.players import Finger, Keyboard, Mouse, Player, confirm

DRAWN = "Which card did you draw?"
ENEMY = "Which card does the enemy play?"


def open_hand(player: Player) -> None:
    """From the form to the first move: five cards, one of them exchanged."""
    page = player.page
    page.goto("/")
    player.select(page.get_by_role("combobox", name="Your deck"), STARTER)
    player.press(button(page, "Begin"))
    expect(heading(page, "Tell your opening hand")).to_be_visible()
    for card in OPENING:
        player.pick_card("Which cards are in your opening hand?", card[:6].lower(), card)
    player.press(button(page, "Enter the hand"))
    expect(heading(page, "Keep the hand or exchange cards")).to_be_visible()
    player.mark("Mu")
    player.press(button(page, "Exchange 1 card"))
    expect(heading(page, "Tell the new cards")).to_be_visible()
    player.pick_card("Which cards of your hand are not told?", "unit", "J-Unit Sweeper")
    player.press(button(page, "Enter the cards"))
    expect(heading(page, "Your move")).to_be_visible()


def exchange_blows(player: Player) -> None:
    """A move of each side and a draw."""
    page = player.page
    player.mark("Security Officer")
    player.pick_tile("M1")
    expect(page.get_by_text("Play Security Officer on M1")).to_be_visible()
    confirm(player)
    expect(heading(page, "The enemy's move")).to_be_visible()
    player.pick_card(ENEMY, "wolf", "Grasslands Wolf")
    player.pick_tile("M5")
    expect(page.get_by_text("Enemy plays Grasslands Wolf on M5")).to_be_visible()
    confirm(player)
    expect(heading(page, "Tell what you drew")).to_be_visible()
    player.pick_card(DRAWN, "elph", "Elphadunk")
    expect(heading(page, "Your move")).to_be_visible()


def follow_coach(player: Player) -> str:
    """Play what the coach puts first; returns it as the log writes it."""
    page = player.page
    coach = panel(page, "Coach")
    expect(coach.get_by_text(re.compile("Many moves ahead|Searched to the end"))).to_be_visible(timeout=60_000)
    first = coach.get_by_role("listitem").first.get_by_role("button").first
    player.press(first)
    card, _, place = page.get_by_text(re.compile("^Play .+ on [TMB][1-5]$")).inner_text().rpartition(" on ")
    confirm(player)
    expect(heading(page, "The enemy's move")).to_be_visible()
    return f"{card.removeprefix('Play ')} {Tile.parse(place).long}"


def pass_to_end(player: Player) -> None:
    page = player.page
    player.press(button(page, "Enemy passes"))
    confirm(player)
    expect(heading(page, "Tell what you drew")).to_be_visible()
    player.pick_card(DRAWN, "mu", "Mu")
    expect(heading(page, "Your move")).to_be_visible()
    player.press(button(page, "Pass"))
    confirm(player)
    expect(heading(page, "The match is over")).to_be_visible()


def play_match(player: Player, api: httpx.Client) -> None:
    open_hand(player)
    exchange_blows(player)
    followed = follow_coach(player)
    pass_to_end(player)
    expect(player.page.get_by_text(re.compile("^(You won|The enemy won|A draw)"))).to_be_visible()
    assert log_texts(api, match_id(player.page)) == [
        f"hand {', '.join(OPENING)}",
        "mulligan 4",
        "draw J-Unit Sweeper",
        "Security Officer MID-1",
        "e Grasslands Wolf MID-5",
        "draw Elphadunk",
        followed,
        "e pass",
        "draw Mu",
        "pass",
    ]


def test_a_draw_that_was_not_seen_stops_nobody(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY[:-1])
    open_match(page, match["id"])
    button(page, "I did not see it").click()
    expect(log_entries(page).last).to_have_text("draw ?")
    play(page, "Levrikon", "M2")
    expect(log_entries(page).last).to_have_text("Levrikon MID-2")


def test_with_a_mouse(page: Page, api: httpx.Client) -> None:
    play_match(Mouse(page), api)


def test_with_the_keyboard_alone(page: Page, api: httpx.Client) -> None:
    play_match(Keyboard(page), api)


def test_with_a_finger_on_a_phone(phone: Page, api: httpx.Client) -> None:
    play_match(Finger(phone), api)

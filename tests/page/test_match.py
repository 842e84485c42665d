"""A whole coached match, from the first touch to the look back, by mouse, by keyboard alone and by touch."""

import re

import httpx
from playwright.sync_api import Page, expect

from qb_engine.geometry import Tile
from tests.page.actions import (
    OPENING,
    UNDER_WAY,
    begin_match,
    button,
    entry_line,
    glance,
    heading,
    in_words,
    log_entries,
    log_texts,
    open_match,
    play,
    settled,
)
from tests.page.players import Finger, Keyboard, Mouse, Player, pass_turn

TITLE = re.compile(r"(?P<card>.+?)\s*→\s*(?P<tile>[TMB][1-5])")


def open_hand(player: Player) -> None:
    """Five cards, of which what the coach says goes back or stays."""
    for card in OPENING:
        player.tell(card)
    expect(heading(player.page, "Keep or exchange")).to_be_attached()
    advised = glance(player.page).get_by_text(re.compile("^(Keep|Exchange)$", re.IGNORECASE)).first
    expect(advised).to_be_visible(timeout=60_000)
    main = glance(player.page).locator("button.primary")
    expect(main).to_have_text(re.compile("^(Keep|Exchange [1-5])$"))
    player.press(button(player.page, "Keep"))
    expect(heading(player.page, "Your move")).to_be_attached()


def exchange_blows(player: Player) -> None:
    """A move of each side and a draw."""
    page = player.page
    player.place("Security Officer", "M1")
    expect(heading(page, "The enemy's move")).to_be_attached()
    player.place_theirs("Grasslands Wolf", "M5")
    expect(heading(page, "Your draw")).to_be_attached()
    player.tell("Elphadunk")
    expect(heading(page, "Your move")).to_be_attached()


def follow_coach(player: Player) -> str:
    """Play what the coach means with one touch; returns it as the log writes it."""
    card = settled(player.page)
    found = TITLE.search(card.get_by_role("status").inner_text().replace("\n", " "))
    assert found, "the coach advises a placement here"
    name = found["card"].split("PLAY")[-1].strip()
    player.press(card.get_by_role("button", name="Play it"))
    expect(heading(player.page, "The enemy's move")).to_be_attached()
    return f"{name} {Tile.parse(found['tile']).long}"


def pass_to_end(player: Player) -> None:
    pass_turn(player, theirs=True)
    expect(heading(player.page, "Your draw")).to_be_attached()
    player.tell("Mu")
    expect(heading(player.page, "Your move")).to_be_attached()
    pass_turn(player)
    expect(heading(player.page, "The match is over")).to_be_attached()


def play_match(player: Player, api: httpx.Client) -> None:
    match = begin_match(api)["id"]
    open_match(player.page, match)
    open_hand(player)
    exchange_blows(player)
    followed = follow_coach(player)
    pass_to_end(player)
    expect(glance(player.page)).to_contain_text(re.compile("You won|You lost|A draw"))
    assert log_texts(api, match) == [
        f"hand {', '.join(OPENING)}",
        "keep",
        "Security Officer MID-1",
        "e Grasslands Wolf MID-5",
        "draw Elphadunk",
        followed,
        "e pass",
        "draw Mu",
        "pass",
    ]
    if button(player.page, "Look back").is_visible():  # on a wide screen the look back is there by itself
        player.press(button(player.page, "Look back"))
    expect(button(player.page, "One move back")).to_be_enabled()


def test_a_draw_that_was_not_seen_stops_nobody(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY[:-1])
    open_match(page, match["id"])
    page.get_by_role("button", name="not seen").click()
    expect(log_entries(page).last).to_have_text(in_words("draw ?"))
    play(page, "Levrikon", "M2")
    expect(log_entries(page).last).to_have_text(in_words("Levrikon MID-2"))


def test_with_a_mouse(page: Page, api: httpx.Client) -> None:
    play_match(Mouse(page), api)


def test_with_the_keyboard_alone(page: Page, api: httpx.Client) -> None:
    play_match(Keyboard(page), api)
    expect(entry_line(page)).to_have_count(0)


def test_with_a_finger_on_a_phone(phone: Page, api: httpx.Client) -> None:
    play_match(Finger(phone), api)

"""What is not as on the player's screen is put right by touch where it stands: tiles, counts, entries, missed moves."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.page.actions import (
    UNDER_WAY,
    Document,
    begin_match,
    button,
    in_words,
    log_entries,
    log_texts,
    menu,
    open_match,
    read_match,
    tile,
    toast,
    without_advice,
)
from tests.page.conftest import Watch
from tests.page.players import Finger
from tests.page.scenes import THEIR_TURN

MOST_TOUCHES = 9
"""For two missed moves, one of each side: three to come there, two for each card, one for the side, one when done."""


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def tile_of(match: Document, place: str) -> Document:
    found: Document = next(one for one in match["board"]["tiles"] if one["tile"] == place)
    return found


def look_at(finger: Finger, place: str, match: Document) -> None:
    """The sheet of a tile; a tile on which the next card may go is asked about first."""
    finger.page.goto("about:blank")
    open_match(finger.page, match["id"])
    finger.press(tile(finger.page, place))
    short = button(finger.page, "Not so")
    expect(short.or_(sheet(finger.page)).first).to_be_visible()
    if short.is_visible():
        finger.press(short)
    expect(sheet(finger.page)).to_contain_text(f"{place} on my screen")


def test_a_tile_is_what_the_screen_shows(finger: Finger, api: httpx.Client) -> None:
    """Owner and rank of a tile, and nobody's."""
    match = begin_match(api, *THEIR_TURN)
    for pawns, owner, count, entered in (
        ("the enemy's, 2 pawns", "E", 2, "set MID-3 enemy 2"),
        ("yours, 3 pawns", "Y", 3, "set MID-3 you 3"),
        ("Nobody's, empty", None, 0, "set MID-3 empty"),
    ):
        look_at(finger, "M3", match)
        finger.press(sheet(finger.page).get_by_role("button", name=pawns))
        expect(sheet(finger.page)).to_have_count(0)
        expect(log_entries(finger.page).last).to_have_text(in_words(entered))
        stands = tile_of(read_match(api, match["id"]), "MID-3")
        assert (stands["owner"], stands["pawns"]) == (owner, count)
        toast(finger.page).get_by_role("button", name="Undo").tap()
        expect(log_entries(finger.page).last).to_have_text(in_words("Security Officer MID-1"))


def test_a_card_and_its_power_are_what_the_screen_shows(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    match = begin_match(api, *THEIR_TURN)
    look_at(finger, "M1", match)
    expect(sheet(page)).to_contain_text("As the coach has it: your Security Officer, power 1")
    finger.press(sheet(page).get_by_role("button", name="One more"))
    expect(tile(page, "M1")).to_contain_text("your Security Officer, power 2, raised")
    look_at(finger, "M1", match)
    finger.press(sheet(page).get_by_role("button", name="the enemy's", exact=True))
    expect(tile(page, "M1")).to_contain_text("the enemy's Security Officer")
    look_at(finger, "M1", match)
    finger.press(sheet(page).get_by_role("button", name="yours", exact=True))
    expect(tile(page, "M1")).to_contain_text("your Security Officer")
    look_at(finger, "M1", match)
    sheet(page).get_by_role("searchbox", name="Search a card").fill("levrik")
    finger.press(sheet(page).get_by_role("list", name="Cards").get_by_role("button", name="Levrikon"))
    expect(tile(page, "M1")).to_contain_text("your Levrikon")
    look_at(finger, "M1", match)
    finger.press(sheet(page).get_by_role("button", name="Take Levrikon off"))
    expect(tile(page, "M1")).to_contain_text("yours, 1 pawn")
    assert tile_of(read_match(api, match["id"]), "MID-1")["card"] is None


def test_counts_turn_score_and_hand_are_what_the_screen_shows(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    held = len(match["enemy_hand"])
    # The line of counts under the moves leads there as well as the menu.
    finger.press(button(page, f"enemy {held} cards · its deck {match['enemy_deck']} · your deck {match['deck_left']}"))
    count = page.get_by_role("group", name="Cards in the enemy's hand")
    finger.press(count.get_by_role("button", name="One less"))
    expect(count).to_contain_text(str(held - 1))
    finger.press(count.get_by_role("button", name="One more"))
    expect(count).to_contain_text(str(held))
    assert log_texts(api, match["id"])[-2:] == [f"set enemy hand {held - 1}", f"set enemy hand {held}"]
    turn = page.get_by_role("group", name="Whose turn is it?")
    finger.press(turn.get_by_role("button", name="The enemy's"))
    expect(turn.get_by_role("button", name="The enemy's")).to_have_attribute("aria-pressed", "true")
    assert read_match(api, match["id"])["to_act"] == "E"
    finger.press(turn.get_by_role("button", name="Mine"))
    expect(turn.get_by_role("button", name="Mine")).to_have_attribute("aria-pressed", "true")
    assert read_match(api, match["id"])["to_act"] == "Y"
    score = page.locator("form").filter(has_text="Points the game shows")
    score.get_by_label("Yours").fill("12")
    score.get_by_label("The enemy's").fill("7")
    finger.press(score.get_by_role("button", name="Enter"))
    expect(sheet(page)).to_have_count(0)
    assert read_match(api, match["id"])["screen_score"] == [12, 7]
    menu(page, "Not as on my screen")
    expect(score.get_by_label("Yours")).to_have_value("12")
    hand = page.get_by_role("textbox", name="My hand")
    expect(hand).to_have_value("Levrikon, Queen Bee, Mu, Grasslands Wolf, Elphadunk")
    hand.fill("levrikon, mu, mu, grasslands wolf, ?")
    finger.press(page.locator("form").filter(has=hand).get_by_role("button", name="Enter"))
    expect(sheet(page)).to_have_count(0)
    assert read_match(api, match["id"])["hand"] == ["007", "009", "009", "008", "?"]


def test_a_play_that_cannot_be_is_entered_all_the_same_if_the_screen_shows_it(
    page: Page, context: BrowserContext, api: httpx.Client, watch: Watch
) -> None:
    watch.allowed.append("422")
    without_advice(context)
    match = begin_match(api, *THEIR_TURN)
    open_match(page, match["id"])
    page.get_by_role("textbox", name="Type a card").fill("ogre m5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("M5 lacks 1 of the pawns that Ogre needs")
    assert log_texts(api, match["id"])[-1] == "Security Officer MID-1"
    button(page, "My screen shows it").click()
    expect(tile(page, "M5")).to_contain_text("the enemy's Ogre")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert log_texts(api, match["id"])[-2:] == ["set MID-5 enemy 2", "e Ogre MID-5"]


def entry(page: Page, number: int) -> Locator:
    return log_entries(page).nth(number - 1).get_by_role("button")


def test_an_entry_is_changed_by_touch(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    finger.press(entry(page, 4))
    expect(sheet(page)).to_contain_text("Entry 4")
    finger.press(sheet(page).get_by_role("button", name="T5", exact=True))
    expect(page.get_by_role("textbox", name="The entry")).to_have_value("e Grasslands Wolf TOP-5")
    finger.press(button(page, "Enter the changes"))
    expect(sheet(page)).to_have_count(0)
    expect(tile(page, "T5")).to_contain_text("the enemy's Grasslands Wolf")
    expect(tile(page, "M5")).to_contain_text("the enemy's, ")
    expect(log_entries(page).nth(3)).to_have_text(in_words("e Grasslands Wolf TOP-5"))
    assert log_texts(api, match["id"])[3:] == ["e Grasslands Wolf TOP-5", "draw Elphadunk"]


def test_an_entry_is_put_in_and_taken_out_by_touch(finger: Finger, api: httpx.Client) -> None:
    page = finger.page
    match = begin_match(api, *UNDER_WAY, "note a slip")
    open_match(page, match["id"])
    finger.press(entry(page, 6))
    finger.press(button(page, "Take it out"))
    finger.press(button(page, "Enter the changes"))
    expect(log_entries(page)).to_have_count(5)
    finger.press(entry(page, 5))
    finger.press(button(page, "Put one before it"))
    page.get_by_role("textbox", name="The entry").fill("set m3 enemy")
    finger.press(button(page, "Enter the changes"))
    expect(log_entries(page)).to_have_count(6)
    expect(tile(page, "M3")).to_contain_text("the enemy's, 1 pawn")
    assert log_texts(api, match["id"])[3:] == ["e Grasslands Wolf MID-5", "set MID-3 enemy 1", "draw Elphadunk"]


def test_the_first_entry_that_no_longer_fits_is_named_and_put_right_in_the_same_step(
    page: Page, context: BrowserContext, api: httpx.Client, watch: Watch
) -> None:
    """Nothing is entered before all of it fits."""
    watch.allowed.append("422")
    without_advice(context)
    match = begin_match(api, *UNDER_WAY, "levrikon m2", "e crawler m4")
    open_match(page, match["id"])
    before = log_texts(api, match["id"])
    assert before[-2:] == ["Levrikon MID-2", "e Crawler MID-4"]
    entry(page, 4).click()
    sheet(page).get_by_role("button", name="T5", exact=True).click()
    with page.expect_response(re.compile("/commands$")) as answered:
        button(page, "Enter the changes").click()
    assert answered.value.status == 422
    expect(page.get_by_role("alert")).to_contain_text("Entry 7 no longer fits: M4 belongs to nobody")
    assert log_texts(api, match["id"]) == before
    becomes = page.get_by_role("group", name="Entry 7 becomes")
    expect(becomes.get_by_role("textbox", name="The entry")).to_have_value("e Crawler MID-4")
    becomes.get_by_role("button", name="T4", exact=True).click()
    button(page, "Enter the changes").click()
    expect(sheet(page)).to_have_count(0)
    expect(tile(page, "T4")).to_contain_text("the enemy's Crawler")
    assert log_texts(api, match["id"])[3:] == ["e Grasslands Wolf TOP-5", *before[4:-1], "e Crawler TOP-4"]


def test_two_missed_moves_are_painted(finger: Finger, api: httpx.Client) -> None:
    """Each side has played a card that nobody entered; their pawns come with them."""
    page = finger.page
    match = begin_match(api, *UNDER_WAY)
    followed = begin_match(api, *UNDER_WAY, "mu b1", "e levrikon b5")
    open_match(page, match["id"])
    finger.press(button(page, "Menu"))
    finger.press(button(page, "Not as on my screen"))
    finger.press(button(page, "I missed something: paint the board"))
    painted = sheet(page)
    faces = painted.get_by_role("group", name="Which card lies there now?")
    finger.press(faces.get_by_role("button", name=re.compile("^Levrikon")).first)
    finger.press(tile_in(painted, "B5"))
    finger.press(painted.get_by_role("button", name="Card, mine"))
    finger.press(faces.get_by_role("button", name=re.compile("^Mu")).first)
    finger.press(tile_in(painted, "B1"))
    finger.press(button(page, "That is the board"))
    expect(sheet(page)).to_have_count(0)
    expect(tile(page, "B1")).to_contain_text("your Mu")
    now = read_match(api, match["id"])
    same = ("tile", "owner", "pawns", "card")
    assert [[one[name] for name in same] for one in now["board"]["tiles"]] == [
        [one[name] for name in same] for one in followed["board"]["tiles"]
    ]
    assert (now["to_act"], now["turn"]) == (followed["to_act"], followed["turn"])
    assert len(now["enemy_hand"]) == len(followed["enemy_hand"])
    print(f"touches for two missed moves: {finger.touches}")
    assert finger.touches <= MOST_TOUCHES


def tile_in(painted: Locator, place: str) -> Locator:
    return painted.get_by_role("button", name=re.compile(f"^{place}:"))


def test_a_board_that_is_painted_can_be_left_as_it_was(phone: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(phone, match["id"])
    menu(phone, "Not as on my screen")
    button(phone, "I missed something: paint the board").tap()
    sheet(phone).get_by_role("button", name="Its pawn").tap()
    for pawns in (1, 2, 3, 1):
        tile_in(sheet(phone), "T3").tap()
        expect(tile_in(sheet(phone), "T3")).to_contain_text(f"the enemy's, {pawns} pawn")
    sheet(phone).get_by_role("button", name="Nobody's", exact=True).tap()
    tile_in(sheet(phone), "T3").tap()
    expect(tile_in(sheet(phone), "T3")).to_contain_text("nobody's")
    button(phone, "Back").tap()
    expect(sheet(phone)).to_have_count(0)
    assert read_match(api, match["id"])["version"] == match["version"]

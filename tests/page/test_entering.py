"""Ways to enter and to look at a position on the match screen, one by one."""

import re

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.page.actions import (
    HAND,
    ON_TURN,
    UNDER_WAY,
    begin_match,
    board,
    button,
    enter,
    hand_card,
    heading,
    log_entries,
    log_texts,
    open_match,
    open_tile,
    panel,
    play,
    read_match,
    tile,
    tile_words,
    type_line,
    without_advice,
)
from tests.page.conftest import Watch


@pytest.fixture
def silent(page: Page, context: BrowserContext) -> Page:
    """A page on which the coach says nothing by itself."""
    without_advice(context)
    return page


def test_a_card_is_dragged_to_its_tile(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    hand_card(silent, "Queen Bee").hover()
    silent.mouse.down()
    place = tile(silent, "M1").bounding_box()
    assert place is not None
    silent.mouse.move(place["x"] + 10, place["y"] + place["height"] / 2, steps=5)
    silent.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=5)
    silent.mouse.up()
    expect(silent.get_by_text("Play Queen Bee on M1")).to_be_visible()
    button(silent, "Confirm").click()
    expect(log_entries(silent).last).to_have_text("Queen Bee MID-1")
    assert log_texts(api, match["id"])[-1] == "Queen Bee MID-1"


def test_a_card_dropped_beside_the_board_plays_nothing(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    hand_card(silent, "Queen Bee").hover()
    silent.mouse.down()
    place = tile(silent, "M3").bounding_box()
    assert place is not None
    silent.mouse.move(place["x"] + 20, place["y"] + 20, steps=8)
    silent.mouse.up()
    expect(button(silent, "Confirm")).to_have_count(0)
    assert read_match(api, match["id"])["version"] == match["version"]


def test_undo_and_redo(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    before = tile_words(silent)
    play(silent, "Security Officer", "M1")
    expect(heading(silent, "The enemy's move")).to_be_visible()
    after = tile_words(silent)
    button(silent, "Undo").click()
    expect(log_entries(silent)).to_have_text([HAND, "keep"])
    assert tile_words(silent) == before
    button(silent, "Redo").click()
    expect(log_entries(silent)).to_have_text([HAND, "keep", "Security Officer MID-1"])
    expect(tile(silent, "M1")).to_contain_text("your Security Officer")
    assert tile_words(silent) == after
    silent.keyboard.press("u")
    expect(log_entries(silent)).to_have_text([HAND, "keep"])
    silent.keyboard.press("r")
    expect(log_entries(silent).last).to_have_text("Security Officer MID-1")


def test_a_branch_and_back(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(silent, match["id"])
    silent.get_by_role("textbox", name="Name of the new branch").fill("try")
    button(silent, "New branch").click()
    branch = silent.get_by_role("combobox", name="Branch")
    expect(branch).to_have_value("try")
    play(silent, "Levrikon", "M2")
    expect(log_entries(silent).last).to_have_text("Levrikon MID-2")
    branch.select_option("main")
    expect(log_entries(silent).last).to_have_text("draw Elphadunk")
    expect(tile(silent, "M2")).not_to_contain_text("Levrikon")
    assert read_match(api, match["id"])["branch"] == "main"
    branch.select_option("try")
    expect(tile(silent, "M2")).to_contain_text("your Levrikon")


def test_a_typed_name_that_is_not_clear_is_a_question(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN, "security officer m1")
    open_match(silent, match["id"])
    type_line(silent, "e lev m5")
    options = silent.get_by_role("group", name="Choose by number or button")
    expect(options).to_contain_text("Several cards fit 'lev'. Which is it?")
    options.get_by_role("button", name="Levrikon").click()
    expect(log_entries(silent).last).to_have_text("e Levrikon MID-5")
    assert log_texts(api, match["id"])[-1] == "e Levrikon MID-5"


def test_a_refused_line_says_why_and_changes_nothing(silent: Page, api: httpx.Client, watch: Watch) -> None:
    watch.allowed.append("422")
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    before = tile_words(silent)
    type_line(silent, "e levrikon m5")
    expect(silent.get_by_role("alert")).to_have_text(
        "it is your turn: enter your own play or 'pass' first; 'set turn enemy' overrides"
    )
    expect(silent.get_by_role("textbox", name="Type an entry")).to_have_value("e levrikon m5")
    assert tile_words(silent) == before
    assert read_match(api, match["id"])["version"] == match["version"]


def test_the_line_answers_questions_and_remembers_entries(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(silent, match["id"])
    type_line(silent, "score")
    told = silent.get_by_role("log", name="What the coach says")
    expect(told).to_contain_text("enemy")
    field = silent.get_by_role("textbox", name="Type an entry")
    field.press("ArrowUp")
    expect(field).to_have_value("score")
    assert read_match(api, match["id"])["version"] == match["version"]


def test_threats_are_numbers_on_the_tiles(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(silent, match["id"])
    toggle = button(silent, "Show threats on the board")
    pressed = board(silent).get_by_role("button", name=re.compile(r"pressure [+−-]\d"))
    expect(pressed).to_have_count(0)
    toggle.click()
    expect(pressed.first).to_be_visible()
    pressure = api.get(f"/matches/{match['id']}/prediction").json()["tile_pressure"]
    felt = [place for place, value in pressure.items() if abs(value) >= 0.005]
    expect(pressed).to_have_count(len(felt))
    for place in felt:
        expect(tile(silent, place)).to_contain_text(f"{abs(pressure[place]):.2f}")
    expect(heading(silent, "Worst replies")).to_be_visible()
    silent.keyboard.press("t")
    expect(pressed).to_have_count(0)
    expect(toggle).to_have_attribute("aria-pressed", "false")


def test_the_coach_says_why(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    advice = api.get(f"/matches/{match['id']}/advice", params={"top": 3, "quick": True}).json()
    page.route(re.compile("/deep$"), lambda _: None)  # never answered: the order of the moves stays
    open_match(page, match["id"])
    coach = panel(page, "Coach")
    name = advice["moves"][0]["name"]
    why = page.get_by_role("button", name=f"Why {name}")
    why.click()
    expect(why).to_have_attribute("aria-expanded", "true")
    shown = coach.get_by_role("listitem").filter(has=why)
    expect(shown.get_by_text("Points to expect after the reply")).to_be_visible()
    why.click()
    expect(shown.get_by_text("Points to expect after the reply")).to_be_hidden()


def test_what_a_move_would_do_is_seen_before_it_is_made(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    moves = api.get(f"/matches/{match['id']}/moves", params={"side": "Y"}).json()["moves"]
    expected = next(move for move in moves if move["command"] == "001 MID-1")
    open_match(silent, match["id"])
    hand_card(silent, "Security Officer").click()
    open_tile(silent, "M1").click()
    told = silent.get_by_role("list", name="What it would do")
    expect(told.get_by_role("listitem")).to_have_text([change["text"] for change in expected["changes"]])
    expect(silent.get_by_role("grid", name="Board after the move")).to_be_visible()
    expect(tile(silent, "M1")).to_contain_text("your Security Officer")
    silent.keyboard.press("Escape")
    silent.mouse.move(0, 0)
    expect(silent.get_by_role("grid", name="Board of the match")).to_be_visible()
    assert read_match(api, match["id"])["version"] == match["version"]


def test_an_effect_marks_the_empty_tiles_it_reaches(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    match = enter(api, match["id"], "set m2 card crystalline crab you")
    open_match(silent, match["id"])
    marked = {one["tile"]: one for one in match["board"]["tiles"] if one["effects"]}
    empty = [place for place, one in marked.items() if one["card"] is None]
    assert empty, "the scene has no effect on an empty tile"
    for place in empty:
        expect(tile(silent, place)).to_contain_text("under the effect of Crystalline Crab on M2")
        expect(tile(silent, place)).to_contain_text("★")
    free = next(one["tile"] for one in match["board"]["tiles"] if not one["effects"])
    expect(tile(silent, free)).not_to_contain_text("★")

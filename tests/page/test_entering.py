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
    entry_line,
    hand_card,
    heading,
    in_words,
    log_entries,
    log_texts,
    menu,
    open_match,
    open_tile,
    panel,
    play,
    read_match,
    settled,
    tile,
    tile_words,
    toast,
    type_line,
    without_advice,
)
from tests.page.conftest import Watch
from tests.page.scenes import THEIR_TURN


@pytest.fixture
def silent(page: Page, context: BrowserContext) -> Page:
    """A page on which the coach says nothing by itself."""
    without_advice(context)
    return page


def pull(page: Page, card: str, place: str) -> None:
    """The card out of the hand and onto that tile, with the mouse."""
    hand_card(page, card).hover()
    page.mouse.down()
    box = tile(page, place).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2, steps=5)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()


def test_a_card_is_dragged_to_its_tile(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    pull(silent, "Queen Bee", "M1")
    expect(log_entries(silent).last).to_have_text(in_words("Queen Bee MID-1"))
    assert log_texts(api, match["id"])[-1] == "Queen Bee MID-1"


def test_a_card_dropped_beside_its_tiles_plays_nothing(silent: Page, api: httpx.Client, watch: Watch) -> None:
    watch.allowed.append("422")
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    pull(silent, "Queen Bee", "M3")
    expect(hand_card(silent, "Queen Bee")).to_have_attribute("aria-pressed", "false")
    expect(board(silent).get_by_role("button", name="can be played here")).to_have_count(0)
    pull(silent, "Queen Bee", "B1")  # what came before it is through, if it was anything
    expect(log_entries(silent)).to_have_text([*map(in_words, [HAND, "keep", "Queen Bee BOT-1"])])
    assert log_texts(api, match["id"])[len(ON_TURN) :] == ["Queen Bee BOT-1"]


def test_undo_and_redo(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    before = tile_words(silent)
    play(silent, "Security Officer", "M1")
    expect(heading(silent, "The enemy's move")).to_be_visible()
    after = tile_words(silent)
    # In the toast, beside the entry line, and by keys.
    toast(silent).get_by_role("button", name="Undo").click()
    expect(log_entries(silent)).to_have_text([*map(in_words, [HAND, "keep"])])
    assert tile_words(silent) == before
    toast(silent).get_by_role("button", name="Redo").click()
    expect(log_entries(silent)).to_have_text([*map(in_words, [HAND, "keep", "Security Officer MID-1"])])
    expect(tile(silent, "M1")).to_contain_text("your Security Officer")
    assert tile_words(silent) == after
    actions = silent.get_by_role("group", name="What else can be entered")
    actions.get_by_role("button", name="Undo").click()
    expect(log_entries(silent)).to_have_text([*map(in_words, [HAND, "keep"])])
    actions.get_by_role("button", name="Redo").click()
    expect(log_entries(silent).last).to_have_text(in_words("Security Officer MID-1"))
    silent.keyboard.press("Control+z")
    expect(log_entries(silent)).to_have_text([*map(in_words, [HAND, "keep"])])
    silent.keyboard.press("Control+y")
    expect(log_entries(silent).last).to_have_text(in_words("Security Officer MID-1"))
    assert tile_words(silent) == after


def test_a_branch_and_back(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(silent, match["id"])
    silent.get_by_text("Another course, a note").click()
    silent.get_by_role("textbox", name="Name of another course").fill("try")
    button(silent, "Try another course").click()
    branch = silent.get_by_role("combobox", name="Course")
    expect(branch).to_have_value("try")
    play(silent, "Levrikon", "M2")
    expect(log_entries(silent).last).to_have_text(in_words("Levrikon MID-2"))
    branch.select_option("main")
    expect(log_entries(silent).last).to_have_text(in_words("draw Elphadunk"))
    expect(tile(silent, "M2")).not_to_contain_text("Levrikon")
    assert read_match(api, match["id"])["branch"] == "main"
    branch.select_option("try")
    expect(tile(silent, "M2")).to_contain_text("your Levrikon")


def test_a_typed_name_that_is_not_clear_is_a_question(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *THEIR_TURN)
    open_match(silent, match["id"])
    question = panel(silent, "Several cards fit 'lev'. Which is it?")
    type_line(silent, "e lev m5")
    question.get_by_role("button", name="Levrikon").click()
    expect(log_entries(silent).last).to_have_text(in_words("e Levrikon MID-5"))
    assert log_texts(api, match["id"])[-1] == "e Levrikon MID-5"
    expect(question).to_have_count(0)
    # A number answers as well, and "None of them" leaves everything as it is.
    silent.keyboard.press("Control+z")
    type_line(silent, "e lev m5")
    button(silent, "None of them").click()
    expect(question).to_have_count(0)
    assert log_texts(api, match["id"]) == [HAND, "keep", "Security Officer MID-1"]
    type_line(silent, "e lev m5")
    expect(question).to_be_visible()
    silent.keyboard.press("1")
    expect(log_entries(silent).last).to_have_text(in_words("e Levrikon MID-5"))


def test_a_refused_line_says_why_and_changes_nothing(silent: Page, api: httpx.Client, watch: Watch) -> None:
    watch.allowed.append("422")
    match = begin_match(api, *ON_TURN)
    open_match(silent, match["id"])
    before = tile_words(silent)
    type_line(silent, "e levrikon m5")
    expect(silent.get_by_role("alert")).to_have_text(
        "it is your turn: enter your own play or 'pass' first; 'set turn enemy' overrides"
    )
    expect(entry_line(silent)).to_have_value("e levrikon m5")
    assert tile_words(silent) == before
    assert read_match(api, match["id"])["version"] == match["version"]
    button(silent, "Leave it").click()
    expect(silent.get_by_role("alert")).to_have_count(0)


def test_the_line_answers_questions_and_remembers_entries(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(silent, match["id"])
    type_line(silent, "score")
    told = silent.get_by_role("log", name="The coach answers")
    expect(told).to_contain_text("enemy")
    field = entry_line(silent)
    expect(field).to_have_value("")
    field.press("ArrowUp")
    expect(field).to_have_value("score")
    button(silent, "Close the answer").click()
    expect(told).to_have_count(0)
    assert read_match(api, match["id"])["version"] == match["version"]


def test_threats_are_numbers_on_the_tiles(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    pressure = api.get(f"/matches/{match['id']}/prediction").json()["tile_pressure"]
    felt = [place for place, value in pressure.items() if abs(value) >= 0.005]
    assert felt, "the scene has nothing to fear"
    open_match(silent, match["id"])
    pressed = board(silent).get_by_role("button", name=re.compile(r"pressure [+−-]\d"))
    expect(pressed).to_have_count(0)
    menu(silent, "Threats")
    sheet = silent.get_by_role("dialog", name="Threats")
    expect(sheet.get_by_role("heading", name="What the enemy may hold")).to_be_visible()
    toggle = sheet.get_by_role("checkbox", name="Show on the tiles what its next move may change")
    toggle.check()
    expect(pressed).to_have_count(len(felt))
    toggle.uncheck()
    expect(pressed).to_have_count(0)
    sheet.get_by_role("button", name="Close").click()
    # The settings in the menu have it, too.
    button(silent, "Menu").click()
    silent.get_by_role("switch", name="Show on the tiles what the enemy may change").check()
    silent.keyboard.press("Escape")
    expect(pressed).to_have_count(len(felt))
    for place in felt:
        expect(tile(silent, place)).to_contain_text(f"{abs(pressure[place]):.2f}")


def test_the_coach_says_why(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    card = settled(page)
    advice = api.get(f"/matches/{match['id']}/advice", params={"top": 3}).json()
    best, second = advice["moves"][:2]
    card.get_by_role("button", name="Why?").click()
    sheet = page.get_by_role("dialog", name=f"Why {best['name']}?")
    expect(sheet).to_contain_text(best["chance"]["text"])
    for reason in best["reasons"]:
        expect(sheet.get_by_role("listitem").filter(has_text=reason["sentence"])).to_have_count(1)
    expect(sheet).to_contain_text(advice["belief"]["text"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # Another move, beside the best.
    card.get_by_role("button", name="The next move").click()
    card.get_by_role("button", name="Why?").click()
    sheet = page.get_by_role("dialog", name=f"Why {second['name']}?")
    sheet.get_by_role("button", name="How far behind is it?").click()
    asked = api.get(f"/matches/{match['id']}/advice", params={"top": 3, "move": second["move"]}).json()["asked"]
    expect(sheet).to_contain_text(asked["sentence"], timeout=60_000)


def test_what_a_move_would_do_is_seen_before_it_is_made(silent: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    moves = api.get(f"/matches/{match['id']}/moves", params={"side": "Y"}).json()["moves"]
    expected = next(move for move in moves if move["command"] == "001 MID-1")
    open_match(silent, match["id"])
    before = tile_words(silent)
    hand_card(silent, "Security Officer").click()
    open_tile(silent, "M1").hover()
    expect(silent.get_by_role("grid", name="Board after the move")).to_be_visible()
    expect(tile(silent, "M1")).to_contain_text("your Security Officer")
    was = {one["tile"]: one for one in match["board"]["tiles"]}
    changed = [one["tile"] for one in expected["board"]["tiles"] if one != was[one["tile"]]]
    assert len(changed) > 1, "the scene has a move that changes nothing around it"
    expect(board(silent).get_by_role("button", name=re.compile(", changed"))).to_have_count(len(changed))
    for place in changed:
        expect(tile(silent, place)).to_contain_text(", changed")
    silent.keyboard.press("Escape")
    silent.mouse.move(0, 0)
    expect(silent.get_by_role("grid", name="Board of the match")).to_be_visible()
    assert tile_words(silent) == before
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

"""Looking back: on a match with a mistake in it, on a game against the engine, and on what a link holds."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.page.actions import Document, begin_match, button, enter, open_match, panel, read_match, without_advice
from tests.page.actions import look_back as to_look_back
from tests.page.conftest import DESKTOP, PHONE, Watch
from tests.page.looks import complaints, faults

BEGUN = (
    "hand security officer, levrikon, mu, elphadunk, grasslands wolf",
    *("keep", "sec m1", "e levrikon m5", "draw mu"),
)
BRANCH = ("branch try", "mu b1", "e pass", "branch main")
OVER = ("pass", "e pass")
"""The first of these moves, the third of the match, is a mistake; Mu on B1 is better."""
JUDGED = 60_000
CURVE = "Your chance to win, move by move"
COUNT_SHIFTS = """() => {
  window.shifted = 0;
  const count = (list) => { for (const { value } of list.getEntries()) window.shifted += value; };
  window.shifts = new PerformanceObserver(count);
  window.shifts.observe({ type: "layout-shift", buffered: false });
}"""
SHIFTED = "() => { for (const { value } of shifts.takeRecords()) shifted += value; return shifted; }"


@pytest.fixture
def match(api: httpx.Client) -> Document:
    """One that is over, with a branch beside it."""
    return begin_match(api, *BEGUN, *BRANCH, *OVER)


@pytest.fixture
def page(page: Page, context: BrowserContext) -> Page:
    without_advice(context)
    return page


def look_back(page: Page) -> None:
    """Every move judged, which a silent coach does when it is asked."""
    to_look_back(page)
    judge = button(page, "Look back on it")
    if judge.is_visible():
        judge.click()
    expect(button(page, "One move back")).to_be_enabled()


def curve(page: Page) -> Locator:
    """The chances, once every move has been judged."""
    found = page.get_by_role("slider", name=CURVE)
    found.wait_for(timeout=JUDGED)
    return found


def current(page: Page) -> Locator:
    """The row of the move that is looked at."""
    return page.get_by_role("list", name="Moves").locator("[aria-current=step]")


def board(page: Page, name: str) -> Locator:
    return page.get_by_role("table", name=name, exact=True)


def spoken(page: Page) -> Locator:
    """What a screen reader is told of the place."""
    return page.locator("main [aria-live=polite]").last


def held(page: Page, path: str) -> Callable[[], None]:
    """Requests to that path wait until the answer, a function, is called."""
    waiting: list[Route] = []
    page.route(path, lambda route: waiting.append(route))

    def let_go() -> None:
        while waiting:
            waiting.pop().continue_()
        page.unroute(path)

    return let_go


def test_a_match_is_looked_back_on_by_keys_and_curve(page: Page, api: httpx.Client, match: Document) -> None:
    open_match(page, match["id"])
    look_back(page)
    expect(page.get_by_role("heading", name=re.compile("^Lost 0–2"))).to_be_visible()
    chances = curve(page)
    expect(page.get_by_text(re.compile("^Accuracy [0-9]+$"))).to_be_visible()
    expect(current(page)).to_have_text("The end")

    page.keyboard.press("ArrowUp")
    expect(current(page)).to_contain_text("Pass")
    expect(chances).to_have_attribute("aria-valuenow", "3")
    said = r"^Move 3 of 4\. You drew Mu for it\. You pass, your chance goes from \d+ % to \d+ %, judged mistake\."
    expect(spoken(page)).to_have_text(re.compile(said))
    expect(board(page, "Board before move 3")).to_contain_text("better: Mu")
    better = page.get_by_role("article").filter(has_text="Better")
    expect(better).to_contain_text("Mu")
    expect(better).to_contain_text("After it the bottom stands 1–0, not 0–0.")

    page.keyboard.press("b")
    expect(board(page, "Board after step 1").get_by_role("cell", name=re.compile("^B1: your Mu"))).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(spoken(page)).to_have_text(re.compile(r"^Step 2 of \d+\. The enemy "))
    page.keyboard.press("Escape")
    expect(board(page, "Board before move 3")).to_be_visible()
    button(page, "The other line").click()
    expect(page.get_by_role("heading", name="How it may have gone on")).to_be_visible()
    button(page, "Back to the match").click()

    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_contain_text("Levrikon")
    page.keyboard.press("Home")
    expect(current(page)).to_contain_text("Opening hand")
    expect(page.get_by_role("article")).to_contain_text("You kept the hand.")
    page.keyboard.press("End")
    expect(current(page)).to_have_text("The end")
    box = chances.bounding_box()
    assert box is not None
    chances.click(position={"x": box["width"] * 0.62, "y": box["height"] / 2})
    expect(current(page)).to_contain_text("Pass")
    page.keyboard.press("Escape")
    expect(panel(page, "At a glance")).to_be_visible()


def test_branches_and_another_try_leave_the_match_as_it_is(page: Page, api: httpx.Client, match: Document) -> None:
    open_match(page, match["id"])
    look_back(page)
    page.get_by_text("7 entries").click()
    page.get_by_text("leaves the match before move 3").wait_for()
    page.get_by_role("group").get_by_role("listitem").first.get_by_role("button").click()
    expect(board(page, "Board after step 1").get_by_role("cell", name=re.compile("^B1: your Mu"))).to_be_visible()
    page.keyboard.press("Escape")
    assert read_match(api, match["id"]) == match

    curve(page)
    page.keyboard.press("ArrowUp")
    button(page, "Try again from here").click()
    page.wait_for_url(re.compile("#/play/"))
    duel = api.get(f"/duels/{page.url.rpartition('/')[2]}").json()
    assert (duel["turn"], duel["to_act"], len(duel["hand"])) == (3, "Y", 5)


def test_nothing_moves_while_it_is_worked_out_and_it_looks_right(
    page: Page, api: httpx.Client, match: Document, axe_source: str
) -> None:
    found: list[str] = []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        let_go = held(page, "**/summary")
        open_match(page, match["id"])
        look_back(page)
        expect(current(page)).to_have_text("The end")
        button(page, "Stop").wait_for()
        page.evaluate(COUNT_SHIFTS)
        let_go()
        curve(page)
        expect(page.get_by_text("The move that cost most")).to_be_visible()
        assert page.evaluate(SHIFTED) == 0, f"{size['width']} wide"
        page.goto("about:blank")
    open_match(page, match["id"])
    look_back(page)
    curve(page)
    page.evaluate("document.documentElement.dataset.theme = 'system'")
    found += complaints(page, axe_source)
    page.keyboard.press("ArrowUp")
    found += complaints(page, axe_source)
    page.keyboard.press("b")
    expect(board(page, "Board after step 1")).to_be_visible()
    found += complaints(page, axe_source)
    page.keyboard.press("Escape")
    for width, height in ((320, 640), (640, 400), (390, 844), (1280, 800)):
        found += faults(page, width, height)
    assert not [f for f in found if ".brand" not in f], "\n".join(found)


def test_what_matters_lies_on_the_first_screen_of_a_phone(phone: Page, api: httpx.Client, match: Document) -> None:
    without_advice(phone.context)
    open_match(phone, match["id"])
    look_back(phone)
    chances = curve(phone)
    button(phone, "The costly move before").tap()
    card = phone.get_by_role("article").first
    expect(card).to_contain_text("mistake")
    for part in (chances, board(phone, "Board before move 3"), card, button(phone, "One move on")):
        expect(part).to_be_in_viewport(ratio=1)
    chances.tap(position={"x": 60, "y": 30})
    expect(current(phone)).to_contain_text("Opening hand")


def test_a_game_against_the_engine_is_looked_back_on(page: Page, api: httpx.Client) -> None:
    duel = api.post("/duels", json={"level": 1, "seed": 3}).raise_for_status().json()
    for text in ("mulligan 1", "pass"):
        api.post(f"/duels/{duel['id']}/decisions", json={"text": text}).raise_for_status()
    over = api.post(f"/duels/{duel['id']}/resign").raise_for_status().json()
    page.goto(f"/#/play/{duel['id']}")
    look_back(page)
    curve(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lost")
    rows = page.get_by_role("list", name="Moves").get_by_role("button")
    expect(rows).to_have_count(len(over["steps"]))
    page.keyboard.press("Home")
    expect(page.get_by_role("article")).to_contain_text("You exchanged ")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("article").first).to_contain_text("Your hand: ")
    button(page, "Try again from here").click()
    page.wait_for_url(lambda url: "#/play/" in url and duel["id"] not in url)


def test_a_problem_is_one_sentence_and_the_game_is_there_all_the_same(
    page: Page, watch: Watch, match: Document
) -> None:
    watch.allowed.append("status of 422")
    told = {"detail": "the desk is full; ask again in a moment", "type": "urn:qbcoach:too-busy"}
    page.route("**/summary", lambda route: route.fulfill(status=422, json=told))
    open_match(page, match["id"])
    look_back(page)
    expect(page.get_by_role("alert")).to_have_text(told["detail"])
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_contain_text("Pass")
    page.unroute("**/summary")
    button(page, "Try again").click()
    curve(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_match_that_goes_on_has_its_end_at_the_last_entry(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *BEGUN)
    enter(api, match["id"], "note a pity")
    open_match(page, match["id"])
    button(page, "Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Look back", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("so far"))).to_be_visible()
    expect(page.get_by_text("Note: a pity")).to_be_visible()
    expect(current(page)).to_have_text("The end")

"""What is read at a glance, in every state of a match: where it stands, what it says, and that nothing moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.page.actions import (
    FINISHED,
    HAND,
    ON_TURN,
    UNDER_WAY,
    begin_match,
    button,
    enter,
    glance,
    log_texts,
    open_match,
    settled,
    wait_until,
)
from tests.page.conftest import PATIENCE, Watch

STATES: dict[str, tuple[str, ...]] = {
    "opening hand": (),
    "exchange": (HAND,),
    "your move": UNDER_WAY,
    "the enemy's move": (*ON_TURN, "security officer m1"),
    "draw": (*ON_TURN, "security officer m1", "e grasslands wolf m5"),
    "over": FINISHED,
}
SCREENS = {
    "phone": ViewportSize(width=390, height=844),
    "laptop": ViewportSize(width=1280, height=800),
    "laptop at 200 %": ViewportSize(width=640, height=400),
    "narrow": ViewportSize(width=320, height=640),
}
_SETTLED = "() => document.querySelector('section.glance')?.getAttribute('aria-busy') === 'false'"
_CUT = """() => [...document.querySelectorAll('section.glance :is(.title, .sentence, .second)')]
  .filter((one) => one.scrollHeight > one.clientHeight + 2).map((one) => one.textContent)"""
_WATCH_SHIFTS = """
window.shifts = [];
const moved = ({ node, previousRect, currentRect }) =>
  [node?.className || node?.nodeName, previousRect, currentRect].map((one) => JSON.stringify(one)).join(' ');
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) window.shifts.push(`${value}: ${sources.map(moved).join('; ')}`);
}).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.fixture(scope="module", params=SCREENS)
def screen(request: pytest.FixtureRequest, chromium: Browser, coach_url: str) -> Iterator[Page]:
    """A page of that size on which every shift of its layout is noted."""
    viewport, touch = SCREENS[request.param], request.param in ("phone", "narrow")
    context = chromium.new_context(
        base_url=coach_url, viewport=viewport, has_touch=touch, is_mobile=touch, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(_WATCH_SHIFTS)
    watching = Watch(context, coach_url)
    yield context.new_page()
    context.close()
    assert watching.faults == []


@pytest.fixture(scope="module")
def matches(coach_url: str) -> dict[str, str]:
    """One match in each state; on every screen it is the same, so that the coach searches once."""
    with httpx.Client(base_url=f"{coach_url}/api/v1", timeout=60) as api:
        return {name: str(begin_match(api, *entries)["id"]) for name, entries in STATES.items()}


@pytest.mark.parametrize("state", STATES)
def test_it_stands_whole_in_the_first_screen_and_nothing_moves(
    screen: Page, matches: dict[str, str], state: str
) -> None:
    screen.goto("about:blank")
    screen.goto(f"/#/match/{matches[state]}")
    glance(screen).wait_for()
    before = screen.evaluate("window.shifts.length")
    screen.wait_for_function(_SETTLED, timeout=60_000)
    screen.wait_for_load_state("networkidle")
    box, size = glance(screen).bounding_box(), screen.viewport_size
    assert box is not None
    assert size is not None
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    assert screen.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert screen.evaluate("window.shifts")[before:] == [], "the layout moved while the coach thought"
    assert screen.evaluate(_CUT) == []


def test_the_exchange_that_is_advised_is_marked_and_is_the_main_button(page: Page, api: httpx.Client) -> None:
    """Advice comes by itself, and what is done with one touch is what was advised."""
    match = begin_match(api, "hand queen bee, queen bee, archdragon, mu, crawler", deck="qbCoach: Red XIII rematch")
    open_match(page, match["id"])
    main = glance(page).locator("button.primary")
    expect(main).to_be_visible(timeout=60_000)
    advice = api.get(f"/matches/{match['id']}/advice").json()
    places = [place - 1 for place in advice["mulligan"]]
    cards = page.get_by_role("toolbar", name="Your hand").get_by_role("button")
    for place in range(5):
        expect(cards.nth(place)).to_have_attribute("aria-pressed", "true" if place in places else "false")
    expect(main).to_have_text(f"Exchange {len(places)}" if places else "Keep")
    main.click()
    entered = f"mulligan {' '.join(map(str, advice['mulligan']))}" if places else "keep"
    wait_until(page, lambda: log_texts(api, match["id"])[-1] == entered)


def test_on_the_enemys_turn_it_says_what_is_feared_and_how_the_chance_stands(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN, "security officer m1")
    open_match(page, match["id"])
    page.wait_for_function(_SETTLED, timeout=60_000)
    with httpx.stream("GET", f"{api.base_url}matches/{match['id']}/glance", timeout=60) as answer:
        told = answer.read().decode()
    fear = re.search(r'"fears": \[\{.*?"sentence": "(.*?)"', told)
    chance = re.search(r'"chance": \{.*?"text": "(.*?) \(', told)
    assert fear, told[:300]
    assert chance, told[:300]
    expect(page.locator(".chance strong")).to_have_text(chance[1])
    expect(glance(page)).to_contain_text(fear[1])
    expect(page.get_by_role("grid").get_by_role("button", name=re.compile("to be feared: "))).to_have_count(1)


def test_after_a_costly_move_the_coach_has_a_word_and_it_can_be_taken_back(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    match = enter(api, match["id"], "pass")  # whoever can place and passes gives something away
    told = api.get(f"/matches/{match['id']}/remark").json()
    assert told["lines"], "the scene has no costly move"
    open_match(page, match["id"])
    expect(glance(page)).to_contain_text(told["lines"][0], timeout=60_000)
    button(page, "Take it back").click()
    settled(page)
    assert api.get(f"/matches/{match['id']}").json()["log"][-1]["text"] == "keep"

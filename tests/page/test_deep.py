"""The search that looks many moves ahead: its progress, its answer with an interval, and its end on demand."""

import re

import httpx
from playwright.sync_api import Page, Route, expect

from tests.page.actions import (
    ON_TURN,
    UNDER_WAY,
    begin_match,
    button,
    enter,
    glance,
    menu,
    open_match,
    play,
    settled,
    wait_until,
)
from tests.page.conftest import Watch

STARTED = 'event: started\ndata: {"analysis": "a1"}\n\n'
HALF_WAY = 'event: progress\ndata: {"done": 30000, "total": 60000, "share": 0.5}\n\n'
SHOWN = re.compile(r"\bshown\b")
SHARES = re.compile(r"win (\d+) %, draw (\d+) %, loss (\d+) %")


def test_the_figure_of_the_position_is_that_of_the_best_move(page: Page, api: httpx.Client) -> None:
    """One number for one thing, here and over HTTP, with its interval."""
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    card = settled(page)
    advice = api.get(f"/matches/{match['id']}/advice", params={"top": 3}).json()
    figure, _, rest = advice["chance"]["text"].partition(" (")
    expect(card.locator(".figure")).to_have_text(figure)
    bar = page.locator(".chance")
    expect(bar.get_by_role("strong").or_(bar.locator("strong"))).to_have_text(figure)
    expect(bar).to_contain_text(rest.rstrip(")"))
    [shares] = SHARES.findall(bar.inner_text())
    assert sum(map(int, shares)) == 100
    others = page.get_by_role("region", name="Other moves").get_by_role("button")
    expect(others).to_have_count(2)
    for place, move in enumerate(advice["moves"][1:3]):
        expect(others.nth(place)).to_contain_text(move["chance"]["text"].partition(" (")[0])
    expect(card.get_by_role("progressbar")).not_to_have_class(SHOWN)


def test_what_is_provisional_looks_so_and_the_search_can_be_stopped(page: Page, api: httpx.Client) -> None:
    """The stream is cut in the middle by the test, so that the search is under way for as long as it is looked at."""
    match = begin_match(api, *UNDER_WAY)
    page.add_init_script(_ENDLESS.replace("BODY", repr(STARTED + HALF_WAY)))
    open_match(page, match["id"])
    card = glance(page)
    expect(card.get_by_role("progressbar")).to_have_attribute("value", "0.5")
    expect(card).to_contain_text("So far")
    expect(card.get_by_text(re.compile(r"\bbest\b|^Play$"))).to_have_count(0)
    expect(button(page, "Play it")).to_be_disabled()
    menu(page, "Stop the search")
    expect(card.get_by_role("progressbar")).not_to_have_class(SHOWN)
    page.wait_for_function("window.stopped === 1")


_ENDLESS = """
window.stopped = 0;
const fetchReally = window.fetch;
window.fetch = (input, init) => {
  if (!String(input.url ?? input).includes("/deep?")) return fetchReally(input, init);
  init.signal.addEventListener("abort", () => (window.stopped += 1));
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(BODY)),
  });
  return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
};
"""


def test_what_is_asked_when_a_move_is_entered_is_taken_back(page: Page, api: httpx.Client, watch: Watch) -> None:
    """The server may take the move before it reads the question, and a question about your turn is then refused."""
    watch.allowed.append("422")
    match = begin_match(api, *ON_TURN)
    asked: list[Route] = []
    taken_back: list[str] = []
    page.route(re.compile("/deep|/advice"), lambda route: asked.append(route))
    page.on("requestfailed", lambda request: taken_back.append(request.url.split("/")[-1].split("?")[0]))
    page.route(
        re.compile("/commands$"),
        lambda route: route.fulfill(status=422, json={"detail": "no"}, content_type="application/problem+json"),
    )
    with page.expect_request(re.compile("/deep")):
        open_match(page, match["id"])
    wait_until(page, lambda: len(asked) == 2)
    assert taken_back == []
    with page.expect_request(re.compile("/deep")):  # the move was refused, so the match stands as it did
        play(page, "Security Officer", "M1")
    assert sorted(taken_back) == ["advice", "deep"]
    wait_until(page, lambda: len(asked) == 4)


def test_stopping_frees_the_server_and_keeps_what_is_known(page: Page, api: httpx.Client) -> None:
    """A longer search is stopped: the server is free before it could have been through, and the first answer stays."""
    match = begin_match(api, *ON_TURN)
    open_match(page, match["id"])
    card = settled(page)
    progress = card.get_by_role("progressbar")
    expect(progress).not_to_have_class(SHOWN)
    for _ in range(2):  # each time five times as long
        look_deeper(page)
        expect(progress).not_to_have_class(SHOWN, timeout=60_000)
    told = card.get_by_role("status").inner_text()
    look_deeper(page)
    wait_until(page, lambda: api.get("/health").json()["analyses"]["running"] == 1)
    expect(progress).to_have_class(SHOWN)
    menu(page, "Stop the search")
    expect(progress).not_to_have_class(SHOWN)
    assert float(progress.get_attribute("value") or 0) < 1
    wait_until(page, lambda: not api.get("/health").json()["analyses"]["running"], patience=5)
    assert card.get_by_role("status").inner_text() == told
    look_deeper(page)  # it can be begun anew, and what was found stays meanwhile
    expect(progress).to_have_class(SHOWN)
    assert card.get_by_role("status").inner_text() == told


def look_deeper(page: Page) -> None:
    with page.expect_request(re.compile("/deep.*nodes=")):
        menu(page, "Look deeper")


def test_a_search_that_fails_says_so(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    problem = 'event: problem\ndata: {"title": "Busy", "status": 503, "detail": "too many analyses wait"}\n\n'

    def fail(route: Route) -> None:
        route.fulfill(body=STARTED + problem, content_type="text/event-stream")

    page.route(re.compile(r"/deep\?"), fail)
    open_match(page, match["id"])
    expect(glance(page)).to_contain_text("too many analyses wait")


def test_the_coach_can_be_switched_off(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    menu(page, "Silence the coach")
    expect(glance(page)).to_contain_text("Advice is off.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(glance(page)).to_contain_text("Advice is off.")
    enter(api, match["id"], "levrikon m2")
    expect(button(page, "Enemy passes")).to_be_enabled()
    assert not [url for url in asked if "/deep" in url or "/advice" in url or "/glance" in url]
    menu(page, "Let the coach speak")
    expect(glance(page)).not_to_contain_text("Advice is off.")

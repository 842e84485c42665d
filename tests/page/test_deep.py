"""The search that looks many moves ahead: its progress, its answer with an interval, and its end on demand."""

import re

import httpx
from playwright.sync_api import Page, Route, expect

from tests.page.actions import (
    FINISHED,
    ON_TURN,
    UNDER_WAY,
    begin_match,
    button,
    heading,
    open_match,
    panel,
    play,
    wait_until,
)
from tests.page.conftest import Watch

STARTED = 'event: started\ndata: {"analysis": "a1"}\n\n'
HALF_WAY = 'event: progress\ndata: {"done": 30000, "total": 60000, "share": 0.5}\n\n'
CHANCE = re.compile(r"\d+ % \(\d+ to \d+\)|\d+ %, exact")
"""A chance with its interval."""
SHARES = re.compile(r"win (\d+) %, draw (\d+) %, loss (\d+) %")


def test_a_chance_comes_with_its_interval(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    coach = panel(page, "Coach")
    expect(coach.get_by_text(re.compile("Many moves ahead|Searched to the end"))).to_be_visible(timeout=60_000)
    expect(coach.get_by_text("Your chance").locator("..")).to_have_text(CHANCE)
    [shares] = SHARES.findall(coach.get_by_text(SHARES).inner_text())
    assert sum(map(int, shares)) == 100
    for move in coach.get_by_role("listitem").filter(has=page.get_by_role("button")).all():
        expect(move.get_by_role("button").first).to_have_text(CHANCE)
    expect(coach.get_by_role("progressbar")).to_have_count(0)


def test_progress_is_shown_and_the_search_can_be_stopped(page: Page, api: httpx.Client) -> None:
    """The stream is cut in the middle by the test, so that the search is under way for as long as it is looked at."""
    match = begin_match(api, *UNDER_WAY)
    page.add_init_script(_ENDLESS.replace("BODY", repr(STARTED + HALF_WAY)))
    open_match(page, match["id"])
    coach = panel(page, "Coach")
    expect(coach.get_by_role("progressbar", name="Progress of the search")).to_have_attribute("value", "0.5")
    expect(coach.get_by_text("Looking many moves ahead, 50 % done.")).to_be_visible()
    expect(coach.get_by_role("listitem").first).to_contain_text("provisional")
    expect(coach.get_by_text(re.compile(r"\bbest\b"))).to_have_count(0)
    button(page, "Stop the search").click()
    expect(coach.get_by_role("progressbar")).to_have_count(0)
    expect(coach.get_by_text("The search was stopped; this is provisional")).to_be_visible()
    page.wait_for_function("window.stopped === 1")


_ENDLESS = """
window.stopped = 0;
const fetchReally = window.fetch;
window.fetch = (input, init) => {
  if (!String(input.url ?? input).endsWith("/deep")) return fetchReally(input, init);
  init.signal.addEventListener("abort", () => (window.stopped += 1));
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(BODY)),
  });
  return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
};
"""


def test_stopping_early_keeps_the_near_advice(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    held: list[Route] = []
    page.route(re.compile("/advice"), lambda route: held.append(route))
    page.route(re.compile("/deep"), lambda _: None)  # never answered: the search is under way
    with page.expect_request(re.compile("/advice")):
        open_match(page, match["id"])
    button(page, "Stop the search").click()
    held[0].continue_()
    expect(panel(page, "Coach").get_by_role("listitem").first).to_be_visible()
    expect(button(page, "Look deeper")).to_be_visible()


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


def test_stopping_frees_the_server(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *ON_TURN)
    with page.expect_request(re.compile("/deep")):
        open_match(page, match["id"])
    expect(panel(page, "Coach").get_by_role("listitem").first).to_be_visible()
    button(page, "Stop the search").click()
    expect(button(page, "Look deeper")).to_be_visible()
    wait_until(page, lambda: not api.get("/health").json()["analyses"]["running"])
    button(page, "Look deeper").click()
    expect(panel(page, "Coach").get_by_text(re.compile("Many moves ahead|Searched to the end"))).to_be_visible(
        timeout=60_000
    )


def test_a_search_that_fails_says_so(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    problem = 'event: problem\ndata: {"title": "Busy", "status": 503, "detail": "too many analyses wait"}\n\n'

    def fail(route: Route) -> None:
        route.fulfill(body=STARTED + problem, content_type="text/event-stream")

    page.route(re.compile("/deep$"), fail)
    open_match(page, match["id"])
    expect(panel(page, "Coach").get_by_role("alert")).to_have_text("too many analyses wait")
    expect(panel(page, "Coach").get_by_role("listitem").first).to_be_visible()


def test_the_coach_can_be_switched_off(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY)
    open_match(page, match["id"])
    page.get_by_role("combobox", name="Moves shown").select_option("off")
    expect(panel(page, "Coach").get_by_text("Advice is off.")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(panel(page, "Coach").get_by_text("Advice is off.")).to_be_visible()
    expect(button(page, "Pass")).to_be_enabled()
    assert not [url for url in asked if "/deep" in url or "/advice" in url]


def test_advice_on_the_opening_hand(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, ON_TURN[0])
    open_match(page, match["id"])
    button(page, "What should go back?").click()
    choice = page.get_by_role("listitem").filter(has_text="against keeping").first
    expect(choice).to_have_text(re.compile(r"\(.+ to .+\) against keeping, \d+ deals?"), timeout=60_000)


def test_the_finished_match_is_looked_back_on(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *FINISHED)
    open_match(page, match["id"])
    expect(heading(page, "The match is over")).to_be_visible()
    back = panel(page, "Look back")
    expect(back.get_by_role("img", name="Your chance after every move")).to_be_visible(timeout=120_000)
    back.get_by_text("The same as a table").click()
    rows = back.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Security Officer")
    expect(rows.nth(1).get_by_role("cell").nth(1)).to_have_text(CHANCE)
    expect(rows).to_have_count(1 + 5)

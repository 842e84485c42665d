"""A confirmed move stands on the board before the server has answered, and goes back when the server refuses it."""

import re

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.page.actions import (
    ON_TURN,
    begin_match,
    board,
    button,
    hand_card,
    heading,
    log_texts,
    open_match,
    play,
    read_match,
    tile,
    tile_words,
    without_advice,
)
from tests.page.conftest import Watch

COMMANDS = re.compile("/commands$")
REFUSED = "the referee says no"


@pytest.fixture
def match(api: httpx.Client, context: BrowserContext) -> str:
    without_advice(context)
    return str(begin_match(api, *ON_TURN)["id"])


def test_the_board_does_not_wait_for_the_server(page: Page, api: httpx.Client, match: str) -> None:
    held: list[Route] = []
    page.route(COMMANDS, lambda route: held.append(route))
    open_match(page, match)
    with page.expect_request(COMMANDS):
        play(page, "Security Officer", "M1")
    expect(page.get_by_role("grid", name="Board of the match")).to_be_visible()
    expect(tile(page, "M1")).to_contain_text("your Security Officer")
    expect(hand_card(page, "Security Officer")).to_have_count(0)
    assert log_texts(api, match)[-1] == "keep", "the server knows of the move already, so this test shows nothing"
    held[0].continue_()
    expect(heading(page, "The enemy's move")).to_be_visible()
    expect(tile(page, "M1")).to_contain_text("your Security Officer")
    assert log_texts(api, match)[-1] == "Security Officer MID-1"


def test_a_refused_move_goes_back(page: Page, api: httpx.Client, match: str, watch: Watch) -> None:
    watch.allowed.append("422")
    problem = {"type": "about:blank", "title": "Refused", "status": 422, "detail": REFUSED}
    page.route(COMMANDS, lambda route: route.fulfill(status=422, json=problem, content_type="application/problem+json"))
    open_match(page, match)
    before = tile_words(page)
    play(page, "Security Officer", "M1")
    expect(page.get_by_role("alert")).to_have_text(REFUSED)
    # What was chosen may stay chosen; given up, the board is as it was.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(board(page)).to_have_accessible_name("Board of the match")
    page.mouse.move(0, 0)
    heading(page, "Your move").focus()
    assert tile_words(page) == before
    expect(hand_card(page, "Security Officer")).to_be_visible()
    assert log_texts(api, match)[-1] == "keep"


def test_a_lost_connection_enters_the_move_once(page: Page, api: httpx.Client, match: str, watch: Watch) -> None:
    watch.allowed.append("net::ERR")
    keys: list[str] = []

    def lose_answer(route: Route, request: Request) -> None:
        """The server takes the entry, but its first answer never arrives."""
        keys.append(request.headers["idempotency-key"])
        if len(keys) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort("connectionreset")

    page.route(COMMANDS, lose_answer)
    open_match(page, match)
    play(page, "Security Officer", "M1")
    expect(heading(page, "The enemy's move")).to_be_visible()
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert log_texts(api, match)[-2:] == ["keep", "Security Officer MID-1"]


def test_an_entry_that_came_too_late_is_told(page: Page, api: httpx.Client, match: str, watch: Watch) -> None:
    """What was chosen stays chosen and waits, because nobody has looked at it beside what happened elsewhere."""
    watch.allowed.append("412")
    open_match(page, match)

    def overtake(route: Route) -> None:
        answer = api.post(f"/matches/{match}/commands", json={"text": "note somebody was faster"})
        assert answer.status_code == 200
        route.continue_()

    page.route(COMMANDS, overtake, times=1)
    play(page, "Security Officer", "M1")
    expect(page.get_by_text("The match went on elsewhere, so this was not entered.")).to_be_visible()
    assert log_texts(api, match)[-1] == "note somebody was faster"
    expect(tile(page, "M1")).to_contain_text("your Security Officer")
    expect(page.get_by_role("group", name="Security Officer → M1")).to_be_visible()
    button(page, "Enter it").click()
    expect(heading(page, "The enemy's move")).to_be_visible()
    assert read_match(api, match)["log"][-1]["text"] == "Security Officer MID-1"

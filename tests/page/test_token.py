"""A coach that others can reach: the page asks for the token, and tells it to nobody but that coach."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from bench.running_coach import running_coach
from tests.page.actions import button, heading
from tests.page.conftest import BEEN_HERE, DESKTOP, PATIENCE, Watch
from tests.page.looks import SIZES, complaints, faults

TOKEN = "a-secret-of-forty-letters-that-is-all-ours"


@pytest.fixture(scope="module")
def guarded_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("guarded")
    (folder / "token").write_text(TOKEN, encoding="utf-8")
    with running_coach(folder, "--host", "0.0.0.0", "--token-file", str(folder / "token")) as url:
        yield url


class Visitor:
    def __init__(self, page: Page, watch: Watch) -> None:
        self.page = page
        self.watch = watch
        self.requests: list[Request] = []
        self.addresses: list[str] = []
        page.on("request", lambda request: self.requests.append(request))
        page.on("framenavigated", lambda frame: self.addresses.append(frame.url))

    def enter_token(self, token: str) -> None:
        self.page.get_by_label("Token", exact=True).fill(token)
        button(self.page, "Enter").click()


def home(page: Page) -> Locator:
    """What stands on the first screen only, whatever matches there are."""
    return page.get_by_role("list", name="Where to")


def begin(page: Page) -> None:
    expect(home(page)).to_be_visible()
    home(page).get_by_role("button", name="New match").click()
    expect(heading(page, "Your opening hand")).to_be_visible()


@pytest.fixture
def visitor(chromium: Browser, guarded_url: str) -> Iterator[Visitor]:
    context = chromium.new_context(base_url=guarded_url, viewport=DESKTOP, reduced_motion="reduce")
    context.add_init_script(BEEN_HERE)
    context.set_default_timeout(PATIENCE)
    watch = Watch(context, guarded_url)
    watch.allowed.append("401")
    yield Visitor(context.new_page(), watch)
    context.close()
    assert watch.faults == []


def test_the_page_asks_for_the_token(visitor: Visitor, guarded_url: str) -> None:
    assert httpx.get(f"{guarded_url}/api/v1/matches").status_code == 401
    page = visitor.page
    page.goto("/")
    expect(heading(page, "Token needed")).to_be_visible()
    visitor.enter_token("a-wrong-guess-of-some-length")
    expect(heading(page, "Token needed")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()
    visitor.enter_token(TOKEN)
    begin(page)
    page.reload()
    expect(heading(page, "Your opening hand")).to_be_visible()


def test_a_late_refusal_does_not_take_the_token_away(visitor: Visitor) -> None:
    """A question from before the token was entered may be refused after it."""
    page = visitor.page
    held: list[Route] = []
    page.route("**/api/v1/opponents", lambda route: held.append(route), times=1)
    page.goto("/#/matches/new")
    expect(heading(page, "Token needed")).to_be_visible()
    visitor.enter_token(TOKEN)
    expect(heading(page, "New match")).to_be_visible()
    with page.expect_response(lambda answer: answer.status == 401):
        held[0].continue_()
    button(page, "Begin").click()
    expect(page).to_have_url(re.compile("#/match/"))


def test_the_token_is_never_in_an_address(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    visitor.enter_token(TOKEN)
    begin(page)
    assert not [address for address in visitor.addresses if TOKEN in address]
    assert any(request.headers.get("authorization") == f"Bearer {TOKEN}" for request in visitor.requests)
    assert not [request.url for request in visitor.requests if TOKEN in request.url]


def test_an_address_with_the_token_lets_in_at_once_and_does_not_keep_it(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"/#token={TOKEN}")
    expect(home(page)).to_be_visible()
    assert TOKEN not in page.url
    page.go_back()
    assert TOKEN not in page.url
    page.goto(f"/#token={TOKEN}x")
    expect(page.get_by_role("alert")).to_have_text("This is not the token of this coach.")
    assert TOKEN not in page.url
    assert not [request.url for request in visitor.requests if TOKEN in request.url]


def test_the_token_goes_with_the_tab(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    visitor.enter_token(TOKEN)
    expect(home(page)).to_be_visible()
    assert TOKEN not in page.evaluate("JSON.stringify(localStorage) + document.cookie")
    other = page.context.new_page()
    other.goto("/")
    expect(heading(other, "Token needed")).to_be_visible()


def test_the_form_can_be_used_by_everybody(visitor: Visitor, axe_source: str) -> None:
    page = visitor.page
    page.goto("/")
    expect(heading(page, "Token needed")).to_be_visible()
    assert [fault for size in SIZES for fault in faults(page, *size)] == []
    assert complaints(page, axe_source) == []


def test_who_guesses_is_told_to_wait_and_then_comes_in(visitor: Visitor) -> None:
    visitor.watch.allowed.append("429")
    page = visitor.page
    page.goto("/")
    expect(heading(page, "Token needed")).to_be_visible()
    statuses: list[int] = []
    while 429 not in statuses:
        with page.expect_response("**/api/v1/**") as answered:
            visitor.enter_token(f"a-wrong-guess-{len(statuses)}")
        statuses.append(answered.value.status)
        expect(heading(page, "Token needed")).to_be_visible()
    assert 401 in statuses
    expect(page.get_by_role("alert")).to_contain_text("Too many wrong tokens came from here; enter yours again in")
    while heading(page, "Token needed").is_visible():
        visitor.enter_token(TOKEN)
        page.wait_for_timeout(300)
    expect(home(page)).to_be_visible()

"""The page in a real Chromium, against a real server with a storage of its own."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize, expect

from bench.browser import CHROMIUM, MISSING, running_chromium
from bench.running_coach import running_coach
from tests.page.actions import without_advice
from tests.page.players import Finger

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
PATIENCE = 20_000
"""Milliseconds that an expectation may take to come true; the machine may be busy."""
BEEN_HERE = (
    "if (origin !== 'null') localStorage.getItem('qbcoach-tour') ?? localStorage.setItem('qbcoach-tour', 'seen')"
)
"""A browser that has seen the tour, which covers the page at the very first visit."""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for the tests of this package: as long as it runs, no other event loop can, and other tests need theirs."""
    if CHROMIUM is None:
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE)
    with running_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def coach_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the server keeps everything; a terminal may use it too."""
    return tmp_path_factory.mktemp("coach")


@pytest.fixture(scope="session")
def coach_url(coach_data: Path) -> Iterator[str]:
    with running_coach(coach_data) as url:
        yield url


@pytest.fixture
def api(coach_url: str) -> Iterator[httpx.Client]:
    """The server behind the page, to set a scene and to see what it knows."""
    with httpx.Client(base_url=f"{coach_url}/api/v1", timeout=60) as client:
        yield client


class Watch:
    """Everything in a context that no page of ours may do: errors, refused policies, words with strangers."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.faults: list[str] = []
        self.allowed: list[str] = []
        """Parts of console errors that a test provokes on purpose."""
        self._host = urlsplit(home).netloc
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("console", self._console)
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in self.allowed):
            self.faults.append(f"{message.text} at {message.location['url']}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https") and parts.netloc != self._host:
            self.faults.append(f"a request to {request.url}")


@pytest.fixture
def watch(context: BrowserContext, coach_url: str) -> Iterator[Watch]:
    """Fails the test when a page did what it must not."""
    watching = Watch(context, coach_url)
    yield watching
    assert watching.faults == []


@pytest.fixture
def context(chromium: Browser, coach_url: str) -> Iterator[BrowserContext]:
    """A fresh browser of a desktop user."""
    context = chromium.new_context(base_url=coach_url, viewport=DESKTOP, reduced_motion="reduce")
    context.add_init_script(BEEN_HERE)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Page:
    assert watch.faults == []
    return context.new_page()


@pytest.fixture
def phone(chromium: Browser, coach_url: str) -> Iterator[Page]:
    """A page on a phone, with touch instead of a mouse."""
    context = chromium.new_context(
        base_url=coach_url,
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        reduced_motion="reduce",
    )
    context.add_init_script(BEEN_HERE)
    context.set_default_timeout(PATIENCE)
    watching = Watch(context, coach_url)
    yield context.new_page()
    context.close()
    assert watching.faults == []


@pytest.fixture
def finger(phone: Page) -> Finger:
    """Somebody who touches that page; the coach says nothing by itself."""
    without_advice(phone.context)
    return Finger(phone)


@pytest.fixture(scope="session")
def axe_source() -> str:
    root = Path(__file__).resolve().parents[2]
    return (root / "page/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

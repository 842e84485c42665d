"""Every screen: axe finds nothing, dark or light; nothing sticks out, is cut off or is too small to be touched."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page

from bench.running_coach import running_coach
from tests.page.actions import heading, without_advice
from tests.page.conftest import Watch
from tests.page.looks import SIZES, complaints, faults
from tests.page.screens import SCREENS, Screen


@pytest.fixture(scope="module")
def coach_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of its own: some screens are looked at with nothing on them, others with all there can be."""
    return tmp_path_factory.mktemp("looks")


@pytest.fixture(scope="module")
def coach_url(coach_data: Path) -> Iterator[str]:
    with running_coach(coach_data) as url:
        yield url


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_everything_fits_and_axe_finds_nothing(
    screen: Screen, page: Page, context: BrowserContext, watch: Watch, api: httpx.Client, axe_source: str
) -> None:
    if not screen.speaks:
        without_advice(context)
    if screen.answered:
        watch.allowed.append(screen.answered)
    screen.open(page, api)
    found = [fault for size in SIZES for fault in faults(page, *size)] + complaints(page, axe_source)
    assert not found, "\n".join(found)


def test_axe_would_find_something(page: Page, axe_source: str) -> None:
    page.goto("/#/matches/new")
    heading(page, "New match").wait_for()
    page.evaluate("document.querySelector('[role=combobox]').replaceWith(document.createElement('select'))")
    page.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(':root[data-theme="light"] h1 { color: #ddd !important }');
          document.adoptedStyleSheets.push(sheet);
        }"""
    )
    told = "\n".join(complaints(page, axe_source))
    assert "dark, 1280 wide: select-name" in told
    assert "light, 390 wide: color-contrast" in told
    assert "dark, 1280 wide: color-contrast" not in told


def test_what_does_not_fit_is_noticed(page: Page) -> None:
    page.goto("/#/matches/new")
    begin = page.get_by_role("button", name="Begin")
    begin.evaluate("(one) => (one.style.cssText = 'width: 30px; min-width: 0; padding: 0; overflow: hidden')")
    heading(page, "New match").evaluate("(one) => (one.style.cssText = 'width: 1em; overflow-wrap: anywhere')")
    page.get_by_role("main").evaluate("(one) => (one.style.cssText = 'width: 500px; height: 100px; overflow: auto')")
    page.locator("form").evaluate("(one) => (one.style.cssText = 'height: 200px; overflow: auto')")
    told = "\n".join(faults(page, 390, 844))
    assert "scrolls sideways" in told
    assert 'cut off: "Begin"' in told
    assert "too small, 30.0" in told
    assert 'broken inside a word: "match"' in told
    assert "a scroller inside a scroller: " in told
    assert faults(page, 390, 844) == told.split("\n"), "a look changes nothing"

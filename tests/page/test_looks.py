"""Every screen: axe finds nothing, dark or light; nothing sticks out, is cut off or is too small to be touched."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page

from bench.running_coach import running_coach
from tests.page.actions import heading, without_advice
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
    screen: Screen, page: Page, context: BrowserContext, api: httpx.Client, axe_source: str
) -> None:
    if not screen.speaks:
        without_advice(context)
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

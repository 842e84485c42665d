"""Every screen: axe finds nothing, light or dark; nothing sticks out, is cut off or is too small to be touched."""

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.page.actions import without_advice
from tests.page.looks import SIZES, complaints, faults
from tests.page.screens import SCREENS, Screen

ADVISED = "match-you"


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_everything_fits_and_axe_finds_nothing(
    screen: Screen, page: Page, context: BrowserContext, api: httpx.Client, axe_source: str
) -> None:
    if screen.name != ADVISED:
        without_advice(context)
    screen.open(page, api)
    found = [fault for size in SIZES for fault in faults(page, *size)] + complaints(page, axe_source)
    assert not found, "\n".join(found)


def test_axe_would_find_something(page: Page, axe_source: str) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.evaluate(
        "document.querySelector('label select').closest('label').replaceWith(document.createElement('select'))"
    )
    page.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync("@media (prefers-color-scheme: dark) { h2 { color: #222 !important } }");
          document.adoptedStyleSheets.push(sheet);
        }"""
    )
    told = "\n".join(complaints(page, axe_source))
    assert "light, 1280 wide: select-name" in told
    assert "light, 390 wide: select-name" in told
    assert "dark, 390 wide: color-contrast" in told
    assert "light, 390 wide: color-contrast" not in told


def test_what_does_not_fit_is_noticed(page: Page) -> None:
    page.goto("/")
    squeezed = "width: 30px; min-width: 0; padding: 0; overflow: hidden; white-space: nowrap"
    page.get_by_role("button", name="Begin").evaluate("(button, css) => { button.style.cssText = css }", squeezed)
    page.evaluate("document.querySelector('main').style.width = '500px'")
    told = "\n".join(faults(page, 390, 844))
    assert "scrolls sideways" in told
    assert 'cut off: button "Begin"' in told
    assert "too small" in told

"""Every screen looked at by axe, light and dark, on a desktop and on a phone: it finds nothing to complain of."""

from typing import Literal

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.page.actions import without_advice
from tests.page.conftest import DESKTOP, PHONE
from tests.page.screens import SCREENS, Screen

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const places = ({ nodes }) => nodes.map((node) => node.target.join(" ")).join("; ");
  return violations.map((one) => `${one.id} (${one.impact}): ${places(one)}`);
}"""
ADVISED = "match-you"


def complaints(page: Page) -> list[str]:
    """What axe finds in both colour schemes and both sizes."""
    found = []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found += [f"{scheme}, {size['width']} wide: {one}" for one in page.evaluate(_RUN)]
    return found


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_axe_finds_nothing(
    screen: Screen, page: Page, context: BrowserContext, api: httpx.Client, axe_source: str
) -> None:
    if screen.name != ADVISED:
        without_advice(context)
    screen.open(page, api)
    page.evaluate(axe_source)
    found = complaints(page)
    assert not found, "\n".join(found)


def test_axe_would_find_something(page: Page, axe_source: str) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.evaluate(
        "document.querySelector('label select').closest('label').replaceWith(document.createElement('select'))"
    )
    page.evaluate(axe_source)
    assert any("select-name" in one for one in page.evaluate(_RUN))

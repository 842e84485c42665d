"""Every screen at five sizes: nothing sticks out, nothing is cut off, everything is large enough to be touched."""

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.page.actions import without_advice
from tests.page.screens import SCREENS, Screen

SIZES = ((360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080))
LEAST_TARGET = 24
"""Pixels that WCAG 2.2 demands of everything that can be touched."""
PHONE_TARGET = 40
"""Pixels that the page gives to buttons and fields on a phone."""

_FAULTS = """([least, main]) => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`scrolls sideways: ${root.scrollWidth} of ${root.clientWidth}`);
  const named = (element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.innerText).slice(0, 40)}"`;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const modal = document.querySelector("dialog[open]") ?? document.body;
  for (const element of modal.querySelectorAll("button, a[href], input, select, textarea, summary, [role=option]")) {
    if (!shown(element)) continue;
    const { width, height, bottom, right } = element.getBoundingClientRect();
    // For screen readers only, or hidden until it has the focus.
    if (Math.min(width, height) <= 1 || Math.min(bottom + scrollY, right + scrollX) <= 0) continue;
    const cut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (element.matches("button, a") && getComputedStyle(element).display !== "inline" && cut)
      faults.push(`cut off: ${named(element)}`);
    const box = (element.matches("input[type=checkbox]") && element.closest("label")) || element;
    const { width: wide, height: high } = box.getBoundingClientRect();
    const inText = element.matches("a") && element.parentElement.matches("p, h1, h2, h3, li, dd, span, div.what");
    const asked = inText || element.matches("a:not(nav a), input[type=file]") ? least : main;
    const size = `${wide.toFixed(1)} × ${high.toFixed(1)}`;
    if (Math.min(wide, high) < asked - 0.5) faults.push(`too small, ${size}: ${named(element)}`);
  }
  return faults;
}"""


def faults(page: Page, width: int, height: int) -> list[str]:
    page.set_viewport_size(ViewportSize(width=width, height=height))
    main = PHONE_TARGET if width < 600 else LEAST_TARGET
    found: list[str] = page.evaluate(_FAULTS, [LEAST_TARGET, main])
    return [f"{width} × {height}: {fault}" for fault in dict.fromkeys(found)]


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_everything_fits(screen: Screen, page: Page, context: BrowserContext, api: httpx.Client) -> None:
    if screen.name != "match-you":
        without_advice(context)
    screen.open(page, api)
    found = [fault for size in SIZES for fault in faults(page, *size)]
    assert not found, "\n".join(found)


def test_what_does_not_fit_is_noticed(page: Page) -> None:
    page.goto("/")
    squeezed = "width: 30px; min-width: 0; padding: 0; overflow: hidden; white-space: nowrap"
    page.get_by_role("button", name="Begin").evaluate("(button, css) => { button.style.cssText = css }", squeezed)
    page.evaluate("document.querySelector('main').style.width = '500px'")
    told = "\n".join(faults(page, 390, 844))
    assert "scrolls sideways" in told
    assert 'cut off: button "Begin"' in told
    assert "too small" in told

"""Somebody who looks at the page, at a desk or on a phone, with an empty cache; and the matches that are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
from playwright.sync_api import Browser, Page, ViewportSize

PATIENCE = 60_000
DECK = "Starter Deck (in-game prebuilt 0)"
HAND = "hand security officer, levrikon, queen bee, mu, grasslands wolf"
_MOVED = (HAND, "keep", "security officer m1")
_ANSWERED = (*_MOVED, "e grasslands wolf m5")
STATES: dict[str, tuple[str, ...]] = {
    "the opening hand": (),
    "the exchange": (HAND,),
    "the enemy's move": _MOVED,
    "the draw": _ANSWERED,
    "your move": (*_ANSWERED, "draw elphadunk"),
    "the end": (*_ANSWERED, "draw elphadunk", "levrikon m2", "e pass", "draw mu", "pass"),
}
"""Entries after which the match stands there."""
SETTLED = """() => document.querySelector("section.glance")?.getAttribute("aria-busy") === "false"
  && !document.querySelector("section.glance progress.shown")"""
"""The coach has said what it has to say."""

_BEEN_HERE = "if (origin !== 'null') localStorage.setItem('qbcoach-tour', 'seen')"
_PLACE = """(selector) => {
  const found = document.querySelector(selector);
  found.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@dataclass(frozen=True)
class Device:
    """What the page is looked at with."""

    name: str
    viewport: ViewportSize
    touch: bool

    def press(self, page: Page, selector: str) -> None:
        """With one look at where it is; a locator's looks would be work for the page that is measured."""
        x, y = page.evaluate(_PLACE, selector)
        if self.touch:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)


DESKTOP = Device("desktop", ViewportSize(width=1280, height=800), touch=False)
PHONE = Device("phone", ViewportSize(width=390, height=844), touch=True)
DEVICES = (DESKTOP, PHONE)


@contextmanager
def visit(browser: Browser, url: str, device: Device, *, first: bool = False) -> Iterator[Page]:
    """A browser that remembers nothing; unless this is the very first visit, the tour has been seen."""
    context = browser.new_context(
        base_url=url,
        viewport=device.viewport,
        has_touch=device.touch,
        is_mobile=device.touch,
        device_scale_factor=2 if device.touch else 1,
    )
    context.set_default_timeout(PATIENCE)
    if not first:
        context.add_init_script(_BEEN_HERE)
    try:
        yield context.new_page()
    finally:
        context.close()


def begin_match(api: httpx.Client, state: str) -> str:
    """The id of a new match that stands there."""
    match = api.post("/api/v1/matches", json={"deck": DECK}).raise_for_status().json()
    for text in STATES[state]:
        api.post(f"/api/v1/matches/{match['id']}/commands", json={"text": text}).raise_for_status()
    return str(match["id"])


def open_match(page: Page, match: str) -> None:
    """Until everything has come and the coach has spoken."""
    page.goto(f"/#/match/{match}")
    page.wait_for_function(SETTLED)
    page.wait_for_load_state("networkidle")

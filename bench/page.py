"""How fast the page is and how much of it there is: ``python -m bench.page``.

A real Chromium with an empty cache loads two screens from a real server on this machine; then moves are confirmed on
the match screen, and the time until the board has changed is set against the time of the server's answer.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page

from bench.browser import running_chromium
from bench.running_coach import running_coach

ROUNDS = 5
PAINT_GOAL = 1.0
"""Seconds to the first contentful paint."""
BYTES_GOAL = 200_000
DECK = "Starter Deck (in-game prebuilt 0)"
ENTRIES = ("hand security officer, levrikon, queen bee, mu, grasslands wolf", "keep")
STATIC = Path(__file__).resolve().parents[1] / "qb_app" / "static"
PATIENCE = 60_000

_PAINTED = """new Promise((resolve) =>
  new PerformanceObserver((list, observer) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") observer.disconnect(), resolve(startTime);
  }).observe({ type: "paint", buffered: true }))"""
_WATCH_CONFIRM = """() => {
  window.shownAfter = new Promise((resolve) => {
    let pressed;
    addEventListener("click", () => (pressed ??= performance.now()), { capture: true, once: true });
    const board = document.querySelector('[role="grid"]');
    new MutationObserver((_, observer) => {
      if (board.getAttribute("aria-label") !== "Board of the match") return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    }).observe(board, { attributeFilter: ["aria-label"] });
  });
}"""
_ANSWERED = """() => {
  const sent = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith("/commands"));
  return sent && sent.responseEnd - sent.startTime;
}"""


@dataclass(frozen=True)
class Load:
    """One cold load of a screen."""

    paint: float
    bytes: int


@contextmanager
def fresh_page(browser: Browser, url: str) -> Iterator[Page]:
    """Nothing cached, nothing remembered; the coach is silent, so that its search takes no time from the page."""
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    context.add_init_script("if (origin !== 'null') localStorage.setItem('qbcoach-top', '0')")
    yield context.new_page()
    context.close()


def cold_load(browser: Browser, url: str, address: str, shown: str) -> Load:
    received = 0

    def finished(event: dict[str, Any]) -> None:
        nonlocal received
        received += int(event["encodedDataLength"])

    with fresh_page(browser, url) as page:
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
        wire.on("Network.loadingFinished", finished)
        page.goto(address)
        page.get_by_role("heading", name=shown, exact=True).wait_for()
        page.wait_for_load_state("networkidle")
        paint: float = page.evaluate(_PAINTED)
    return Load(paint / 1000, received)


def begin_match(api: httpx.Client) -> str:
    match = api.post("/api/v1/matches", json={"deck": DECK}).raise_for_status().json()
    for text in ENTRIES:
        api.post(f"/api/v1/matches/{match['id']}/commands", json={"text": text}).raise_for_status()
    return str(match["id"])


def confirm_move(browser: Browser, url: str, match: str) -> tuple[float, float]:
    """Milliseconds from the click to the changed board, and to the server's answer."""
    with fresh_page(browser, url) as page:
        page.goto(f"/#/match/{match}")
        page.get_by_role("toolbar", name="Your hand").get_by_role("button", name="Security Officer").click()
        page.get_by_role("grid").get_by_role("button", name="M1:").click()
        page.evaluate(_WATCH_CONFIRM)
        page.get_by_role("button", name="Confirm").click()
        shown: float = page.evaluate("window.shownAfter")
        page.get_by_role("heading", name="The enemy's move").wait_for()
        answered: float = page.wait_for_function(_ANSWERED).json_value()
    return shown, answered


def verdict(value: float, goal: float) -> str:
    return "met" if value <= goal else "MISSED"


def report_load(name: str, loads: list[Load]) -> None:
    paint = statistics.median(load.paint for load in loads)
    received = max(load.bytes for load in loads)
    print(f"  {name} first contentful paint {paint:>9.3f} s  goal {PAINT_GOAL} s: {verdict(paint, PAINT_GOAL)}")
    print(
        f"  {name} transferred {received / 1000:>20.1f} kB  goal {BYTES_GOAL // 1000} kB: "
        f"{verdict(received, BYTES_GOAL)}"
    )


def report_files() -> None:
    for kind in ("js", "css"):
        files = [path.read_bytes() for path in (STATIC / "assets").glob(f"*.{kind}")]
        size, packed = sum(map(len, files)), sum(len(gzip.compress(data)) for data in files)
        print(f"  all {kind} {size / 1000:>10.1f} kB, {packed / 1000:.1f} kB packed")


def run() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_coach(Path(folder)) as url,
        httpx.Client(base_url=url, timeout=60) as api,
        running_chromium() as browser,
    ):
        print("page")
        match = begin_match(api)
        places = (("home", "/", "Entered so far"), ("match", f"/#/match/{match}", "Your move"))
        for name, address, shown in places:
            report_load(name, [cold_load(browser, url, address, shown) for _ in range(ROUNDS)])
        report_files()
        times = [confirm_move(browser, url, begin_match(api)) for _ in range(ROUNDS)]
        shown_after, answered = (statistics.median(column) for column in zip(*times, strict=True))
        print(f"  confirm to the changed board {shown_after:>6.0f} ms; the server answers after {answered:.0f} ms")


if __name__ == "__main__":
    run()

"""How soon a screen of the page is seen, and how much is transferred for it."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, CDPSession

from bench.page_visit import DESKTOP, visit

ROUNDS = 5
PAINT_GOAL = 1.0
"""Seconds to the first contentful paint."""
BYTES_GOAL = 250_000
_LARGEST = 6

_PAINTED = """new Promise((resolve) =>
  new PerformanceObserver((list, observer) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") observer.disconnect(), resolve(startTime);
  }).observe({ type: "paint", buffered: true }))"""


@dataclass(frozen=True)
class Load:
    """One cold load of a screen."""

    paint: float
    files: dict[str, int]
    """Bytes on the wire, headers too, by the last part of the address."""

    @property
    def bytes(self) -> int:
        return sum(self.files.values())


class Wire:
    """Everything that a page receives; of a stream that does not end, what has come of it."""

    def __init__(self, session: CDPSession) -> None:
        self._names: dict[str, str] = {}
        self._sizes = Counter[str]()
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.responseReceived", self._begun)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def _sent(self, event: dict[str, Any]) -> None:
        self._names[event["requestId"]] = event["request"]["url"].partition("?")[0].rpartition("/")[2] or "/"

    def _begun(self, event: dict[str, Any]) -> None:
        self._sizes[event["requestId"]] += int(event["response"]["encodedDataLength"])

    def _received(self, event: dict[str, Any]) -> None:
        self._sizes[event["requestId"]] += int(event["encodedDataLength"])

    def _finished(self, event: dict[str, Any]) -> None:
        self._sizes[event["requestId"]] = int(event["encodedDataLength"])

    @property
    def files(self) -> dict[str, int]:
        found = Counter[str]()
        for request, size in self._sizes.items():
            found[self._names.get(request, "?")] += size
        return dict(found)


def cold_load(browser: Browser, url: str, address: str, shown: str, *, first: bool = False) -> Load:
    """Until that is shown and everything has come."""
    with visit(browser, url, DESKTOP, first=first) as page:
        wire = Wire(page.context.new_cdp_session(page))
        page.goto(address)
        page.locator(shown).wait_for()
        page.wait_for_load_state("networkidle")
        paint: float = page.evaluate(_PAINTED)
    return Load(paint / 1000, wire.files)


def report_loads(name: str, loads: list[Load]) -> None:
    paint = statistics.median(load.paint for load in loads)
    most = max(loads, key=lambda load: load.bytes)
    print(f"  {name}")
    print(f"    first contentful paint {paint:>7.3f} s   goal {PAINT_GOAL:.0f} s: {verdict(paint, PAINT_GOAL)}")
    print(
        f"    transferred {most.bytes / 1000:>16.1f} kB  goal {BYTES_GOAL // 1000} kB: "
        f"{verdict(most.bytes, BYTES_GOAL)}; {len(most.files)} files, the largest:"
    )
    for file, size in sorted(most.files.items(), key=lambda item: -item[1])[:_LARGEST]:
        print(f"      {size / 1000:>6.1f} kB  {file}")


def verdict(value: float, goal: float) -> str:
    return "met" if value <= goal else "MISSED"

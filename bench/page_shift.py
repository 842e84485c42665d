"""How much the page moves what is already shown, from the first look at a match until the coach has spoken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser

from bench.page_visit import SETTLED, Device, visit

REMARK = 1500
"""Milliseconds in which the word on the last move may come after the rest."""
_WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, startTime, sources } of list.getEntries()) {
    const moved = sources.map(({ node }) => node?.nodeType === 1 ? node : node?.parentElement);
    const names = moved.map((one) => one ? one.localName + "." + one.classList.value.replaceAll(" ", ".") : "?");
    window.shifts.push([startTime, value, names.join(", ")]);
  }
}).observe({ type: "layout-shift", buffered: true });"""


@dataclass(frozen=True)
class Shifts:
    """Sums of what the browser calls layout shift; 1 would be the whole screen by its whole height."""

    loading: float
    """Before the card that is read at a glance is there."""
    analysis: float
    moved: list[str]
    """What moved during the analysis."""


def watch_shifts(browser: Browser, url: str, device: Device, match: str) -> Shifts:
    """Nobody touches anything meanwhile, so every shift counts."""
    with visit(browser, url, device) as page:
        page.context.add_init_script(_WATCH)
        page.goto(f"/#/match/{match}")
        page.locator("section.glance").wait_for()
        begun: float = page.evaluate("performance.now()")
        page.wait_for_function(SETTLED)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(REMARK)
        seen: list[Any] = page.evaluate("window.shifts")
    later = [(value, moved) for at, value, moved in seen if at >= begun]
    return Shifts(
        loading=sum(value for at, value, _ in seen if at < begun),
        analysis=sum(value for value, _ in later),
        moved=[moved for _, moved in later],
    )


def report_shifts(state: str, device: Device, shifts: Shifts) -> None:
    told = "met" if shifts.analysis == 0 else f"MISSED by {'; '.join(shifts.moved)}"
    print(
        f"    {state:<17} {device.name:<8} during the analysis {shifts.analysis:.4f}  goal 0: {told}"
        f"  (while loading {shifts.loading:.4f})"
    )

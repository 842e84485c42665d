"""What an entry costs: how soon a move is seen after its last touch, and for how long the page cannot answer."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

import httpx
from playwright.sync_api import Browser, Page

from bench.page_load import verdict
from bench.page_trace import Task, Trace, tracing
from bench.page_visit import SETTLED, Device, begin_match, open_match, visit

SHOWN_GOAL = 50
"""Milliseconds from the touch to the frame that shows the move."""
TASK_GOAL = 50
ROUNDS = 3
TOP_TASKS = 3
AFTERWARDS = 700
"""Milliseconds in which the word on the move comes, and what was put off."""

_WATCH_MOVE = """(tile) => {
  const grid = document.querySelector(".table [role=grid]");
  window.shownAfter = new Promise((resolve) => {
    let touched;
    addEventListener("pointerup", (event) => (touched = event.timeStamp), { capture: true, once: true });
    new MutationObserver((_, observer) => {
      const lies = grid.querySelector(tile).matches(".card") && grid.ariaLabel === "Board of the match";
      if (touched === undefined || !lies) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - touched)));
    }).observe(grid, { subtree: true, childList: true, attributes: true });
  });
}"""
_ANSWERED = """() => {
  const sent = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith("/commands"));
  return sent && sent.responseEnd - sent.startTime;
}"""


@dataclass(frozen=True)
class Act:
    """An entry by touch: in which state of a match, what is touched, and what is expected then."""

    name: str
    state: str
    touches: tuple[str, ...]
    then: str


MOVE = Act("your move", "your move", ('.hand [data-place="0"]', '[data-tile="MID-2"]'), "enemy")
ACTS = (
    MOVE,
    Act("the enemy's move", "the enemy's move", (".faces .face:enabled", ".tile.legal"), "draw"),
    Act("a draw", "the draw", (".faces .face:enabled",), "you"),
)


@dataclass(frozen=True)
class Shown:
    """Milliseconds after the touch that completed a move."""

    board: float
    answer: float


def show_move(browser: Browser, url: str, device: Device, match: str) -> Shown:
    """The match stands at your move, and the coach has spoken."""
    card, tile = MOVE.touches
    with visit(browser, url, device) as page:
        open_match(page, match)
        device.press(page, card)
        page.locator(f"{tile}.legal").wait_for()
        page.evaluate(_WATCH_MOVE, tile)
        device.press(page, tile)
        shown: float = page.evaluate("window.shownAfter")
        answered: float = page.wait_for_function(_ANSWERED).json_value()
    return Shown(shown, answered)


def trace_act(browser: Browser, url: str, device: Device, match: str, act: Act) -> Trace:
    """From the first touch until the coach has spoken about what came of it."""
    with visit(browser, url, device) as page:
        open_match(page, match)
        with tracing(browser, page) as trace:
            for touch in act.touches:
                page.locator(touch).first.wait_for()
                device.press(page, touch)
            _see_through(page, act.then)
    return trace


def trace_opening(browser: Browser, url: str, device: Device, match: str) -> Trace:
    """From the touch on the match at home until the coach has spoken."""
    with visit(browser, url, device) as page:
        page.goto("/")
        way = f'a.primary[href$="{match}"]'
        page.locator(way).wait_for()
        page.wait_for_load_state("networkidle")
        with tracing(browser, page) as trace:
            device.press(page, way)
            _see_through(page, "you")
    return trace


def _see_through(page: Page, expects: str) -> None:
    page.locator(f'.table[data-expects="{expects}"]').wait_for()
    page.wait_for_function(SETTLED)
    page.wait_for_timeout(AFTERWARDS)


def report_moves(browser: Browser, url: str, api: httpx.Client, devices: tuple[Device, ...], moves: int) -> None:
    print("  a move, from its last touch to the changed board")
    for device in devices:
        seen = [show_move(browser, url, device, begin_match(api, MOVE.state)) for _ in range(moves)]
        middle, worst = statistics.median(one.board for one in seen), max(one.board for one in seen)
        answered = statistics.median(one.answer for one in seen)
        print(
            f"    {device.name:<8} median {middle:>3.0f} ms, worst {worst:>3.0f} ms  goal {SHOWN_GOAL} ms: "
            f"{verdict(middle, SHOWN_GOAL)}; the server answers after {answered:.0f} ms"
        )


def report_tasks(browser: Browser, url: str, api: httpx.Client, devices: tuple[Device, ...]) -> None:
    print("  the longest task with a script in it, processor time (on the clock)")
    for device in devices:
        for act in ACTS:
            traces = [trace_act(browser, url, device, begin_match(api, act.state), act) for _ in range(ROUNDS)]
            _report_act(act.name, device, traces)
        matches = [begin_match(api, MOVE.state) for _ in range(ROUNDS)]
        _report_act("opening a match", device, [trace_opening(browser, url, device, match) for match in matches[-1:]])


def _report_act(name: str, device: Device, traces: list[Trace]) -> None:
    """The verdict is that of the worst round."""
    worst = max(traces, key=lambda trace: trace.longest.cpu)
    longest = ", ".join(f"{trace.longest.cpu:.0f} ({trace.longest.wall:.0f})" for trace in traces)
    print(f"    {name:<17} {device.name:<8} {longest} ms  goal {TASK_GOAL} ms: {verdict(worst.longest.cpu, TASK_GOAL)}")
    for task in sorted(worst.tasks, key=lambda task: -task.cpu)[:TOP_TASKS]:
        print(f"      {_told(task)}")


def _told(task: Task) -> str:
    parts = ", ".join(f"{name} {value:.0f}" for name, value in task.parts.items() if value >= 1)
    return f"{task.cpu:>5.1f} ms ({task.wall:.1f})  {task.cause}, {task.place}: {parts}"

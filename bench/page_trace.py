"""What the main thread of the page did while a player entered something, task by task, from a trace of Chromium."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

_CATEGORIES = ["-*", "devtools.timeline", "v8.execute", "disabled-by-default-devtools.timeline"]
_MAIN = "CrRendererMain"
_TASK = "RunTask"
_SCRIPT = ("FunctionCall", "EvaluateScript")
_CAUSES = ("EventDispatch", "TimerFire", "FireAnimationFrame", "RunMicrotasks", "EvaluateScript", "FunctionCall")
_PARTS = {
    "style": ("UpdateLayoutTree", "ParseAuthorStyleSheet"),
    "layout": ("Layout",),
    "paint": ("PrePaint", "Paint", "PaintImage", "UpdateLayer", "Layerize", "Commit"),
    "collecting": ("MinorGC", "MajorGC"),
    "script": (*_CAUSES, "V8.BytecodeBudgetInterrupt", "V8.BytecodeBudgetInterruptWithStackCheck", "v8.compile"),
}
_PART = {name: part for part, names in _PARTS.items() for name in names}

Event = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """One stretch of work during which the page cannot answer a touch."""

    cpu: float
    """Milliseconds of the processor; those on the clock are more where the machine is shared."""
    wall: float
    cause: str
    place: str
    """Where in the built page its longest call of a function begins."""
    parts: dict[str, float]
    """Its processor milliseconds by kind of work."""


@dataclass
class Trace:
    """The tasks in which a script of the page ran; the look of whoever measures is none of them."""

    tasks: list[Task] = field(default_factory=list)

    @property
    def longest(self) -> Task:
        return max(self.tasks, key=lambda task: task.cpu)


@contextmanager
def tracing(browser: Browser, page: Page) -> Iterator[Trace]:
    """The trace is filled when the block has ended."""
    trace = Trace()
    browser.start_tracing(page=page, categories=_CATEGORIES)
    try:
        yield trace
    finally:
        events: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    trace.tasks.extend(read_tasks(events, page.url.partition("#")[0]))


def read_tasks(events: list[Event], origin: str) -> Iterator[Task]:
    """The tasks of main threads in which a script from there ran."""
    mains = {_thread(one) for one in events if one["name"] == "thread_name" and one["args"]["name"] == _MAIN}
    spans = [one for one in events if one["ph"] == "X" and _thread(one) in mains]
    spans.sort(key=lambda one: (*_thread(one), one["ts"], -one["dur"]))
    for task, inside in _by_task(spans):
        calls = [one for one in inside if one["name"] in _SCRIPT and _address(one).startswith(origin)]
        if calls:
            longest = max(calls, key=_cpu)
            yield Task(_cpu(task), task["dur"] / 1000, _cause(inside), _where(longest), _parts([task, *inside]))


def _by_task(spans: Iterable[Event]) -> Iterator[tuple[Event, list[Event]]]:
    """Each task with what is in it, in the order of their beginnings."""
    task, inside = None, list[Event]()
    for one in spans:
        if task and _thread(one) == _thread(task) and one["ts"] < task["ts"] + task["dur"]:
            inside.append(one)
        elif one["name"] == _TASK:
            if task:
                yield task, inside
            task, inside = one, []
    if task:
        yield task, inside


def _parts(spans: list[Event]) -> dict[str, float]:
    """Each span without those inside it, summed by kind."""
    own, open_spans = defaultdict[str, float](float), list[Event]()
    for one in spans:
        while open_spans and one["ts"] >= open_spans[-1]["ts"] + open_spans[-1]["dur"]:
            open_spans.pop()
        if open_spans:
            own[_kind(open_spans[-1])] -= _cpu(one)
        own[_kind(one)] += _cpu(one)
        open_spans.append(one)
    longest_first = sorted(own.items(), key=lambda item: -item[1])
    return {part: value for part, value in longest_first if value >= 0.1}


def _kind(span: Event) -> str:
    return _PART.get(span["name"], "rest")


def _cause(inside: list[Event]) -> str:
    """What set it off: the longest of the outermost reasons that a script can have."""
    causes = [one for one in inside if one["name"] in _CAUSES]
    chief = max(causes, key=lambda one: (_cpu(one), -_CAUSES.index(one["name"])))
    data = chief["args"].get("data", {})
    return f"{chief['name']} {data.get('type', '')}".strip()


def _where(call: Event) -> str:
    data = call["args"]["data"]
    name = data.get("functionName") or "anonymous"
    return f"{name} in {_address(call).rpartition('/')[2]}:{data.get('lineNumber', 0)}:{data.get('columnNumber', 0)}"


def _address(call: Event) -> str:
    return str(call["args"].get("data", {}).get("url", ""))


def _cpu(span: Event) -> float:
    micros: float = span["tdur" if "tdur" in span else "dur"]
    return micros / 1000


def _thread(event: Event) -> tuple[int, int]:
    return event["pid"], event["tid"]

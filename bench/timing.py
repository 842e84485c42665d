"""Timing for benchmarks: best of several rounds, because the machine may be shared and noisy."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

ROUNDS = 5
MIN_SECONDS = 0.1


def seconds_per_call(call: Callable[[], object]) -> float:
    """CPU seconds of one call: the best of several rounds, each long enough to be measured."""
    calls = 1
    while _cpu_seconds(call, calls) < MIN_SECONDS:
        calls *= 2
    return min(_cpu_seconds(call, calls) for _ in range(ROUNDS)) / calls


def seconds_once(call: Callable[[], T]) -> tuple[T, float]:
    """Result and CPU seconds of a call that takes long enough to be measured alone; the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        result = call()
        best = min(best, time.process_time() - start)
    return result, best


def _cpu_seconds(call: Callable[[], object], calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        call()
    return time.process_time() - start


def row(label: str, seconds: float, note: str = "") -> None:
    """One line of a report: what, CPU time per call, calls per CPU second."""
    print(f"  {label:<44} {seconds * 1e6:>12,.1f} µs {1 / seconds:>12,.0f} /s  {note}".rstrip())

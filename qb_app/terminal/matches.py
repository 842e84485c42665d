"""Matches that were entered, as a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from gamekit.quoting import quoted
from qb_app.storage.records import MatchInfo
from qb_app.terminal.console import say

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
_TO_THE_MINUTE = 16
_RESULTS = {"Y": "won", "E": "lost", "draw": "draw"}


def show_matches(console: Console, matches: Sequence[MatchInfo]) -> None:
    if not matches:
        console.print("No match has been entered yet; 'qbcoach live' begins one.")
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for title in ("Match", "When", "Against", "Result"):
        table.add_column(title)
    table.add_column("Events", justify="right")
    for match in matches:
        ended = "damaged" if match.damaged else result_told(match.result)
        table.add_row(match.match_id, _when(match.updated_at), match.opponent or "unknown", ended, str(match.version))
    console.print(table)
    say(console, "'qbcoach resume MATCH' goes on with one; 'qbcoach summary MATCH' looks back on it.", indent=0)


def _when(time: str) -> str:
    """To the minute; what is no time, as it stands in the storage."""
    return f"{time[:10]} {time[11:16]}" if _TIME.match(time) else quoted(time, _TO_THE_MINUTE)


def result_told(result: str | None) -> str:
    """``Y 12-7`` as a player says it."""
    if result is None:
        return "running"
    winner, _, points = result.partition(" ")
    return f"{_RESULTS[winner]} {points}" if winner in _RESULTS else quoted(result)

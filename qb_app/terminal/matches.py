"""Matches that were entered, as a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from gamekit.quoting import quoted
from qb_app.figures import counted
from qb_app.storage.records import MatchInfo
from qb_app.terminal.console import say

BESIDE_IDS = 50
"""Columns that the other figures of a match need."""
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
_TO_THE_MINUTE = 16
_RESULTS = {"Y": "won", "E": "lost", "draw": "draw"}


def show_matches(console: Console, matches: Sequence[MatchInfo]) -> None:
    if not matches:
        console.print("No match has been entered yet; 'qbcoach live' begins one.")
        return
    if console.width < max(len(match.match_id) for match in matches) + BESIDE_IDS:
        _tell(console, matches)
    else:
        _tabulate(console, matches)
    say(console, "'qbcoach resume MATCH' goes on with one; 'qbcoach summary MATCH' looks back on it.", indent=0)


def _tabulate(console: Console, matches: Sequence[MatchInfo]) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Match", no_wrap=True)
    table.add_column("When", no_wrap=True)
    table.add_column("Against", overflow="fold")
    table.add_column("Result", overflow="fold")
    table.add_column("Events", justify="right")
    for match in matches:
        table.add_row(match.match_id, _when(match), _against(match), _ended(match), str(match.version))
    console.print(table)


def _tell(console: Console, matches: Sequence[MatchInfo]) -> None:
    """Where a row would not fit: each id on a line of its own."""
    for match in matches:
        console.print(match.match_id, soft_wrap=True)
        say(
            console,
            f"{_when(match)}, {_against(match)}, {_ended(match)}, {counted(match.version, 'event')}",
        )


def _when(match: MatchInfo) -> str:
    """To the minute; what is no time, as it stands in the storage."""
    time = match.updated_at
    return f"{time[:10]} {time[11:16]}" if _TIME.match(time) else quoted(time, _TO_THE_MINUTE)


def _against(match: MatchInfo) -> str:
    return match.opponent or "unknown"


def _ended(match: MatchInfo) -> str:
    return "damaged" if match.damaged else result_told(match.result)


def result_told(result: str | None) -> str:
    """``Y 12-7`` as a player says it."""
    if result is None:
        return "running"
    winner, _, points = result.partition(" ")
    return f"{_RESULTS[winner]} {points}" if winner in _RESULTS else quoted(result)

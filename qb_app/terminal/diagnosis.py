"""The start-up checks as a table and as a document."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_app.terminal.console import say
from qb_engine.diagnostics import CheckResult


def show_checks(console: Console, results: Sequence[CheckResult]) -> None:
    failed = sum(not result.passed for result in results)
    if failed:
        console.print(Text(f"{failed} of {len(results)} checks failed.", style="bold red"))
    else:
        console.print(Text(f"All {len(results)} checks passed.", style="bold green"))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Check")
    table.add_column("Result")
    table.add_column("Looked at, or what is wrong")
    for one in results:
        result = Text("passed", style="green") if one.passed else Text("FAILED", style="bold red")
        table.add_row(one.name, result, one.detail)
    console.print(table)
    for one in results:
        if one.remedy is not None:
            say(console, f"To mend {one.name}: {one.remedy}.", indent=0)

"""A matrix of decks as a heat map, in the widest of three layouts that the terminal has room for."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_app.documents.lab import MatrixDocument, PointsDocument, ShareDocument
from qb_app.figures import share
from qb_app.terminal.console import needs_plain, say

_SHADES = (  # least share of a shade, best first
    (0.80, "█", "bold white on blue"),
    (0.60, "▓", "black on bright_blue"),
    (0.40, "▒", "black on white"),
    (0.20, "░", "black on bright_red"),
    (0.00, " ", "bold white on red"),
)


class Layout(NamedTuple):
    name: int
    """Width of the decks' names; 0 where they stand below the table."""
    cell: int
    intervals: bool
    """Whether a cell tells interval and seats too."""

    def width(self, columns: int) -> int:
        return 4 + (self.name and self.name + 1) + (self.cell + 1) * (columns + 1)


LAYOUTS = (Layout(34, 8, intervals=True), Layout(0, 8, intervals=True), Layout(0, 5, intervals=False))


def layout_for(found: MatrixDocument, console: Console) -> Layout | None:
    """None where no drawing has room."""
    columns = len(found["columns"])
    return next((layout for layout in LAYOUTS if not needs_plain(console, layout.width(columns))), None)


def draw_matrix(found: MatrixDocument, layout: Layout, console: Console) -> None:
    more = ", the 95 % interval, and starting / following" if layout.intervals else ""
    say(console, f"Points of the row against the column in percent{more}:", indent=0)
    table = Table(box=box.SIMPLE, show_edge=False, padding=(0, 0, 0, 1))
    table.add_column("", justify="right")
    if layout.name:
        table.add_column("Deck", max_width=layout.name)
    for heading in [*(str(number) for number in range(1, len(found["columns"]) + 1)), "mean"]:
        table.add_column(heading, justify="center", width=layout.cell)
    same = found["field"] is None
    for number, row in enumerate(found["rows"], 1):
        name = [Text("\n".join(wrap(row["deck"]["name"], layout.name)))] if layout.name else []
        table.add_row(
            _row_name(number, same=same), *name, *(_seats(cell, layout) for cell in row["cells"]), _cell(row, layout)
        )
    console.print(table)
    _tell_names(found, layout, console)


def _row_name(number: int, *, same: bool) -> str:
    """Rows that are not the columns are told apart from them."""
    return str(number) if same else f"R{number}"


def _tell_names(found: MatrixDocument, layout: Layout, console: Console) -> None:
    same = found["field"] is None
    if not layout.name:
        for number, row in enumerate(found["rows"], 1):
            say(console, f"{_row_name(number, same=same)}: {row['deck']['name']}", "dim")
    if not same:
        for number, deck in enumerate(found["columns"], 1):
            say(console, f"{number}: {deck['name']}, {share(deck['weight'], 0)} of the field", "dim")


def _seats(cell: PointsDocument, layout: Layout) -> Text:
    return _cell(cell, layout, "/".join(f"{100 * cell[seat]['share']:.0f}" for seat in ("started", "followed")))


def _cell(found: ShareDocument, layout: Layout, seats: str | None = None) -> Text:
    part = found["share"]
    shade, style = next((shade, style) for least, shade, style in _SHADES if part >= least)
    lines = [f"{shade} {100 * part:.0f}"]
    if layout.intervals:
        low, high = found["interval"]
        lines.append(f"{100 * low:.0f}-{100 * high:.0f}")
        if seats is not None:
            lines.append(seats)
    return Text("\n".join(line.center(layout.cell) for line in lines), style=style)

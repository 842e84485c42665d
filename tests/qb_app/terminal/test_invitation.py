"""The address for other devices, and its QR code where the terminal can show one."""

from __future__ import annotations

import io

import pytest
import segno
from rich.console import Console

from qb_app.terminal.invitation import print_invitation, qr_code

ADDRESS = "http://192.168.1.5:8766/#token=correct-horse-battery-staple-and"
_ROWS = {" ": "11", "▀": "01", "▄": "10", "█": "00"}
"""Dark is 1; a sign is two rows."""


def test_the_drawing_is_the_code() -> None:
    drawn = qr_code(ADDRESS).splitlines()
    rows = [[int(_ROWS[sign][half]) for sign in line] for line in drawn for half in (0, 1)]
    code = segno.make_qr(ADDRESS, error="l")
    expected = [list(row) for row in code.matrix_iter(border=2)]
    assert rows[: len(expected)] == expected
    assert len(drawn) <= 22, "with the line above it, it fits a terminal of 24 lines"


@pytest.mark.parametrize(
    ("width", "terminal", "encoding", "shown"),
    [
        (80, True, "utf-8", True),
        (20, True, "utf-8", False),
        (80, True, "ascii", False),
        (80, False, "utf-8", False),
    ],
)
def test_it_is_drawn_where_it_can_be_seen(width: int, terminal: bool, encoding: str, shown: bool) -> None:
    raw = io.BytesIO()
    console = Console(
        file=io.TextIOWrapper(raw, encoding, "replace", write_through=True),
        force_terminal=terminal,
        width=width,
        markup=False,
        highlight=False,
        _environ={"TERM": "xterm"},
    )
    print_invitation(console, ADDRESS)
    text = raw.getvalue().decode(encoding)
    assert f"For other devices: {ADDRESS}\n" in text, "in one piece, so that it can be copied"
    assert ("▀" in text) is shown

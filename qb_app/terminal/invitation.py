"""How another device comes in: the address with the token, and the same to be photographed."""

from __future__ import annotations

import io

import segno
from rich.console import Console
from rich.text import Text

from qb_app.terminal.console import needs_plain

_BORDER = 2


def print_invitation(console: Console, address: str) -> None:
    """The address, and a QR code where the terminal can show one."""
    console.print(f"For other devices: {address}", soft_wrap=True)
    drawing = qr_code(address)
    if console.is_terminal and not console.is_dumb_terminal and not needs_plain(console, drawing.index("\n")):
        # Its own colours: on light paper it would be a negative, which not every camera reads.
        console.print(Text(drawing, style="#ffffff on #000000", end=""), soft_wrap=True)


def qr_code(text: str) -> str:
    """Light on dark, two rows a line."""
    drawn = io.StringIO()
    segno.make_qr(text, error="l").terminal(drawn, border=_BORDER, compact=True)
    return drawn.getvalue()

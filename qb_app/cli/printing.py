"""What a command has found, printed."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from qb_app.documents.text import to_json
from qb_app.terminal.console import echo, open_console


def show(document: Callable[[], object], draw: Callable[[Console], object], *, json: bool) -> None:
    """One JSON document and nothing else, or a drawing."""
    if json:
        echo(to_json(document()))
    else:
        draw(open_console())

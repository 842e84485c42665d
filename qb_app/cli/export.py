"""The command ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.asking.choices import RecordFormat
from qb_app.cli.options import MatchArgument
from qb_app.cli.sessions import LAST, match_id
from qb_app.documents.text import safe_json
from qb_app.files import write_text
from qb_app.live.record import to_jsonl, to_text
from qb_app.storage import open_storage
from qb_app.terminal.console import echo


def export(
    match: MatchArgument = LAST,
    style: Annotated[RecordFormat, typer.Option("--format", help="jsonl keeps everything, text is for readers.")] = (
        RecordFormat.JSONL
    ),
    output: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --output overwrite a file.")] = False,
) -> None:
    with open_storage(reading=True) as storage:
        written = to_jsonl if style is RecordFormat.JSONL else to_text
        text = written(storage.matches, match_id(storage, match))
    if output is None:
        echo(safe_json(text) if style is RecordFormat.JSONL else text, end="")
    else:
        write_text(output, text, force=force)

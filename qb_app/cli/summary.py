"""The command ``summary``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import JsonOption, MatchArgument, PlainOption
from qb_app.cli.printing import show
from qb_app.cli.sessions import LAST, looked_at, open_keeping
from qb_app.documents.summaries import summary_document
from qb_app.live.late_storage import LateStorage
from qb_app.review.plot import check_plot, write_plot
from qb_app.storage import open_storage
from qb_app.terminal.console import needs_plain, open_console, tile_naming
from qb_app.terminal.summary import show_summary


def summary(
    match: MatchArgument = LAST,
    plot: Annotated[Path | None, typer.Option(help="Write the chances as a picture, .svg or .png.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --plot overwrite a file.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    if plot is not None:
        check_plot(plot, force=force)
    plain = not json and (plain or needs_plain(open_console(), 0))
    with open_storage(reading=True) as storage, LateStorage(open_keeping) as keeping:
        session = looked_at(storage, match, lambda: keeping.get().answers, tile_naming(plain=plain))
        found = session.questions.summary().review
    if plot is not None:
        write_plot(found.points, plot, force=force)
    show(
        lambda: summary_document(found),
        lambda console: show_summary(console, found, plain=plain),
        json=json,
    )

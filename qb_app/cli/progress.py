"""The command ``progress``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import JsonOption, PlainOption
from qb_app.cli.printing import show
from qb_app.cli.sessions import open_keeping, tools
from qb_app.courses import Courses
from qb_app.documents.progress import progress_document
from qb_app.figures import share
from qb_app.live.late_storage import LateStorage
from qb_app.review.plot import ACCURACIES, Bar, check_plot, write_plot
from qb_app.storage import open_storage
from qb_app.terminal.progress import show_progress


def progress(
    plot: Annotated[Path | None, typer.Option(help="Write accuracy and themes as a picture, .svg or .png.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --plot overwrite a file.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    if plot is not None:
        check_plot(plot, force=force)
    with open_storage(reading=True) as storage, LateStorage(open_keeping) as keeping:
        found = Courses(storage, tools(storage, lambda: keeping.get().answers)).progress()
    if plot is not None:
        points = [accuracy / 100 for accuracy in found.accuracies]
        bars = [Bar(habit.theme.value, habit.share.given, share(habit.share.given, 0)) for habit in found.habits]
        write_plot(points, plot, force=force, caption=ACCURACIES, bars=bars)
    show(
        lambda: progress_document(found),
        lambda console: show_progress(console, found, plain=plain),
        json=json,
    )

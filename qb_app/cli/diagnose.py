"""The command ``diagnose``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from qb_app.asking.positions import choose_view
from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.cli.pure_mode import say_if_pure
from qb_app.cli.sessions import LAST, match_id, stored_tools
from qb_app.documents.diagnosis import diagnose_document
from qb_app.documents.reports import ReportDocument, Subject, report_document, trace
from qb_app.documents.text import to_json
from qb_app.errors import InputError
from qb_app.files import check_writable, write_text
from qb_app.storage import NoSuchMatchError, StorageError, open_storage
from qb_app.terminal.console import echo
from qb_app.terminal.diagnosis import show_checks
from qb_engine.card_hydrator import CardHydrator
from qb_engine.diagnostics import Diagnostics

PARTS: tuple[Literal["match", "position", "answer"], ...] = ("match", "position", "answer")
ADVICE = (
    "Look through it: what was entered in the match stands there, but no folder, machine, token or password. Then send"
    " it with a sentence on what is wrong, and what the game shows instead."
)


def diagnose(
    match: Annotated[
        str | None, typer.Argument(metavar="[MATCH]", help="The match that a report is about; the latest without one.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write down what is needed to mend a wrong rule or number.")
    ] = None,
    position: Annotated[str | None, typer.Option(help="Report on this position, and on no match.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --report overwrite a file.")] = False,
    json: JsonOption = False,
) -> None:
    _check_options(match, report, position, force=force)
    say_if_pure()
    results = Diagnostics.standard(CardHydrator()).run()
    written = None
    if report is not None:
        written = report_document(results, _subject(match, position))
        write_text(report, to_json(written) + "\n", force=force)
    show(lambda: diagnose_document(results), lambda console: show_checks(console, results), json=json)
    if report is not None and written is not None:
        _tell(report, written)
    if not all(result.passed for result in results):
        raise typer.Exit(1)


def _check_options(match: str | None, report: Path | None, position: str | None, *, force: bool) -> None:
    if match is not None and position is not None:
        raise InputError("a report is about a match or about a position; leave one of them out")
    if report is None and (match is not None or position is not None):
        raise InputError("a match or a position goes into a report; name the file for it with --report")
    if report is not None:
        check_writable(report, force=force)


def _subject(match: str | None, position: str | None) -> Subject:
    if position is not None:
        return Subject.of_position(choose_view([position], example=False))
    try:
        with open_storage(reading=True) as storage:
            if match is None and not storage.matches.matches(limit=1):
                return Subject(storage, missing=["match: none has been entered yet"])
            return Subject.of_match(storage, match_id(storage, match or LAST), stored_tools(storage))
    except NoSuchMatchError:
        raise
    except StorageError as error:
        return Subject(missing=[f"storage: {trace(error)}"])


def _tell(file: Path, report: ReportDocument) -> None:
    """What was written and what to do with it; not on stdout, where --json may stand."""
    parts = [part for part in PARTS if report[part] is not None]
    echo(f"Written to {file}: {', '.join(['versions', 'checks', *parts])}.", err=True)
    for sentence in report["missing"]:
        echo(f"Not in it, {sentence}", err=True)
    echo(ADVICE, err=True)

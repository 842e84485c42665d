"""The command ``summary``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import EnemyDeckOption, JsonOption, OpponentOption, PlainOption
from qb_app.cli.printing import show
from qb_app.cli.sessions import LAST, match_id, open_keeping, tools
from qb_app.courses import Courses
from qb_app.courses import again as go_on
from qb_app.documents.summaries import summary_document
from qb_app.errors import InputError
from qb_app.files import read_text
from qb_app.limits import MOST_EVENTS, MOST_SEED
from qb_app.live.late_storage import LateStorage
from qb_app.review.plot import check_plot, write_plot
from qb_app.review.review import look_back
from qb_app.storage import open_storage
from qb_app.terminal.console import needs_plain, open_console
from qb_app.terminal.summary import show_summary
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS


def summary(
    match: Annotated[
        str | None, typer.Argument(metavar="[MATCH]", help="The id of a match; the latest without one.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Look back on this game, as 'qbcoach simulate --record' writes it.")
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Look back on moves from this position, told by --move.")
    ] = None,
    move: Annotated[
        list[str] | None, typer.Option(metavar="ENTRY", help="As in a match: 'zu m3', 'e pass', 'draw mu'.")
    ] = None,
    opponent: OpponentOption = None,
    enemy_deck: EnemyDeckOption = None,
    again: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_EVENTS, metavar="N", help="Play on from before move N, against an engine."),
    ] = None,
    level: Annotated[
        int | None, typer.Option(min=1, max=len(LEVELS), help="How strong that engine is; else as it was, or 5.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=MOST_SEED, help="Fills in the cards that nobody saw; else 0.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Write the chances as a picture, .svg or .png.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --plot overwrite a file.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    _check_source(match, record, position)
    _check_about_position(position, move, opponent, enemy_deck)
    _check_playing_on(again, level, seed, looks_back=json or plot is not None)
    if plot is not None:
        check_plot(plot, force=force)
    elif force:
        raise InputError("--force lets --plot overwrite a file; name the file with --plot, or leave --force out")
    plain = not json and (plain or needs_plain(open_console(), 0))
    with open_storage(reading=True) as storage, LateStorage(open_keeping) as keeping:
        used = tools(storage, lambda: keeping.get().answers)
        courses = Courses(storage, used)
        if record is not None:
            course = courses.of_record(read_text(record))
        elif position is not None:
            course = courses.of_lines(position, move or [], opponent, enemy_deck, files=True)
        else:
            course = courses.named(match_id(storage, LAST) if match in (None, LAST) else match)
        if again is None:
            found = look_back(course, used.advisor, used.track)
    if again is not None:
        from qb_app.cli.play import play_on, seated

        play_on(seated(go_on(course, again, seed or 0, level), CardHydrator(), plain=plain))
        return
    if plot is not None:
        write_plot(found.points, plot, force=force)
    show(
        lambda: summary_document(found),
        lambda console: show_summary(console, found, plain=plain),
        json=json,
    )


def _check_source(match: str | None, record: Path | None, position: str | None) -> None:
    if sum(one is not None for one in (match, record, position)) > 1:
        raise InputError("a match, --record and --position are different things to look back on; choose one of them")


def _check_about_position(
    position: str | None, move: list[str] | None, opponent: str | None, enemy_deck: str | None
) -> None:
    """A match and a record hold all of this themselves."""
    if position is None and (move or opponent is not None or enemy_deck is not None):
        raise InputError("--move, --opponent and --enemy-deck go with --position; give one, or leave them out")


def _check_playing_on(again: int | None, level: int | None, seed: int | None, *, looks_back: bool) -> None:
    if again is None and (level is not None or seed is not None):
        raise InputError("--level and --seed are for playing on; name a move with --again, or leave them out")
    if again is not None and looks_back:
        raise InputError("--again plays on and does not look back; leave it out, or --json and --plot")

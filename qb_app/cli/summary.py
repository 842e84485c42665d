"""The command ``summary``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.cli.options import EnemyDeckOption, JsonOption, MatchArgument, OpponentOption, PlainOption
from qb_app.cli.printing import show
from qb_app.cli.sessions import LAST, match_id, open_keeping, tools
from qb_app.courses import Courses
from qb_app.courses import again as go_on
from qb_app.documents.summaries import summary_document
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
    match: MatchArgument = LAST,
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
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Fills in the cards that nobody saw.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="Write the chances as a picture, .svg or .png.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --plot overwrite a file.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    if plot is not None:
        check_plot(plot, force=force)
    plain = not json and (plain or needs_plain(open_console(), 0))
    with open_storage(reading=True) as storage, LateStorage(open_keeping) as keeping:
        used = tools(storage, lambda: keeping.get().answers)
        courses = Courses(storage, used)
        if record is not None:
            course = courses.of_record(read_text(record))
        elif position is not None:
            course = courses.of_lines(position, move or [], opponent, enemy_deck, files=True)
        else:
            course = courses.named(match if match != LAST else match_id(storage, LAST))
        if again is None:
            found = look_back(course, used.advisor, used.track)
    if again is not None:
        from qb_app.cli.play import play_on, seated

        play_on(seated(go_on(course, again, seed, level), CardHydrator(), plain=plain))
        return
    if plot is not None:
        write_plot(found.points, plot, force=force)
    show(
        lambda: summary_document(found),
        lambda console: show_summary(console, found, plain=plain),
        json=json,
    )

"""The command ``lab``: decks measured, decks built, and the decks that hold against all others."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Annotated, cast

import typer

from gamekit.crew import CrewError
from qb_app.asking.choices import DEFAULT_RULESET
from qb_app.cli.exits import INTERRUPTED
from qb_app.cli.options import ClusterOption, JsonOption, PlainOption, ProcessesOption, RulesetOption
from qb_app.cli.printing import show
from qb_app.crews import open_crew
from qb_app.documents.lab import (
    BuildDocument,
    DeckPointsDocument,
    LabDocument,
    MatrixDocument,
    MetaDocument,
    field_document,
    matrix_csv,
    mixture_field,
)
from qb_app.documents.lab_jobs import keep_answer
from qb_app.figures import share
from qb_app.files import check_writable, write_text
from qb_app.lab.picture import Cell, HeatPicture, check_picture, write_picture
from qb_app.lab.reading import BUILD_GAMES, META_GAMES, META_ROUNDS, LabReader, Wishes, read_seconds
from qb_app.lab.runs import LabRun, Progress, open_journal, play_run
from qb_app.limits import MOST_LAB_GAMES, MOST_ROUNDS, MOST_SEED
from qb_app.live.times import utc_now
from qb_app.naming import check_name
from qb_app.storage import Storage, open_storage
from qb_app.terminal.console import echo, progress_bar
from qb_app.terminal.lab import LabView
from qb_engine.deck_notation import format_deck_code
from qb_engine.lab.field import Objective
from qb_engine.lab.rungs import RUNGS

lab = typer.Typer()

SeedOption = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same deals.")]
AgainstOption = Annotated[
    str | None, typer.Option("--against", metavar="FIELD", help="A field: library, saved, opponents, meta, your own.")
]
PlayerOption = Annotated[str, typer.Option(metavar="PLAYER", help=f"Who plays both seats: {RUNGS}.")]
GamesOption = Annotated[
    int | None, typer.Option(min=2, max=MOST_LAB_GAMES, help="Games of every two decks, an even number.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Let files be overwritten.")]
OwnedOption = Annotated[bool, typer.Option("--owned", help="Only cards of your collection.")]


@lab.command()
def matrix(
    decks: Annotated[list[str], typer.Argument(metavar="DECK...", help="Names, codes, files or lists.")],
    against: AgainstOption = None,
    player: PlayerOption = "quick",
    games: GamesOption = None,
    csv: Annotated[Path | None, typer.Option(help="Write one line for each deck against each to this file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw it into this file, .png or .svg.")] = None,
    force: ForceOption = False,
    seed: SeedOption = 0,
    ruleset: RulesetOption = DEFAULT_RULESET,
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Let every deck meet every other, or a field, on the same deals in both seats."""
    if csv is not None:
        check_writable(csv, force=force)
    if picture is not None:
        check_picture(picture, force=force)
    with open_storage() as storage:
        run = LabReader(storage, ruleset, seed).matrix(decks, against, player, games)
        found = cast("MatrixDocument", _play(run, storage, processes, cluster))
    if csv is not None:
        write_text(csv, matrix_csv(found), force=force)
    if picture is not None:
        write_picture(_picture(found), picture, force=force)
    show(lambda: found, lambda console: LabView(console, plain=plain).show_matrix(found), json=json)


@lab.command()
def deck(
    text: Annotated[list[str], typer.Argument(metavar="DECK", help="A name, a code, a file or a list.")],
    against: AgainstOption = None,
    owned: OwnedOption = False,
    no_swaps: Annotated[bool, typer.Option("--no-swaps", help="Only the points, in about a second.")] = False,
    games: GamesOption = None,
    seed: SeedOption = 0,
    ruleset: RulesetOption = DEFAULT_RULESET,
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Measure a deck against a field: points, its five best changes, and what each card is worth."""
    with open_storage() as storage:
        run = LabReader(storage, ruleset, seed).deck(
            " ".join(text), against, owned=owned, swaps=not no_swaps, games=games
        )
        found = cast("DeckPointsDocument", _play(run, storage, processes, cluster))
    show(lambda: found, lambda console: LabView(console, plain=plain).show_deck(found), json=json)


@lab.command()
def build(
    owned: OwnedOption = False,
    against: AgainstOption = None,
    opponent: Annotated[
        str | None, typer.Option(metavar="NAME", help="Against the decks that this opponent may have.")
    ] = None,
    deck: Annotated[str | None, typer.Option(metavar="DECK", help="Against this one deck.")] = None,
    objective: Annotated[Objective, typer.Option(help="What is wanted of the field.")] = Objective.MEAN,
    keep: Annotated[list[str] | None, typer.Option(metavar="CARD", help="A card to have; twice for two.")] = None,
    without: Annotated[list[str] | None, typer.Option(metavar="CARD", help="A card that must not be used.")] = None,
    before: Annotated[
        str | None, typer.Option("--from", metavar="DECK", help="Your deck, which is to be improved.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_LAB_GAMES, help=f"Games of the search, {BUILD_GAMES:,} if nothing is said."),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Search so long instead: 60s, 5m; it says how many games."),
    ] = None,
    player: PlayerOption = "quick",
    seed: SeedOption = 0,
    ruleset: RulesetOption = DEFAULT_RULESET,
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Find the best deck for a field, from all cards or from yours; never presented as better unless that is shown."""
    seconds = None if time is None else read_seconds(time)
    wishes = Wishes(
        owned, against, opponent, deck, objective, keep or (), without or (), before, games, seconds, player
    )
    with open_storage() as storage:
        run = LabReader(storage, ruleset, seed).build(wishes)
        found = cast("BuildDocument", _play(run, storage, processes, cluster))
    show(lambda: found, lambda console: LabView(console, plain=plain).show_build(found), json=json)


@lab.command()
def meta(
    rounds: Annotated[
        int, typer.Option(min=1, max=MOST_ROUNDS, help="At most so many searches for a deck that beats the mixture.")
    ] = META_ROUNDS,
    games: Annotated[int, typer.Option(min=1, max=MOST_LAB_GAMES, help="Games of each search.")] = META_GAMES,
    against: AgainstOption = None,
    save: Annotated[str | None, typer.Option(metavar="NAME", help="Keep the mixture as a field of this name.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite the field that has this name.")] = False,
    seed: SeedOption = 0,
    ruleset: RulesetOption = DEFAULT_RULESET,
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Find the mixture of decks that no deck found can exploit, from the decks of a field on."""
    with open_storage() as storage:
        reader = LabReader(storage, ruleset, seed)
        if save is not None:
            reader.fields.check_new(check_name(save), replace=replace)
        run = reader.meta(rounds, games, against)
        found = cast("MetaDocument", _play(run, storage, processes, cluster))
        if save is not None:
            reader.fields.keep(mixture_field(save, run, found), at=utc_now(), replace=replace)
    show(lambda: found, lambda console: LabView(console, plain=plain).show_meta(found), json=json)


@lab.command()
def fields(ruleset: RulesetOption = DEFAULT_RULESET, json: JsonOption = False) -> None:
    """List the fields that a deck can be measured against."""
    with open_storage(reading=True) as storage:
        found = [field_document(field) for field in LabReader(storage, ruleset, 0).fields.all()]
    show(lambda: {"fields": found}, lambda console: LabView(console, plain=False).show_fields(found), json=json)


@lab.command()
def forget(name: Annotated[list[str], typer.Argument(metavar="FIELD", help="The name of a field you kept.")]) -> None:
    """Forget a field that was kept by 'lab meta --save'."""
    with open_storage() as storage:
        forgotten = LabReader(storage, DEFAULT_RULESET, 0).fields.forget(" ".join(name))
    echo(f"The field {forgotten} is forgotten.")


def _play(run: LabRun, storage: Storage, processes: int | None, cluster: str | None) -> LabDocument:
    """Play it with a bar; broken off, say what is kept."""
    journal, begun, last = open_journal(run, storage, utc_now), monotonic(), Progress(0, 0.0)
    with progress_bar("Playing") as report, open_crew(processes, cluster) as crew:

        def watch(progress: Progress) -> None:
            nonlocal last
            last = progress
            report(progress.share or 0.0, _title(progress))

        try:
            return keep_answer(run, play_run(run, crew, journal, watch, lambda: monotonic() - begun), journal)
        except (KeyboardInterrupt, CrewError) as error:
            broken = error
    why = f"{broken}; " if isinstance(broken, CrewError) else ""
    echo(f"{why}broken off after {last.games:,} games, which are kept; the same command goes on", err=True)
    if last.best is not None:
        echo(f"The {_best(last)}.", err=True)
    raise typer.Exit(INTERRUPTED)


def _title(progress: Progress) -> str:
    return f"Playing, {_best(progress)}" if progress.best is not None else "Playing"


def _best(progress: Progress) -> str:
    assert progress.best is not None
    points = share(progress.points or 0.0, 0)
    return f"best deck so far {format_deck_code(tuple(sorted(progress.best)))} with {points} in the search"


def _picture(found: MatrixDocument) -> HeatPicture:
    return HeatPicture(
        f"Points of the row in percent, starting / following; {found['about_player']}",
        [row["deck"]["name"] for row in found["rows"]],
        [column["name"] for column in found["columns"]],
        [
            [Cell(cell["share"], cell["started"]["share"], cell["followed"]["share"]) for cell in row["cells"]]
            for row in found["rows"]
        ],
    )

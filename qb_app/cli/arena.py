"""The command ``arena``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from gamekit.arena import FinishedGame, until_decided
from gamekit.crew import Crew, CrewError
from gamekit.sprt import SprtCourse
from qb_app.asking.choices import DEFAULT_RULESET, PLAYER_NAMES
from qb_app.cli.exits import INTERRUPTED
from qb_app.cli.options import ClusterOption, JsonOption, PlainOption, ProcessesOption, RulesetOption
from qb_app.cli.printing import show
from qb_app.cli.pure_mode import say_if_pure
from qb_app.crews import open_crew
from qb_app.documents.arena import arena_csv, arena_document
from qb_app.files import check_writable, write_text
from qb_app.games.arena.log import ArenaLog, open_log
from qb_app.games.arena.tournament import Arena, ArenaResult
from qb_app.limits import MOST_GAMES, MOST_SEED
from qb_app.terminal.arena import ArenaView
from qb_app.terminal.console import echo, tracked

USUAL_GAMES = 100
USUAL_LIMIT = 20_000


def arena(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help=f"Two or more of {PLAYER_NAMES}.")],
    games: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=MOST_GAMES,
            help=f"Games for each pair, an even number: {USUAL_GAMES}, or with --sprt at most {USUAL_LIMIT:,}.",
        ),
    ] = None,
    deck: Annotated[
        list[str] | None, typer.Option(help="A deck to play with, may be given often; all of the library if none is.")
    ] = None,
    ruleset: RulesetOption = DEFAULT_RULESET,
    seed: Annotated[
        int, typer.Option(min=0, max=MOST_SEED, help="Seed of the first deal; deals count up from it.")
    ] = 1,
    known: Annotated[bool, typer.Option("--known/--unknown", help="Whether players know the enemy's deck.")] = True,
    same_deck: Annotated[
        bool, typer.Option("--same-deck", help="Let both sides play the same deck in every deal, not in every second.")
    ] = False,
    resume: Annotated[
        Path | None, typer.Option(help="Keep finished games in this file, and go on with those that it holds.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Stop when it is decided by which of these the first player leads."),
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write one line for each game to this file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --csv overwrite a file.")] = False,
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    if csv is not None:
        check_writable(csv, force=force)
    games = games or (USUAL_GAMES if sprt is None else USUAL_LIMIT)
    chosen = Arena.set_up(
        players, deck or [], ruleset, games=games, seed=seed, known=known, same_deck=same_deck, sprt=sprt
    )
    if any(player.predicts for player in chosen.players):
        say_if_pure()
    with open_log(resume, chosen.plan) as log, open_crew(processes, cluster) as crew:
        result = _play(chosen, log, crew, resume)
    if csv is not None:
        write_text(csv, arena_csv(result), force=force)
    show(lambda: arena_document(result), lambda console: ArenaView(console, plain=plain).show(result), json=json)


def _play(arena: Arena, log: ArenaLog, crew: Crew, kept: Path | None) -> ArenaResult:
    """Play what the log does not hold, up to where a test is decided; broken off, say what is kept."""
    fixtures = arena.plan.fixtures
    left = [fixture for fixture in fixtures if fixture.number not in log.finished]
    course = SprtCourse(arena.sprt) if arena.sprt else None
    try:
        with closing(arena.play(left, crew)) as fresh:
            games: Iterator[FinishedGame] = log.in_order(fixtures, fresh)
            if course is not None:
                games = until_decided(games, arena.players[0].name, course)
            return ArenaResult(arena, tuple(tracked(games, total=len(fixtures))), course)
    except (KeyboardInterrupt, CrewError) as error:
        why = f"{error}; " if isinstance(error, CrewError) else ""
        done = f"broken off, {len(log.finished)} of {len(fixtures)} games are finished"
        advice = f"{kept} holds them, the same command goes on" if kept else "with --resume FILE they would be kept"
        echo(f"{why}{done}; {advice}", err=True)
        raise typer.Exit(INTERRUPTED) from None

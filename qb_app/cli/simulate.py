"""The command ``simulate``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from gamekit.crew import Crew
from gamekit.sides import BySide
from qb_app.asking.choices import DEFAULT_DECK, DEFAULT_ENEMY_DECK, DEFAULT_RULESET, PLAYER_NAMES, Beginner
from qb_app.cli import options
from qb_app.cli.printing import show
from qb_app.cli.pure_mode import say_if_pure
from qb_app.crews import open_crew
from qb_app.documents.games import game_document, series_document
from qb_app.errors import InputError
from qb_app.files import write_text
from qb_app.games.playthrough import play_through
from qb_app.games.simulation import Series, Simulation
from qb_app.limits import MOST_GAMES
from qb_app.terminal.console import tracked
from qb_app.terminal.game import GameView
from qb_app.terminal.series import show_series


def simulate(
    seed: options.SeedOption = 1,
    ruleset: options.RulesetOption = DEFAULT_RULESET,
    deck: options.PlayedDeckOption = DEFAULT_DECK,
    enemy_deck: options.PlayedEnemyDeckOption = DEFAULT_ENEMY_DECK,
    agent: Annotated[str, typer.Option(metavar="PLAYER", help=f"Who plays for you: {PLAYER_NAMES}.")] = "greedy",
    enemy_agent: Annotated[str, typer.Option(metavar="PLAYER", help="Who plays for the enemy.")] = "greedy",
    first: Annotated[Beginner, typer.Option(help="Who begins.")] = Beginner.YOU,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="Play so many, one seed after the other, and sum up.")
    ] = 1,
    record: options.RecordOption = None,
    force: options.ForceRecordOption = False,
    processes: options.ProcessesOption = None,
    cluster: options.ClusterOption = None,
    json: options.JsonOption = False,
    plain: options.PlainOption = False,
) -> None:
    simulation = Simulation.set_up(ruleset, BySide(deck, enemy_deck), BySide(agent, enemy_agent), first)
    if any(player.predicts for player in simulation.agents):
        say_if_pure()
    if games == 1 and cluster is not None:
        raise InputError("--cluster spreads many games and needs --games")
    if games == 1:
        _one(simulation, seed, record, force=force, json=json, plain=plain)
    elif record is None:
        with open_crew(processes, cluster) as crew:
            _many(simulation, range(seed, seed + games), crew, json=json)
    else:
        raise InputError("--record writes one game and does not go with --games")


def _one(simulation: Simulation, seed: int, path: Path | None, *, force: bool, json: bool, plain: bool) -> None:
    record = simulation.play(seed)
    if path is not None:
        write_text(path, record.to_text(), force=force)
    game = play_through(simulation.game, record)
    show(lambda: game_document(game), lambda console: GameView(console, plain=plain).show(game), json=json)


def _many(simulation: Simulation, seeds: range, crew: Crew, *, json: bool) -> None:
    with closing(simulation.play_all(seeds, crew)) as games:
        series = Series(tuple(tracked(games, total=len(seeds))))
    show(
        lambda: series_document(simulation, series),
        lambda console: show_series(console, simulation, series),
        json=json,
    )

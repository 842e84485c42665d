"""The command ``fleet``: play, simulate, replay."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fleet_engine.agents import PLAYERS, player_named
from fleet_engine.battle import Terms
from fleet_engine.game import FleetGame, setup_of
from fleet_engine.geometry import Side
from fleet_engine.notation import parse_member
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.transcript import start_of, steps_of
from gamekit.match import SeriesResult, play_match, play_series
from gamekit.record import Record
from gamekit.sides import BySide
from qb_app.cli.exits import REFUSED
from qb_app.documents.fleet.frames import replay_document
from qb_app.documents.tallies import sampled_tally
from qb_app.documents.text import to_json
from qb_app.errors import InputError
from qb_app.figures import share
from qb_app.files import check_writable, read_stdin, read_text, write_text
from qb_app.games.fleet.setup import FleetSetup
from qb_app.games.seats import PERSON
from qb_app.limits import MOST_FLEET_COST, MOST_GAMES, MOST_MAX_SCORE, MOST_SEED
from qb_app.terminal.console import echo, open_console, tracked
from qb_app.terminal.fleet.drawing import FANCY, PLAIN, WIDTH, FleetView
from qb_app.terminal.fleet.seat import FleetSeat

DEFAULT_MAX_SCORE = Terms().max_score

fleet = typer.Typer(no_args_is_help=True)

RulesetOption = Annotated[
    str, typer.Option("--ruleset", "-r", help="plan, released, or one with fields: 'plan{flak_compounds=yes}'.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", min=0, max=MOST_SEED, help="Decides the map, the fleets and all chance.")
]
MaxScoreOption = Annotated[
    int, typer.Option("--max-score", min=1, max=MOST_MAX_SCORE, help="Points that win the game.")
]
CostOption = Annotated[int, typer.Option("--cost-limit", min=0, max=MOST_FLEET_COST, help="What a fleet may cost.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="Letters and digits only, no colours.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a drawing.")]
SaveOption = Annotated[Path | None, typer.Option("--save", help="Write the record of the game to this file.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Let --save overwrite a file.")]
PLAYER_HELP = f"One of {', '.join(PLAYERS)}."


@fleet.command()
def play(
    side: Annotated[str, typer.Option(help="The side you play: creator or joiner; the creator begins.")] = "creator",
    against: Annotated[str, typer.Option(help=PLAYER_HELP)] = "greedy",
    ruleset: RulesetOption = "plan",
    seed: SeedOption = 1,
    max_score: MaxScoreOption = DEFAULT_MAX_SCORE,
    cost_limit: CostOption = 600,
    plain: PlainOption = False,
    save: SaveOption = None,
    force: ForceOption = False,
) -> None:
    """Play against an agent by typing orders such as '3 move 5,7 shoot 12'."""
    if save is not None:
        check_writable(save, force=force)
    setup = setup_of(FleetRuleset.parse(ruleset), max_score=max_score, cost_limit=cost_limit)
    own, agent = parse_member(Side, side, "a side"), player_named(against).name
    console, view = _screen(plain)
    seat = FleetSeat(FleetSetup(setup, seed, BySide(agent, agent).replaced(own, PERSON)), view, console)
    seat.say(f"You are the {own}; 'help' lists what you can type.")
    seat.play(lambda: input(f"{own}, round {seat.game.state.round}> "))
    if save is not None:
        write_text(save, seat.record.to_text(), force=force)
    if seat.refused and not sys.stdin.isatty():  # whoever sits there has seen it
        raise typer.Exit(REFUSED)


@fleet.command()
def simulate(
    creator: Annotated[str, typer.Option(help=PLAYER_HELP)] = "greedy",
    joiner: Annotated[str, typer.Option(help=PLAYER_HELP)] = "greedy",
    ruleset: RulesetOption = "plan",
    seed: SeedOption = 1,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="More than one: play a series and print the balance.")
    ] = 1,
    max_score: MaxScoreOption = DEFAULT_MAX_SCORE,
    cost_limit: CostOption = 600,
    plain: PlainOption = False,
    as_json: JsonOption = False,
    save: SaveOption = None,
    force: ForceOption = False,
) -> None:
    """Let two agents play; with --games N both change seats after each game of a pair."""
    if save is not None:
        check_writable(save, force=force)
    setup = setup_of(FleetRuleset.parse(ruleset), max_score=max_score, cost_limit=cost_limit)
    agents = BySide(player_named(creator), player_named(joiner))
    if games > 1 and save is not None:
        raise InputError("--save writes one game and does not go with --games")
    if games > 1:
        deals = range(seed, seed + (games + 1) // 2)
        seeds = tracked(deals, total=len(deals))
        _tell_series(play_series(FleetGame(), [setup], seeds, agents, mirrored=True), creator, joiner, as_json)
        return
    record = play_match(FleetGame(), setup, seed, agents)
    if save is not None:
        write_text(save, record.to_text(), force=force)
    _tell(record, plain=plain, as_json=as_json)


@fleet.command()
def replay(
    file: Annotated[str, typer.Argument(help="A saved record; '-' reads standard input.")],
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play a saved record again, round by round."""
    text = read_stdin() if file == "-" else read_text(Path(file))
    _tell(Record.parse(text), plain=plain, as_json=as_json)


def _tell(record: Record, *, plain: bool, as_json: bool) -> None:
    if as_json:
        echo(to_json(replay_document(start_of(record), list(steps_of(record)), record)))
        return
    console, view = _screen(plain)
    state = start_of(record)
    console.print(view.headline(state))
    console.print(view.board(state))
    console.print(view.ships(state))
    for step in steps_of(record):
        console.print(view.step(step))
        if step.state.round != state.round or step.state.is_over:
            console.print(view.headline(step.state))
            console.print(view.board(step.state))
        state = step.state
    console.print(view.ending(state))


def _tell_series(result: SeriesResult, first: str, second: str, as_json: bool) -> None:
    if as_json:
        echo(to_json({"first": first, "second": second, **sampled_tally(result)}))
        return
    low, high = result.interval()
    echo(
        f"{first} against {second}, seats changed: {result.games} games,"
        f" {result.wins} won, {result.draws} drawn, {result.losses} lost."
    )
    echo(f"{first} wins {share(result.share, 0)} (95 % interval {share(low, 0)} to {share(high, 0)}).")


def _screen(plain: bool) -> tuple[Console, FleetView]:
    """Where to print and with which signs: plain ones also where the terminal could not show others."""
    console = open_console(width=WIDTH, plain=plain)
    return console, FleetView(PLAIN if plain or not console.encoding.startswith("utf") else FANCY)

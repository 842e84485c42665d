"""The command ``qbcoach``: reads arguments, calls the module that does the work, and reports errors.

Engine and drawing are imported by the command that needs them, so that help and completion answer at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from qb_app.asking.choices import DEFAULT_DECK, DEFAULT_ENEMY_DECK, DEFAULT_RULESET, PLAYER_NAMES, Beginner
from qb_app.cli.arena import arena
from qb_app.cli.coach import coach, diagnose, predict
from qb_app.cli.collection import collection_app
from qb_app.cli.decks import deck, decks_app
from qb_app.cli.live import export, import_match, live, matches, resume, summary
from qb_app.cli.opponents import opponents_app
from qb_app.cli.options import JsonOption, PlainOption, RulesetOption
from qb_app.cli.play import play
from qb_app.cli.pure_mode import say_if_pure
from qb_app.cli.serve import open_page, serve
from qb_app.cli.solve import puzzles, solve
from qb_app.errors import InputError

if TYPE_CHECKING:
    from typer._click.core import Command, Context

    from qb_app.games.playthrough import Playthrough
    from qb_app.games.simulation import Simulation

FLEET = "fleet"


class Commands(TyperGroup):
    """The commands, and the fleet game, whose engine is loaded only when it is asked for."""

    def list_commands(self, ctx: Context) -> list[str]:
        return [*super().list_commands(ctx), FLEET]

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        if cmd_name != FLEET:
            return super().get_command(ctx, cmd_name)
        from qb_app.cli.fleet import app as fleet_app

        command = get_command(fleet_app)
        command.name = FLEET
        return command


app = typer.Typer(
    name="qbcoach",
    cls=Commands,
    help=(
        "Queen's Blood, the card game of Final Fantasy VII Rebirth: a coach for your next move, games, cards, decks. "
        "Without a command the page opens in your browser."
    ),
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"qbcoach {version('qbcoach')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        open_page()


for _command in (
    *(live, resume, matches, summary, export, coach, predict, solve, puzzles, play, arena, deck, diagnose),
    serve,
):
    app.command()(_command)
app.command("import")(import_match)
app.add_typer(decks_app, name="decks")
app.add_typer(opponents_app, name="opponents")
app.add_typer(collection_app, name="collection")


@app.command()
def simulate(
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 1,
    ruleset: RulesetOption = DEFAULT_RULESET,
    deck: Annotated[str, typer.Option(help="Your deck: library name, deck code, file or list.")] = DEFAULT_DECK,
    enemy_deck: Annotated[str, typer.Option(help="The enemy's deck, given likewise.")] = DEFAULT_ENEMY_DECK,
    agent: Annotated[str, typer.Option(metavar="PLAYER", help=f"Who plays for you: {PLAYER_NAMES}.")] = "greedy",
    enemy_agent: Annotated[str, typer.Option(metavar="PLAYER", help="Who plays for the enemy.")] = "greedy",
    first: Annotated[Beginner, typer.Option(help="Who begins.")] = Beginner.YOU,
    games: Annotated[int, typer.Option(min=1, help="Play so many, one seed after the other, and sum up.")] = 1,
    record: Annotated[Path | None, typer.Option(help="Write the game to this file, for 'qbcoach replay'.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --record overwrite a file.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Play a whole game and print every turn, or play many and sum up."""
    from gamekit.sides import BySide
    from qb_app.games.simulation import Simulation

    simulation = Simulation.set_up(ruleset, BySide(deck, enemy_deck), BySide(agent, enemy_agent), first)
    if any(player.predicts for player in simulation.agents):
        say_if_pure()
    if games == 1:
        _simulate_one(simulation, seed, record, force=force, json=json, plain=plain)
    elif record is None:
        _simulate_many(simulation, range(seed, seed + games), json=json)
    else:
        raise InputError("--record writes one game and does not go with --games")


def _simulate_one(
    simulation: Simulation, seed: int, path: Path | None, *, force: bool, json: bool, plain: bool
) -> None:
    from qb_app.files import write_text
    from qb_app.games.playthrough import play_through

    record = simulation.play(seed)
    if path is not None:
        write_text(path, record.to_text(), force=force)
    _show_game(play_through(simulation.game, record), json=json, plain=plain)


def _simulate_many(simulation: Simulation, seeds: range, *, json: bool) -> None:
    from qb_app.documents.games import series_document
    from qb_app.documents.text import to_json
    from qb_app.games.simulation import play_series
    from qb_app.terminal.console import open_console, tracked
    from qb_app.terminal.series import show_series

    series = play_series(simulation, tracked(seeds, total=len(seeds)))
    if json:
        typer.echo(to_json(series_document(simulation, series)))
    else:
        show_series(open_console(), simulation, series)


def _show_game(game: Playthrough, *, json: bool, plain: bool) -> None:
    from qb_app.documents.games import game_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.game import GameView

    if json:
        typer.echo(to_json(game_document(game)))
    else:
        GameView(open_console(), plain=plain).show(game)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game written by 'qbcoach simulate --record'.")],
    step: Annotated[int | None, typer.Option(min=1, help="Show only this move of the record.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Play a recorded game again and print it."""
    from gamekit.record import Record
    from qb_app.files import read_text
    from qb_app.games.playthrough import play_through
    from qb_engine.game import QueensBlood

    game = play_through(QueensBlood(), Record.parse(read_text(file)))
    if step is None:
        _show_game(game, json=json, plain=plain)
    else:
        _show_step(game, step, json=json, plain=plain)


def _show_step(game: Playthrough, number: int, *, json: bool, plain: bool) -> None:
    from qb_app.documents.games import step_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.game import GameView

    if number > len(game.steps):
        raise InputError(f"step {number} does not exist, this record has {len(game.steps)} moves")
    step = game.steps[number - 1]
    if json:
        typer.echo(to_json(step_document(step)))
    else:
        GameView(open_console(), plain=plain).show_step(game, step)


@app.command()
def cards(
    search: Annotated[str, typer.Argument(help="Show cards with this text in name or sentence.")] = "",
    rank: Annotated[str | None, typer.Option(help="Show cards of this rank: 1, 2, 3 or replace.")] = None,
    tokens: Annotated[bool, typer.Option("--tokens", help="Show tokens instead of cards for decks.")] = False,
    json: JsonOption = False,
) -> None:
    """List the cards of the game with what they do."""
    from qb_app.asking.cards import find_cards
    from qb_app.documents.cards import card_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.cards import show_cards
    from qb_app.terminal.console import open_console
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    found = find_cards(hydrator, search, rank, tokens=tokens)
    if json:
        typer.echo(to_json({"cards": [card_document(card, hydrator) for card in found]}))
    else:
        show_cards(open_console(), found, hydrator)


@app.command()
def card(
    name: Annotated[list[str], typer.Argument(help="Name or id of a card.")],
    json: JsonOption = False,
) -> None:
    """Show one card with its pattern."""
    from qb_app.documents.cards import card_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.cards import show_card
    from qb_app.terminal.console import open_console
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    found = hydrator.get(" ".join(name))
    if json:
        typer.echo(to_json(card_document(found, hydrator)))
    else:
        show_card(open_console(), found, hydrator)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; whatever the user can put right ends as one sentence and exit code 2."""
    from qb_app.terminal.console import tolerate_unknown_glyphs

    tolerate_unknown_glyphs()
    try:
        if list(sys.argv[1:] if arguments is None else arguments) == ["live"]:
            live()  # without options there is nothing to parse, and the parser alone takes longer than the first prompt
            return 0
        return app(arguments, prog_name="qbcoach", standalone_mode=False) or 0
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        typer.echo(f"error: {sentence}", err=True)
        return 2


def _sentence(error: Exception) -> str | None:
    """What to tell the user of a foreseen error; None for a fault of the program."""
    from gamekit.record import RecordError
    from qb_app.storage.errors import StorageError
    from qb_engine.errors import QueensBloodError

    match error:
        case InputError() | QueensBloodError() | RecordError() | StorageError():
            return str(error)
        case OSError(filename=filename, strerror=str() as reason) if filename is not None:
            return f"{filename}: {reason}"
        case OSError():
            return str(error)
        case TyperException():
            return error.format_message()
    return None


if __name__ == "__main__":
    sys.exit(main())

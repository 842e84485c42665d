"""The command ``qbcoach``: finds the command that is meant, and reports errors.

Every command has a module of its own name, which is loaded when the command is run, so that help answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_group

from qb_app.cli.exits import REFUSED
from qb_app.errors import EngineFaultError, InputError

if TYPE_CHECKING:
    from typer._click.core import Command, Context

COMMANDS = {
    "live": "Enter a real match as it is played, and be coached; '?' shows what can be entered.",
    "resume": "Go on with a match where it was left.",
    "matches": "List the matches entered so far.",
    "summary": "Look back on a match: chances, turning points, and what your moves cost.",
    "export": "Write a match down: every event as JSON lines, or what stands as text.",
    "import": "Read a match that was exported; it gets an id of its own.",
    "coach": "Tell the best move in a position, with its alternates and the reasons; on an opening hand, the mulligan.",
    "predict": "Tell what the enemy may hold, what it may do next, and where that hurts.",
    "solve": "Solve a position with nothing hidden, or a puzzle; the answer is exact.",
    "puzzles": "List the puzzles of the game; those whose board is known can be solved.",
    "play": "Play against the engine: type 'zu m3' or '2 m3', 'hint' for advice, '?' for everything else.",
    "simulate": "Play a whole game and print every turn, or play many and sum up.",
    "replay": "Play a recorded game again and print it.",
    "arena": "Let players meet on the same deals in both seats, and rate them.",
    "cards": "List the cards of the game with what they do.",
    "card": "Show one card with its pattern.",
    "deck": "Show a deck with its code, and whether it is legal (if not, the exit code is 1).",
    "decks": "List the decks of the library and your own; save, import, export and delete yours.",
    "opponents": "List opponents with your record and the cards they showed; keep your own profiles.",
    "collection": "List the cards you own; add and take away copies.",
    "diagnose": "Check the parts of the engine at work (if one fails, the exit code is 1).",
    "serve": "Serve the page and the HTTP interface, until Ctrl-C.",
    "fleet": "The fleet game: two fleets, points at the end of each round.",
}
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """Knows enough of every command to list it; the one that is run is loaded."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = {name: TyperCommand(name, help=sentence) for name, sentence in COMMANDS.items()}

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        return name, None if name is None or found is None else load(name), rest


def load(name: str) -> Command:
    """The command as its module makes it."""
    attribute = "import_" if name == "import" else name
    found = getattr(import_module(f"qb_app.cli.{attribute}"), attribute)
    shelf = typer.Typer(add_completion=False)
    if isinstance(found, typer.Typer):
        shelf.add_typer(found, name=name, help=COMMANDS[name])
    else:
        shelf.command(name, help=COMMANDS[name])(found)
    return get_group(shelf).commands[name]


app = typer.Typer(
    name="qbcoach",
    cls=Commands,
    help=(
        "Queen's Blood, the card game of Final Fantasy VII Rebirth: a coach for your next move, games, cards, decks. "
        "Without a command the page opens in your browser."
    ),
    pretty_exceptions_enable=False,
    context_settings=HELP_OPTIONS,
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
        from qb_app.cli.serve import open_page

        open_page()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Whatever the user can put right ends as one sentence and exit code 2, an engine that fails its checks with 1.
    """
    from qb_app.terminal.console import tolerate_unknown_glyphs

    tolerate_unknown_glyphs()
    try:
        if list(sys.argv[1:] if arguments is None else arguments) == ["live"]:
            from qb_app.cli.live import live

            live()  # without options there is nothing to parse, and the parser alone takes longer than the first prompt
            return 0
        return app(arguments, prog_name="qbcoach", standalone_mode=False) or 0
    except typer.Exit as end:
        return end.exit_code
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        if sentence:  # empty when help was printed for want of a command
            typer.echo(f"error: {sentence}", err=True)
        return 1 if isinstance(error, EngineFaultError) else REFUSED


def _sentence(error: Exception) -> str | None:
    """What to tell the user of a foreseen error; None for a fault of the program."""
    from fleet_engine.errors import FleetError
    from gamekit.record import RecordError
    from qb_app.storage.errors import StorageError
    from qb_engine.errors import QueensBloodError

    match error:
        case EngineFaultError() | InputError() | QueensBloodError() | FleetError() | RecordError() | StorageError():
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

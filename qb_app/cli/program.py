"""The command ``qbcoach``: finds the command that is meant, and reports errors.

Every command has a module of its own name, which is loaded when the command is run, so that help answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_group

from gamekit.quoting import escaped, quoted, shortened
from qb_app.cli.exits import INTERRUPTED, REFUSED
from qb_app.errors import EngineFaultError, InputError
from qb_app.limits import LONGEST_TEXT

if TYPE_CHECKING:
    from typer._click.core import Command, Context, Parameter

COMMANDS = {
    "live": "Enter a real match as it is played, and be coached; '?' shows what can be entered.",
    "resume": "Go on with a match where it was left.",
    "matches": "List the matches entered so far.",
    "summary": "Look back on a match: every move with its mark and the better one, skill apart from luck.",
    "progress": "Tell what all your matches gave away: by what it was about, by opponent, by deck, over time.",
    "export": "Write a match down: every event as JSON lines, or what stands as text.",
    "import": "Read a match that was exported; it gets an id of its own.",
    "coach": "Tell the best move in a position, with its alternates and the reasons; on an opening hand, the mulligan.",
    "predict": "Tell what the enemy may hold, what it may do next, and where that hurts.",
    "solve": "Solve a position with nothing hidden, or a puzzle; the answer is exact.",
    "puzzles": "List the puzzles of the game, or those to train with by grade and theme; show one by its id.",
    "train": "Train: lessons, puzzles and your own mistakes, which come back before you forget them.",
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
    "lab": "Measure decks in thousands of games, build the best one from your cards, find the decks of the meta.",
    "backup": "Write everything that is stored into one file, also while others write.",
    "restore": "Read a backup into an empty storage, or in the place of everything; all of it or nothing.",
    "diagnose": "Check the parts of the engine at work (if one fails, the exit code is 1).",
    "serve": "Serve the page and the HTTP interface, until Ctrl-C.",
    "fleet": "The fleet game: two fleets, points at the end of each round.",
}
HELP_NAMES = ["-h", "--help"]
LONGEST_ERROR = 300
"""Of what the parser says about an argument, which it repeats whole."""


class Commands(TyperGroup):
    """Knows enough of every command to list it; the one that is run is loaded."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = {name: TyperCommand(name, help=sentence) for name, sentence in COMMANDS.items()}

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        return name, None if name is None or found is None else load(name), rest

    def get_params(self, ctx: Context) -> list[Parameter]:
        return name_flags_only(super().get_params(ctx))


def load(name: str) -> Command:
    """The command as its module makes it."""
    attribute = "import_" if name == "import" else name
    found = getattr(import_module(f"qb_app.cli.{attribute}"), attribute)
    shelf = typer.Typer(add_completion=False)
    if isinstance(found, typer.Typer):
        shelf.add_typer(found, name=name, help=COMMANDS[name])
    else:
        shelf.command(name, help=COMMANDS[name])(found)
    made = get_group(shelf).commands[name]
    for command in (made, *getattr(made, "commands", {}).values()):
        name_flags_only(command.get_params(typer.Context(command, help_option_names=HELP_NAMES)))
    return made


def name_flags_only(params: list[Parameter]) -> list[Parameter]:
    """Let help show a flag without a type: it takes no value."""
    for param in params:
        if isinstance(param, TyperOption) and param.is_flag:
            param.metavar = ""
    return params


app = typer.Typer(
    name="qbcoach",
    cls=Commands,
    help=(
        "Queen's Blood, the card game of Final Fantasy VII Rebirth: a coach for your next move, games, cards, decks. "
        "Without a command the page opens in your browser."
    ),
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP_NAMES},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        from qb_app.terminal.console import echo

        echo(f"qbcoach {version('qbcoach')}")
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
    from qb_app.terminal.console import echo, tolerate_unknown_glyphs

    tolerate_unknown_glyphs()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        check_lengths(given)
        if given == ["live"]:
            from qb_app.cli.live import live

            live()  # without options there is nothing to parse, and the parser alone takes longer than the first prompt
            return 0
        return app(given, prog_name="qbcoach", standalone_mode=False) or 0
    except typer.Exit as end:
        return end.exit_code
    except typer.Abort:  # a question was left with Ctrl-C or Ctrl-D
        return INTERRUPTED
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        if sentence:  # empty when help was printed for want of a command
            echo(f"error: {escaped(sentence)}", err=True)
        return 1 if isinstance(error, EngineFaultError) else REFUSED


def check_lengths(arguments: Sequence[str]) -> None:
    """Refuse what no command has a use for, before any of them looks at it."""
    for argument in arguments:
        if len(argument) > LONGEST_TEXT:
            raise InputError(
                f"{quoted(argument)} is too long: an argument has {LONGEST_TEXT:,} characters at most,"
                f" this one {len(argument):,}; put it into a file"
            )


def _sentence(error: Exception) -> str | None:
    """What to tell the user of a foreseen error; None for a fault of the program."""
    from fleet_engine.errors import FleetError
    from gamekit.crew import CrewError
    from gamekit.record import RecordError
    from qb_app import system_errors
    from qb_app.storage.errors import StorageError
    from qb_engine.errors import QueensBloodError

    match error:
        case EngineFaultError() | InputError() | QueensBloodError() | FleetError() | RecordError() | StorageError():
            return str(error)
        case CrewError():
            return str(error)
        case OSError():
            return system_errors.sentence(error)
        case TyperException():
            return shortened(escaped(error.format_message()), LONGEST_ERROR)
    return None


if __name__ == "__main__":
    sys.exit(main())

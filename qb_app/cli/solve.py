"""The commands of the solver: ``solve`` and ``puzzles``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.cli.options import JsonOption, PlainOption
from qb_app.errors import InputError

DEFAULT_POSITIONS = 20_000_000


def solve(
    question: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION|PUZZLE",
            help="A position in one line, '-' to read one from stdin, or a puzzle by title or number.",
        ),
    ],
    puzzle: Annotated[
        bool, typer.Option("--puzzle", help="Take the position as a puzzle: you play alone and must lead.")
    ] = False,
    positions: Annotated[
        int, typer.Option(min=1, max=10**12, help="Give up after so many positions.")
    ] = DEFAULT_POSITIONS,
    show_all: Annotated[bool, typer.Option("--all", help="Show every winning order of a puzzle.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Solve a position with nothing hidden, or a puzzle; the answer is exact."""
    from qb_app.answers.solutions import choose_exercise, solve_position, solve_puzzle
    from qb_app.documents.solutions import solution_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.solutions import SolveView
    from qb_app.terminal.spinner import waited_for
    from qb_engine.card_hydrator import CardHydrator

    asked = choose_exercise(question, CardHydrator(), puzzle=puzzle)
    shown = SolveView(open_console(), plain=plain)
    if asked.is_puzzle:
        solved = waited_for("Trying all orders", lambda: solve_puzzle(asked, positions))
        if json:
            typer.echo(to_json(solution_document(solved)))
        else:
            shown.show_puzzle(solved, everything=show_all)
        return
    if show_all:
        raise InputError("--all shows the winning orders of a puzzle; a position has one best line")
    line = waited_for("Solving", lambda: solve_position(asked, positions))
    if json:
        typer.echo(to_json(solution_document(line)))
    else:
        shown.show_solution(line)


def puzzles(json: JsonOption = False) -> None:
    """List the puzzles of the game; those whose board is known can be solved."""
    from qb_app.documents.puzzles import puzzles_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.puzzles import show_puzzles
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.deep.puzzles import puzzles as all_puzzles

    found = all_puzzles(CardHydrator())
    if json:
        typer.echo(to_json(puzzles_document(found)))
    else:
        show_puzzles(open_console(), found)

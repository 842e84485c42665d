"""The command ``solve``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.answers.solutions import choose_exercise, solve_position, solve_puzzle
from qb_app.cli.options import JsonOption, PlainOption
from qb_app.cli.printing import show
from qb_app.documents.solutions import solution_document
from qb_app.errors import InputError
from qb_app.limits import MOST_POSITIONS
from qb_app.terminal.solutions import SolveView
from qb_app.terminal.spinner import waited_for
from qb_engine.card_hydrator import CardHydrator

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
        int, typer.Option(min=1, max=MOST_POSITIONS, help="Give up after so many positions.")
    ] = DEFAULT_POSITIONS,
    show_all: Annotated[bool, typer.Option("--all", help="Show every winning order of a puzzle.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    asked = choose_exercise(question, CardHydrator.shared(), puzzle=puzzle)
    if asked.is_puzzle:
        orders = waited_for("Trying all orders", lambda: solve_puzzle(asked, positions))
        show(
            lambda: solution_document(orders),
            lambda page: SolveView(page, plain=plain).show_puzzle(orders, everything=show_all),
            json=json,
        )
        return
    if show_all:
        raise InputError("--all shows the winning orders of a puzzle; a position has one best line")
    line = waited_for("Solving", lambda: solve_position(asked, positions))
    show(lambda: solution_document(line), lambda page: SolveView(page, plain=plain).show_solution(line), json=json)

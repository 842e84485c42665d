"""The command ``puzzles``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.cli.options import JsonOption, PlainOption
from qb_app.cli.printing import show
from qb_app.documents.puzzles import puzzles_document, training_document
from qb_app.errors import InputError
from qb_app.terminal.puzzles import TrainingView, show_puzzles, show_training
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import puzzles as all_puzzles
from qb_engine.deep.training_puzzles import GRADES, find_puzzle_theme, find_training_puzzle, select_puzzles


def puzzles(
    puzzle: Annotated[str | None, typer.Argument(metavar="[ID]", help="Show this training puzzle.")] = None,
    grade: Annotated[
        int | None,
        typer.Option(min=GRADES[0], max=GRADES[-1], help="List training puzzles of this grade, 1 the easiest."),
    ] = None,
    theme: Annotated[str | None, typer.Option(metavar="THEME", help="List training puzzles about this: room.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    hydrator = CardHydrator.shared()
    if puzzle is not None:
        if grade is not None or theme is not None:
            raise InputError(
                "--grade and --theme choose from the list, and an id names one puzzle; leave one of them out"
            )
        chosen = find_training_puzzle(puzzle)
        document = training_document(chosen, hydrator)
        show(lambda: document, lambda page: TrainingView(page, plain=plain).show(chosen, document, hydrator), json=json)
    elif grade is not None or theme is not None:
        found = select_puzzles(grade, None if theme is None else find_puzzle_theme(theme))
        show(lambda: puzzles_document((), found), lambda page: show_training(page, found), json=json)
    else:
        known = all_puzzles(hydrator)
        show(lambda: puzzles_document(known), lambda page: show_puzzles(page, known), json=json)

"""The command ``replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamekit.record import Record
from qb_app.cli.options import JsonOption, PlainOption
from qb_app.cli.printing import show
from qb_app.documents.games import game_document, step_document
from qb_app.errors import InputError
from qb_app.files import read_text
from qb_app.games.playthrough import play_through
from qb_app.limits import MOST_STEPS
from qb_app.terminal.game import GameView
from qb_engine.game import QueensBlood


def replay(
    file: Annotated[Path, typer.Argument(help="A game written by 'qbcoach simulate --record'.")],
    step: Annotated[int | None, typer.Option(min=1, max=MOST_STEPS, help="Show only this move of the record.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    game = play_through(QueensBlood(), Record.parse(read_text(file)))
    if step is None:
        show(lambda: game_document(game), lambda console: GameView(console, plain=plain).show(game), json=json)
        return
    if step > len(game.steps):
        raise InputError(f"step {step} does not exist, this record has {len(game.steps)} moves")
    one = game.steps[step - 1]
    show(lambda: step_document(one), lambda console: GameView(console, plain=plain).show_step(game, one), json=json)

"""The command ``predict``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.answers.outlook import look_ahead
from qb_app.answers.question import Question
from qb_app.asking.positions import choose_view
from qb_app.cli import options
from qb_app.cli.printing import show
from qb_app.cli.pure_mode import say_if_pure
from qb_app.documents.outlooks import outlook_document
from qb_app.terminal.outlook import PredictView


def predict(
    position: options.PositionArgument = None,
    enemy_deck: options.EnemyDeckOption = None,
    opponent: options.OpponentOption = None,
    belief: options.BeliefOption = None,
    ignore_pass: options.IgnorePassOption = False,
    show_all: Annotated[bool, typer.Option("--all", help="Show every card the enemy may hold.")] = False,
    example: options.ExampleOption = False,
    json: options.JsonOption = False,
    plain: options.PlainOption = False,
) -> None:
    view = choose_view(position or [], example=example)
    question = Question.about(view, enemy_deck, opponent, belief, ignore_pass=ignore_pass)
    say_if_pure()
    outlook = look_ahead(question)
    show(
        lambda: outlook_document(outlook),
        lambda page: PredictView(page, plain=plain).show(outlook, all_odds=show_all),
        json=json,
    )

"""The commands that answer from a position: ``coach``, ``predict`` and ``diagnose``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from qb_app.asking.choices import BeliefName
from qb_app.cli.options import JsonOption, PlainOption
from qb_app.cli.pure_mode import say_if_pure
from qb_app.errors import InputError

if TYPE_CHECKING:
    from qb_app.answers.question import Question

PositionArgument = Annotated[
    list[str] | None, typer.Argument(metavar="POSITION", help="A position in one line, or '-' to read it from stdin.")
]
ExampleOption = Annotated[bool, typer.Option("--example", help="Take a position of the middle of a game.")]
EnemyDeckOption = Annotated[
    str | None, typer.Option(metavar="DECK", help="The enemy's deck, if known: library name, deck code, file or list.")
]
OpponentOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="Who the enemy is in the game: the profile is weighed in.")
]
BeliefOption = Annotated[
    BeliefName | None, typer.Option(help="How candidate decks are weighed; equal unless an opponent is named.")
]


def coach(
    position: PositionArgument = None,
    enemy_deck: EnemyDeckOption = None,
    opponent: OpponentOption = None,
    belief: BeliefOption = None,
    top: Annotated[int, typer.Option(min=1, help="Show so many moves, the best among them.")] = 3,
    quick: Annotated[bool, typer.Option("--quick", help="Look one move ahead only: at once, and provisional.")] = False,
    time: Annotated[str | None, typer.Option(metavar="TIME", help="How long to search: 2s, 500ms.")] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="How many worlds to search; the same answer every time.")
    ] = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Tell the best move in a position, with its alternates and the reasons; on an opening hand, the mulligan."""
    from qb_app.answers.advisor import Advisor
    from qb_app.asking.budgets import choose_budget
    from qb_app.documents.advice import advice_document, mulligan_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.coach import CoachView
    from qb_app.terminal.console import open_console, progress_bar

    if quick and (time or nodes):
        raise InputError("--time and --nodes are budgets of the search, which --quick leaves out")
    budget = choose_budget(time, nodes)
    question = _read(position, example, enemy_deck, opponent, belief)
    say_if_pure()
    advisor, shown = Advisor(), CoachView(open_console(), plain=plain)
    if question.on_opening_hand:
        on_hand = advisor.mulligan(question)
        if json:
            typer.echo(to_json(mulligan_document(on_hand)))
        else:
            shown.show_mulligan(on_hand)
        return
    if quick:
        advice = advisor.quick(question)
    else:
        with progress_bar("Searching") as report:
            advice = advisor.advise(question, budget, progress=lambda progress: report(progress.share))
    if json:
        typer.echo(to_json(advice_document(advice, top)))
    else:
        shown.show(advice, top)


def predict(
    position: PositionArgument = None,
    enemy_deck: EnemyDeckOption = None,
    opponent: OpponentOption = None,
    belief: BeliefOption = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show every card the enemy may hold.")] = False,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Tell what the enemy may hold, what it may do next, and where that hurts."""
    from qb_app.answers.outlook import look_ahead
    from qb_app.documents.outlooks import outlook_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.outlook import PredictView

    question = _read(position, example, enemy_deck, opponent, belief)
    say_if_pure()
    outlook = look_ahead(question)
    if json:
        typer.echo(to_json(outlook_document(outlook)))
    else:
        PredictView(open_console(), plain=plain).show(outlook, all_odds=show_all)


def diagnose(json: JsonOption = False) -> None:
    """Check the parts of the engine at work (if one fails, the exit code is 1)."""
    from qb_app.documents.diagnosis import diagnose_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.diagnosis import show_checks
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.diagnostics import Diagnostics

    say_if_pure()
    results = Diagnostics.standard(CardHydrator()).run()
    if json:
        typer.echo(to_json(diagnose_document(results)))
    else:
        show_checks(open_console(), results)
    if not all(result.passed for result in results):
        raise typer.Exit(1)


def _read(
    position: list[str] | None, example: bool, deck: str | None, opponent: str | None, belief: BeliefName | None
) -> Question:
    """What you see of the position, and what is believed of the enemy."""
    from qb_app.answers.question import Question
    from qb_app.asking.enemies import choose_enemy
    from qb_app.asking.positions import choose_view
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    view = choose_view(position or [], example=example, hydrator=hydrator)
    return Question(view, choose_enemy(deck, opponent, belief, view.ruleset, hydrator))

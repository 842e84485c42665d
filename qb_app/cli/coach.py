"""The commands that answer from a position: ``coach``, ``predict`` and ``diagnose``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from qb_app.asking.choices import BeliefName
from qb_app.cli.options import JsonOption, PlainOption
from qb_app.cli.pure_mode import say_if_pure
from qb_app.errors import InputError

if TYPE_CHECKING:
    from qb_app.asking.enemies import EnemyChoice
    from qb_engine.game_state import GameState

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
    deep: Annotated[bool, typer.Option("--deep", help="Search many moves ahead; tells winning chances.")] = False,
    time: Annotated[str | None, typer.Option(metavar="TIME", help="How long --deep may search: 2s, 500ms.")] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="How many worlds --deep may search; the same answer every time.")
    ] = None,
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Tell the best move in a position, with its alternates and the reasons; on an opening hand, the mulligan."""
    from qb_app.answers.advice import advise
    from qb_app.documents.advice import coach_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.coach import CoachView
    from qb_app.terminal.console import open_console

    if not deep and (time or nodes):
        raise InputError("--time and --nodes are budgets of the deep search: add --deep")
    view, enemy = _read(position, example, enemy_deck, opponent, belief)
    if deep:
        _coach_deeply(view, enemy, time, nodes, top, json=json, plain=plain)
        return
    say_if_pure()
    advice = advise(view, enemy, top)
    if json:
        typer.echo(to_json(coach_document(advice)))
    else:
        CoachView(open_console(), plain=plain).show(advice)


def _coach_deeply(
    view: GameState, enemy: EnemyChoice, time: str | None, nodes: int | None, top: int, *, json: bool, plain: bool
) -> None:
    from qb_app.answers.deep import advise_deeply, advise_on_hand, read_budget
    from qb_app.documents.deep import deep_document, mulligan_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console, progress_bar
    from qb_app.terminal.deep import DeepView
    from qb_engine.geometry import Side

    budget = read_budget(time, nodes)
    shown = DeepView(open_console(), view.hydrator, plain=plain)
    if view.mulligan_open[Side.YOU]:
        on_hand = advise_on_hand(view, enemy)
        if json:
            typer.echo(to_json(mulligan_document(on_hand)))
        else:
            shown.show_mulligan(on_hand)
        return
    with progress_bar("Searching") as report:
        advice = advise_deeply(view, enemy, budget, lambda progress: report(progress.share))
    if json:
        typer.echo(to_json(deep_document(advice, top)))
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
    from qb_app.documents.advice import predict_document
    from qb_app.documents.text import to_json
    from qb_app.terminal.console import open_console
    from qb_app.terminal.outlook import PredictView

    view, enemy = _read(position, example, enemy_deck, opponent, belief)
    say_if_pure()
    outlook = look_ahead(view, enemy)
    if json:
        typer.echo(to_json(predict_document(outlook)))
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
) -> tuple[GameState, EnemyChoice]:
    """What you see of the position, and what is believed of the enemy."""
    from qb_app.asking.enemies import choose_enemy
    from qb_app.asking.positions import choose_view
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    view = choose_view(position or [], example=example, hydrator=hydrator)
    return view, choose_enemy(deck, opponent, belief, view.ruleset, hydrator)

"""The commands that answer from a position: ``coach``, ``predict`` and ``diagnose``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from qb_app.choices import BeliefName
from qb_app.options import JsonOption, PlainOption
from qb_app.pure_mode import say_if_pure

if TYPE_CHECKING:
    from qb_app.enemy_choice import EnemyChoice
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
    example: ExampleOption = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Tell the best move in a position, with its alternates and the reasons."""
    from qb_app.advice import advise
    from qb_app.advice_documents import coach_document
    from qb_app.coach_view import CoachView
    from qb_app.documents import to_json
    from qb_app.terminal import open_console

    view, enemy = _read(position, example, enemy_deck, opponent, belief)
    say_if_pure()
    advice = advise(view, enemy, top)
    if json:
        typer.echo(to_json(coach_document(advice)))
    else:
        CoachView(open_console(), plain=plain).show(advice)


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
    from qb_app.advice_documents import predict_document
    from qb_app.documents import to_json
    from qb_app.outlook import look_ahead
    from qb_app.predict_view import PredictView
    from qb_app.terminal import open_console

    view, enemy = _read(position, example, enemy_deck, opponent, belief)
    say_if_pure()
    outlook = look_ahead(view, enemy)
    if json:
        typer.echo(to_json(predict_document(outlook)))
    else:
        PredictView(open_console(), plain=plain).show(outlook, all_odds=show_all)


def diagnose(json: JsonOption = False) -> None:
    """Check the parts of the engine at work (if one fails, the exit code is 1)."""
    from qb_app.diagnose_view import diagnose_document, show_checks
    from qb_app.documents import to_json
    from qb_app.terminal import open_console
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
    from qb_app.enemy_choice import choose_enemy
    from qb_app.position_choice import choose_view
    from qb_engine.card_hydrator import CardHydrator

    hydrator = CardHydrator()
    view = choose_view(position or [], example=example, hydrator=hydrator)
    return view, choose_enemy(deck, opponent, belief, view.ruleset, hydrator)

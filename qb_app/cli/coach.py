"""The command ``coach``."""

from __future__ import annotations

from typing import Annotated

import typer

from qb_app.answers.advisor import Advisor
from qb_app.answers.checks import check_engine
from qb_app.answers.question import Question
from qb_app.asking.budgets import choose_budget
from qb_app.asking.moves import names_move
from qb_app.asking.positions import choose_view
from qb_app.asking.shares import choose_share
from qb_app.cli import options
from qb_app.cli.manners import known_strength, known_temper
from qb_app.cli.printing import show
from qb_app.cli.pure_mode import say_if_pure
from qb_app.documents.advice import advice_document, mulligan_document
from qb_app.errors import InputError
from qb_app.limits import MOST_MOVES_SHOWN, MOST_NODES
from qb_app.terminal.coach import CoachView
from qb_app.terminal.console import progress_bar
from qb_engine.card_hydrator import CardHydrator


def coach(
    position: options.PositionArgument = None,
    enemy_deck: options.EnemyDeckOption = None,
    opponent: options.OpponentOption = None,
    belief: options.BeliefOption = None,
    ignore_pass: options.IgnorePassOption = False,
    enemy_waits: options.EnemyWaitsOption = None,
    must_win: options.MustWinOption = False,
    against: options.AgainstOption = None,
    move: options.AskedMoveOption = None,
    top: Annotated[int, typer.Option(min=1, max=MOST_MOVES_SHOWN, help="Show so many moves, the best among them.")] = 3,
    quick: Annotated[bool, typer.Option("--quick", help="Look one move ahead only: at once, and provisional.")] = False,
    time: Annotated[str | None, typer.Option(metavar="TIME", help="How long to search: 2s, 500ms.")] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, max=MOST_NODES, help="How many worlds to search; the same answer every time.")
    ] = None,
    example: options.ExampleOption = False,
    json: options.JsonOption = False,
    plain: options.PlainOption = False,
) -> None:
    if quick and (time or nodes):
        raise InputError("--time and --nodes are budgets of the search, which --quick leaves out")
    if against is not None and names_move(against):
        if move is not None:
            raise InputError("--move and --against both name a move, and one is asked about at a time; leave one out")
        move, against = against, None
    if quick and against:
        raise InputError("--against asks for chances of the search, which --quick leaves out")
    budget, waits = choose_budget(time, nodes), None if enemy_waits is None else choose_share(enemy_waits)
    check_engine(CardHydrator.shared())
    view = choose_view(position or [], example=example)
    temper = known_temper(opponent, waits)
    told = (enemy_deck, opponent, belief)
    question = Question.about(view, *told, ignore_pass=ignore_pass, temper=temper, must_win=must_win)
    question = question if move is None else question.asking(move)
    weaker = None if against is None else known_strength(against)
    say_if_pure()
    advisor = Advisor()
    if question.on_opening_hand:
        hand = advisor.mulligan(question)
        show(lambda: mulligan_document(hand), lambda page: CoachView(page, plain=plain).show_mulligan(hand), json=json)
        return
    if quick:
        advice = advisor.quick(question)
    else:
        with progress_bar("Searching") as report:
            advice = advisor.advise(question, budget, progress=lambda progress: report(progress.share))
        if weaker is not None:
            with progress_bar(f"Searching against {weaker[0]}") as report:
                advice = advisor.compared(advice, *weaker, budget, progress=lambda progress: report(progress.share))
    show(lambda: advice_document(advice, top), lambda page: CoachView(page, plain=plain).show(advice, top), json=json)

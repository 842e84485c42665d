"""The command ``diagnose``."""

from __future__ import annotations

import typer

from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.cli.pure_mode import say_if_pure
from qb_app.documents.diagnosis import diagnose_document
from qb_app.terminal.diagnosis import show_checks
from qb_engine.card_hydrator import CardHydrator
from qb_engine.diagnostics import Diagnostics


def diagnose(json: JsonOption = False) -> None:
    say_if_pure()
    results = Diagnostics.standard(CardHydrator()).run()
    show(lambda: diagnose_document(results), lambda console: show_checks(console, results), json=json)
    if not all(result.passed for result in results):
        raise typer.Exit(1)

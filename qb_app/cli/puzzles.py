"""The command ``puzzles``."""

from __future__ import annotations

from qb_app.cli.options import JsonOption
from qb_app.cli.printing import show
from qb_app.documents.puzzles import puzzles_document
from qb_app.terminal.puzzles import show_puzzles
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import puzzles as all_puzzles


def puzzles(json: JsonOption = False) -> None:
    found = all_puzzles(CardHydrator.shared())
    show(lambda: puzzles_document(found), lambda console: show_puzzles(console, found), json=json)

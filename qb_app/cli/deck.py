"""The command ``deck``."""

from __future__ import annotations

import typer

from qb_app.asking.choices import DEFAULT_RULESET
from qb_app.asking.decks import NamedDeck, choose_deck
from qb_app.cli.options import DeckArgument, JsonOption, RulesetOption
from qb_app.cli.printing import show
from qb_app.documents.decks import deck_report
from qb_app.storage import open_storage
from qb_app.terminal.decks import show_deck
from qb_engine.card_hydrator import CardHydrator
from qb_engine.ruleset import Ruleset


def deck(text: DeckArgument, ruleset: RulesetOption = DEFAULT_RULESET, json: JsonOption = False) -> None:
    if not report_on(chosen_deck(" ".join(text)), ruleset, json=json):
        raise typer.Exit(1)


def chosen_deck(text: str) -> NamedDeck:
    with open_storage(reading=True) as storage:
        return choose_deck(text, CardHydrator.shared(), storage.decks)


def report_on(chosen: NamedDeck, ruleset: str, *, json: bool) -> bool:
    """Show the deck with every reason against it; whether it is legal."""
    cards = CardHydrator.shared()
    report = deck_report(chosen, Ruleset.parse(ruleset), cards)
    show(lambda: report, lambda console: show_deck(console, chosen, report, cards), json=json)
    return report["legal"]

"""Booster packs on the terminal: their cards, and how many of them are owned."""

from __future__ import annotations

from rich.console import Console

from qb_app.documents.booster_packs import BoosterPacksDocument
from qb_app.terminal.console import say, say_list
from qb_engine.card_hydrator import CardHydrator


def show_packs(console: Console, document: BoosterPacksDocument, hydrator: CardHydrator) -> None:
    for pack in document["packs"]:
        console.print(f"{pack['name']}: {pack['owned']} of {len(pack['cards'])} owned", style="bold")
        say_list(console, [hydrator.get(card_id).name for card_id in pack["cards"]])
    say(console, "'qbcoach collection add --pack NAME' notes all cards of a pack.", indent=0)

"""Opponents on the terminal: who they are, how matches went, what they play."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from qb_app.answers.opponents import OpponentReport
from qb_app.asking.opponents import OWN_PROFILE
from qb_app.live.habits import Manner
from qb_app.terminal.console import say, say_list
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_list
from qb_engine.wording import strength_words, waits_words


def show_reports(console: Console, reports: Sequence[OpponentReport]) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Opponent", ratio=1, overflow="fold")
    table.add_column("Cards known", justify="right")
    table.add_column("Record")
    for report in reports:
        table.add_row(report.title, str(len(report.known)) if report.known else "", report.record_told)
    console.print(table)
    say(console, "'qbcoach opponents show NAME' tells more; 'qbcoach live --opponent NAME' plays one.", indent=0)


def show_report(console: Console, report: OpponentReport, manner: Manner, hydrator: CardHydrator) -> None:
    console.print(report.title, style="bold")
    one = report.opponent
    place = one.location if one.location == OWN_PROFILE else ""
    for text in (place, one.notes, one.basis, report.record_told):
        for line in text.splitlines():
            say(console, line)
    say(console, waits_words(manner.temper))
    say(console, strength_words(manner.strength, manner.judged))
    if not report.known:
        say(console, "No card is known yet.")
        return
    say(console, "Known cards:")
    say_list(console, format_deck_list(report.known, hydrator).splitlines(), indent=4)
    for sighting in report.sightings:
        names = [hydrator.get(card_id).name for card_id in sighting.card_ids]
        say_list(console, [f"Match {sighting.match_id}: {names[0]}", *names[1:]] if names else [], "dim")

"""Opponents on the terminal: who they are, how matches went, what they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_app.live.enemy import OWN_PROFILE, known_of, own_opponent, profile_of
from qb_app.terminal import say, say_list
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_list
from qb_engine.models import CardId
from qb_engine.opponents import Opponent
from qb_engine.opponents import opponents as game_opponents

if TYPE_CHECKING:
    from qb_app.storage.records import OpponentRecord, Sighting
    from qb_app.storage.stores import OpponentStore


@dataclass(frozen=True)
class OpponentReport:
    title: str
    opponent: Opponent
    sightings: tuple[Sighting, ...]
    record: OpponentRecord

    @property
    def known(self) -> tuple[CardId, ...]:
        return known_of(self.opponent, self.sightings)

    @property
    def record_told(self) -> str:
        wins, draws, losses = self.record
        return f"{wins} won, {draws} drawn, {losses} lost" if any(self.record) else ""


def report_of(title: str, store: OpponentStore, hydrator: CardHydrator) -> OpponentReport:
    return _report(title, profile_of(title, store, hydrator), store)


def all_reports(store: OpponentStore, hydrator: CardHydrator) -> list[OpponentReport]:
    """Your own profiles first, then the people of the game."""
    everyone = [(profile.name, own_opponent(profile)) for profile in store.list()]
    everyone += [(one.title, one) for one in game_opponents(hydrator)]
    return [_report(title, one, store) for title, one in everyone]


def _report(title: str, one: Opponent, store: OpponentStore) -> OpponentReport:
    return OpponentReport(title, one, store.seen(title), store.record(title))


def show_reports(console: Console, reports: Sequence[OpponentReport]) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Opponent", ratio=1)
    table.add_column("Cards known", justify="right")
    table.add_column("Record")
    for report in reports:
        table.add_row(report.title, str(len(report.known)) if report.known else "", report.record_told)
    console.print(table)
    say(console, "'qbcoach opponents show NAME' tells more; 'qbcoach live --opponent NAME' plays one.", indent=0)


def show_report(console: Console, report: OpponentReport, hydrator: CardHydrator) -> None:
    console.print(Text(report.title, style="bold"))
    one = report.opponent
    for line in (one.location if one.location == OWN_PROFILE else "", one.notes, one.basis, report.record_told):
        if line:
            say(console, line)
    if not report.known:
        say(console, "No card is known yet.")
        return
    say(console, "Known cards:")
    say_list(console, format_deck_list(report.known, hydrator).splitlines(), indent=4)
    for sighting in report.sightings:
        names = [hydrator.get(card_id).name for card_id in sighting.card_ids]
        say_list(console, [f"Match {sighting.match_id}: {names[0]}", *names[1:]] if names else [], "dim")


def report_document(report: OpponentReport) -> dict[str, Any]:
    return {
        "title": report.title,
        "own": report.opponent.location == OWN_PROFILE,
        "known": list(report.known),
        "seen": [{"match": sighting.match_id, "cards": list(sighting.card_ids)} for sighting in report.sightings],
        "record": {"wins": report.record.wins, "draws": report.record.draws, "losses": report.record.losses},
        "note": report.opponent.basis,
    }

"""What the deck lab has found, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from qb_app.documents.lab import (
    BuildDocument,
    DeckPointsDocument,
    FieldDocument,
    LabDeckDocument,
    LabHead,
    MatrixDocument,
    MetaDocument,
    PointsDocument,
    ShareDocument,
    SwapDocument,
    WorthDocument,
)
from qb_app.figures import counted, share, signed
from qb_app.terminal.console import needs_plain, say, say_list
from qb_app.terminal.deck_matrix import draw_matrix, layout_for


class LabView:
    """Shows tables, or sentences where plain text is wanted or a table would not fit."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain

    def show_matrix(self, found: MatrixDocument) -> None:
        self._head(found)
        games = f"{found['games_a_pair']} games of every two decks, both seats of {found['games_a_pair'] // 2} deals"
        self._say(f"Games: {games}")
        if found["field"] is not None:
            self._field(found["field"])
        self.console.print()
        layout = None if self.plain else layout_for(found, self.console)
        if layout is None:
            self._tell_matrix(found)
        else:
            draw_matrix(found, layout, self.console)

    def show_deck(self, found: DeckPointsDocument) -> None:
        self._head(found)
        self._field(found["field"])
        self.console.print()
        self._deck(found["deck"])
        self._say(f"{_points(found['points'])} against the field")
        self._against(found["against"])
        if found["swaps"] is not None:
            self._swaps("Best changes of one card:", found["swaps"])
        if found["cards"]:
            self._worths(found["cards"])

    def show_build(self, found: BuildDocument) -> None:
        self._head(found)
        self._field(found["field"])
        asked = {"mean": "the most points on average", "worst": "the most points against the worst enemy"}
        self._say(f"Asked for: {asked.get(found['objective'], 'the most points against the mixture of the field')}")
        self.console.print()
        self._deck(found["deck"])
        self._say(self._verdict(found))
        self._say(f"{_points(found['points'])} against the field, on deals that no search has seen")
        stronger = f"{_points(found['stronger_points'])} with both seats played by {found['stronger']['about_player']}"
        self._say(stronger)
        if found["before"] is not None and found["before_points"] is not None:
            self._say(f"{found['before']['name']}, the deck before: {_points(found['before_points'])}")
        self._against(found["against"])
        origin = found["before"] or found["start"]
        if found["way"] and origin is not None:
            self._swaps(f"From {origin['name']} to it, the change that gains most at every step:", found["way"])
        self._worths(found["cards"])
        self.console.print()
        games = f"The search played {found['games']:,} games, {found['all_games']:,} were played in all"
        self._say(f"{games}; --games {found['games']} with seed {found['seed']} repeats it.")

    def show_meta(self, found: MetaDocument) -> None:
        self._head(found)
        self.console.print()
        for number, one in enumerate(found["rounds"], 1):
            verdict = "it joins" if one["joined"] else "not shown to be better than the mixture"
            self._say(f"Round {number}: {_points(one)} against the mixture so far; {verdict}.")
        self.console.print()
        self._say("Decks by what they make against the mixture that none of them exploits:")
        for place, deck in enumerate(found["decks"], 1):
            weight = f"{share(deck['weight'], 0)} of the mixture" if deck["weight"] else "not in the mixture"
            line = f"{place}. {deck['name']}: tier {deck['tier']}, {share(deck['share'])} against it, {weight}"
            self._say(line)
            beaten = [str(other + 1) for other, made in enumerate(deck["shares"]) if made < 0.5]
            if beaten:
                say(self.console, f"loses to {', '.join(beaten)}", "dim", indent=4)
            if deck["weight"]:
                say(self.console, deck["code"], "cyan", indent=4)
        self.console.print()
        exploited = f"The best of these decks makes {share(0.5 + found['exploited'])} against the mixture"
        self._say(f"{exploited}; {found['games_a_pair']} games of every two decks, {found['all_games']:,} in all.")

    def show_fields(self, fields: Sequence[FieldDocument]) -> None:
        for field in fields:
            self.console.print(field["name"], style="bold")
            say(self.console, f"{counted(len(field['decks']), 'deck')}: {field['about']}")
            for deck in field["decks"]:
                say(self.console, f"{share(deck['weight'], 0)} {deck['name']}", "dim", indent=4)
        self.console.print("The name goes with --against, as in: qbcoach lab deck starter --against library")

    def _verdict(self, found: BuildDocument) -> str:
        start, lead = found["start"], found["lead"]
        if start is None:
            return "No deck that you saved or that is known can be built from these cards, so it stands alone."
        if lead is None:
            return f"The search found nothing better than {start['name']}."
        where = "against the worst enemy of each, on fresh deals" if found["objective"] == "worst" else "on fresh deals"
        figures = f"{_gain(lead['gain'], lead['interval'])} {where}"
        if found["improved"]:
            return f"Better than {start['name']}, the best deck there was: {figures}."
        return f"The best deck found is not shown to be better than {start['name']}, so this stays: {figures}."

    def _head(self, found: LabHead) -> None:
        self._say(f"Rules: {found['ruleset']}; seed {found['seed']}; both seats: {found['about_player']}")

    def _field(self, field: FieldDocument) -> None:
        guessed = " (guessed decks)" if field["guessed"] else ""
        about = f", {field['about']}" if field["about"] else ""
        self._say(f"Field: {field['name']}{guessed}, {counted(len(field['decks']), 'deck')}{about}")

    def _deck(self, deck: LabDeckDocument) -> None:
        self.console.print(deck["name"], style="bold")
        say_list(self.console, deck["list"].splitlines())
        say(self.console, deck["code"], "cyan")

    def _against(self, rows: Sequence[PointsDocument]) -> None:
        self.console.print()
        if self.plain or needs_plain(self.console, 72):
            for row in rows:
                seats = f"{share(row['started']['share'])} starting, {share(row['followed']['share'])} following"
                self._say(f"Against {row['against']}: {_points(row)}, {seats}")
            return
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        table.add_column("Against", overflow="fold")
        for heading in ("Points", "95 % interval", "Starting", "Following"):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in rows:
            low, high = row["interval"]
            parts = (share(tally["share"]) for tally in (row["started"], row["followed"]))
            table.add_row(row["against"], share(row["share"]), f"{100 * low:.1f} to {100 * high:.1f}", *parts)
        self.console.print(table)

    def _swaps(self, title: str, swaps: Sequence[SwapDocument]) -> None:
        self.console.print()
        self._say(title)
        for swap in swaps:
            say(self.console, f"{swap['out']} → {swap['into']}: {_gain(swap['gain'], swap['interval'])}")

    def _worths(self, cards: Sequence[WorthDocument]) -> None:
        self.console.print()
        self._say("Without one copy, with the best card found in its place:")
        for card in cards:
            cost = _gain(-card["cost"], [-bound for bound in reversed(card["interval"])])
            say(self.console, f"{card['card']}: {cost}, {card['instead']} instead")

    def _tell_matrix(self, found: MatrixDocument) -> None:
        same = found["field"] is None
        for place, row in enumerate(found["rows"]):
            self._say(f"{row['deck']['name']}: {_points(row)} on average")
            for cell in row["cells"][place if same else 0 :]:
                seats = f"{share(cell['started']['share'])} starting, {share(cell['followed']['share'])} following"
                say(self.console, f"against {cell['against']}: {_points(cell)}, {seats}")

    def _say(self, text: str) -> None:
        say(self.console, text, indent=0)


def _points(found: ShareDocument) -> str:
    low, high = found["interval"]
    interval = f"95 % interval {share(low)} to {share(high)}"
    return f"{share(found['share'])} of points ({interval}, {found['games']:,} games)"


def _gain(gain: float, interval: Sequence[float]) -> str:
    low, high = (signed(100 * bound, 1) for bound in interval)
    return f"{signed(100 * gain, 1)} points of 100 ({low} to {high})"

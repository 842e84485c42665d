"""The result of a tournament on a page: ratings, and the table of who beat whom."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamekit.pairs import Pairs
from gamekit.sprt import BOUND, SprtCourse, Verdict
from qb_app.figures import share
from qb_app.games.arena.tournament import Arena, ArenaResult
from qb_app.terminal.console import needs_plain, say

_CELL = 8
_NAME = 4
_RATING = 52
"""What stands beside a name in the table of ratings."""


class ArenaView:
    """Shows tables, or sentences where plain text is wanted or a table would not fit."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain

    def show(self, result: ArenaResult) -> None:
        self._show_head(result.arena)
        names = [rating.player for rating in result.ratings]
        width = max(map(len, names)) + max(_RATING, _NAME + _CELL * len(names))
        if self.plain or needs_plain(self.console, width):
            self._tell_ratings(result)
            self._tell_pairs(result, names)
        else:
            self._show_ratings(result)
            self._show_cross_table(result, names)
        if result.course is not None:
            self._tell_test(result, result.course)

    def _show_head(self, arena: Arena) -> None:
        decks = "decks known to both" if arena.known else "the enemy's deck unknown"
        say(self.console, f"Rules: {arena.ruleset} (behaviour {arena.ruleset.behaviour}), {decks}", indent=0)
        say(self.console, f"Decks: {'; '.join(deck.title for deck in arena.decks)}", indent=0)
        games = f"at most {2 * len(arena.seeds)}" if arena.sprt else str(2 * len(arena.seeds))
        seeds = f"seeds {arena.seeds[0]} to {arena.seeds[-1]}"
        deals = "every deal, the same deck on both sides" if arena.same_deck else "every deal"
        say(self.console, f"Games: {games} for each pair, both seats of {deals}, {seeds}", indent=0)
        self.console.print()

    def _show_ratings(self, result: ArenaResult) -> None:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False)
        table.add_column("", justify="right")
        table.add_column("Player")
        for heading in ("Elo", "95 % interval", "Points", "Games"):
            table.add_column(heading, justify="right")
        for place, rating in enumerate(result.ratings, 1):
            tally = result.tally(rating.player)
            interval = f"{rating.low:.0f} to {rating.high:.0f}"
            points = share(tally.share)
            table.add_row(str(place), rating.player, f"{rating.elo:.0f}", interval, points, str(tally.games))
        self.console.print(table)
        self.console.print()

    def _show_cross_table(self, result: ArenaResult, names: list[str]) -> None:
        say(self.console, "Points of the row against the column in percent, with the 95 % interval:", indent=0)
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
        table.add_column("", justify="right")
        table.add_column("Player")
        for place in range(1, len(names) + 1):
            table.add_column(str(place), justify="right")
        for place, player in enumerate(names, 1):
            cells = ["" if other == player else _cell(result.pairs(player, other)) for other in names]
            table.add_row(str(place), player, *cells)
        self.console.print(table)

    def _tell_ratings(self, result: ArenaResult) -> None:
        for place, rating in enumerate(result.ratings, 1):
            rated = f"Elo {rating.elo:.0f}, 95 % interval {rating.low:.0f} to {rating.high:.0f}"
            points = share(result.tally(rating.player).share)
            say(self.console, f"{place}. {rating.player}: {rated}, {points} of points", indent=0)
        self.console.print()

    def _tell_pairs(self, result: ArenaResult, names: list[str]) -> None:
        for place, player in enumerate(names):
            for other in names[place + 1 :]:
                found = result.pairs(player, other)
                low, high = found.interval()
                points, interval = share(found.share), f"{share(low)} to {share(high)}"
                say(self.console, f"{player} against {other}: {points} of points, 95 % interval {interval}", indent=0)

    def _tell_test(self, result: ArenaResult, course: SprtCourse) -> None:
        player, opponent = result.arena.players
        sprt, games = course.sprt, f"{2 * course.pairs} games"
        ways = {
            Verdict.ELO0: f"decided for {sprt.elo0:g} after {games}",
            Verdict.ELO1: f"decided for {sprt.elo1:g} after {games}",
            Verdict.OPEN: f"not decided by {games}",
        }
        asked = f"Does {player} lead {opponent} by {sprt.elo0:g} or by {sprt.elo1:g} Elo points?"
        ratio = f"log-likelihood ratio {course.ratio:.2f}, bounds {-BOUND:.2f} and {BOUND:.2f}"
        self.console.print()
        say(self.console, f"{asked} It is {ways[course.verdict]} ({ratio}).", indent=0)


def _cell(found: Pairs) -> Text:
    low, high = found.interval()
    return Text(f"{100 * found.share:.1f}\n{100 * low:.0f}-{100 * high:.0f}")

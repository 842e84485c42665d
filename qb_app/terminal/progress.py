"""Habits over all matches, printed: what is given away, by what, against whom, with which deck, and when."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_app.figures import counted, share, signed
from qb_app.review.habits import Habit, Progress, Share
from qb_app.review.plot import drawn_lines
from qb_app.review.sentences import few_decisions
from qb_app.terminal.console import needs_plain, say, tile_naming
from qb_engine.geometry import Tile, TileNaming
from qb_engine.themes import Theme

THEME_WORDS = {
    Theme.ROOM: "room: free tiles, yours and the enemy's",
    Theme.TEMPO: "tempo: cards that can be placed in time",
    Theme.COMBINATION: "combination: what cards do to one another",
    Theme.THREAT: "threat: what the enemy does next",
    Theme.LANES: "lanes: who leads where, and what counts",
    Theme.PASSING: "passing: to pass, to wait, or not to",
    Theme.MULLIGAN: "mulligan: which cards to exchange",
}
_TABLE_WIDTH = 72


def show_progress(console: Console, progress: Progress, *, plain: bool) -> None:
    place = tile_naming(plain=plain or needs_plain(console, 0))
    plain = plain or needs_plain(console, _TABLE_WIDTH)
    whole = progress.whole
    told = f"{counted(whole.matches, 'match', 'matches')}, {counted(whole.decisions, 'decision')} of yours judged"
    say(console, told, "bold", indent=0)
    say(console, f"A decision gives away {_each(whole)} on average.", indent=0)
    if whole.few:
        say(console, f"These are {few_decisions()}.", indent=0)
    _title(console, "What costs most")
    for habit in progress.worst:
        _habit(console, habit, place)
    if not progress.worst:
        say(console, "No decision gave away 10 % or more.")
    parts = [habit.share for habit in progress.habits]
    _shares(console, "By theme", parts, plain=plain)
    say(console, f"All smaller losses together: {share(progress.small, 0)}.")
    for title, found in (
        ("By opponent", progress.by_opponent()),
        ("By deck", progress.by_deck()),
        ("By month", progress.by_month()),
    ):
        _shares(console, title, found, plain=plain)
    _title(console, "Accuracy, match by match")
    if plain:
        say(console, ", ".join(f"{accuracy:.0f}" for accuracy in progress.accuracies))
    else:
        for line in drawn_lines([accuracy / 100 for accuracy in progress.accuracies], console.width):
            console.print(Text(line), soft_wrap=True)


def _title(console: Console, title: str) -> None:
    console.print()
    console.print(Text(title, style="bold"))


def _habit(console: Console, habit: Habit, place: TileNaming) -> None:
    given, times = share(habit.share.given, 0), counted(habit.share.costly, "decision")
    say(console, f"{THEME_WORDS[habit.theme]}; {given} given away in {times}")
    for digest, one in habit.examples:
        move = f"move {one.number}" if one.number else "opening hand"
        played, best = _named(one.text, place), _named(one.best, place)
        told = f"{digest.kind} {digest.match_id}, {move}: {played}, {signed(-100 * one.loss)} %; better {best}"
        say(console, told, "dim", indent=5)


def _named(move: str, place: TileNaming) -> str:
    """A move as it is kept, with its tile, the last word of a placement, named so."""
    card, _, last = move.rpartition(" ")
    tile = Tile.find(last)
    return move if tile is None else f"{card} {place(tile)}"


def _shares(console: Console, title: str, shares: Sequence[Share], *, plain: bool) -> None:
    """What is given away in all, by a decision on average with its interval, and the sample of it."""
    _title(console, title)
    if plain:
        for one in shares:
            few = f"; {few_decisions()}" if one.few else ""
            told = f"{one.name}: {share(one.given, 0)} in {counted(one.decisions, 'decision')}, {_each(one)} each{few}"
            say(console, told)
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", overflow="fold", ratio=1)
    for heading in ("given", "costly", "decisions", "each (95 %)"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in shares:
        few = " *" if one.few else ""
        table.add_row(one.name, share(one.given, 0), str(one.costly), f"{one.decisions}{few}", _each(one))
    console.print(table)
    if any(one.few for one in shares):
        say(console, f"* {few_decisions()}", "dim")


def _each(one: Share) -> str:
    return f"{share(one.each)} ({100 * one.low:.1f} to {100 * one.high:.1f})"

"""The look back on a match, printed."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from qb_app.figures import counted, signed
from qb_app.live.plot import drawn_lines
from qb_app.live.summary import JUDGEMENTS, Judgement, Ply, Summary
from qb_app.terminal.console import say
from qb_app.terminal.game import lane_lines
from qb_engine.narration import result_words

_STYLES = {Judgement.BLUNDER: "bold red", Judgement.MISTAKE: "red", Judgement.INACCURACY: "yellow"}


def show_summary(console: Console, summary: Summary, *, plain: bool) -> None:
    ending = "" if summary.over else "if the match ended now, "
    say(console, f"{counted(summary.moves, 'move')}; {ending}{result_words(summary.score)}", "bold", indent=0)
    for line in lane_lines(summary.score):
        say(console, line)
    if summary.screen_score is not None:
        you, enemy = summary.screen_score
        say(console, f"The screen showed {you}–{enemy}, which counts.")
    for note in summary.notes:
        say(console, f"Note: {note}")
    if summary.without_chances is not None:
        say(console, summary.without_chances, indent=0)
    elif not summary.plies:
        say(console, "Moves are not judged: no move was made with a hand that was told.", indent=0)
    else:
        _chances(console, summary, plain=plain)


def _chances(console: Console, summary: Summary, *, plain: bool) -> None:
    console.print()
    console.print(Text("Your chance to win", style="bold"))
    if plain:
        say(console, f"At the start: {_share(summary.plies[0].before.worth)}")
        for ply in summary.plies:
            say(console, f"{_named(ply)}: {_share(ply.after.worth)}")
    else:
        for line in drawn_lines(summary.points, console.width):
            console.print(Text(line), soft_wrap=True)
    console.print()
    console.print(Text("Turning points", style="bold"))
    for ply in summary.turning_points:
        say(console, f"{_named(ply)}: {_share(ply.before.worth)} to {_share(ply.after.worth)}")
    if not summary.turning_points:
        say(console, "none")
    console.print(Text("Your moves", style="bold"))
    for _, judgement in JUDGEMENTS:
        moves = summary.judged(judgement)
        if judgement is Judgement.GOOD:
            say(console, f"{counted(len(moves), 'move')} gave away less than {_share(JUDGEMENTS[-2][0])}")
        for ply in moves if judgement is not Judgement.GOOD else ():
            say(console, f"{judgement}: {_named(ply)}, {signed(100 * ply.swing)} %", _STYLES[judgement])


def _named(ply: Ply) -> str:
    return f"{ply.number}. {ply.text}"


def _share(points: float) -> str:
    return f"{100 * points:.0f} %"

"""The puzzles of the game as a list."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from qb_app.terminal.console import say
from qb_engine.deep.puzzles import Puzzle


def show_puzzles(console: Console, puzzles: Sequence[Puzzle]) -> None:
    """Every puzzle with its hint, by group; those that can be solved say so."""
    group = ""
    for puzzle in puzzles:
        if puzzle.group != group:
            group = puzzle.group
            console.print(Text(group, style="bold"))
        known = ("  board known", "green") if puzzle.board else ("", "")
        console.print(Text.assemble(f"{puzzle.number:>4}  ", puzzle.title, known))
        say(console, puzzle.hint, "dim", indent=6)
    playable = sum(puzzle.board is not None for puzzle in puzzles)
    say(console, f"{playable} of {len(puzzles)} can be solved, the others are known by title and hint only.", indent=0)
